"""The board string of C[o]re, the sampler of MineSwee++ 2: 256 characters, row after row.

A board of Minesweeper Flags, 16x16 with 51 mines: ``-`` is covered, ``+`` flagged as a mine, ``0``
to ``8`` are opened. In: text of one line, its end optional. Out: a `Position`, and back. The total
is always 51 and counts the flagged mines.
"""

from exactsweep.errors import InputError
from exactsweep.formats.cells import NUMBERS, Legend
from exactsweep.formats.holding import board_held, refusal
from exactsweep.formats.reading import split_lines
from exactsweep.position import COVERED, FLAG, Position
from exactsweep.system import System

name = "core"

SIDE = 16
CELLS = SIDE * SIDE
MINES = 51

_LEGEND = Legend({**NUMBERS, "-": COVERED, "+": FLAG})


def looks_like(text: str) -> bool:
    """Whether *text* is one line of as many characters as the board has cells."""
    return len(text) <= CELLS + 3 and len(text.removeprefix("\ufeff").rstrip("\r\n")) == CELLS


def parse(text: str) -> Position:
    """Return the position that *text* says; `InputError` with the place of its first fault."""
    lines = split_lines(text)
    (row,) = _LEGEND.read(lines[:1] or [""], columns=CELLS)
    if len(lines) > 1:
        raise InputError(f"the board is one line of {CELLS} characters", 2, 1)
    return Position.from_rows([row[at : at + SIDE] for at in range(0, CELLS, SIDE)], MINES)


def dump(source: Position | System) -> str:
    """Return the text that says *source*; `InputError` where the format cannot hold it."""
    position = board_held(source, name, _LEGEND.held, "needed")
    where = position.board
    if (where.rows, where.columns) != (SIDE, SIDE):
        raise refusal(name, f"a {where.rows}x{where.columns} board, only {SIDE}x{SIDE}")
    if position.mines != MINES:
        raise refusal(name, f"a total of {position.mines}, only {MINES}")
    return "".join(_LEGEND.write(position.rows)) + "\n"
