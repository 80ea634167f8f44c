"""Is a position possible at all? Kaye's question, answered with a placement or a minimal conflict.

In: a `Position` or a `System`. Out: a `Consistency`. Each component is decided by SAT; under a
total the components' feasible numbers of mines must add up with the sea as slack. Deciding this is
NP-complete (Kaye, Mathematical Intelligencer 22(2), 2000).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import compress, islice
from typing import TypeAlias, TypeVar

from exactsweep.budget import UNLIMITED, Budget
from exactsweep.errors import BudgetExceeded
from exactsweep.position import Position
from exactsweep.reason.component import ComponentOracle, Mined
from exactsweep.reason.parts import fit
from exactsweep.reason.results import Conflict, Consistency
from exactsweep.structure import Component, components_of, components_of_part
from exactsweep.system import Clue, Reduction, System, system_of
from exactsweep.topology import Cell

Key: TypeAlias = tuple[object, ...]
Member = TypeVar("Member")


def check(source: Position | System, budget: Budget = UNLIMITED) -> Consistency:
    """Return whether *source* has a placement, with a witness or a minimal conflict.

    Raises `BudgetExceeded` where time ran out before the answer; a conflict that time did not
    suffice to make minimal says so.

    >>> check(Position.from_rows(["1-", "2-"])).conflict
    Conflict(clues=[(0, 0), (1, 0)], total=False, minimal=True)
    """
    system = system_of(source)
    decider = Decider(budget)
    witness = decider.witness(source, system.left)
    if witness is not None:
        return Consistency(True, witness=all_mines(system, witness))
    return Consistency(False, conflict=find_conflict(system, decider))


@dataclass(slots=True)
class Decider:
    """Decides systems over the same cells, remembering the components that it has met."""

    budget: Budget
    _oracles: dict[Key, ComponentOracle] = field(default_factory=dict)

    def oracle(self, component: Component) -> ComponentOracle:
        """Return the oracle of *component*, the same one for equal boxes and clues."""
        key = (
            tuple(component.sizes),
            tuple(map(tuple, component.seen_by)),
            tuple(component.owed.values()),
        )
        if key not in self._oracles:
            self._oracles[key] = ComponentOracle(component, self.budget)
        return self._oracles[key]

    def witness(self, source: Position | System, left: int | None) -> list[int] | None:
        """Return the covered cells that are mines in one placement; None where there is none.

        *left* mines are in all covered cells; with None any number is.
        """
        if isinstance(source, Position):
            reduction, components = components_of(source)
        else:
            reduction, components = components_of_part(source)
        if reduction.conflict:
            return None
        oracles = [self.oracle(component) for component in components]
        if not all(oracle.consistent() for oracle in oracles):
            return None
        if left is None:
            chosen: list[Mined] | None = [next(iter(oracle.seen.values())) for oracle in oracles]
        else:
            rest = left - reduction.mines.count(1)
            chosen = fit(oracles, rest - reduction.sea.count(1), rest)
        return None if chosen is None else _cells(reduction, components, chosen, left)


def _cells(
    reduction: Reduction, components: Sequence[Component], chosen: Sequence[Mined], left: int | None
) -> list[int]:
    """Return the mined cells of a placement; the sea has what is missing to *left*."""
    mines = list(compress(range(len(reduction.mines)), reduction.mines))
    for component, mined in zip(components, chosen, strict=True):
        for box, number in zip(component.boxes, mined, strict=True):
            mines += reduction.boxes[box][:number]
    if left is not None:
        sea = compress(range(len(reduction.sea)), reduction.sea)
        mines += islice(sea, left - len(mines))
    return sorted(mines)


def find_conflict(system: System, decider: Decider) -> Conflict:
    """Return a minimal conflict of *system*, which has no placement.

    The total takes part only where the clues alone have a placement.
    """

    def conflicting(clues: Sequence[Clue], left: int | None) -> bool:
        return decider.witness(system.part(clues, left), left) is None

    left = system.left if not conflicting(system.clues, None) else None
    clues, minimal = smallest_part(system.clues, lambda part: conflicting(part, left))
    return Conflict([clue.source for clue in clues], left is not None, minimal)


def smallest_part(
    clues: Sequence[Member], conflicting: Callable[[Sequence[Member]], bool]
) -> tuple[list[Member], bool]:
    """Return a minimal part of *clues* that is *conflicting*, and whether it is proven minimal.

    QuickXplain (Junker, AAAI 2004): the number of questions grows with the logarithm of the clues
    that drop out. Where the budget runs out, what was not yet decided stays in.
    """
    minimal = True

    def ask(part: Sequence[Member]) -> bool:
        nonlocal minimal
        try:
            return minimal and conflicting(part)
        except BudgetExceeded:
            minimal = False
            return False

    def explain(fixed: list[Member], new: bool, part: list[Member]) -> list[Member]:
        if new and ask(fixed):
            return []
        if len(part) == 1:
            return part
        first, second = part[: len(part) // 2], part[len(part) // 2 :]
        kept = explain(fixed + first, True, second)
        return explain(fixed + kept, bool(kept), first) + kept

    if ask([]):
        return [], True
    return explain([], False, list(clues)), minimal


def all_mines(system: System, witness: Sequence[int]) -> list[Cell]:
    """Return the names of all mines of a placement, known ones and those of *witness*."""
    position = system.position
    known = [] if position is None else position.places_of(position.mine_marks)
    return [system.names[cell] for cell in sorted([*known, *witness])]
