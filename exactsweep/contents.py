"""What a covered cell turns out to be: the exact distribution of its contents.

In: the parts of a solved position. Out: for one cell, integers proportional to the probability of
each number, given that the cell is safe. The boxes that the cell's neighbours share with others are
split in two, and a second variable of the generating polynomial counts the mines in the neighbours'
parts; only components that the cell touches are counted again.
"""

from collections import Counter as Multiset
from math import comb

from exactsweep.budget import Budget
from exactsweep.combine import Prior, correlate, density_weights, product_of, sea_weights
from exactsweep.counting.base import Counter, Joint, Tally
from exactsweep.structure import Component
from exactsweep.system import Reduction, System


class Contents:
    """Answers for the cells of one consistent position, each kind of cell counted once.

    Cells of one box whose neighbours lie in the same boxes, as many in each, have equal contents.
    """

    def __init__(
        self,
        system: System,
        reduction: Reduction,
        tallies: list[Tally],
        prior: Prior,
        counter: Counter,
        budget: Budget,
    ) -> None:
        self._system = system
        self._reduction = reduction
        self._tallies = tallies
        self._prior = prior
        self._counter = counter
        self._budget = budget
        self._box_of = {cell: box for box, cells in enumerate(reduction.boxes) for cell in cells}
        self._tally_of = {
            box: number for number, tally in enumerate(tallies) for box in tally.component.boxes
        }
        self._untouched: dict[frozenset[int], tuple[int, list[int]]] = {}
        self._known: dict[object, dict[int, int]] = {}

    def numbers(self, cell: int) -> dict[int, int]:
        """Return the weight of each number that *cell* can show, were it opened and safe.

        Empty where the cell cannot be safe. Raises `InputError` for a system without a board.
        """
        sight = self._system.sight(cell)
        known, sea = sight.known, 0
        near: Multiset[int] = Multiset()
        for other in sight.cells:
            if other in self._box_of:
                near[self._box_of[other]] += 1
            elif self._reduction.sea[other]:
                sea += 1
            elif self._reduction.mines[other]:
                known += 1
        own = self._box_of.get(cell)
        kind = (own, known, sea, self._reduction.sea[cell], tuple(sorted(near.items())))
        if kind not in self._known:
            self._known[kind] = self._count(own, known, sea, self._reduction.sea[cell], near)
        return self._known[kind]

    def _count(
        self, own: int | None, known: int, sea: int, from_sea: int, near: Multiset[int]
    ) -> dict[int, int]:
        boxes = set(near) if own is None else {*near, own}
        touched = sorted({self._tally_of[box] for box in boxes})
        joint: Joint = {(0, 0): 1}
        for number in touched:
            component, marked = split(self._tallies[number].component, own, near)
            joint = multiply(joint, self._counter.joint(component, marked, self._budget))
        joint = multiply(joint, {(mines, mines): comb(sea, mines) for mines in range(sea + 1)})
        most = max((mines for mines, _ in joint), default=0)
        rest = self._rest(frozenset(touched), self._reduction.sea.count(1) - sea - from_sea, most)
        numbers: Multiset[int] = Multiset()
        for (mines, beside), placements in joint.items():
            numbers[known + beside] += placements * rest[mines]
        return {number: weight for number, weight in sorted(numbers.items()) if weight}

    def _rest(self, touched: frozenset[int], sea: int, most: int) -> list[int]:
        """Return the weights that all the rest gives to 0, 1, .. *most* mines."""
        if self._prior.left is None:
            return density_weights(self._prior.density, most + 1)
        if touched not in self._untouched:
            others = [t for number, t in enumerate(self._tallies) if number not in touched]
            low = sum(tally.low for tally in others)
            self._untouched[touched] = low, product_of([tally.profile for tally in others])
        low, profile = self._untouched[touched]
        weights = sea_weights(self._prior.left, sea, low, low + len(profile) - 1 + most)
        return [0] * (most + 1) if weights is None else correlate(weights, profile)


def split(
    component: Component, own: int | None, near: Multiset[int]
) -> tuple[Component, list[bool]]:
    """Split each box into the cells in *near* and the rest, one cell of box *own* being safe.

    Returns the component and for each of its boxes whether it is one of the near parts.
    """
    boxes: list[int] = []
    sizes: list[int] = []
    seen_by: list[list[int]] = []
    marked: list[bool] = []
    for box, size, clues in zip(component.boxes, component.sizes, component.seen_by, strict=True):
        rest = size - near[box] - (box == own)
        for part, mark in ((near[box], True), (rest, False)):
            if part or not mark:
                boxes.append(box)
                sizes.append(part)
                seen_by.append(clues)
                marked.append(mark)
    return Component(boxes, sizes, seen_by, component.owed), marked


def multiply(one: Joint, other: Joint) -> Joint:
    """Return the placements of two independent parts together."""
    both: Multiset[tuple[int, int]] = Multiset()
    for (mines, beside), placements in one.items():
        for (more, more_beside), ways in other.items():
            both[mines + more, beside + more_beside] += placements * ways
    return dict(both)
