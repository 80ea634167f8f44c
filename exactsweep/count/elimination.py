"""Count placements by eliminating one box after the other.

The table maps what the open clues are still owed, packed into one int with one slot a clue, to the
generating polynomial in the number of mines of all prefixes that owe this, packed into one int with
one field a coefficient (Kronecker substitution). A clue's slot is given back once its last box is
placed, when it must be owed nothing. One pass forward and one backward give every marginal: bucket
elimination (Dechter, Artificial Intelligence 113, 1999) with integer counts.

A slot has one guard bit above the largest number it can hold: what is owed less than nothing
borrows it, and so does what is owed more than the cells left can pay, taken from the room for it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple, TypeAlias

from exactsweep.budget import Budget
from exactsweep.count.base import Joint, Tally
from exactsweep.errors import BudgetExceeded
from exactsweep.order import Estimate, clue_closing, estimate
from exactsweep.structure import Component

Table: TypeAlias = dict[int, int]
Step: TypeAlias = tuple[int, int, int, int, int]
"""What the clues that open are owed, one mine in each of the box's clues, the number of cells, the
room left in each slot afterwards, the slot of a clue that closes (-1: none)."""

FEW_SLOTS = 8
"""Up to so many clues open at once, breadth-first order is kept unseen."""

CHEAP = 3_000.0
"""An estimated cost below this is not worth a better order."""

PRICE_OF_A_START = 500_000.0
"""Estimated cost that takes as long to sweep as it takes to find one more order: estimates are
bounds, some 50 times the states that are reached."""

LOOSE_CELLS = 48
"""Up to so many cells, 2 to their number bounds the counts well enough."""

MANY = 1 << 16
"""States between two looks at the clock within one level."""


class Plan(NamedTuple):
    """The steps of an elimination, the guard bits, the mask of a slot's number, the slots used."""

    steps: list[Step]
    guards: int
    slot: int
    slots: int


class Elimination:
    """The default counter."""

    def tally(self, component: Component, budget: Budget) -> Tally | None:
        """Return the profile and the mines of every box; None for a contradiction."""
        if len(component.sizes) == 1:
            return _lone_box(component)
        plan = make_plan(component)
        if plan is None:
            return None
        if plan.slots <= FEW_SLOTS:
            return _sweep(component, plan, None, budget)
        component = best_order(component)
        plan = make_plan(component)
        assert plan is not None
        return _sweep(component, plan, _estimate(component).width, budget)

    def joint(self, component: Component, marked: Sequence[bool], budget: Budget) -> Joint:
        """Return the placements by their mines and by the mines in *marked* boxes."""
        plan = make_plan(component)
        if plan is None:
            return {}
        cells = sum(component.sizes)
        width = cells + 1
        table: Table = {0: 1}
        for at, step in enumerate(plan.steps):
            shift = width * (cells + 2) if marked[at] else width
            table = forward(watched(table, budget, at, plan), step, plan, shift)
        return _unpack_joint(table.get(0, 0), width, cells)


def _lone_box(component: Component) -> Tally | None:
    """Return the tally of a component of one box: all its clues must be owed the same."""
    size = component.sizes[0]
    owed = component.owed[component.seen_by[0][0]]
    if not 0 <= owed <= size:
        return None
    for other in component.owed.values():
        if other != owed:
            return None
    ways = binomials(size)[owed]
    return Tally(component, owed, [ways], [[ways * owed]])


def best_order(component: Component) -> Component:
    """Return the component with its boxes in the order of the least estimated cost that was found.

    As they stand where that is cheap; else clue after clue from several starts, more of them the
    higher the cost stays: a start costs milliseconds, a bad order costs hours.
    """
    best, cost = component, _estimate(component).cost
    seen_by = component.seen_by
    clues = sorted(component.owed)
    ends = [seen_by[0][0], seen_by[-1][0], seen_by[len(seen_by) // 2][0], clues[0], clues[-1]]
    scattered = sorted(clues, key=lambda clue: clue * 0x9E3779B1 & 0xFFFFFFFF)
    for tried, start in enumerate(dict.fromkeys(ends + scattered)):
        if cost < CHEAP or (tried >= len(ends) and cost < tried * PRICE_OF_A_START):
            break
        order = clue_closing(start, component.sizes, seen_by, component.owed)
        found = component.reordered(order)
        if _estimate(found).cost < cost:
            best, cost = found, _estimate(found).cost
    return best


def _estimate(component: Component) -> Estimate:
    return estimate(component.sizes, component.seen_by, component.owed)


def make_plan(component: Component) -> Plan | None:
    """Return the steps for the component's boxes; None for a contradiction.

    A contradiction is found here only where a clue is owed less than none or more than its cells.
    """
    sizes, seen_by, owed = component.sizes, component.seen_by, component.owed
    room: dict[int, int] = {}
    last: dict[int, int] = {}
    for at, clues in enumerate(seen_by):
        size = sizes[at]
        for clue in clues:
            last[clue] = at
            if clue in room:
                room[clue] += size
            else:
                room[clue] = size
    bits = max(room.values()).bit_length() + 1
    slots: dict[int, int] = {}
    free: list[int] = []
    used = left = 0
    steps: list[Step] = []
    for at, clues in enumerate(seen_by):
        opened = unit = 0
        closed = []
        for clue in clues:
            if clue in slots:
                slot = slots[clue]
            else:
                if not 0 <= owed[clue] <= room[clue]:
                    return None
                if free:
                    slot = free.pop()
                else:
                    slot = used
                    used += bits
                slots[clue] = slot
                opened += owed[clue] << slot
                left += room[clue] << slot
            unit += 1 << slot
            if last[clue] == at:
                closed.append(slot)
        size = sizes[at]
        left -= size * unit
        steps.append((opened, unit, size, left, closed[0] if closed else -1))
        free += closed
    guards = 0
    for slot in range(bits - 1, used, bits):
        guards |= 1 << slot
    return Plan(steps, guards, (1 << bits - 1) - 1, used // bits)


def _sweep(component: Component, plan: Plan, wide: float | None, budget: Budget) -> Tally | None:
    """Run *plan* forward and backward; *wide* is its width where it may be large."""
    cells = sum(component.sizes)
    width = cells
    if wide is not None or cells > LOOSE_CELLS:
        placements = _count(plan, wide, budget)
        if not placements:
            return None
        width = placements.bit_length()
    width += max(component.sizes).bit_length()
    tables: list[Table] = [{0: 1}]
    bases = [0]
    for at, step in enumerate(plan.steps):
        table = forward(watched(tables[-1], budget, at, plan), step, plan, width)
        base = bases[-1]
        if cells > LOOSE_CELLS:
            table, low = lowered(table, width)
            base += low
        tables.append(table)
        bases.append(base)
    if 0 not in tables[-1]:
        return None
    profile = tables[-1][0] << bases[-1] * width
    mined = backward(tables, bases, plan, width, budget)
    return unpack(component, profile, mined, width)


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


def _count(plan: Plan, wide: float | None, budget: Budget) -> int:
    """Return the number of placements, keeping one level at a time, and hold the state budget."""
    table: Table = {0: 1}
    states = 0
    for at, step in enumerate(plan.steps):
        table = forward(watched(table, budget, at, plan), step, plan, 0)
        states += len(table)
        if states > budget.states:
            raise BudgetExceeded(
                f"a component of {len(plan.steps)} boxes is too wide: {states} states after "
                f"{at + 1} boxes, {budget.states} allowed; its width is about {wide or 0:.1f} bits",
                states,
                wide,
            )
    return table.get(0, 0)


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


def backward(
    tables: list[Table], bases: Sequence[int], plan: Plan, width: int, budget: Budget
) -> list[int]:
    """Return for each box the packed sums of its numbers of mines over all placements.

    *bases* are the powers of x left out of each of the *tables*, which are emptied on the way.
    """
    mined = []
    tables.pop()
    after: Table = {0: 1}
    base = 0
    for at in range(len(plan.steps) - 1, -1, -1):
        items = watched(tables.pop(), budget, at, plan)
        total, after = _backward_step(items, after, plan.steps[at], plan.slot, width)
        mined.append(total << (bases[at] + base) * width)
        if bases[-1]:
            after, low = lowered(after, width)
            base += low
    mined.reverse()
    return mined


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


def unpack(component: Component, profile: int, mined: Sequence[int], width: int) -> Tally:
    """Return the tally whose coefficients are *width* bits apart in *profile* and in *mined*."""
    low = ((profile & -profile).bit_length() - 1) // width
    high = (profile.bit_length() - 1) // width
    if low == high:
        shift = low * width
        return Tally(component, low, [profile >> shift], [[total >> shift] for total in mined])
    mask = (1 << width) - 1
    shifts = range(low * width, (high + 1) * width, width)
    return Tally(
        component,
        low,
        [profile >> shift & mask for shift in shifts],
        [[total >> shift & mask for shift in shifts] for total in mined],
    )


def _unpack_joint(packed: int, width: int, cells: int) -> Joint:
    """Return the coefficients of x^mines y^marked, y standing for x^(cells + 1)."""
    joint: Joint = {}
    field = 0
    while packed:
        empty = ((packed & -packed).bit_length() - 1) // width
        packed >>= empty * width
        field += empty
        joint[field % (cells + 1), field // (cells + 1)] = packed & (1 << width) - 1
        packed >>= width
        field += 1
    return joint


@lru_cache(maxsize=1024)
def binomials(size: int) -> list[int]:
    """Return the number of ways to mine 0, 1, .. *size* cells of a box."""
    return [comb(size, mines) for mines in range(size + 1)]
