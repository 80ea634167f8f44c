"""Kaye's procedure: what can each covered cell turn out to be? Asked of SAT, never counted.

In: a `Position`, or a `System` of one. Out: for every covered cell the exact set of its contents, a
mine and numbers, the total taken into account. "Is the position with a mine there consistent, and
with a 0 there, a 1, ..?" is how Kaye plays with an oracle for consistency (Mathematical
Intelligencer 22(2), 2000): where no mine is possible the cell is safe, where no number is possible
it is a mine.

Each kind of cells is asked about once (`kaye_kinds`), and all kinds that touch the same components
share one incremental solver (`kaye_sights`). Under a total these components may only have numbers
of mines that the others and the rest of the sea complete.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal, TypeAlias

from exactsweep.budget import UNLIMITED, Budget
from exactsweep.errors import BudgetExceeded, InputError
from exactsweep.position import Position
from exactsweep.reason.component import ComponentOracle
from exactsweep.reason.kaye_kinds import Kind, Question, Touched, cells_by_kind
from exactsweep.reason.kaye_sights import Sight, SightOracle
from exactsweep.reason.parts import fit
from exactsweep.reason.totals import add_sets, completed, numbers_of
from exactsweep.structure import Component, components_of
from exactsweep.system import Reduction, System, system_of

Content: TypeAlias = Literal["mine"] | int


@dataclass(frozen=True, slots=True)
class Possible:
    """What every covered cell can be, by number and in order: ``"mine"`` first, numbers ascending.

    A contradiction has no contents. In what `BudgetExceeded` knows, *undecided* are the cells whose
    contents may lack something, and *consistent* is None if that was not decided either.
    """

    consistent: bool | None
    contents: dict[int, tuple[Content, ...]]
    undecided: frozenset[int] = frozenset()


def possible_contents(source: Position | System, budget: Budget = UNLIMITED) -> Possible:
    """Return what every covered cell of *source* can turn out to be.

    Raises `InputError` for a system without a board, and `BudgetExceeded` with what is proven so
    far as its ``known``.

    >>> possible_contents(Position.from_rows(["1-", "--"], mines=1)).contents
    {1: ('mine', 1), 3: ('mine', 1), 4: ('mine', 1)}
    """
    system = system_of(source)
    if system.position is None:
        raise InputError("a system without a board has no contents, only mines")
    reduction, components = components_of(source)
    if reduction.conflict:
        return Possible(False, {})
    procedure = Procedure(system, reduction, components, budget)
    try:
        if not procedure.consistent():
            return Possible(False, {})
        for kind in procedure.cells_of:
            procedure.decide(kind)
    except BudgetExceeded as error:
        error.known = procedure.known()
        raise
    return procedure.known()


class Procedure:
    """The kinds of cells of one position, and what is decided of them."""

    def __init__(
        self, system: System, reduction: Reduction, components: list[Component], budget: Budget
    ) -> None:
        self._budget = budget
        self._left = reduction.left
        self._sea = reduction.sea.count(1)
        self._components = [ComponentOracle(component, budget) for component in components]
        self.cells_of = cells_by_kind(system, reduction, components)
        self._sights: dict[Touched, dict[Sight, None]] = {}
        for kind in self.cells_of:
            for question in filter(None, (kind.mine, kind.number)):
                self._sights.setdefault(question.touched, {})[question.sight] = None
        self._oracles: dict[Touched, SightOracle] = {}
        self._consistent = False
        self._usual: list[int] = []
        self._decided: dict[Kind, tuple[Content, ...]] = {}

    def consistent(self) -> bool:
        """Whether there is a placement. Raises `BudgetExceeded`."""
        if not all(oracle.consistent() for oracle in self._components):
            return False
        if self._left is not None:
            chosen = fit(self._components, self._left - self._sea, self._left)
            if chosen is None:
                return False
            self._usual = list(map(sum, chosen))
        self._consistent = True
        return True

    def decide(self, kind: Kind) -> None:
        """Find all that cells of *kind* can be. Raises `BudgetExceeded`."""
        self._budget.check("deciding what the covered cells can be")
        mine = kind.mine is not None and bool(self._answer(kind.mine))
        numbers = set() if kind.number is None else self._answer(kind.number)
        self._decided[kind] = contents_of(mine, kind.known, numbers)

    def known(self) -> Possible:
        """Return what is decided, and of cells that are not decided what is proven possible."""
        found: dict[int, tuple[Content, ...]] = {}
        undecided: list[int] = []
        for kind, cells in self.cells_of.items():
            contents = self._decided.get(kind)
            if contents is None:
                undecided += cells
                contents = self._proven(kind) if self._consistent else ()
            found |= dict.fromkeys(cells, contents)
        in_order = {cell: found[cell] for cell in sorted(found)}
        return Possible(self._consistent or None, in_order, frozenset(undecided))

    def _proven(self, kind: Kind) -> tuple[Content, ...]:
        shown = [
            set() if question is None else self._shown(question)
            for question in (kind.mine, kind.number)
        ]
        return contents_of(bool(shown[0]), kind.known, shown[1])

    def _shown(self, question: Question) -> set[int]:
        """Return numbers of mines in the sight of *question* that placements found have shown."""
        oracle = self._oracles.get(question.touched)
        if oracle is None:
            return set()
        pairs = product(oracle.seen[question.sight], range(question.beside + 1))
        if self._left is None:
            return {near + beside for near, beside in pairs}
        sums = self._usual_sum(question.touched)
        return {
            near + beside
            for near, beside in pairs
            if self._seen(question, near, self._runs(question, beside, sums))
        }

    def _answer(self, question: Question) -> set[int]:
        """Return every number of mines that the sight of *question* can have."""
        oracle = self._oracle(question.touched)
        near_numbers = oracle.settle(question.sight)
        pairs: dict[int, list[tuple[int, int]]] = {}
        for near, beside in product(sorted(near_numbers), range(question.beside + 1)):
            pairs.setdefault(near + beside, []).append((near, beside))
        if self._left is None:
            return set(pairs)
        found: set[int] = set()
        for sums in self._sums(question.touched):
            runs = [self._runs(question, beside, sums) for beside in range(question.beside + 1)]
            for number in pairs.keys() - found:
                if any(self._seen(question, n, runs[b]) for n, b in pairs[number]) or any(
                    oracle.allows(question.sight, n, run)
                    for n, b in pairs[number]
                    for run in runs[b]
                ):
                    found.add(number)
            if len(found) == len(pairs):
                break
        return found

    def _oracle(self, touched: Touched) -> SightOracle:
        if touched not in self._oracles:
            components = [self._components[number] for number in sorted(touched)]
            self._oracles[touched] = SightOracle(components, self._sights[touched], self._budget)
        return self._oracles[touched]

    def _seen(self, question: Question, near: int, runs: list[range]) -> bool:
        """Whether a placement found has *near* mines in sight and in all a number of *runs*."""
        seen = self._oracles[question.touched].seen[question.sight][near]
        return any(mines in run for run in runs for mines in seen)

    def _runs(self, question: Question, beside: int, sums: list[int]) -> list[range]:
        """Return the runs of numbers of mines that complete some of *sums* to the total.

        *beside* mines are in the sea in sight, as many as fit in the rest of it.
        """
        assert self._left is not None
        high = self._left - question.taken - beside
        return completed([{0}, sums], high - question.rest, high)[0]

    def _usual_sum(self, touched: Touched) -> list[int]:
        return [sum(self._usual) - sum(self._usual[number] for number in touched)]

    def _sums(self, touched: Touched) -> Iterator[list[int]]:
        """Yield numbers of mines of the components that are not touched, more and more of them.

        At first that of one placement, then all sums of numbers seen so far, at last all sums:
        proving that there are no more numbers can be hard.
        """
        sums = self._usual_sum(touched)
        yield sums
        others = [o for number, o in enumerate(self._components) if number not in touched]
        for exact in (False, True):
            if exact:
                for other in sorted(others, key=lambda other: other.cells):
                    other.feasible()
            more = sums_of(others)
            if more != sums:
                sums = more
                yield sums


def sums_of(oracles: list[ComponentOracle]) -> list[int]:
    """Return all sums of one number of mines that each oracle has seen."""
    bits = 1
    for oracle in oracles:
        bits = add_sets(bits, sum(1 << mines for mines in oracle.seen))
    return numbers_of(bits)


def contents_of(mine: bool, known: int, numbers: set[int]) -> tuple[Content, ...]:
    """Return contents in order."""
    shown = (known + number for number in sorted(numbers))
    return ("mine", *shown) if mine else (*shown,)
