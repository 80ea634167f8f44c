"""What the rules have in common: groups of clues, judged by all ways to pay them, to a fixpoint.

In: a `System` and the groups of a rule. Out: the cells that the rule forces, or None where some
group cannot be paid, which proves a contradiction. A group is some clues and, for a rule that looks
at one area only, the cells of that area: it then places only the mines inside, and lets the cells
outside take up as many more as a clue is owed. The total is never used.

A forced cell is known to all groups from then on, so the order in which they are judged decides
nothing. A group is judged again only after another one forced a cell that one of its clues sees.
"""

from collections import deque
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from exactsweep.budget import Budget
from exactsweep.reason.regions import Limit, freedom
from exactsweep.structure import single_point
from exactsweep.system import System

RULES = ("single-point", "pairs", "window")
"""The rules by name, weakest first: pairs find what single numbers say and, but for the seam of a
torus, 4x4 windows find what pairs say, as some square has both numbers and all cells of either."""

Forced: TypeAlias = dict[int, bool]
"""Forced cells: True for a mine, False for a safe one."""

Area: TypeAlias = Container[int] | None
"""The cells that a group looks at, None for all that its clues see."""


class Groups(Protocol):
    """The groups of one rule, each known by a number."""

    def around(self, clue: int) -> Iterable[int]:
        """Return the groups that have *clue* among theirs."""

    def view(self, group: int) -> tuple[Sequence[int], Area]:
        """Return the clues of *group* and its area."""


class Knowledge:
    """The cells *forced* so far, and what they leave of every clue.

    *unknown* has the cells of each clue that are not forced, *owed* the mines among these.
    """

    __slots__ = ("forced", "owed", "sees", "unknown")

    def __init__(self, system: System, forced: Forced) -> None:
        self.forced = forced
        self.owed: list[int] = []
        self.unknown: list[list[int]] = []
        self.sees: dict[int, list[int]] = {}
        for number, clue in enumerate(system.clues):
            self.owed.append(clue.owed - sum(forced.get(cell, False) for cell in clue.cells))
            self.unknown.append([cell for cell in clue.cells if cell not in forced])
            for cell in clue.cells:
                self.sees.setdefault(cell, []).append(number)

    def open_clues(self) -> list[int]:
        """Return the clues that see a cell that is not forced."""
        return [clue for clue, cells in enumerate(self.unknown) if cells]

    def learn(self, news: Mapping[int, bool]) -> Iterable[int]:
        """Take in cells that were unknown, and return the clues that see one of them."""
        self.forced.update(news)
        touched = dict.fromkeys(clue for cell in news for clue in self.sees[cell])
        for clue in touched:
            cells = self.unknown[clue]
            self.owed[clue] -= sum(news.get(cell, False) for cell in cells)
            self.unknown[clue] = [cell for cell in cells if cell not in news]
        return touched


class Bound(NamedTuple):
    """At least *low* and at most *high* mines lie in *cells*."""

    low: int
    high: int
    cells: Sequence[int]


def first_knowledge(system: System, found: Forced | None) -> Knowledge | None:
    """Return what the single-point rule leaves of *system*, None for a conflict.

    The forced cells are kept in *found*, if given.
    """
    known = single_point(system)
    if known is None:
        return None
    forced = {} if found is None else found
    forced.update(known)
    return Knowledge(system, forced)


def fixpoint(knowledge: Knowledge, groups: Groups, budget: Budget) -> Forced | None:
    """Judge all *groups* until none forces another cell, and return what is forced by then.

    None for a conflict. Raises `BudgetExceeded`, with what was forced so far left in *knowledge*.
    """
    clues = knowledge.open_clues()
    waiting = deque(dict.fromkeys(group for clue in clues for group in groups.around(clue)))
    queued = set(waiting)
    while waiting:
        budget.check(f"judging groups of numbers, {len(knowledge.forced)} cells forced so far")
        group = waiting.popleft()
        news = _forced_by(_bounds(knowledge, *groups.view(group)), budget)
        if news is None:
            return None
        for clue in knowledge.learn(news):
            for other in groups.around(clue):
                if other not in queued:
                    queued.add(other)
                    waiting.append(other)
        # Only now, since its own news tell a group nothing.
        queued.remove(group)
    return knowledge.forced


def _bounds(knowledge: Knowledge, clues: Sequence[int], area: Area) -> list[Bound]:
    """Return what *clues* say of their unknown cells in *area*, without those that say nothing."""
    bounds = []
    for clue in clues:
        owed, unknown = knowledge.owed[clue], knowledge.unknown[clue]
        inside = unknown if area is None else [cell for cell in unknown if cell in area]
        low = owed - len(unknown) + len(inside)
        if low > 0 or owed < len(inside):
            bounds.append(Bound(low, owed, inside))
    return bounds


def _forced_by(bounds: Sequence[Bound], budget: Budget) -> Forced | None:
    """Return the cells that are the same in all ways to keep *bounds*, None if there is no way."""
    seen_by: dict[int, int] = {}
    for number, bound in enumerate(bounds):
        for cell in bound.cells:
            seen_by[cell] = seen_by.get(cell, 0) | 1 << number
    regions: dict[int, list[int]] = {}
    for cell, seen in seen_by.items():
        regions.setdefault(seen, []).append(cell)
    place = {seen: region for region, seen in enumerate(regions)}
    limits = [
        Limit(low, high, list(dict.fromkeys(place[seen_by[cell]] for cell in cells)))
        for low, high, cells in bounds
    ]
    free = freedom([len(cells) for cells in regions.values()], limits, budget)
    if free is None:
        return None
    return {
        cell: may_be_mine
        for cells, (may_be_mine, may_be_safe) in zip(regions.values(), free, strict=True)
        if not (may_be_mine and may_be_safe)
        for cell in cells
    }
