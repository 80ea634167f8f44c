"""Add up placements that are found one by one.

In: how many mines lie in each box, and how many placements look like that. Out: a `Tally` or a
`Joint`. This is what a counter needs that enumerates.
"""

from collections import Counter as Multiset
from collections.abc import Callable, Sequence
from typing import TypeAlias

from exactsweep.counting.base import Joint, Tally
from exactsweep.structure import Component

Found: TypeAlias = Callable[[Sequence[int], int], None]
"""Takes the number of mines in each box, and the number of placements that look like that."""


class TallyGatherer:
    """Placements of *component* by number of mines, and the mines of every box over them."""

    def __init__(self, component: Component) -> None:
        self._component = component
        self._profile: Multiset[int] = Multiset()
        self._mined: list[Multiset[int]] = [Multiset() for _ in component.sizes]

    def add(self, mines: Sequence[int], placements: int) -> None:
        """Take in *placements* that have these *mines* in the boxes."""
        total = sum(mines)
        self._profile[total] += placements
        for sums, number in zip(self._mined, mines, strict=True):
            sums[total] += placements * number

    def tally(self) -> Tally | None:
        """Return the tally of all that was taken in; None if nothing was."""
        if not self._profile:
            return None
        totals = range(min(self._profile), max(self._profile) + 1)
        profile = [self._profile[total] for total in totals]
        mined = [[sums[total] for total in totals] for sums in self._mined]
        return Tally(self._component, totals.start, profile, mined)


class JointGatherer:
    """Placements by their mines and by the mines in *marked* boxes."""

    def __init__(self, marked: Sequence[bool]) -> None:
        self._marked = marked
        self._joint: Multiset[tuple[int, int]] = Multiset()

    def add(self, mines: Sequence[int], placements: int) -> None:
        """Take in *placements* that have these *mines* in the boxes."""
        beside = sum(n for n, mark in zip(mines, self._marked, strict=True) if mark)
        self._joint[sum(mines), beside] += placements

    def joint(self) -> Joint:
        """Return the placements that were taken in."""
        return dict(self._joint)
