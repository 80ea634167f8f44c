"""Positions of JSMinesweeper, saved as ``.mine`` files.

    4x2x1
    001H
    001F

The first line is width x height x total; the total counts every mine, flagged ones too. Then rows:
``0`` to ``8`` are shown, ``H`` is hidden, ``F`` a flag, ``?`` and ``M`` a mine. In: text. Out: a
`Position`, and back.
"""

import re

from exactsweep.errors import InputError, quote
from exactsweep.formats.cells import NUMBERS, Legend
from exactsweep.formats.holding import board_held
from exactsweep.formats.reading import split_lines
from exactsweep.position import COVERED, FLAG, MINE, MOST_DIGITS, Position
from exactsweep.system import System

name = "jsm"

_LEGEND = Legend({**NUMBERS, "H": COVERED, "F": FLAG, "M": MINE, "?": MINE})
_BEGINNING = re.compile(r"\ufeff?[0-9]{1,6}x[0-9]{1,6}(?:x|\r?\n|$)")
_HEADER = re.compile(rf"([0-9]{{1,6}})x([0-9]{{1,6}})x([0-9]{{1,{MOST_DIGITS}}})")


def looks_like(text: str) -> bool:
    """Whether *text* begins with a width and a height."""
    return _BEGINNING.match(text) is not None


def parse(text: str) -> Position:
    """Return the position that *text* says; `InputError` with the place of its first fault."""
    lines = split_lines(text) or [""]
    header = _HEADER.fullmatch(lines[0])
    columns, height, mines = map(int, header.groups()) if header else (0, 0, 0)
    if not (columns and height):
        raise InputError(f"the first line is width x height x mines, not {quote(lines[0])}", 1, 1)
    rows = _LEGEND.read(lines[1 : height + 1], first=2, columns=columns)
    if len(lines) != height + 1:
        problem = f"there should be {height} rows, there are {len(lines) - 1}"
        raise InputError(problem, min(len(lines), height + 1) + 1, 1)
    return Position.from_rows(rows, mines)


def dump(source: Position | System) -> str:
    """Return the text that says *source*; `InputError` where the format cannot hold it."""
    position = board_held(source, name, _LEGEND.held, "needed")
    header = f"{position.board.columns}x{position.board.rows}x{position.mines}"
    return "\n".join([header, *_LEGEND.write(position.rows), ""])
