"""What regions can hold: all ways to fill them, without listing the ways one by one.

In: the sizes of regions (cells that the same limits see, hence interchangeable) and limits on the
mines in some of them together. Out: for each region whether some filling puts a mine there, and
whether some filling leaves a cell there safe; None where nothing fits.

The regions are taken one at a time. A state has the mines so far of every open limit, each in a
field of one int: adding to it shows in a guard bit above each field which limits can still be kept,
all of them at once. A limit closes with the last of its regions and is wiped from the state, so
states that differ only in the past merge. A way back then drops the steps that lead nowhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from exactsweep.budget import UNLIMITED, Budget
from exactsweep.errors import BudgetExceeded

CHECKED_EVERY = 4096
"""States between two looks at the clock."""

Freedom: TypeAlias = tuple[bool, bool]
"""Whether a region can have a mine, and whether it can have a safe cell."""

Edge: TypeAlias = tuple[int, int, int]
"""A state, the mines put into the next region, and the state that this leads to."""


class Limit(NamedTuple):
    """At least *low* and at most *high* mines lie in *regions* together."""

    low: int
    high: int
    regions: Sequence[int]


class Step(NamedTuple):
    """What happens to states as they pass a region; the last four have a field for each limit."""

    region: int
    size: int
    mine: int
    """One in the fields of the limits that see the region."""
    spare: int
    """Keeps a guard bit under subtraction of a state that has not too many mines."""
    lacking: int
    """Sets a guard bit when added to a state that the regions to come can fill up."""
    kept: int
    """All ones in the fields of the limits that stay open."""


def freedom(
    sizes: Sequence[int], limits: Sequence[Limit], budget: Budget = UNLIMITED
) -> list[Freedom] | None:
    """Return the freedom of every region, or None where no filling keeps all *limits*.

    Sizes are at least 1; a limit names no region twice. Raises `BudgetExceeded`.

    >>> freedom([2, 1], [Limit(2, 2, [0, 1]), Limit(1, 1, [0])])
    [(True, True), (True, False)]
    """
    totals = [sum(sizes[region] for region in limit.regions) for limit in limits]
    for limit, total in zip(limits, totals, strict=True):
        if limit.low > min(limit.high, total) or limit.high < 0:
            return None
    width = max(totals, default=0).bit_length() + 1
    guard = sum(1 << width * field + width - 1 for field in range(len(limits)))
    states = {0}
    passed: list[tuple[Step, list[Edge]]] = []
    for step in _steps(sizes, limits, totals, width, guard):
        edges = _edges(states, step, guard, budget)
        states = {after for _, _, after in edges}
        _check(len(states), budget)
        passed.append((step, edges))
    return _traced_back(passed, states, len(sizes)) if states else None


def _steps(
    sizes: Sequence[int], limits: Sequence[Limit], totals: Sequence[int], width: int, guard: int
) -> Iterator[Step]:
    """Yield a step for every region that a limit sees, in an order that closes limits soon."""
    order = _order(limits)
    last = {region: at for at, region in enumerate(order)}
    mine = dict.fromkeys(order, 0)
    closing, owed = [0] * len(order), [0] * len(order)
    spare = lacking = guard
    for field, (limit, total) in enumerate(zip(limits, totals, strict=True)):
        shift, low = width * field, max(limit.low, 0)
        spare += min(limit.high, total) << shift
        lacking += total - low << shift
        for region in limit.regions:
            mine[region] += 1 << shift
        if limit.regions:
            end = max(last[region] for region in limit.regions)
            closing[end] += (1 << width) - 1 << shift
            owed[end] += low << shift
    kept = (1 << width * len(limits)) - 1
    for at, region in enumerate(order):
        lacking -= sizes[region] * mine[region]
        kept -= closing[at]
        yield Step(region, sizes[region], mine[region], spare, lacking, kept)
        lacking += owed[at]


def _order(limits: Sequence[Limit]) -> list[int]:
    """Return the regions that *limits* see, closing one limit after another.

    The next limit is one that is part filled, while there is one, with the fewest regions left.
    Taking limits as they come, or regions breadth-first, kept more states open in large windows.
    """
    seen_by: dict[int, list[int]] = {}
    for number, limit in enumerate(limits):
        for region in limit.regions:
            seen_by.setdefault(region, []).append(number)
    left = {number: len(limit.regions) for number, limit in enumerate(limits)}
    order: dict[int, None] = {}
    front: set[int] = set()
    while left:
        nearest = min(front or left, key=left.__getitem__)
        for region in limits[nearest].regions:
            if region not in order:
                order[region] = None
                for near in seen_by[region]:
                    left[near] -= 1
                    front.add(near)
        left = {number: count for number, count in left.items() if count}
        front &= left.keys()
    return list(order)


def _edges(states: Iterable[int], step: Step, guard: int, budget: Budget) -> list[Edge]:
    """Return every way on from *states* through a region that can still keep all limits."""
    _, size, mine, spare, lacking, kept = step
    edges: list[Edge] = []
    for number, before in enumerate(states, 1):
        if not number % CHECKED_EVERY:
            _check(len(edges), budget)
        after = before
        for mines in range(size + 1):
            if (spare - after) & guard != guard:
                break
            if (lacking + after) & guard == guard:
                edges.append((before, mines, after & kept))
            after += mine
    return edges


def _traced_back(
    passed: Sequence[tuple[Step, list[Edge]]], states: set[int], regions: int
) -> list[Freedom]:
    """Return the freedom of every region, from the edges that lead to the final *states*."""
    found: list[Freedom] = [(True, True)] * regions
    for step, edges in reversed(passed):
        alive = [edge for edge in edges if edge[2] in states]
        states = {before for before, _, _ in alive}
        counts = {mines for _, mines, _ in alive}
        found[step.region] = (max(counts) > 0, min(counts) < step.size)
    return found


def _check(states: int, budget: Budget) -> None:
    """Raise `BudgetExceeded` where time has run out, or *states* are more than allowed."""
    budget.check("filling the regions of a group of numbers")
    if states > budget.states:
        raise BudgetExceeded(
            f"a group of numbers is too wide: {states} states, {budget.states} allowed", states
        )
