"""Puzzles as in the Minesweeper example of Gecode and its relatives.

    # a comment
    2
    4
    001.
    112.

The number of rows, the number of columns, then rows: ``0`` to ``8`` are shown, ``.`` is covered.
Lines that begin with ``#`` or ``%`` are comments. In: text. Out: a `Position`, and back. The format
has no place for a total: one read has none, and ``--mines N`` gives it.
"""

import re

from exactsweep.errors import InputError, quote
from exactsweep.formats.cells import NUMBERS, Legend
from exactsweep.formats.holding import board_held
from exactsweep.formats.reading import split_lines
from exactsweep.position import COVERED, Position
from exactsweep.system import System

name = "gecode"

_LEGEND = Legend({**NUMBERS, ".": COVERED})
_BEGINNING = re.compile(r"\ufeff?(?:[#%].*\n)*[0-9]{1,6}\r?\n(?:[#%].*\n)*[0-9]{1,6}(?:\r?\n|$)")
_SIZE = re.compile(r"[0-9]{1,6}")
_COMMENTS = ("#", "%")


def looks_like(text: str) -> bool:
    """Whether *text* begins with two lines of one number each, comments apart."""
    return _BEGINNING.match(text) is not None


def parse(text: str) -> Position:
    """Return the position that *text* says; `InputError` with the place of its first fault."""
    lines = split_lines(text)
    numbered = [(n, line) for n, line in enumerate(lines, 1) if not line.startswith(_COMMENTS)]
    after = len(lines) + 1
    height = _size(*(numbered[0] if numbered else (after, "")), "rows")
    columns = _size(*(numbered[1] if len(numbered) > 1 else (after, "")), "columns")
    rows = numbered[2:]
    marks = [_LEGEND.read([line], number, columns)[0] for number, line in rows[:height]]
    if len(rows) != height:
        place = rows[height][0] if len(rows) > height else after
        raise InputError(f"there should be {height} rows, there are {len(rows)}", place, 1)
    return Position.from_rows(marks)


def dump(source: Position | System) -> str:
    """Return the text that says *source*; `InputError` where the format cannot hold it."""
    position = board_held(source, name, _LEGEND.held, "absent")
    sizes = [str(position.board.rows), str(position.board.columns)]
    return "\n".join([*sizes, *_LEGEND.write(position.rows), ""])


def _size(number: int, line: str, what: str) -> int:
    if not _SIZE.fullmatch(line) or not int(line):
        raise InputError(f"the number of {what} is wanted here, not {quote(line)}", number, 1)
    return int(line)
