"""What a counter is asked and what it answers.

In: a `Component`. Out: a `Tally`, or None where the component has no placement. Three counters keep
this protocol - `elimination` (the default), `cpsat` and `brute` - and one test suite runs over
them.
"""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from exactsweep.budget import Budget
from exactsweep.structure import Component

Joint: TypeAlias = dict[tuple[int, int], int]
"""Placements by (mines, mines in marked boxes), without zero entries."""


class Tally:
    """Placements of one component by number of mines.

    ``profile[i]`` placements have ``low + i`` mines; over those, ``mined[box][i]`` is the sum of
    the numbers of mines in that box. Neither end of the profile is 0. *component* is the one that
    was counted, its boxes in the order of *mined*, which need not be the order in which it was
    given.
    """

    __slots__ = ("component", "low", "mined", "profile")

    def __init__(
        self, component: Component, low: int, profile: list[int], mined: list[list[int]]
    ) -> None:
        self.component = component
        self.low = low
        self.profile = profile
        self.mined = mined


class Counter(Protocol):
    """Counts the placements of one component."""

    def tally(self, component: Component, budget: Budget) -> Tally | None:
        """Return the profile and the mines of every box; None for a contradiction.

        Raises `BudgetExceeded`.
        """

    def joint(self, component: Component, marked: Sequence[bool], budget: Budget) -> Joint:
        """Return the placements by their mines and by the mines in *marked* boxes.

        Boxes are taken in the order given and may be empty. Raises `BudgetExceeded`.
        """
