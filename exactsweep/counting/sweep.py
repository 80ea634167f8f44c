"""The tables of an elimination, forward and backward.

In: a `Plan`. Out: the packed profile and, for each box, the packed sums of its mines. A table maps
what the open clues are still owed, packed into one int with a slot a clue, to the generating
polynomial in the number of mines of all prefixes that owe this, packed into one int with a field of
*width* bits a coefficient (Kronecker substitution).

All tables are kept from the way forward for the way back. Keeping only some and running the
stretches between them again was tried: it took twice as long and solved no board more.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import comb
from typing import NamedTuple, TypeAlias

from exactsweep.budget import Budget
from exactsweep.counting.plan import Plan, Step
from exactsweep.errors import BudgetExceeded

Table: TypeAlias = dict[int, int]

MANY = 1 << 16
"""States between two looks at the clock within one level."""

BITS_OF_A_STATE = 2048
"""A polynomial that is longer counts as more states, so that the budget bounds memory."""


class Level(NamedTuple):
    """The states before a step, and the power of x that their polynomials leave out."""

    table: Table
    low: int


def sweep(
    plan: Plan, width: int, narrow: bool, wide: float | None, budget: Budget
) -> tuple[int, list[int]] | None:
    """Return the packed profile and the packed mines of every box; None for a contradiction.

    What is *narrow* keeps the fields below the least number of mines, which is faster where they
    are few. *wide* is the estimated width where it may be large. Raises `BudgetExceeded`.
    """
    levels = [Level({0: 1}, 0)]
    kept = 0
    for at, step in enumerate(plan.steps):
        table, low = levels[-1]
        table = forward(watched(table, budget, at, plan), step, plan, width)
        if narrow:
            kept += len(table)
        else:
            table, more = lowered(table, width)
            low += more
            kept += size_of(table)
        if kept > budget.states:
            raise too_wide(plan, kept, at, wide, budget)
        levels.append(Level(table, low))
    table, low = levels.pop()
    if 0 not in table:
        return None
    return table[0] << low * width, backward(plan, levels, width, narrow, budget)


def size_of(table: Table) -> int:
    """Return the states of *table*, those with long polynomials counted several times."""
    bits = max((placed.bit_length() for placed in table.values()), default=0)
    return len(table) * (1 + bits // BITS_OF_A_STATE)


def backward(
    plan: Plan, levels: list[Level], width: int, narrow: bool, budget: Budget
) -> list[int]:
    """Return for each box the packed sums of its numbers of mines over all placements.

    The *levels* are those before each step; they are emptied on the way.
    """
    mined = []
    rests: Table = {0: 1}
    base = 0
    for at in range(len(plan.steps) - 1, -1, -1):
        table, low = levels.pop()
        items = watched(table, budget, at, plan)
        total, rests = _backward_step(items, rests, plan.steps[at], plan.slot, width)
        mined.append(total << (low + base) * width)
        if not narrow:
            rests, more = lowered(rests, width)
            base += more
    mined.reverse()
    return mined


def count_placements(plan: Plan, wide: float | None, budget: Budget) -> int:
    """Return the number of placements, keeping one level at a time.

    Raises `BudgetExceeded` where all levels together have more states than may be kept.
    """
    table: Table = {0: 1}
    states = 0
    for at, step in enumerate(plan.steps):
        table = forward(watched(table, budget, at, plan), step, plan, 0)
        states += len(table)
        if states > budget.states:
            raise too_wide(plan, states, at, wide, budget)
    return table.get(0, 0)


def too_wide(
    plan: Plan, states: int, at: int, wide: float | None, budget: Budget
) -> BudgetExceeded:
    """Return the error that says how far the elimination came."""
    width = "" if wide is None else f"; its width is about {wide:.1f} bits"
    return BudgetExceeded(
        f"a component of {len(plan.steps)} boxes is too wide: {states} states after "
        f"{at + 1} boxes, where {budget.states} may be kept{width}",
        states,
        wide,
    )


def lowered(table: Table, width: int) -> tuple[Table, int]:
    """Divide the polynomials of *table* by the power of x that divides them all; return it too.

    Deep in a large component every prefix has placed dozens of mines, whose empty fields would be
    most of each value.
    """
    together = 0
    for placed in table.values():
        together |= placed
    low = max(0, (together & -together).bit_length() - 1) // width
    if not low:
        return table, 0
    return {owed: placed >> low * width for owed, placed in table.items()}, low


def watched(table: Table, budget: Budget, at: int, plan: Plan) -> Iterable[tuple[int, int]]:
    """Return the states of *table*; iterating over many of them keeps looking at the clock."""
    if budget.deadline is None:
        return table.items()
    doing = f"eliminating box {at + 1} of {len(plan.steps)}"
    budget.check(doing)
    return table.items() if len(table) < MANY else _clocked(table, budget, doing)


def _clocked(table: Table, budget: Budget, doing: str) -> Iterator[tuple[int, int]]:
    for number, item in enumerate(table.items()):
        if not number % MANY:
            budget.check(doing)
        yield item


def forward(items: Iterable[tuple[int, int]], step: Step, plan: Plan, shift: int) -> Table:
    """Extend every prefix by each number of mines in the step's box that can still work.

    One mine in the box moves the polynomial up by *shift* bits.
    """
    opened, unit, size, room, closing = step
    _, guards, slot, _ = plan
    ways = binomials(size)
    longer: Table = {}
    for owed, placed in items:
        owed += opened
        if closing >= 0:
            mines = owed >> closing & slot
            if mines <= size:
                owed -= mines * unit
                if not (owed | room - owed) & guards:
                    placed = placed * ways[mines] << mines * shift
                    if owed in longer:
                        longer[owed] += placed
                    else:
                        longer[owed] = placed
        else:
            for way in ways:
                if owed & guards:
                    break
                if not room - owed & guards:
                    if owed in longer:
                        longer[owed] += placed * way
                    else:
                        longer[owed] = placed * way
                owed -= unit
                placed <<= shift
    return longer


def _backward_step(
    items: Iterable[tuple[int, int]], after: Table, step: Step, slot: int, shift: int
) -> tuple[int, Table]:
    """Return the mines of the step's box over all placements, and the table before the step."""
    opened, unit, size, _, closing = step
    ways = binomials(size)
    before: Table = {}
    total = 0
    for state, placed in items:
        owed = state + opened
        if closing >= 0:
            mines = owed >> closing & slot
            rest = after.get(owed - mines * unit) if mines <= size else None
            if rest:
                if mines:
                    rest = rest * ways[mines] << mines * shift
                    total += placed * rest * mines
                before[state] = rest
        else:
            rests = after.get(owed, 0)
            weighted = 0
            for mines in range(1, size + 1):
                owed -= unit
                rest = after.get(owed)
                if rest:
                    rest = rest * ways[mines] << mines * shift
                    rests += rest
                    weighted += rest * mines
            if rests:
                before[state] = rests
                if weighted:
                    total += placed * weighted
    return total, before


@lru_cache(maxsize=1024)
def binomials(size: int) -> list[int]:
    """Return the number of ways to mine 0, 1, .. *size* cells of a box."""
    return [comb(size, mines) for mines in range(size + 1)]
