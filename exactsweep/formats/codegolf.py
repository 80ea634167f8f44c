"""Boards of the code-golf challenge: the total, then symbols with a space between.

    1
    0 0 1 x
    0 0 1 !

``0`` to ``8`` are shown, ``x`` is covered, ``!`` a flag. The total counts every mine, flagged ones
too; some who use the format leave them out, and ``--mines-left N`` says so. In: text. Out: a
`Position`, and back.
"""

import re

from exactsweep.errors import InputError, quote
from exactsweep.formats.cells import NUMBERS, LongLegend
from exactsweep.formats.holding import board_held
from exactsweep.formats.reading import split_lines
from exactsweep.position import COVERED, FLAG, MOST_DIGITS, Position
from exactsweep.system import System

name = "codegolf"

_LEGEND = LongLegend({**NUMBERS, "x": COVERED, "!": FLAG})
_BEGINNING = re.compile(rf"\ufeff?[0-9]{{1,{MOST_DIGITS}}}\r?\n([^\r\n]*)")
_TOTAL = re.compile(rf"[0-9]{{1,{MOST_DIGITS}}}")


def looks_like(text: str) -> bool:
    """Whether *text* begins with a line of one number and a row of cells."""
    found = _BEGINNING.match(text)
    return found is not None and _LEGEND.looks_like(found.group(1))


def parse(text: str) -> Position:
    """Return the position that *text* says; `InputError` with the place of its first fault."""
    lines = split_lines(text) or [""]
    if not _TOTAL.fullmatch(lines[0]):
        raise InputError(f"the first line is the total, not {quote(lines[0])}", 1, 1)
    if len(lines) == 1:
        raise InputError("there are no rows; a row of cells is wanted here", 2, 1)
    return Position.from_rows(_LEGEND.read(lines[1:], first=2), int(lines[0]))


def dump(source: Position | System) -> str:
    """Return the text that says *source*; `InputError` where the format cannot hold it."""
    position = board_held(source, name, _LEGEND.held, "needed")
    return "\n".join([str(position.mines), *_LEGEND.write(position.rows), ""])
