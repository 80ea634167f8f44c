"""Why is this cell safe, or a mine? A minimal set of clues that forces it, the total being a clue.

In: a `Position` or a `System`, and a covered cell or none. Out: an `Explanation` of that cell, or
of every forced cell, or of the contradiction. Clues force a cell where no placement of them has the
other thing there; that shown cells are safe and trusted flags are mines costs nothing. Whether they
do is a coNP-complete question (Scott, Stege and van Rooij, Mathematical Intelligencer 33(4), 2011;
corrected by Hendrickson and Tockman, FUN 2024).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, overload

from exactsweep.budget import UNLIMITED, Budget
from exactsweep.errors import BudgetExceeded, InputError
from exactsweep.position import Position
from exactsweep.reason.consistency import Decider, all_mines, smallest_part
from exactsweep.reason.forced import forced_cells
from exactsweep.reason.results import Explanation, Witnesses
from exactsweep.reason.smallest import smallest_unkept
from exactsweep.reason.subsets import pairs
from exactsweep.reason.window import window
from exactsweep.structure import single_point
from exactsweep.system import Clue, System, system_of
from exactsweep.topology import Board, Cell, cell_name


@overload
def explain(
    source: Position | System, cell: Cell, *, smallest: bool = ..., budget: Budget = ...
) -> Explanation: ...
@overload
def explain(
    source: Position | System, cell: None = ..., *, smallest: bool = ..., budget: Budget = ...
) -> list[Explanation]: ...
def explain(
    source: Position | System,
    cell: Cell | None = None,
    *,
    smallest: bool = False,
    budget: Budget = UNLIMITED,
) -> Explanation | list[Explanation]:
    """Return why *cell* is safe or a mine, or a placement each where it is undetermined.

    Without *cell*, a list with every forced cell in order of place, or with the contradiction. With
    *smallest* the clues are of proven least size. Raises `InputError` for a cell that is not
    covered, and `BudgetExceeded` where time ran out before an answer; clues that time did not
    suffice to make minimal say so.

    >>> explain(Position.from_rows(["---", "121"]), (0, 1)).clues
    [(1, 0), (1, 1), (1, 2)]
    """
    explainer = Explainer(source, budget, smallest)
    if cell is None:
        return list(explainer.each_forced())
    return explainer.explain(explainer.number(cell))


class Argument(NamedTuple):
    """Clues by number, whether the total is needed beside them, and whether they are minimal."""

    clues: list[int]
    total: bool
    minimal: bool


class Explainer:
    """Explains the cells of one source, which are numbers here, as its clues are."""

    def __init__(self, source: Position | System, budget: Budget, smallest: bool = False) -> None:
        self.system = system_of(source)
        self._source = source
        self._budget = budget
        self._smallest = smallest
        self._sees: dict[int, list[int]] = {}
        for number, clue in enumerate(self.system.clues):
            for cell in clue.cells:
                self._sees.setdefault(cell, []).append(number)
        self._alike: dict[tuple[bool, tuple[int, ...]], tuple[Argument, str, Collection[int]]] = {}

    @cached_property
    def witness(self) -> list[int] | None:
        """The covered cells that are mines in some placement; None for a contradiction."""
        return Decider(self._budget).witness(self._source, self.system.left)

    def number(self, name: Cell) -> int:
        """Return the covered cell of that name; `InputError` where there is none."""
        cell = self.system.number(name)
        if cell not in self.system.covered:
            raise InputError(f"cell {cell_name(name)} is not covered: nothing is to be explained")
        return cell

    def other(self, cell: int) -> list[int] | None:
        """Return a placement in which *cell* is not what it is in the witness; None for none."""
        assert self.witness is not None
        part = self.system.with_clues([_not(cell, cell in self.witness)])
        return Decider(self._budget).witness(part, self.system.left)

    def explain(self, cell: int) -> Explanation:
        """Explain one covered cell, or the contradiction."""
        if self.witness is None:
            return self.contradiction()
        mined, other = cell in self.witness, self.other(cell)
        if other is None:
            return self.forced(cell, mined)
        one, two = (all_mines(self.system, found) for found in (self.witness, other))
        witnesses = Witnesses(one, two) if mined else Witnesses(two, one)
        name = self.system.names[cell]
        return Explanation(name, "undetermined", [], False, True, None, witnesses)

    def each_forced(self) -> Iterator[Explanation]:
        """Yield an explanation of every forced cell in order of place, or of the contradiction."""
        found = forced_cells(self._source, self._budget)
        if not found.consistent:
            yield self.contradiction()
            return
        for cell in self._budget.track(sorted(found.safe | found.mines), "explaining cells"):
            yield self.forced(cell, cell in found.mines)

    def contradiction(self) -> Explanation:
        """Explain that there is no placement."""
        return self._explanation(None, "contradiction", self.conflict(), None)

    def forced(self, cell: int, mined: bool) -> Explanation:
        """Explain a cell that is forced to be a mine, or to be safe."""
        verdict = "mine" if mined else "safe"
        return self._explanation(self.system.names[cell], verdict, *self._why(cell, mined))

    def conflict(self) -> Argument:
        """Return clues that conflict, where there is no placement."""
        return self._argument([], [range(len(self.system.clues))])

    def argument(self, cell: int, mined: bool) -> Argument:
        """Return clues that force *cell*."""
        return self._why(cell, mined)[0]

    def _why(self, cell: int, mined: bool) -> tuple[Argument, str | None]:
        """Return clues that force *cell*, and the rule; None where time did not suffice for it.

        Cells that are alike share the search; windows alone may still tell them apart.
        """
        key = mined, tuple(self._sees.get(cell, ()))
        if key not in self._alike:
            argument = self._argument([_not(cell, mined)], self._nearer(cell))
            try:
                self._alike[key] = argument, *self._rule(argument, cell)
            except BudgetExceeded:
                return argument, None
        argument, rule, yielded = self._alike[key]
        return argument, rule if cell in yielded else "sat"

    def _explanation(
        self, name: Cell | None, verdict: str, argument: Argument, rule: str | None
    ) -> Explanation:
        clues = [self.system.clues[number].source for number in argument.clues]
        return Explanation(name, verdict, clues, argument.total, argument.minimal, rule)

    def _argument(self, beside: list[Clue], parts: Iterable[Iterable[int]]) -> Argument:
        """Return clues that with those *beside* have no placement, and whether the total is needed.

        *parts* are numbers of clues to try in turn; the last one has all that matter but the total.
        """
        system, decider = self.system, Decider(self._budget)

        def refuted(part: Sequence[int], left: int | None) -> bool:
            clues = [system.clues[number] for number in part]
            return decider.witness(system.part([*clues, *beside], left), left) is None

        for part in map(list, parts):
            if refuted(part, None):
                clues, minimal = smallest_part(part, lambda some: refuted(some, None))
                argument = Argument(sorted(clues), False, minimal)
                break
        else:
            near_first = dict.fromkeys([*part, *range(len(system.clues))])
            clues, minimal = smallest_part(
                list(near_first), lambda some: refuted(some, system.left)
            )
            argument = Argument(sorted(clues), True, minimal)
        if self._smallest and argument.minimal:
            return smallest_argument(system, beside, argument, decider)
        return argument

    def _nearer(self, cell: int) -> Iterator[list[int]]:
        """Yield the clues that see *cell*, then more and more around it, at last all linked to it.

        The nearer ones come first.
        """
        reached = dict.fromkeys(self._sees.get(cell, ()))
        yield list(reached)
        newest, radius = list(reached), 1
        while newest:
            for _ in range(radius):
                cells = {near for number in newest for near in self.system.clues[number].cells}
                around = (number for near in sorted(cells) for number in self._sees[near])
                newest = [number for number in dict.fromkeys(around) if number not in reached]
                reached |= dict.fromkeys(newest)
            radius *= 2
            yield list(reached)

    def _rule(self, argument: Argument, cell: int) -> tuple[str, Collection[int]]:
        """Return the weakest rule that yields *cell* from the argument alone, and all it yields.

        Where none does it is the strongest one, which does not yield *cell*.
        """
        clues = [self.system.clues[number] for number in argument.clues]
        cells = sorted({near for clue in clues for near in clue.cells})
        part = System(cells, clues, None, None, self.system.position, self.system.names)
        yielded = single_point(part) or {}
        if cell in yielded:
            return "single-point", yielded
        yielded = pairs(part, budget=self._budget) or {}
        board = self.system.position is not None and isinstance(
            self.system.position.topology, Board
        )
        if cell in yielded or not board:
            return "pairs", yielded
        return "window", window(part, budget=self._budget) or {}


def smallest_argument(
    system: System, beside: list[Clue], known: Argument, decider: Decider
) -> Argument:
    """Return an argument of least size, the total being one of its members; *known* is one."""
    total = len(system.clues)
    elements = range(total + (system.left is not None))

    def kept(part: Sequence[int]) -> list[int] | None:
        clues = [system.clues[number] for number in part if number != total]
        left = system.left if total in part else None
        questioned = system.part([*clues, *beside], left)
        found = decider.witness(questioned, left)
        if found is None:
            return None
        mined = {questioned.names[cell] for cell in found}
        paid = [
            number
            for number, clue in enumerate(system.clues)
            if sum(cell in mined for cell in clue.cells) == clue.owed
        ]
        return [*paid, total] if len(mined) == system.left else paid

    part = smallest_unkept(elements, kept, [*known.clues, *([total] if known.total else [])])
    return Argument([number for number in part if number != total], total in part, True)


def _not(cell: int, mined: bool) -> Clue:
    """Return the clue that *cell* is the other thing."""
    return Clue("other", int(not mined), (cell,))
