"""In which order to eliminate boxes, and how wide the front then gets.

In: the sizes of boxes, the clues that see each, what every clue is owed. Out: an order of the
boxes, and an estimate for an order. A clue is open from its first box to its last; what it is still
owed then takes one of a range of values, and the product of these ranges over the open clues bounds
the states of a level. The *width* is the logarithm to base 2 of the largest such bound, the *cost*
the sum of all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log2
from typing import TypeAlias

BoxesOf: TypeAlias = dict[int, list[int]]
"""The boxes that each clue sees."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Bounds on the states of an elimination, as floats: they guide, they decide nothing."""

    width: float
    cost: float


class Front:
    """The clues that are part paid after some boxes, and how many values each can be owed."""

    __slots__ = ("bits", "owed", "placed", "room")

    def __init__(
        self, sizes: Sequence[int], seen_by: Sequence[Sequence[int]], owed: Mapping[int, int]
    ) -> None:
        self.owed = owed
        self.room = dict.fromkeys(owed, 0)
        for size, clues in zip(sizes, seen_by, strict=True):
            for clue in clues:
                self.room[clue] += size
        self.placed = dict.fromkeys(owed, 0)
        self.bits: dict[int, float] = {}

    def bits_with(self, clue: int, cells: int) -> float:
        """Bits that the values *clue* can be owed take once *cells* of its cells are placed."""
        left = self.room[clue] - cells
        if left == 0:
            return 0.0
        values = min(self.owed[clue], left) - max(0, self.owed[clue] - cells) + 1
        return log2(max(1, values))

    def place(self, size: int, clues: Sequence[int]) -> None:
        """Take in a box."""
        for clue in clues:
            self.placed[clue] += size
            if self.placed[clue] == self.room[clue]:
                self.bits.pop(clue, None)
            else:
                self.bits[clue] = self.bits_with(clue, self.placed[clue])


def boxes_by_clue(seen_by: Sequence[Sequence[int]]) -> BoxesOf:
    """Return the boxes that each clue sees."""
    boxes_of: BoxesOf = {}
    for box, clues in enumerate(seen_by):
        for clue in clues:
            if clue in boxes_of:
                boxes_of[clue].append(box)
            else:
                boxes_of[clue] = [box]
    return boxes_of


def breadth_first(start: int, seen_by: Sequence[Sequence[int]], boxes_of: BoxesOf) -> list[int]:
    """Return the boxes linked to *start*, nearest first."""
    order = [start]
    reached = {start}
    done: set[int] = set()
    for box in order:
        for clue in seen_by[box]:
            if clue not in done:
                done.add(clue)
                for near in boxes_of[clue]:
                    if near not in reached:
                        reached.add(near)
                        order.append(near)
    return order


def estimate(
    sizes: Sequence[int], seen_by: Sequence[Sequence[int]], owed: Mapping[int, int]
) -> Estimate:
    """Return the width and the cost of eliminating boxes in the order in which they are given."""
    front = Front(sizes, seen_by, owed)
    width = cost = 0.0
    for size, clues in zip(sizes, seen_by, strict=True):
        front.place(size, clues)
        bits = sum(front.bits.values())
        width = max(width, bits)
        cost += 2.0 ** min(bits, 1000.0)
    return Estimate(width, cost)


def clue_closing(
    start: int, sizes: Sequence[int], seen_by: Sequence[Sequence[int]], owed: Mapping[int, int]
) -> list[int]:
    """Return an order that closes clue after clue, from *start*, each time the cheapest one.

    The next clue is the one on the front whose closing leaves the fewest states, by the bound on
    what the open clues can be owed; fewest open clues instead was far worse.
    """
    front = Front(sizes, seen_by, owed)
    boxes_of = boxes_by_clue(seen_by)
    placed = bytearray(len(seen_by))
    order: list[int] = []
    candidates = {start}
    while candidates:
        clue = min(candidates, key=lambda c: _price(c, front, boxes_of, sizes, seen_by, placed))
        rest = [box for box in boxes_of[clue] if not placed[box]]
        rest.sort(key=lambda box: sum(front.placed[near] == 0 for near in seen_by[box]))
        for box in rest:
            placed[box] = 1
            front.place(sizes[box], seen_by[box])
            candidates.update(seen_by[box])
        order += rest
        candidates = {c for c in candidates if front.placed[c] < front.room[c]}
    return order


def _price(
    clue: int,
    front: Front,
    boxes_of: BoxesOf,
    sizes: Sequence[int],
    seen_by: Sequence[Sequence[int]],
    placed: bytearray,
) -> tuple[float, int, int]:
    """Return by how many bits the front grows when *clue* is closed, with tie-breakers."""
    gained: dict[int, int] = {}
    boxes = 0
    for box in boxes_of[clue]:
        if not placed[box]:
            boxes += 1
            for near in seen_by[box]:
                gained[near] = gained.get(near, front.placed[near]) + sizes[box]
    grown = sum(front.bits_with(c, cells) - front.bits.get(c, 0.0) for c, cells in gained.items())
    return grown, boxes, clue
