"""Systems whose numbers of mines have gaps.

A seesaw is two groups of cells; each cell of one shares a clue of one mine with each cell of the
other, so that one group is all mines and the other all safe. A system is some seesaws and a sea.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from hypothesis import strategies as st

from exactsweep.system import System, constraint_system

Seesaw: TypeAlias = tuple[list[str], list[str]]


def seesaws(sizes: Sequence[tuple[int, int]]) -> list[Seesaw]:
    """Seesaws with groups of these sizes."""
    return [
        ([f"left {at} {n}" for n in range(left)], [f"right {at} {n}" for n in range(right)])
        for at, (left, right) in enumerate(sizes)
    ]


def constraints_of(groups: Sequence[Seesaw]) -> list[tuple[int, list[str]]]:
    """The constraints of seesaws."""
    return [(1, [one, other]) for left, right in groups for one, other in product(left, right)]


def seesaw_system(groups: Sequence[Seesaw], sea: Sequence[str], mines: int) -> System:
    """The system of seesaws, and of a sea that no clue sees, under a total."""
    seen = constraint_system(constraints_of(groups))
    names = [*seen.names, *sea]
    return System(list(range(len(names))), seen.clues, mines, None, None, names)


def ways_up(groups: Sequence[Seesaw], sea: int, mines: int) -> Iterator[tuple[list[str], int]]:
    """Every way to mine one group of each seesaw, and the mines that this leaves to the sea."""
    for chosen in product(*groups):
        mined = [name for group in chosen for name in group]
        if 0 <= mines - len(mined) <= sea:
            yield mined, mines - len(mined)


sizes = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=3)
