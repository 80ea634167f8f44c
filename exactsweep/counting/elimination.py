"""Count placements by eliminating one box after the other: the default counter.

In: a `Component`. Out: a `Tally`, a joint count. What the open clues are still owed decides the
future of a prefix, so prefixes that owe the same are added up, as polynomials in the number of
mines. One pass forward and one backward give every marginal: bucket elimination (Dechter,
Artificial Intelligence 113, 1999) with integer counts. `plan` has the steps, `sweep` the tables.
"""

from collections.abc import Sequence

from exactsweep.budget import Budget
from exactsweep.counting.base import Joint, Tally
from exactsweep.counting.plan import Plan, best_order, estimate_of, make_plan
from exactsweep.counting.sweep import (
    Table,
    binomials,
    count_placements,
    forward,
    sweep,
    too_wide,
    watched,
)
from exactsweep.structure import Component

FEW_SLOTS = 8
"""Up to so many clues open at once, breadth-first order is kept unseen."""

LOOSE_CELLS = 48
"""Up to so many cells, 2 to their number bounds the counts well enough."""


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
            return _tally(component, plan, None, budget)
        component = best_order(component, budget)
        plan = make_plan(component)
        assert plan is not None
        return _tally(component, plan, estimate_of(component).width, budget)

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
            if len(table) > budget.states:
                raise too_wide(plan, len(table), at, None, budget)
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


def _tally(component: Component, plan: Plan, wide: float | None, budget: Budget) -> Tally | None:
    """Sweep over *plan*; *wide* is its estimated width where it may be large."""
    cells = sum(component.sizes)
    width = cells
    if wide is not None or cells > LOOSE_CELLS:
        placements = count_placements(plan, wide, budget)
        if not placements:
            return None
        width = placements.bit_length()
    width += max(component.sizes).bit_length()
    swept = sweep(plan, width, cells <= LOOSE_CELLS, wide, budget)
    return None if swept is None else unpack(component, *swept, width)


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
