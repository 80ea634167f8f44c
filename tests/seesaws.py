"""Systems whose numbers of mines have gaps.

A seesaw is two groups of cells or more; one mine lies in any choice of one cell from each, so that
one group is all mines and the others are all safe. A system is some seesaws and a sea.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from hypothesis import strategies as st

from exactsweep.system import System, constraint_system

Seesaw: TypeAlias = list[list[str]]


def seesaws(sizes: Sequence[Sequence[int]]) -> list[Seesaw]:
    """Seesaws with groups of these sizes."""
    return [
        [[f"{at} {group} {n}" for n in range(size)] for group, size in enumerate(groups)]
        for at, groups in enumerate(sizes)
    ]


def constraints_of(groups: Sequence[Seesaw]) -> list[tuple[int, list[str]]]:
    """The constraints of seesaws."""
    return [(1, list(cells)) for seesaw in groups for cells in product(*seesaw)]


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


def sizes(most_groups: int) -> st.SearchStrategy[list[list[int]]]:
    """Sizes of up to three seesaws of two groups or more."""
    return st.lists(
        st.lists(st.integers(1, 4), min_size=2, max_size=most_groups), min_size=1, max_size=3
    )
