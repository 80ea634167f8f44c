"""What SAT says of covered cells and the mines that they see, over a few components together.

In: components, and the sights that will be asked about. Out: whether a cell can be a mine, or safe
with so many mines in its sight, while all these components have so many mines. The cells of a box
are interchangeable, so a placement is known by its numbers of mines in boxes, and one of them shows
a whole range of numbers for each sight: the mines of a box may lie in sight as far as its cells
there go, or out of sight. Of every placement found it is remembered what it shows for every sight.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from exactsweep.budget import Budget
from exactsweep.encode.cardinality import (
    Bounds,
    Formula,
    add_bounds,
    box_variables,
    encode_component,
)
from exactsweep.errors import BudgetExceeded
from exactsweep.reason.component import ComponentOracle, Mined
from exactsweep.reason.minicard import Oracle
from exactsweep.structure import Component


class Sight(NamedTuple):
    """A cell of box *own*, None where it is in none, *mined* or safe, and cells of boxes *near* it.

    *near* are pairs of a box and how many of its cells the cell sees, itself not among them.
    """

    own: int | None
    mined: bool
    near: tuple[tuple[int, int], ...]

    @property
    def cells(self) -> int:
        """The number of cells in sight."""
        return sum(count for _, count in self.near)


class Lens(NamedTuple):
    """A sight in the places of boxes and the variables of one formula."""

    own: int | None
    mined: bool
    parts: list[tuple[int, int, int]]
    """Place of a box, its cells in sight, and its cells out of sight without the cell itself."""

    state: list[int]
    """The literal that the cell's box lets it be what it is to be; none for a cell in no box."""

    bounds: Bounds

    def shows(self, mined: Mined, sizes: Sequence[int]) -> range:
        """Return the numbers of mines in sight that go with these numbers of mines in boxes."""
        if self.own is not None:
            full = mined[self.own] == sizes[self.own]
            if (mined[self.own] == 0) if self.mined else full:
                return range(0)
        least = sum(max(0, mined[at] - hidden) for at, _, hidden in self.parts)
        most = sum(min(mined[at], seen) for at, seen, _ in self.parts)
        return range(least, most + 1)


class SightOracle:
    """Questions about the sights that touch the same components, over one incremental solver.

    ``seen[sight][number]`` are the numbers of mines, over all these components, of placements that
    were found to allow *number* mines in that sight.
    """

    def __init__(
        self, oracles: Sequence[ComponentOracle], sights: Iterable[Sight], budget: Budget
    ) -> None:
        component = together([oracle.component for oracle in oracles])
        self._components = oracles
        self._sizes = component.sizes
        self._budget = budget
        self._variables = box_variables(component)
        self.cells = sum(component.sizes)
        formula = encode_component(component)
        self._bounds = add_bounds(formula)
        place = {box: at for at, box in enumerate(component.boxes)}
        self._lenses = {sight: self._lens(sight, place, formula) for sight in sights}
        self._oracle = Oracle(formula)
        self.seen: dict[Sight, dict[int, set[int]]] = {sight: {} for sight in self._lenses}
        self._refuted: dict[tuple[Sight, int], list[range]] = {}
        self._settled: set[Sight] = set()
        if not oracles:
            self._remember(())

    def _lens(self, sight: Sight, place: dict[int, int], formula: Formula) -> Lens:
        """Add the slack that bounds the mines in *sight* to *formula* and return its lens."""
        own = None if sight.own is None else place[sight.own]
        parts: list[tuple[int, int, int]] = []
        most: list[int] = []
        least: list[int] = []
        for box, count in sight.near:
            at = place[box]
            # The first variables of a box are true first: as many mines in sight as can be are
            # true ones among the first, as few as can be are true ones among the last.
            others = self._variables[at][: self._sizes[at] - (at == own)]
            parts.append((at, count, len(others) - count))
            most += others[:count]
            least += others[len(others) - count :]
        state = []
        if own is not None:
            state = [self._variables[own][0] if sight.mined else -self._variables[own][-1]]
        return Lens(own, sight.mined, parts, state, add_slack(formula, least, most))

    def settle(self, sight: Sight) -> dict[int, set[int]]:
        """Return ``seen[sight]`` once it has every number that some placement allows.

        How many mines all the components have is no matter. Raises `BudgetExceeded`.
        """
        seen = self.seen[sight]
        if sight not in self._settled and (seen or self._ask(sight, 0, sight.cells)):
            while min(seen) and self._ask(sight, 0, min(seen) - 1):
                pass
            while max(seen) < sight.cells and self._ask(sight, max(seen) + 1, sight.cells):
                pass
            for number in range(min(seen), max(seen)):
                if number not in seen:
                    self._ask(sight, number, number)
        self._settled.add(sight)
        return seen

    def allows(self, sight: Sight, number: int, mines: range) -> bool:
        """Whether a placement with a number of mines in the run *mines* allows *number* in sight.

        Raises `BudgetExceeded`.
        """
        low, high = mines.start, min(mines.stop - 1, self.cells)
        refuted = self._refuted.setdefault((sight, number), [])
        if low > high or any(run.start <= low and high < run.stop for run in refuted):
            return False
        if self._ask(sight, number, number, low, high):
            return True
        refuted.append(range(low, high + 1))
        return False

    def _ask(
        self, sight: Sight, fewest: int, most: int, low: int = 0, high: int | None = None
    ) -> bool:
        """Look for *fewest* to *most* mines in sight beside *low* to *high* mines in all."""
        lens = self._lenses[sight]
        literals = [*lens.state, *lens.bounds.assume(fewest, most)]
        literals += self._bounds.assume(low, self.cells if high is None else high)
        answer = self._oracle.solve(literals, self._budget)
        if answer is None:
            raise BudgetExceeded(
                f"the time limit of {self._budget.seconds:g} s ran out while deciding what "
                f"cells next to {self.cells} others can be"
            )
        if answer:
            model = self._oracle.model()
            self._remember(
                tuple(sum(model[variable - 1] > 0 for variable in box) for box in self._variables)
            )
        return answer

    def _remember(self, mined: Mined) -> None:
        mines = sum(mined)
        for sight, lens in self._lenses.items():
            seen = self.seen[sight]
            for number in lens.shows(mined, self._sizes):
                seen.setdefault(number, set()).add(mines)
        start = 0
        for oracle in self._components:
            part = mined[start : start + len(oracle.component.sizes)]
            oracle.seen.setdefault(sum(part), part)
            start += len(part)


def add_slack(formula: Formula, least: list[int], most: list[int]) -> Bounds:
    """Add slack for "so many of *most* at least, so many of *least* at most"; both equally long."""
    start, length = formula.variables + 1, len(most)
    if not length:
        return Bounds(range(0), range(0))
    fewer, more = (
        range(first, last) for first, last in pairwise((start, start + length, start + 2 * length))
    )
    formula.variables += 2 * length
    formula.at_most.append(([*least, *fewer], length))
    formula.at_most.append(([*(-literal for literal in most), *more], length))
    return Bounds(fewer, more)


def together(components: Sequence[Component]) -> Component:
    """Return several components as if they were one."""
    return Component(
        [box for component in components for box in component.boxes],
        [size for component in components for size in component.sizes],
        [clues for component in components for clues in component.seen_by],
        {clue: owed for component in components for clue, owed in component.owed.items()},
    )
