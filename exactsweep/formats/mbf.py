"""Layouts in MBF, the binary format of board editors.

Bytes: width, height, the number of mines (two bytes, the high one first), then x and y of each
mine, from 0. In: bytes. Out: a `Recording` of which nothing is opened, and back from a finished
board. The total is the number of mines.
"""

from exactsweep.errors import InputError
from exactsweep.formats.holding import layout_held, refusal
from exactsweep.layout import Layout, Recording
from exactsweep.position import Position
from exactsweep.system import System

name = "mbf"

_HEADER = 4
_MOST = 255


def looks_like(data: bytes) -> bool:
    """Whether *data* has the length that its number of mines asks for."""
    return len(data) >= _HEADER and len(data) == _HEADER + 2 * int.from_bytes(data[2:4], "big")


def parse(data: bytes) -> Recording:
    """Return what *data* says; `InputError` with the number of the byte of its first fault."""
    if len(data) < _HEADER:
        raise InputError(f"a file of {len(data)} bytes; the header of MBF has {_HEADER}")
    columns, rows = data[0], data[1]
    if not (columns and rows):
        raise InputError(f"byte {1 + bool(columns)}: the board is {rows}x{columns}")
    if not looks_like(data):
        mines = int.from_bytes(data[2:4], "big")
        wanted = _HEADER + 2 * mines
        raise InputError(f"byte 3: {mines} mines want {wanted} bytes, there are {len(data)}")
    cells: dict[tuple[int, int], None] = {}
    for at in range(_HEADER, len(data), 2):
        column, row = data[at], data[at + 1]
        if column >= columns or row >= rows or (row, column) in cells:
            problem = "is a mine twice" if (row, column) in cells else "is outside the board"
            raise InputError(f"byte {at + 1}: cell {row},{column} {problem}")
        cells[row, column] = None
    layout = Layout.from_cells(rows, columns, cells)
    return Recording(layout, (layout.covered(),), 0)


def dump(source: Position | System) -> bytes:
    """Return the bytes that say the layout of a finished board; `InputError` for anything else."""
    layout = layout_held(source, name)
    where = layout.board
    if max(where.rows, where.columns) > _MOST:
        raise refusal(name, f"a {where.rows}x{where.columns} board, the sides are {_MOST} at most")
    cells = [where.cells[place] for place in sorted(layout.mines)]
    pairs = bytes(number for row, column in cells for number in (column, row))
    return bytes([where.columns, where.rows]) + len(cells).to_bytes(2, "big") + pairs
