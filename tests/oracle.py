"""The truth about small positions and components, by trying everything.

Nothing here imports the package, and nothing is shared with it: who neighbours whom comes from
distances, not from offsets, and placements from filtering all sets of cells, clue after clue.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, prod
from typing import Literal, TypeAlias

Cell: TypeAlias = Hashable
Contents: TypeAlias = Literal["mine"] | int
Around: TypeAlias = Mapping[Cell, Collection[Cell]]
"""The neighbours of every cell."""


@dataclass(frozen=True)
class Riddle:
    """Covered *cells*, *clues* (cells and how many of them are mines), and a prior.

    *known* mines are part of a total but not of the *left* ones. *sights* has the known mines and
    the covered cells around each covered cell, where there is a board.
    """

    cells: Sequence[Cell]
    clues: Sequence[tuple[frozenset[Cell], int]]
    left: int | None = None
    density: Fraction | None = None
    known: int = 0
    sights: Mapping[Cell, tuple[int, frozenset[Cell]]] = field(default_factory=dict)


class Truth:
    """All that can be asked of a riddle. A placement is an int with one bit a cell."""

    def __init__(self, riddle: Riddle) -> None:
        self.riddle = riddle
        self.cells = riddle.cells
        self.bit = {cell: 1 << at for at, cell in enumerate(riddle.cells)}
        self.paying = self._paying()
        left = riddle.left
        self.found = [p for p in self.paying if left is None or p.bit_count() == left]
        self.consistent = bool(self.found)
        self.has_prior = left is not None or riddle.density is not None

    def mask(self, cells: Iterable[Cell]) -> int:
        """The placement that has mines on exactly these cells."""
        return sum(self.bit[cell] for cell in cells)

    def _paying(self) -> list[int]:
        """The placements that pay every clue, the total ignored."""
        alive: Iterable[int] = range(1 << len(self.cells))
        for cells, mines in self.riddle.clues:
            mask = self.mask(cells)
            alive = [p for p in alive if (p & mask).bit_count() == mines]
        return list(alive)

    @cached_property
    def weights(self) -> list[Fraction]:
        """One for each placement; with a density the probability of it among the covered cells."""
        density = self.riddle.density
        if density is None:
            return [Fraction(1)] * len(self.found)
        most = len(self.cells)
        weight = [density**mines * (1 - density) ** (most - mines) for mines in range(most + 1)]
        return [weight[placement.bit_count()] for placement in self.found]

    @cached_property
    def likelihood(self) -> Fraction:
        return sum(self.weights, Fraction(0))

    @property
    def placements(self) -> int | None:
        if not self.consistent:
            return 0
        return None if self.riddle.left is None else len(self.found)

    def mine(self, cell: Cell) -> Fraction:
        bit = self.bit[cell]
        mined = (w for p, w in zip(self.found, self.weights, strict=True) if p & bit)
        return sum(mined, Fraction(0)) / self.likelihood

    @property
    def safe(self) -> list[Cell]:
        return [cell for cell in self.cells if not any(p & self.bit[cell] for p in self.found)]

    @property
    def mines(self) -> list[Cell]:
        return [cell for cell in self.cells if all(p & self.bit[cell] for p in self.found)]

    @property
    def front(self) -> list[Cell]:
        """The covered cells that some clue sees."""
        return [cell for cell in self.cells if any(cell in seen for seen, _ in self.riddle.clues)]

    @property
    def sea(self) -> list[Cell]:
        """The covered cells that no clue sees."""
        return [cell for cell in self.cells if cell not in self.front]

    @property
    def profile(self) -> dict[int, int]:
        """Placements of the front by number of mines, the total ignored."""
        front = self.mask(self.front)
        return dict(Counter(p.bit_count() for p in {p & front for p in self.paying}))

    @property
    def feasible_totals(self) -> list[int]:
        return sorted({p.bit_count() + self.riddle.known for p in self.paying})

    def contents(self, cell: Cell) -> dict[Contents, Fraction]:
        """What *cell* is: the probability of a mine and of each number."""
        known, covered = self.riddle.sights[cell]
        near = self.mask(covered)
        found: dict[Contents, Fraction] = {}
        for placement, weight in zip(self.found, self.weights, strict=True):
            mined = placement & self.bit[cell]
            what: Contents = "mine" if mined else known + (placement & near).bit_count()
            found[what] = found.get(what, Fraction(0)) + weight / self.likelihood
        return found


def touch(
    topology: str, shape: tuple[int, int], one: tuple[int, int], other: tuple[int, int]
) -> bool:
    """Whether two cells of a board of that shape are different and neighbours."""
    down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
    if topology == "torus":
        down, right = min(down, shape[0] - down), min(right, shape[1] - right)
    if topology == "hex":
        # Centres of unit hexagons, twice their x: odd rows stand half a cell to the right.
        right = abs(2 * one[1] + one[0] % 2 - 2 * other[1] - other[0] % 2)
        return right**2 + 3 * down**2 == 4
    return 1 <= down**2 + right**2 <= (1 if topology == "orthogonal" else 2)


def neighbours(topology: str, rows: int, columns: int) -> dict[Cell, list[Cell]]:
    """The neighbours of every cell of a board."""
    cells = list(product(range(rows), range(columns)))
    return {
        one: [other for other in cells if touch(topology, (rows, columns), one, other)]
        for one in cells
    }


def riddle_of(
    marks: Mapping[Cell, str],
    around: Around,
    mines: int | None,
    density: Fraction | None,
    trusted: bool,
) -> Riddle:
    """The riddle of marks on cells, which may lack some of the cells in *around*."""
    cells = [c for c, mark in marks.items() if mark == "-" or (mark == "+" and not trusted)]
    known = [c for c, mark in marks.items() if mark == "*" or (mark == "+" and trusted)]

    def sight(cell: Cell) -> tuple[int, frozenset[Cell]]:
        near = set(around[cell])
        return len(near.intersection(known)), frozenset(near.intersection(cells))

    clues = []
    for cell, mark in marks.items():
        if mark.isdigit():
            beside, covered = sight(cell)
            clues.append((covered, int(mark) - beside))
    left = None if mines is None else mines - len(known)
    return Riddle(cells, clues, left, density, len(known), {c: sight(c) for c in cells})


def board_riddle(
    rows: Sequence[str],
    mines: int | None = None,
    density: Fraction | None = None,
    topology: str = "grid",
    flags: str = "trusted",
) -> Riddle:
    """The riddle of a board in our text format's marks."""
    marks: dict[Cell, str] = {
        (r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "~"
    }
    around = neighbours(topology, len(rows), len(rows[0]))
    return riddle_of(marks, around, mines, density, flags == "trusted")


BoxPlacement: TypeAlias = tuple[tuple[int, ...], int]


def box_placements(
    sizes: Sequence[int], seen_by: Sequence[Sequence[int]], owed: Mapping[int, int]
) -> list[BoxPlacement]:
    """Every way to spread mines over boxes that pays the clues, and its number of placements."""
    boxes_of = {clue: [b for b, clues in enumerate(seen_by) if clue in clues] for clue in owed}
    return [
        (mines, prod(map(comb, sizes, mines)))
        for mines in product(*(range(size + 1) for size in sizes))
        if all(sum(mines[box] for box in boxes_of[clue]) == owed[clue] for clue in owed)
    ]


def profile_of(placements: Iterable[BoxPlacement]) -> dict[int, int]:
    """Placements by number of mines."""
    profile: Counter[int] = Counter()
    for mines, ways in placements:
        profile[sum(mines)] += ways
    return dict(profile)


def mined_of(placements: Iterable[BoxPlacement], box: int) -> dict[int, int]:
    """The sum of the mines in *box* over the placements, by number of mines, without zeros."""
    mined: Counter[int] = Counter()
    for mines, ways in placements:
        if mines[box]:
            mined[sum(mines)] += mines[box] * ways
    return dict(mined)


def joint_of(
    placements: Iterable[BoxPlacement], marked: Sequence[bool]
) -> dict[tuple[int, int], int]:
    """Placements by their mines and by the mines in marked boxes."""
    joint: Counter[tuple[int, int]] = Counter()
    for mines, ways in placements:
        joint[sum(mines), sum(n for n, mark in zip(mines, marked, strict=True) if mark)] += ways
    return dict(joint)
