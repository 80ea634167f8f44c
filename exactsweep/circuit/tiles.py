"""The tiles that circuits are built of, and how they become rows of marks.

In: pictures of tiles by where they stand on a grid of 3x3 squares. Out: the rows of a board and its
number of mines. A picture says where the covered cells are (``-``); every other cell (``.``) is
drawn by one rule: with an odd number of covered cells around it becomes a flag, with an even
number it shows the flags around it and half of the covered cells. Few cells depart from the rule:
``+`` is a flag and ``o`` a number whatever is around, which counts half of an odd number of covered
cells rounded down. So a number wants mines in half of the covered cells around it.

A wire is a chain of covered cells that are mines in turns. Going east its signal is the state of
the cell west of a tile's border, going south that of the cell south of the border: a mine is true.
Every tile below has the same number of mines in all its placements. The tiles are Kirby703's
(SIGBOVIK 2025) as E. Chang's PyRTLSweeper has them (2025, MIT licence); the two ends that are
forced are made here.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from exactsweep.position import COVERED, FLAG

Picture: TypeAlias = tuple[str, ...]
"""Rows of equal length; both sides are multiples of 3."""

SIDE = 3
MARGIN = 1
"""Cells around the grid: numbers that see the tiles at its border."""

WIRE_EAST: Picture = ("...", "-.-", "...")
WIRE_SOUTH: Picture = (".-.", ".-.", "...")
START: Picture = ("...", "..-", "...")
"""A wire begins here and goes east, free to be true or false."""
END: Picture = ("...", "-..", "...")
"""A wire from the west ends here, free to be true or false."""
FALSE: Picture = ("...", ".o-", "...")
"""A wire begins here and goes east, false."""
TRUE: Picture = ("...", "-o.", "...")
"""A wire from the west ends here and has to be true."""
WEST_TO_SOUTH: Picture = ("...", "-..", "...")
NORTH_TO_EAST: Picture = (".-.", ".--", "...")
WEST_TO_NORTH: Picture = (".-.", "--.", "...")
"""Turns the signal into its opposite."""
EAST_TO_SOUTH: Picture = ("...", "..-", "...")
"""Turns the signal into its opposite."""
SPLIT: Picture = (".-.", "-..", "...")
"""From the west to the east and to the south."""
CROSSING: Picture = (".-.", "---", "...")
"""From the west to the east, and from the north to the south."""
NOT: Picture = (".-.", ".+.", ".-.")
"""From the west to the east."""
OR: Picture = (
    "............",
    "-.+..-.-..-.",
    "+-.-+....--.",
    "+-.-.-...o+.",
    "-.+.--.-.-.-",
    "............",
)
"""From two squares in the west to the lower square in the east."""

Tiles: TypeAlias = Mapping[tuple[int, int], Picture]
"""Pictures by the row and column of their upper left square."""


def cell_of(row: int, column: int, down: int, right: int) -> tuple[int, int]:
    """Return the cell of the board that is *down* and *right* in the square at *row*, *column*."""
    return MARGIN + SIDE * row + down, MARGIN + SIDE * column + right


def draw(tiles: Tiles, rows: int, columns: int) -> tuple[list[str], int]:
    """Return the rows of a board of so many squares, and the mines that every placement has.

    >>> draw({(0, 0): START, (0, 1): END}, 1, 2)[0][2]
    '03+--+30'
    """
    height, width = rows * SIDE + 2 * MARGIN, columns * SIDE + 2 * MARGIN
    marks = [["."] * width for _ in range(height)]
    for (row, column), picture in tiles.items():
        for down, line in enumerate(picture):
            top, left = cell_of(row, column, down, 0)
            marks[top][left : left + len(line)] = line
    covered = _near(marks, COVERED)
    for row, column in _cells(marks, "."):
        if covered[row][column] % 2:
            marks[row][column] = FLAG
    flags = _near(marks, FLAG)
    for row, column in _cells(marks, ".o"):
        marks[row][column] = str(flags[row][column] + covered[row][column] // 2)
    found = ["".join(line) for line in marks]
    known, unknown = (sum(row.count(mark) for row in found) for mark in (FLAG, COVERED))
    return found, known + unknown // 2


def _near(marks: list[list[str]], wanted: str) -> list[list[int]]:
    """Return for every cell how many of the cells around it have the mark *wanted*."""
    near = [[0] * len(line) for line in marks]
    for row, column in _cells(marks, wanted):
        for line in near[max(row - 1, 0) : row + 2]:
            for beside in range(max(column - 1, 0), min(column + 2, len(line))):
                line[beside] += 1
        near[row][column] -= 1
    return near


def _cells(marks: list[list[str]], wanted: str) -> Iterator[tuple[int, int]]:
    """Yield the cells whose mark is one of *wanted*."""
    for row, line in enumerate(marks):
        for column, mark in enumerate(line):
            if mark in wanted:
                yield row, column
