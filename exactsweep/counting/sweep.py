"""The tables of an elimination, forward and backward.

In: a `Plan`. Out: the packed profile and, for each box, the packed sums of its mines. A table maps
what the open clues are still owed, packed into one int with a slot a clue, to the generating
polynomial in the number of mines of all prefixes that owe this, packed into one int with a field of
*width* bits a coefficient (Kronecker substitution).

All tables are kept from the way forward for the way back where the state budget allows; else only
those at the ends of some stretches, and each stretch is run again before it is taken back.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import NamedTuple, TypeAlias

from exactsweep.budget import Budget
from exactsweep.counting.plan import Plan, Step
from exactsweep.errors import BudgetExceeded

Table: TypeAlias = dict[int, int]

MANY = 1 << 16
"""States between two looks at the clock within one level."""

MOST_STRETCHES = 64
"""More of them would keep more ends than they save."""


BITS_OF_A_STATE = 2048
"""A polynomial that is longer counts as more states, so that the budget bounds memory."""


class Level(NamedTuple):
    """The states before a step, and the power of x that their polynomials leave out."""

    table: Table
    low: int


class TooMuchKept(Exception):
    """A sweep in so few stretches would keep more *states* than the budget allows."""

    def __init__(self, states: int) -> None:
        super().__init__(states)
        self.states = states


START = Level({0: 1}, 0)


def sweep(
    plan: Plan, width: int, states: Sequence[int], wide: float | None, budget: Budget
) -> tuple[int, list[int]] | None:
    """Return the packed profile and the packed mines of every box; None for a contradiction.

    *states* are those behind each step, where `count_placements` has counted them; without them
    the component is small, and fields below the least number of mines are kept: that is faster
    where they are few. Raises `BudgetExceeded`.
    """
    stretches = 1
    while True:
        try:
            return _sweep_in(_ends(plan, states, stretches), plan, width, not states, budget)
        except TooMuchKept as stop:
            stretches *= 2
            if not states or stretches > MOST_STRETCHES:
                kept = max(stop.states, sum(states))
                raise too_wide(plan, kept, len(plan.steps) - 1, wide, budget) from None


def _ends(plan: Plan, states: Sequence[int], stretches: int) -> list[int]:
    """Return the first and the last step of each stretch, from 0 to all, with like many states."""
    ends = [0]
    passed = 0
    for at, number in enumerate(states, 1):
        passed += number
        if passed * stretches >= len(ends) * sum(states) and at < len(states):
            ends.append(at)
    return [*ends, len(plan.steps)]


def _sweep_in(
    ends: Sequence[int], plan: Plan, width: int, narrow: bool, budget: Budget
) -> tuple[int, list[int]] | None:
    """Sweep in stretches from one of *ends* to the next."""
    starts = [START]
    levels: list[Level] = []
    kept = 0
    for first, last in pairwise(ends):
        levels = _run(plan, starts[-1], first, last, width, narrow, budget.states - kept, budget)
        starts.append(levels[-1])
        kept += size_of(levels[-1].table)
    table, low = starts.pop()
    if 0 not in table:
        return None
    profile = table[0] << low * width
    mined: list[int] = []
    after = START
    for start, first, last in zip(starts[::-1], ends[-2::-1], ends[:0:-1], strict=True):
        if last < len(plan.steps):
            levels = _run(plan, start, first, last, width, narrow, budget.states, budget)
        after = _run_back(plan, levels, after, first, last, width, narrow, budget, mined)
    mined.reverse()
    return profile, mined


def size_of(table: Table) -> int:
    """Return the states of *table*, those with long polynomials counted several times."""
    if not table:
        return 0
    bits = max(placed.bit_length() for placed in table.values())
    return len(table) * (1 + bits // BITS_OF_A_STATE)


def _run(
    plan: Plan,
    start: Level,
    first: int,
    last: int,
    width: int,
    narrow: bool,
    room: int,
    budget: Budget,
) -> list[Level]:
    """Return the levels before the steps *first* to *last*, and the one behind them.

    Raises `TooMuchKept` where they are more than *room* states.
    """
    levels = [start]
    kept = 0
    for at in range(first, last):
        table, low = levels[-1]
        table = forward(watched(table, budget, at, plan), plan.steps[at], plan, width)
        if narrow:
            kept += len(table)
        else:
            table, more = lowered(table, width)
            low += more
            kept += size_of(table)
        if kept > room:
            raise TooMuchKept(kept + budget.states - room)
        levels.append(Level(table, low))
    return levels


def _run_back(
    plan: Plan,
    levels: list[Level],
    after: Level,
    first: int,
    last: int,
    width: int,
    narrow: bool,
    budget: Budget,
    mined: list[int],
) -> Level:
    """Take the steps *last* to *first* back, adding the mines of their boxes to *mined*.

    The *levels* are emptied on the way. Returns the level that the step before goes on from.
    """
    levels.pop()
    rests, base = after
    for at in range(last - 1, first - 1, -1):
        table, low = levels.pop()
        items = watched(table, budget, at, plan)
        total, rests = _backward_step(items, rests, plan.steps[at], plan.slot, width)
        mined.append(total << (low + base) * width)
        if not narrow:
            rests, more = lowered(rests, width)
            base += more
    return Level(rests, base)


def count_placements(plan: Plan, wide: float | None, budget: Budget) -> tuple[int, list[int]]:
    """Return the number of placements, and the number of states behind each step.

    One level at a time is kept. Raises `BudgetExceeded` where one passes the state budget, or all
    of them pass it so often that no number of stretches would keep it.
    """
    table: Table = {0: 1}
    states: list[int] = []
    passed = 0
    for at, step in enumerate(plan.steps):
        table = forward(watched(table, budget, at, plan), step, plan, 0)
        states.append(len(table))
        passed += len(table)
        if len(table) > budget.states or passed > MOST_STRETCHES * budget.states:
            raise too_wide(plan, passed, at, wide, budget)
    return table.get(0, 0), states


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
