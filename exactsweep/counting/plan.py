"""The steps of an elimination, and the order to take them in.

In: a `Component`. Out: a `Plan`, and the component with its boxes in a cheaper order. A clue's
number lives in a slot of a packed int while the clue is open; the slot is given back once its last
box is placed, when it must be owed nothing.

A slot has one guard bit above the largest number it can hold: what is owed less than nothing
borrows it, and so does what is owed more than the cells left can pay, taken from the room for it.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from exactsweep.budget import Budget
from exactsweep.order import Estimate, clue_closing, estimate
from exactsweep.structure import Component

Step: TypeAlias = tuple[int, int, int, int, int]
"""What the clues that open are owed, one mine in each of the box's clues, the number of cells, the
room left in each slot afterwards, the slot of a clue that closes (-1: none)."""

CHEAP = 3_000.0
"""An estimated cost below this is not worth a better order."""

PRICE_OF_A_SEARCH = 500_000.0
"""Estimated cost that takes as long to sweep as one search takes, for each prefix in its beam:
estimates are bounds, some 50 times the states that are reached."""


class Plan(NamedTuple):
    """The steps of an elimination, the guard bits, the mask of a slot's number, the slots used."""

    steps: list[Step]
    guards: int
    slot: int
    slots: int


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


def best_order(component: Component, budget: Budget) -> Component:
    """Return the component with its boxes in the order of the least estimated cost that was found.

    As they stand where that is cheap; else clue after clue from several starts and with ever wider
    beams, as long as the search has cost less than the sweep would: a search takes milliseconds, a
    bad order hours. Raises `BudgetExceeded` where time runs out.
    """
    best, cost = component, estimate_of(component).cost
    spent = 0.0
    for beam, start in _searches(component):
        if cost < max(CHEAP, spent):
            break
        budget.check(f"seeking an order for {len(component.sizes)} boxes")
        order = clue_closing(start, component.sizes, component.seen_by, component.owed, beam)
        spent += PRICE_OF_A_SEARCH * beam
        found = component.reordered(order)
        found_cost = estimate_of(found).cost
        if found_cost < cost:
            best, cost = found, found_cost
    return best


def _searches(component: Component) -> Iterator[tuple[int, int]]:
    """Yield beams and the clues to start from: at the component's ends and in its middle."""
    seen_by = component.seen_by
    clues = sorted(component.owed)
    ends = [seen_by[0][0], seen_by[-1][0], seen_by[len(seen_by) // 2][0], clues[0], clues[-1]]
    for beam in (1, 4, 16):
        for start in dict.fromkeys(ends):
            yield beam, start


def estimate_of(component: Component) -> Estimate:
    """Return the width and the cost of the component's boxes in their order."""
    return estimate(component.sizes, component.seen_by, component.owed)
