"""Circuits for tests: gadgets with what they have to do, formulas and their models by brute force.

Placements are found here cell by cell, with nothing of the package but the rows of a board.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from exactsweep.circuit import tiles
from exactsweep.circuit.dimacs import Formula

Cell = tuple[int, int]
Values = tuple[bool, ...]


@dataclass(frozen=True)
class Gadget:
    """Names of tiles by squares, ``.`` for none, and what the signals at some borders have to be.

    A border is a square and whether it is that square's eastern or southern one. *truth* gives the
    signals at the borders *out* from those at the borders *into*, or None where they cannot be.
    """

    name: str
    squares: str
    into: str
    out: str
    truth: Callable[..., tuple[bool, ...] | None]

    def grid(self) -> list[list[str]]:
        return [line.split() for line in self.squares.split("/")]

    def draw(self) -> tuple[list[str], int]:
        grid = self.grid()
        pictures = {
            (row, column): getattr(tiles, name)
            for row, line in enumerate(grid)
            for column, name in enumerate(line)
            if name != "."
        }
        return tiles.draw(pictures, len(grid), len(grid[0]))

    def table(self) -> set[tuple[Values, Values]]:
        """What goes in and what has to come out."""
        rows = (
            (into, self.truth(*into)) for into in product((False, True), repeat=len(self.ins()))
        )
        return {(into, out) for into, out in rows if out is not None}

    def ins(self) -> list[str]:
        return self.into.split()

    def seen(self, rows: Sequence[str], mined: frozenset[Cell]) -> tuple[Values, Values]:
        """What a placement has at the borders."""
        into, out = (
            tuple(signal(rows, mined, border) for border in borders.split())
            for borders in (self.into, self.out)
        )
        return into, out


def signal(rows: Sequence[str], mined: frozenset[Cell], border: str) -> bool:
    """The signal at ``0,1E``: the cell west of the border, else the opposite of the one east of it.

    At a southern border it is the cell south of it, else the opposite of the one north of it.
    """
    row, column = map(int, border[:-1].split(","))
    if border.endswith("E"):
        cell, other = (2 + 3 * row, 3 + 3 * column), (2 + 3 * row, 4 + 3 * column)
    else:
        cell, other = (4 + 3 * row, 2 + 3 * column), (2 + 3 * row, 2 + 3 * column)
    if rows[cell[0]][cell[1]] == "-":
        return cell in mined
    assert rows[other[0]][other[1]] == "-"
    return other not in mined


def same(*values: bool) -> tuple[bool, ...]:
    return values


GADGETS = [
    Gadget("wire", "START WIRE_EAST WIRE_EAST END", "0,0E", "0,1E 0,2E", lambda s: (s, s)),
    Gadget(
        "wire south",
        "START WEST_TO_SOUTH ./. WIRE_SOUTH ./. WIRE_SOUTH ./. NORTH_TO_EAST END",
        "0,0E",
        "0,1S 1,1S 2,1S 3,1E",
        lambda s: (s, s, s, s),
    ),
    Gadget(
        "turns that keep",
        "START WEST_TO_SOUTH . ./. WIRE_SOUTH . ./. NORTH_TO_EAST WIRE_EAST END",
        "0,0E",
        "0,1S 1,1S 2,1E 2,2E",
        lambda s: (s, s, s, s),
    ),
    Gadget(
        "turns that invert",
        ". EAST_TO_SOUTH END/. WIRE_SOUTH ./START WEST_TO_NORTH .",
        "2,0E",
        "1,1S 0,1S 0,1E",
        lambda s: (not s, not s, s),
    ),
    Gadget(
        "split",
        "START WIRE_EAST SPLIT WIRE_EAST WIRE_EAST END/. . WIRE_SOUTH . . ./. . WIRE_SOUTH . . .",
        "0,0E",
        "0,1E 0,2E 0,3E 0,2S 1,2S",
        lambda s: (s,) * 5,
    ),
    Gadget(
        "crossing",
        "START WEST_TO_SOUTH ./START CROSSING END/. WIRE_SOUTH .",
        "0,0E 1,0E",
        "1,1S 1,1E",
        same,
    ),
    Gadget("not", "START NOT WIRE_EAST END", "0,0E", "0,1E 0,2E", lambda s: (not s, not s)),
    Gadget(
        "or",
        "START OR . . . ./START . . . . END",
        "0,0E 1,0E",
        "1,4E",
        lambda upper, lower: (upper or lower,),
    ),
    Gadget("false", "FALSE WIRE_EAST END", "", "0,0E 0,1E", lambda: (False, False)),
    Gadget("true", "START WIRE_EAST TRUE", "0,0E", "0,1E", lambda s: (s,) if s else None),
    Gadget("false is not true", "FALSE TRUE", "", "0,0E", lambda: None),
]
"""Each tile with ends on, and every way in and out of it."""


def placements(rows: Sequence[str]) -> Iterator[frozenset[Cell]]:
    """Yield every set of covered cells that pays all numbers, trying column after column."""
    height, width = len(rows), len(rows[0])
    cells = [(r, c) for c in range(width) for r in range(height) if rows[r][c] == "-"]
    around = {
        (r, c): [
            (r + down, c + right)
            for down, right in product((-1, 0, 1), repeat=2)
            if (down or right) and 0 <= r + down < height and 0 <= c + right < width
        ]
        for r, c in product(range(height), range(width))
    }
    numbers = [cell for cell in around if rows[cell[0]][cell[1]].isdigit()]
    owed = {
        (r, c): int(rows[r][c]) - sum(rows[y][x] == "+" for y, x in around[r, c])
        for r, c in numbers
    }
    room = {cell: sum(rows[y][x] == "-" for y, x in around[cell]) for cell in numbers}
    seeing = [[near for near in around[cell] if near in owed] for cell in cells]
    mined: list[Cell] = []

    def place(at: int) -> Iterator[frozenset[Cell]]:
        if at == len(cells):
            yield frozenset(mined)
            return
        for mine in (0, 1):
            for number in seeing[at]:
                owed[number] -= mine
                room[number] -= 1
            if mine:
                mined.append(cells[at])
            if all(0 <= owed[number] <= room[number] for number in seeing[at]):
                yield from place(at + 1)
            if mine:
                mined.pop()
            for number in seeing[at]:
                owed[number] += mine
                room[number] += 1

    if all(0 <= owed[number] <= room[number] for number in numbers):
        yield from place(0)


def flags(rows: Sequence[str]) -> frozenset[Cell]:
    return frozenset((r, c) for r, row in enumerate(rows) for c, m in enumerate(row) if m == "+")


def satisfies(values: Sequence[bool], formula: Formula) -> bool:
    return all(any(values[abs(n) - 1] == (n > 0) for n in clause) for clause in formula.clauses)


def models(formula: Formula) -> set[Values]:
    """All assignments that satisfy a formula, by trying each."""
    every = product((False, True), repeat=formula.variables)
    return {values for values in every if satisfies(values, formula)}


def random_formula(random: Random, variables: int, clauses: int, length: int = 3) -> Formula:
    """Literals drawn alike, so that they may be repeated and clauses may be always true."""
    return Formula(
        variables,
        tuple(
            tuple(random.choice((-1, 1)) * random.randint(1, variables) for _ in range(length))
            for _ in range(clauses)
        ),
    )
