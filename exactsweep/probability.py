"""Components and sea to exact fractions: the solution of a position.

In: a `Position` or a `System`. Out: a `Solution`, which holds integers and forms fractions when
they are asked for. A cell's probability is a numerator over a denominator for its box; certain is
decided on these, never on a quotient.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import compress
from math import prod
from operator import mul
from typing import TypeAlias

from exactsweep.budget import UNLIMITED, Budget
from exactsweep.combine import (
    Prior,
    density_weights,
    product_of,
    sea_placements,
    sea_weights,
    share,
)
from exactsweep.contents import Contents
from exactsweep.counting.base import Counter, Tally
from exactsweep.counting.elimination import Elimination
from exactsweep.errors import BudgetExceeded, Contradiction, InputError, TotalUnknown
from exactsweep.position import Position
from exactsweep.structure import components_of
from exactsweep.system import NO_REDUCTION, Reduction, System, names_of, system_of
from exactsweep.topology import Cell

Content: TypeAlias = str | int
"""``"mine"``, or the number that a safe cell shows."""

ContentsOf: TypeAlias = dict[Content, Fraction]
Ratio: TypeAlias = tuple[int, int]
"""A probability as numerator and denominator, not in lowest terms."""

ZERO = Fraction(0)
ONE = Fraction(1)
ELIMINATION = Elimination()


class Solution:
    """What is known of every covered cell of one position.

    Asking a contradiction for anything but `consistent` and `placements` raises `Contradiction`;
    asking for probabilities under an unknown total raises `TotalUnknown`.
    """

    def __init__(
        self,
        source: Position | System,
        reduction: Reduction,
        tallies: list[Tally],
        counter: Counter,
        budget: Budget,
    ) -> None:
        self.source = source
        self.consistent = not reduction.conflict
        self._reduction = reduction
        self._tallies = tallies
        self._counter = counter
        self._budget = budget
        self._left = reduction.left
        self._mine: dict[Cell, Fraction] | None = None
        self._ratios: tuple[list[tuple[list[int], int, int]], Ratio | None] | None = None
        self._low = self._high = 0
        self._long: list[list[int]] = []
        for tally in tallies:
            self._low += tally.low
            self._high += tally.low + len(tally.profile) - 1
            if len(tally.profile) > 1:
                self._long.append(tally.profile)
        self.sea_size = reduction.sea.count(1)
        self._scale = 1
        self._weights: list[list[int]] = []
        if self.consistent and reduction.left is not None:
            self._weigh(reduction.left)

    def _weigh(self, left: int) -> None:
        """Share out the weights of the total; *scale* is then a multiple of the placements."""
        weights = sea_weights(left, self.sea_size, self._low, self._high)
        if weights is None:
            self.consistent = False
        elif self._long:
            self._weights = share(self._long, weights)
            self._scale = sum(map(mul, self._long[0], self._weights[0]))
            self.consistent = self._scale > 0
        else:
            self._scale = weights[0]

    @property
    def mine(self) -> dict[Cell, Fraction]:
        """The probability of a mine for every covered cell."""
        if self._mine is None:
            self._require_prior()
            self._mine = self._fractions()
        return self._mine

    def _fractions(self) -> dict[Cell, Fraction]:
        cells = self._names
        boxes, sea = self.ratios
        probability: dict[Cell, Fraction] = {}
        if sea is not None:
            probability = dict.fromkeys(compress(cells, self._reduction.sea), Fraction(*sea))
        for box, numerator, denominator in boxes:
            fraction = Fraction(numerator, denominator)
            for cell in box:
                probability[cells[cell]] = fraction
        if self._reduction.safe:
            probability |= dict.fromkeys(compress(cells, self._reduction.safe), ZERO)
            probability |= dict.fromkeys(compress(cells, self._reduction.mines), ONE)
        return probability

    @property
    def ratios(self) -> tuple[list[tuple[list[int], int, int]], Ratio | None]:
        """The cells, numerator and denominator of each box, and of the sea if there is one."""
        if self._ratios is None:
            self._ratios = self._weighted_ratios()
        return self._ratios

    def _weighted_ratios(self) -> tuple[list[tuple[list[int], int, int]], Ratio | None]:
        """What `ratios` keeps.

        Under a total all long profiles share one scale, and the sea has what they leave on average.
        """
        boxes = self._reduction.boxes
        ratios: list[tuple[list[int], int, int]] = []
        left = self._left
        rest = (left or 0) * self._scale
        weights_of = iter(self._weights)
        for tally in self._tallies:
            component, profile = tally.component, tally.profile
            if len(profile) == 1:
                rest -= tally.low * self._scale
                (scale,) = profile
                for box, (mined,), size in zip(
                    component.boxes, tally.mined, component.sizes, strict=True
                ):
                    ratios.append((boxes[box], mined, scale * size))
                continue
            if left is None:
                weights = density_weights(self.source.density, len(profile))
            else:
                weights = next(weights_of)
            terms = list(map(mul, profile, weights))
            scale = sum(terms)
            rest -= sum(map(mul, terms, range(tally.low, tally.low + len(terms))))
            for box, sums, size in zip(component.boxes, tally.mined, component.sizes, strict=True):
                ratios.append((boxes[box], sum(map(mul, sums, weights)), scale * size))
        return ratios, self._sea_ratio(rest)

    def _sea_ratio(self, rest: int) -> Ratio | None:
        if not self.sea_size:
            return None
        if self._left is not None:
            return rest, self._scale * self.sea_size
        density = self.source.density or Fraction(1, 2)
        return density.numerator, density.denominator

    @property
    def safe(self) -> list[Cell]:
        """The covered cells that are safe in every placement, in order of place."""
        return self._certain[0]

    @property
    def mines(self) -> list[Cell]:
        """The covered cells that are a mine in every placement, in order of place."""
        return self._certain[1]

    @cached_property
    def _certain(self) -> tuple[list[Cell], list[Cell]]:
        self._require_consistent()
        ids = range(len(self._reduction.sea))
        safe = list(compress(ids, self._reduction.safe))
        mines = list(compress(ids, self._reduction.mines))
        boxes, sea = self.ratios
        for box, numerator, denominator in boxes:
            if numerator == 0:
                safe += box
            elif numerator == denominator:
                mines += box
        if sea is not None and sea[0] in (0, sea[1]):
            (mines if sea[0] else safe).extend(compress(ids, self._reduction.sea))
        cells = self._names
        return [cells[cell] for cell in sorted(safe)], [cells[cell] for cell in sorted(mines)]

    @property
    def front(self) -> list[tuple[Cell, Ratio]]:
        """Every covered cell that a clue sees, in order of place, with its ratio.

        Under an unknown total only ratios of 0 and 1 mean anything.
        """
        self._require_consistent()
        ratio_of: dict[int, Ratio] = {}
        for box, numerator, denominator in self.ratios[0]:
            ratio_of |= dict.fromkeys(box, (numerator, denominator))
        ids = range(len(self._reduction.sea))
        ratio_of |= dict.fromkeys(compress(ids, self._reduction.safe), (0, 1))
        ratio_of |= dict.fromkeys(compress(ids, self._reduction.mines), (1, 1))
        cells = self._names
        return [(cells[cell], ratio_of[cell]) for cell in sorted(ratio_of)]

    @property
    def sea(self) -> tuple[int, Ratio] | None:
        """The number of covered cells that no clue sees and their ratio, None if there are none."""
        self._require_consistent()
        ratio = self.ratios[1]
        return None if ratio is None else (self.sea_size, ratio)

    def sea_cells(self) -> list[Cell]:
        """The covered cells that no clue sees, in order of place."""
        self._require_consistent()
        return list(compress(self._names, self._reduction.sea))

    @cached_property
    def placements(self) -> int | None:
        """The number of placements with the right total; None where no total is given."""
        if not self.consistent:
            return 0
        left = self._left
        if left is None:
            return None
        single = prod(t.profile[0] for t in self._tallies if len(t.profile) == 1)
        return single * sea_placements(self._scale, left, self.sea_size, self._low, self._high)

    @cached_property
    def likelihood(self) -> Fraction:
        """What the clues weigh, for comparing systems over the same cells.

        The placements under a total, the probability of the clues under a density, the placements
        over all totals where the total is unknown.
        """
        if not self.consistent:
            return ZERO
        if self.placements is not None:
            return Fraction(self.placements)
        density = self.source.density
        mine, safe = (1, 1) if density is None else (density.numerator, (1 - density).numerator)
        weight = mine ** self._reduction.mines.count(1) * safe ** self._reduction.safe.count(1)
        cells = self._reduction.mines.count(1) + self._reduction.safe.count(1)
        for tally in self._tallies:
            size = sum(tally.component.sizes)
            cells += size
            weight *= sum(
                placements * mine**mines * safe ** (size - mines)
                for mines, placements in enumerate(tally.profile, tally.low)
            )
        if density is None:
            return Fraction(weight * 2**self.sea_size)
        return Fraction(weight, density.denominator**cells)

    def profile(self) -> dict[int, int]:
        """Return the placements by mines over covered cells that clues see, the total ignored."""
        low = self._low + self._reduction.mines.count(1)
        if self._reduction.conflict:
            return {}
        product = product_of([tally.profile for tally in self._tallies])
        return {mines: count for mines, count in enumerate(product, low) if count}

    def contents(self, cell: Cell) -> ContentsOf:
        """The probability of a mine and of each number in *cell*, without zero entries.

        Raises `InputError` where the cell is not covered or the system has no board.
        """
        self._require_prior()
        weights = self._weights_of(cell)
        mine = self.mine[cell]
        total = sum(weights.values())
        found: ContentsOf = {"mine": mine} if mine else {}
        return found | {n: (1 - mine) * Fraction(w, total) for n, w in weights.items()}

    def possible(self, cell: Cell) -> list[Content]:
        """The contents that *cell* has in some placement; defined under an unknown total too."""
        self._require_consistent()
        weights = self._weights_of(cell)
        return [*weights] if cell in self._safe_set else ["mine", *weights]

    @cached_property
    def _safe_set(self) -> set[Cell]:
        return set(self.safe)

    def _weights_of(self, cell: Cell) -> dict[int, int]:
        """The weights of the numbers of a covered cell; none where it cannot be safe."""
        number = self._system.number(cell)
        if number not in self._covered:
            raise InputError(f"cell {cell} is not covered")
        if cell in self._mine_set:
            return {}
        return self._contents.numbers(number)

    @cached_property
    def _mine_set(self) -> set[Cell]:
        return set(self.mines)

    @cached_property
    def _covered(self) -> set[int]:
        return set(self._system.covered)

    @cached_property
    def _system(self) -> System:
        return system_of(self.source)

    @cached_property
    def _contents(self) -> Contents:
        prior = Prior(self._left, self.source.density)
        return Contents(
            self._system, self._reduction, self._tallies, prior, self._counter, self._budget
        )

    @property
    def _names(self) -> Sequence[Cell]:
        return names_of(self.source)

    @property
    def has_prior(self) -> bool:
        """Whether probabilities are defined: there is a total or a density."""
        return self._left is not None or self.source.density is not None

    def _require_consistent(self) -> None:
        if not self.consistent:
            raise Contradiction("the position has no placement")

    def _require_prior(self) -> None:
        self._require_consistent()
        if not self.has_prior:
            raise TotalUnknown(
                "probabilities need the total: give mines or density, or ask for forced cells"
            )


def solve(
    source: Position | System, counter: Counter = ELIMINATION, budget: Budget = UNLIMITED
) -> Solution:
    """Return the solution of *source*; a contradiction is a solution too.

    Raises `BudgetExceeded`, with what the single-point rule left as its ``known``.

    >>> solve(Position.from_rows(["1-", "--"], mines=1)).mine[0, 1]
    Fraction(1, 3)
    """
    reduction, components = components_of(source)
    tallies: list[Tally] = []
    for component in components:
        try:
            tally = counter.tally(component, budget)
        except BudgetExceeded as error:
            error.known = reduction
            raise
        if tally is None:
            return Solution(source, NO_REDUCTION, [], counter, budget)
        tallies.append(tally)
    return Solution(source, reduction, tallies, counter, budget)
