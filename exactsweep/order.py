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

    __slots__ = ("bits", "owed", "placed", "room", "width")

    def __init__(
        self, sizes: Sequence[int], seen_by: Sequence[Sequence[int]], owed: Mapping[int, int]
    ) -> None:
        self.owed = owed
        self.room = dict.fromkeys(owed, 0)
        for size, clues in zip(sizes, seen_by, strict=True):
            for clue in clues:
                self.room[clue] += size
        self.placed: dict[int, int] = {}
        self.bits: dict[int, float] = {}
        self.width = 0.0

    def copy(self) -> "Front":
        """Return a front that goes on from here by itself."""
        twin = Front.__new__(Front)
        twin.owed, twin.room, twin.width = self.owed, self.room, self.width
        twin.placed, twin.bits = self.placed.copy(), self.bits.copy()
        return twin

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
            cells = self.placed.get(clue, 0) + size
            self.placed[clue] = cells
            bits = self.bits_with(clue, cells)
            self.width += bits - self.bits.get(clue, 0.0)
            self.bits[clue] = bits

    def is_open(self, clue: int) -> bool:
        """Whether cells of *clue* are still to be placed."""
        return self.placed.get(clue, 0) < self.room[clue]

    def states(self) -> float:
        """The bound on the states of this level."""
        return float(2.0 ** min(self.width, 1000.0))


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
        width = max(width, front.width)
        cost += front.states()
    return Estimate(width, cost)


class Prefix:
    """The beginning of an order."""

    __slots__ = ("candidates", "cost", "front", "mask", "order")

    def __init__(self, front: Front, order: list[int], mask: int, cost: float, start: set[int]):
        self.front = front
        self.order = order
        self.mask = mask
        self.cost = cost
        self.candidates = start

    def rest(self, boxes: Sequence[int]) -> list[int]:
        """Return those of *boxes* that are still to be placed."""
        return [box for box in boxes if not self.mask >> box & 1]


def clue_closing(
    start: int,
    sizes: Sequence[int],
    seen_by: Sequence[Sequence[int]],
    owed: Mapping[int, int],
    beam: int = 1,
) -> list[int]:
    """Return an order that closes clue after clue, from *start*, each time a cheap one.

    The next clue is one on the front whose closing leaves few states, by the bound on what the open
    clues can be owed; fewest open clues instead was far worse. Of all prefixes as long the *beam*
    cheapest are followed. All boxes must have cells and be linked to *start*.
    """
    boxes_of = boxes_by_clue(seen_by)
    level = [Prefix(Front(sizes, seen_by, owed), [], 0, 0.0, {start})]
    best: Prefix | None = None
    while level:
        moves = sorted(
            (*_price(prefix, clue, boxes_of, sizes, seen_by), clue, at)
            for at, prefix in enumerate(level)
            for clue in prefix.candidates
        )
        longer: dict[int, Prefix] = {}
        for _, _, clue, at in moves:
            if len(longer) < beam:
                rest = level[at].rest(boxes_of[clue])
                mask = level[at].mask | sum(1 << box for box in rest)
                if mask not in longer:
                    longer[mask] = _closed(level[at], rest, sizes, seen_by, mask)
        level = [prefix for prefix in longer.values() if prefix.candidates]
        for prefix in longer.values():
            if not prefix.candidates and (best is None or prefix.cost < best.cost):
                best = prefix
    assert best is not None
    return best.order


def _closed(
    prefix: Prefix,
    rest: list[int],
    sizes: Sequence[int],
    seen_by: Sequence[Sequence[int]],
    mask: int,
) -> Prefix:
    """Return *prefix* with the boxes of *rest* behind it, first those that open fewest clues."""
    front = prefix.front.copy()
    cost = prefix.cost
    rest.sort(key=lambda box: sum(clue not in front.placed for clue in seen_by[box]))
    candidates = prefix.candidates.copy()
    for box in rest:
        front.place(sizes[box], seen_by[box])
        cost += front.states()
        candidates.update(seen_by[box])
    return Prefix(
        front, prefix.order + rest, mask, cost, {c for c in candidates if front.is_open(c)}
    )


def _price(
    prefix: Prefix,
    clue: int,
    boxes_of: BoxesOf,
    sizes: Sequence[int],
    seen_by: Sequence[Sequence[int]],
) -> tuple[float, int]:
    """Return how wide the front is once *clue* is closed, and how many boxes that takes."""
    front = prefix.front
    cells: dict[int, int] = {}
    boxes = prefix.rest(boxes_of[clue])
    for box in boxes:
        for near in seen_by[box]:
            cells[near] = cells.get(near, front.placed.get(near, 0)) + sizes[box]
    width = front.width
    for near, placed in cells.items():
        width += front.bits_with(near, placed) - front.bits.get(near, 0.0)
    return width, len(boxes)
