"""Game ids of Mines in Simon Tatham's Portable Puzzle Collection.

    9x9:4,4,m00b7d48a3e0231c419200

Width x height, perhaps ``n`` and the number of mines, perhaps ``a``; then perhaps x,y of the first
click; then the mines as hexadecimal digits, row after row, the high bit first, behind ``m`` where
they are masked. In: text of one line. Out: a `Recording`: the covered board and, where there is a
first click, what that opens; and back from a finished board. The total is the number of mines.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from exactsweep.errors import InputError, quote
from exactsweep.formats.holding import layout_held
from exactsweep.formats.reading import split_lines
from exactsweep.layout import Layout, Recording
from exactsweep.position import Position
from exactsweep.system import System

name = "sgt"

_PARAMETERS = r"([0-9]{1,6})x([0-9]{1,6})(?:n([0-9]{1,12}))?a?"
_BEGINNING = re.compile(rf"\ufeff?{_PARAMETERS}([:#])")
_SIZE = re.compile(_PARAMETERS)
_DESCRIPTION = re.compile(r"(?:([0-9]{1,6}),([0-9]{1,6}),)?([mu]?)([0-9a-fA-F]+)")


class Size(NamedTuple):
    """A board's shape and, where an id says it, its number of mines."""

    rows: int
    columns: int
    mines: int | None

    @property
    def digits(self) -> int:
        """How many hexadecimal digits a layout has."""
        return (self.rows * self.columns + 3) // 4


def looks_like(text: str) -> bool:
    """Whether *text* begins with a size and the sign that ends it."""
    return _BEGINNING.match(text) is not None


def parse(text: str) -> Recording:
    """Return what the game id in *text* says; `InputError` with the place of its first fault."""
    lines = split_lines(text) or [""]
    if len(lines) > 1:
        raise InputError("a game id is one line", 2, 1)
    begun = _BEGINNING.match(lines[0])
    if begun is None:
        raise InputError(f"{quote(lines[0])} is no game id", 1, 1)
    column = 1
    try:
        size = read_size(lines[0][: begun.start(4)])
        column = begun.end() + 1
        if begun.group(4) == "#":
            raise _no_layout("a random seed")
        return read_game(size, lines[0][begun.end() :])
    except InputError as fault:
        raise InputError(fault.problem, 1, column) from None


def dump(source: Position | System) -> str:
    """Return the id of a finished board, its mines masked; `InputError` for anything else."""
    size, description = describe(layout_held(source, name))
    return f"{size}:{description}\n"


def describe(layout: Layout) -> tuple[str, str]:
    """Return the two parts of the id of *layout*: its size and its mines, masked."""
    where = layout.board
    bits = ["01"[place in layout.mines] for place in _places(layout)]
    data = _masked(_packed("".join(bits)), len(bits), (True, False))
    digits = data.hex()[: Size(where.rows, where.columns, None).digits]
    return f"{where.columns}x{where.rows}n{len(layout.mines)}", f"m{digits}"


def read_size(text: str) -> Size:
    """Return what the first part of an id says."""
    found = _SIZE.fullmatch(text)
    columns, rows, mines = found.groups() if found else ("0", "0", None)
    size = Size(int(rows), int(columns), None if mines is None else int(mines))
    if not (size.rows and size.columns):
        raise InputError(f"{quote(text)} is no size of a board")
    return size


def read_game(size: Size, description: str) -> Recording:
    """Return the game that the second part of an id starts."""
    if description.startswith("r"):
        raise _no_layout("a layout that is made at the first click")
    found = _DESCRIPTION.fullmatch(description)
    if found is None:
        raise InputError(f"{quote(description)} describes no layout")
    x, y, mask, digits = found.groups()
    layout = _layout(size, digits, masked=mask == "m")
    if size.mines not in (None, len(layout.mines)):
        raise InputError(f"the size says {size.mines} mines, the layout has {len(layout.mines)}")
    positions = [layout.covered()]
    if x is not None:
        positions.append(layout.opened((int(y), int(x))))
    return Recording(layout, tuple(positions), len(positions) - 1)


def _no_layout(what: str) -> InputError:
    return InputError(f"this is {what}: the mines are not in it, only the generator finds them")


def _layout(size: Size, digits: str, masked: bool) -> Layout:
    cells = size.rows * size.columns
    if len(digits) != size.digits:
        problem = f"{cells} cells want {size.digits} digits, there are {len(digits)}"
        raise InputError(problem)
    if int(digits[-1], 16) & (1 << -cells % 4) - 1:
        raise InputError(f"the last digit has bits for more than {cells} cells")
    data = bytes.fromhex(digits + "0" * (len(digits) % 2))
    if masked:
        data = _masked(data, cells, (False, True))
    bits = f"{int.from_bytes(data, 'big'):0{8 * len(data)}b}"
    mines = (divmod(index, size.columns) for index in range(cells) if bits[index] == "1")
    return Layout.from_cells(size.rows, size.columns, mines)


def _places(layout: Layout) -> Iterator[int]:
    where = layout.board
    return (
        row * where.stride + column for row in range(where.rows) for column in range(where.columns)
    )


def _packed(bits: str) -> bytes:
    """Return *bits* as bytes, padded with zeros at the end."""
    length = (len(bits) + 7) // 8
    return int(bits.ljust(8 * length, "0"), 2).to_bytes(length, "big")


def _masked(data: bytes, bits: int, order: tuple[bool, bool]) -> bytes:
    """Return *data* with each half changed by the other's mask.

    *order* says for both steps whether the first half is the one that is changed; the padding
    behind *bits* bits is cleared after each.
    """
    half = len(data) // 2
    keep = ((1 << bits) - 1) << -bits % 8
    for changes_first in order:
        first, second = data[:half], data[half:]
        if changes_first:
            first = _xor(first, _mask(second, len(first)))
        else:
            second = _xor(second, _mask(first, len(second)))
        whole = int.from_bytes(first + second, "big") & keep
        data = whole.to_bytes(len(data), "big")
    return data


def _mask(seed: bytes, length: int) -> bytes:
    """Return the first *length* bytes of SHA1(seed + "0"), SHA1(seed + "1"), .. ."""
    from hashlib import sha1

    parts = range(length // sha1().digest_size + 1)
    return b"".join(sha1(seed + str(part).encode()).digest() for part in parts)[:length]


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
