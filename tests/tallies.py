"""Components for tests, and what a tally says of one, held against the oracle."""

from collections.abc import Sequence
from itertools import combinations

from exactsweep.counting.base import Tally
from exactsweep.structure import Component
from tests.oracle import box_placements, mined_of, profile_of


def profile(tally: Tally | None) -> dict[int, int]:
    """The profile by number of mines, without zeros; a contradiction has none."""
    if tally is None:
        return {}
    return {mines: n for mines, n in enumerate(tally.profile, tally.low) if n}


def mined(tally: Tally | None) -> dict[int, dict[int, int]]:
    """For each box, by its name, the sums of its mines by number of mines, without zeros."""
    if tally is None:
        return {}
    return {
        box: {mines: n for mines, n in enumerate(sums, tally.low) if n}
        for box, sums in zip(tally.component.boxes, tally.mined, strict=True)
    }


def assert_tally_is_true(tally: Tally | None, component: Component) -> None:
    """Everything that *tally* says of *component* is so, and it has the shape it must have."""
    placements = box_placements(component.sizes, component.seen_by, component.owed)
    assert profile(tally) == profile_of(placements)
    if tally is None:
        return
    assert tally.profile[0] and tally.profile[-1]
    assert sorted(tally.component.boxes) == sorted(component.boxes)
    assert all(len(sums) == len(tally.profile) for sums in tally.mined)
    expected = {box: mined_of(placements, at) for at, box in enumerate(component.boxes)}
    assert mined(tally) == expected


def component_of(sizes: Sequence[int], seen_by: list[list[int]], owed: list[int]) -> Component:
    """A component whose boxes and clues are numbered from 0."""
    return Component(list(range(len(sizes))), list(sizes), seen_by, dict(enumerate(owed)))


def clue_pairs(clues: int, size: int, owed: int, among: int | None = None) -> Component:
    """A box for each pair of clues that are at most *among* apart, around a circle."""
    reach = among or clues
    seen_by = [
        [one, other]
        for one, other in combinations(range(clues), 2)
        if min(other - one, clues - other + one) <= reach
    ]
    return component_of([size] * len(seen_by), seen_by, [owed] * clues)
