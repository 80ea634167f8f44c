"""The rules of inference, deliberately naive: all assignments of a group's cells, over and over.

In: a riddle, or a board in our marks. Out: the cells that the rule forces, True for a mine, or None
for a group without an assignment. Nothing here imports the package.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import and_, or_
from typing import TypeAlias

from tests.oracle import Cell, Riddle, board_riddle

NamedClue: TypeAlias = tuple[frozenset[Cell], int]
Group: TypeAlias = tuple[Sequence[NamedClue], Collection[Cell]]
"""Clues, and the cells that are assigned."""

Known: TypeAlias = dict[Cell, bool]


def judge(group: Group, known: Known) -> Known | None:
    """What all assignments agree on that agree with what is *known*."""
    clues, area = group
    unknown = [cell for cell in area if cell not in known]
    alive: Sequence[int] = range(1 << len(unknown))
    for cells, owed in clues:
        inside = sum(1 << at for at, cell in enumerate(unknown) if cell in cells)
        outside = sum(cell not in known and cell not in area for cell in cells)
        rest = owed - sum(known.get(cell, False) for cell in cells)
        alive = [p for p in alive if 0 <= rest - (p & inside).bit_count() <= outside]
    if not alive:
        return None
    always, ever = reduce(and_, alive), reduce(or_, alive)
    return {
        cell: bool(always >> at & 1)
        for at, cell in enumerate(unknown)
        if always >> at & 1 or not ever >> at & 1
    }


def to_fixpoint(groups: Sequence[Group]) -> Known | None:
    known: Known = {}
    before = -1
    while before < len(known):
        before = len(known)
        for group in groups:
            news = judge(group, known)
            if news is None:
                return None
            known |= news
    return known


def singles(riddle: Riddle) -> list[Group]:
    return [([clue], clue[0]) for clue in riddle.clues]


def subsets(riddle: Riddle, size: int) -> Iterator[Group]:
    """All subsets of at most *size* clues that see a common covered cell."""
    for cell in riddle.cells:
        near = [clue for clue in riddle.clues if cell in clue[0]]
        for number in range(1, size + 1):
            for chosen in combinations(near, number):
                yield chosen, frozenset().union(*(cells for cells, _ in chosen))


def naive_subsets(riddle: Riddle, size: int) -> Known | None:
    return to_fixpoint([*singles(riddle), *subsets(riddle, size)])


def squares(rows: Sequence[str], riddle: Riddle, size: int) -> Iterator[Group]:
    """All squares that touch the board, those that hang over its edges too."""
    numbers = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark.isdigit()]
    for top in range(1 - size, len(rows)):
        for left in range(1 - size, len(rows[0])):
            inside = {(r, c) for r in range(top, top + size) for c in range(left, left + size)}
            clues = [clue for at, clue in zip(numbers, riddle.clues, strict=True) if at in inside]
            yield clues, [cell for cell in riddle.cells if cell in inside]


def naive_window(
    rows: Sequence[str], size: int, topology: str = "grid", flags: str = "trusted"
) -> Known | None:
    """Squares do not wrap; where they then miss what single numbers say, that is added."""
    riddle = board_riddle(rows, topology=topology, flags=flags)
    groups = list(squares(rows, riddle, size))
    if topology == "torus" or size == 1:
        groups += singles(riddle)
    return to_fixpoint(groups)
