"""Count placements by trying every set of the component's cells.

A set of cells is an int with one bit a cell, the cells of a box side by side. Nothing is clever
here: this is what the other counters are held against.
"""

from collections.abc import Sequence

from exactsweep.budget import Budget
from exactsweep.counting.base import Joint, Tally
from exactsweep.counting.gather import Found, JointGatherer, TallyGatherer
from exactsweep.errors import BudgetExceeded
from exactsweep.structure import Component

MOST_CELLS = 24
"""More cells than this take minutes."""

BETWEEN_LOOKS = 1 << 14
"""Sets of cells tried between two looks at the clock."""


class Brute:
    """The counter that is right by inspection."""

    def tally(self, component: Component, budget: Budget) -> Tally | None:
        """Return the profile and the mines of every box; None for a contradiction.

        Raises `BudgetExceeded` above `MOST_CELLS` cells.
        """
        gatherer = TallyGatherer(component)
        try_all(component, gatherer.add, budget)
        return gatherer.tally()

    def joint(self, component: Component, marked: Sequence[bool], budget: Budget) -> Joint:
        """Return the placements by their mines and by the mines in *marked* boxes.

        Raises `BudgetExceeded` above `MOST_CELLS` cells.
        """
        gatherer = JointGatherer(marked)
        try_all(component, gatherer.add, budget)
        return gatherer.joint()


def try_all(component: Component, found: Found, budget: Budget) -> None:
    """Call *found* for every placement, one at a time."""
    cells = sum(component.sizes)
    if cells > MOST_CELLS:
        raise BudgetExceeded(
            f"brute force takes components of up to {MOST_CELLS} cells, not of {cells}"
        )
    boxes = box_masks(component.sizes)
    clues = clue_masks(component, boxes)
    for mined in range(1 << cells):
        if not mined % BETWEEN_LOOKS:
            budget.check(f"trying set {mined + 1} of {1 << cells} sets of cells")
        if all((mined & mask).bit_count() == owed for mask, owed in clues):
            found([(mined & box).bit_count() for box in boxes], 1)


def box_masks(sizes: Sequence[int]) -> list[int]:
    """Return the cells of each box as bits, one box above the other."""
    masks = []
    below = 0
    for size in sizes:
        masks.append(((1 << size) - 1) << below)
        below += size
    return masks


def clue_masks(component: Component, boxes: Sequence[int]) -> list[tuple[int, int]]:
    """Return for each clue the cells it sees, as bits, and what it is owed."""
    masks = dict.fromkeys(component.owed, 0)
    for box, clues in zip(boxes, component.seen_by, strict=True):
        for clue in clues:
            masks[clue] |= box
    return [(mask, component.owed[clue]) for clue, mask in masks.items()]
