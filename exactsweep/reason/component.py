"""What SAT says of one component: placements under conditions, feasible numbers of mines.

In: a `Component`. Out: for each question a placement, as numbers of mines for the boxes, or the
word that there is none. Of every placement found it is remembered how many mines it has and what it
shows to be possible, since that answers later questions for nothing.
"""

from collections.abc import Sequence
from typing import TypeAlias

from exactsweep.budget import Budget
from exactsweep.encode.cardinality import add_bounds, box_variables, encode_component
from exactsweep.errors import BudgetExceeded
from exactsweep.reason.minicard import Oracle
from exactsweep.structure import Component

Mined: TypeAlias = tuple[int, ...]
"""The number of mines in each box of one placement."""


class ComponentOracle:
    """Questions about one component, over one incremental solver."""

    def __init__(self, component: Component, budget: Budget) -> None:
        self.component = component
        self.cells = sum(component.sizes)
        self._budget = budget
        self._boxes = box_variables(component)
        formula = encode_component(component)
        self._bounds = add_bounds(formula)
        self._oracle = Oracle(formula)
        self.seen: dict[int, Mined] = {}
        self.seen_with: dict[int, set[int]] = {
            literal: set() for box in self._boxes for literal in (box[0], -box[-1])
        }
        self._all_seen = False
        self._refuted = False

    def placement(
        self, assumptions: Sequence[int] = (), low: int = 0, high: int | None = None
    ) -> Mined | None:
        """Return a placement with *low* to *high* mines that keeps *assumptions*, None for none.

        Raises `BudgetExceeded` where time ran out first.
        """
        high = self.cells if high is None else min(high, self.cells)
        low = max(0, low)
        if low > high:
            return None
        literals = [*assumptions, *self._bounds.assume(low, high)]
        answer = self._oracle.solve(literals, self._budget)
        if answer is None:
            raise BudgetExceeded(
                f"the time limit of {self._budget.seconds:g} s ran out while deciding "
                f"a component of {self.cells} cells"
            )
        return self._remember() if answer else None

    def _remember(self) -> Mined:
        true = {literal for literal in self._oracle.model() if 0 < literal <= self.cells}
        mined = tuple(sum(variable in true for variable in box) for box in self._boxes)
        mines = sum(mined)
        self.seen.setdefault(mines, mined)
        for box, number in zip(self._boxes, mined, strict=True):
            if number:
                self.seen_with[box[0]].add(mines)
            if number < len(box):
                self.seen_with[-box[-1]].add(mines)
        return mined

    def consistent(self) -> bool:
        """Whether the component has a placement, the total aside."""
        if not self.seen and not self._refuted:
            self._refuted = self.placement() is None
        return not self._refuted

    def feasible(self) -> dict[int, Mined]:
        """Return a placement for every number of mines that some placement has.

        Proving the least and the greatest number can be hard where everything else is easy.
        """
        if not self._all_seen and self.consistent():
            while self.placement(high=min(self.seen) - 1) is not None:
                pass
            while self.placement(low=max(self.seen) + 1) is not None:
                pass
            for mines in range(min(self.seen), max(self.seen)):
                if mines not in self.seen:
                    self.placement(low=mines, high=mines)
        self._all_seen = True
        return self.seen

    def has_mine(self, box: int) -> int:
        """Return the literal that *box* has a mine."""
        return self._boxes[box][0]

    def has_safe(self, box: int) -> int:
        """Return the literal that *box* has a safe cell."""
        return -self._boxes[box][-1]

    def settle(self) -> None:
        """Find a placement for every literal of ``seen_with`` that has one, the total aside.

        One placement settles many: the solver is told to try what is still open first.
        """
        waiting = {literal for literal, numbers in self.seen_with.items() if not numbers}
        self._oracle.prefer(waiting)
        for literal in sorted(waiting, key=abs):
            if not self.seen_with[literal] and self.placement([literal]) is not None:
                waiting = {other for other in waiting if not self.seen_with[other]}
                self._oracle.prefer(waiting)
