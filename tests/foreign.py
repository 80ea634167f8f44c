"""What other formats hold and how they are written, worked out without the package.

Boards here are rows of marks or sets of (row, column) cells, and who neighbours whom is counted
from distances.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from hashlib import sha1
from pathlib import Path
from typing import Literal, TypeAlias

from hypothesis import strategies as st

from exactsweep.position import Position
from tests.strategies import DENSITIES, BoardCase, randomness

DATA = Path(__file__).parent / "data" / "formats"

Cell: TypeAlias = tuple[int, int]
Cells: TypeAlias = Collection[Cell]
Total: TypeAlias = Literal["needed", "absent"]

BOARD_FORMATS: dict[str, tuple[str, Total]] = {
    "jsm": ("+*-", "needed"),
    "jsm-url": ("+-", "needed"),
    "core": ("+-", "needed"),
    "codegolf": ("+-", "needed"),
    "minesweepr-json": ("*-", "needed"),
    "thesis": ("*-", "absent"),
    "ms-toollib": ("+-", "absent"),
    "minesweepr": ("*-", "absent"),
    "gecode": ("-", "absent"),
    "codingame": ("-", "absent"),
    "codewars": ("*-", "absent"),
    "emoji": ("+*-", "absent"),
}
"""The marks beside numbers that each format has symbols for, and whether it has a total."""

LAYOUT_FORMATS = ("sgt", "sgt-save", "mbf")
OWN_FORMATS = ("text", "json-lines")
FORMATS = (*OWN_FORMATS, "constraints", *BOARD_FORMATS, *LAYOUT_FORMATS)
CALLED = {"~": "places without a cell", "+": "flags", "*": "shown mines", "-": "covered cells"}


def around(cell: Cell, rows: int, columns: int) -> Iterator[Cell]:
    """The cells of a grid that touch *cell*."""
    return (
        (row, column)
        for row in range(rows)
        for column in range(columns)
        if max(abs(row - cell[0]), abs(column - cell[1])) == 1
    )


def number(cell: Cell, mines: Cells) -> int:
    """The mines that touch *cell*."""
    return sum(max(abs(row - cell[0]), abs(column - cell[1])) == 1 for row, column in mines)


def grid(rows: int, columns: int) -> list[Cell]:
    return [(row, column) for row in range(rows) for column in range(columns)]


def finished(rows: int, columns: int, mines: Cells) -> list[str]:
    """The rows of a finished board."""
    return [
        "".join("*" if (r, c) in mines else str(number((r, c), mines)) for c in range(columns))
        for r in range(rows)
    ]


def refusals(case: BoardCase, name: str) -> set[str]:
    """All that is in the way of writing *case* in the format called *name*."""
    if name in OWN_FORMATS:
        return set()
    if name == "constraints":
        return {"a board is not written as constraints"}
    found = set()
    if case.topology != "grid":
        found.add(f"the topology {case.topology}")
    if case.density is not None:
        found.add("a density")
    if name not in LAYOUT_FORMATS:
        found |= _board_refusals(case, name)
    elif not found and not _is_finished(case):
        return {f"{name} holds whole layouts"}
    return {f"{name} cannot hold {what}" for what in found}


def _board_refusals(case: BoardCase, name: str) -> set[str]:
    marks, total = BOARD_FORMATS[name]
    used = set("".join(case.rows)) & set(CALLED)
    found = {f"{CALLED[mark]}, as at" for mark in used - set(marks)}
    if total == "needed" and case.mines is None:
        found.add("a board without a total")
    if total == "absent" and case.mines is not None:
        found.add("a total")
    if "+" in used and "+" in marks and case.flags == "untrusted":
        found.add("untrusted flags")
    if name == "core":
        size = len(case.rows), len(case.rows[0])
        if size != (16, 16):
            found.add(f"a {size[0]}x{size[1]} board")
        if case.mines != 51:
            found.add(f"a total of {case.mines}")
    return found


def _is_finished(case: BoardCase) -> bool:
    known = "*+" if case.flags == "trusted" else "*"
    cells = {(r, c): mark for r, row in enumerate(case.rows) for c, mark in enumerate(row)}
    mines = [cell for cell, mark in cells.items() if mark in known]
    safe = cells.keys() - set(mines)
    numbers_fit = all(cells[cell] == str(number(cell, mines)) for cell in safe)
    return numbers_fit and case.mines in (None, len(mines))


def carried(case: BoardCase, name: str) -> BoardCase:
    """What is left of *case* once a format that holds it has written it."""
    if name in LAYOUT_FORMATS:
        rows = tuple(row.replace("+", "*") for row in case.rows)
        return replace(case, rows=rows, mines="".join(rows).count("*"), flags="trusted")
    keeps_trust = name in OWN_FORMATS or "+" in "".join(case.rows)
    return case if keeps_trust else replace(case, flags="trusted")


def said(position: Position) -> BoardCase:
    """A position of the package as plain data."""
    flags = "trusted" if position.trusted else "untrusted"
    name = position.topology.name
    return BoardCase(tuple(position.rows), position.mines, position.density, name, flags)


@st.composite
def layouts(draw: st.DrawFn, most: int = 9) -> tuple[int, int, frozenset[Cell]]:
    """The shape of a board and its mines, some boards full and some of one row or column."""
    random = draw(randomness())
    rows, columns = random.choice(
        [
            (random.randint(1, most), random.randint(1, most)),
            (1, random.randint(1, 4 * most)),
            (random.randint(1, 4 * most), 1),
        ]
    )
    cells = grid(rows, columns)
    chosen = random.sample(cells, random.choice([0, len(cells), random.randint(0, len(cells))]))
    return rows, columns, frozenset(chosen)


@st.composite
def foreign_boards(draw: st.DrawFn) -> BoardCase:
    """Boards of which each is in the way of some formats: by its marks, its total, its shape."""
    random = draw(randomness())
    rows, columns = random.choice([(random.randint(1, 4), random.randint(1, 5))] * 4 + [(16, 16)])
    if random.randrange(4):
        marks = "012345678" + random.choice(["-", "-*", "-+", "-+*", "-+*~", "*"]) * 4
        lines = ["".join(random.choices(marks, k=columns)) for _ in range(rows)]
        total = random.choice([None, 51, 51 if rows == 16 else random.randint(0, rows * columns)])
    else:
        mines = random.sample(grid(rows, columns), random.randint(0, rows * columns))
        lines = [row.replace("*", random.choice("*+")) for row in finished(rows, columns, mines)]
        total = random.choice([None, len(mines), len(mines), len(mines) + 1])
    density = None if total is not None or random.randrange(4) else random.choice(DENSITIES)
    topology = random.choice(["grid"] * 9 + ["torus", "hex", "orthogonal"])
    flags = random.choice(["trusted"] * 3 + ["untrusted"])
    return BoardCase(tuple(lines), total, density, topology, flags)


# Simon Tatham's Mines.


def _stream(seed: bytes, length: int) -> bytes:
    made, block = b"", 0
    while len(made) < length:
        made += sha1(seed + b"%d" % block).digest()
        block += 1
    return made[:length]


def _crossed(half: list[int], other: list[int]) -> list[int]:
    return [a ^ b for a, b in zip(half, _stream(bytes(other), len(half)), strict=True)]


def _cleared(data: list[int], cells: int) -> list[int]:
    """The bytes with the bits behind the last cell set to 0."""
    return [
        sum(byte & (128 >> bit) for bit in range(8) if 8 * at + bit < cells)
        for at, byte in enumerate(data)
    ]


def mask(rows: int, columns: int, mines: Cells) -> str:
    """The hexadecimal digits of a masked layout."""
    cells = grid(rows, columns)
    data = [0] * ((len(cells) + 7) // 8)
    for at, cell in enumerate(cells):
        data[at // 8] |= (cell in mines) * (128 >> at % 8)
    half = len(data) // 2
    data = _cleared(_crossed(data[:half], data[half:]) + data[half:], len(cells))
    data = _cleared(data[:half] + _crossed(data[half:], data[:half]), len(cells))
    return bytes(data).hex()[: -(-len(cells) // 4)]


def unmask(rows: int, columns: int, digits: str) -> set[Cell]:
    """The mines of a masked layout."""
    cells = grid(rows, columns)
    data = list(bytes.fromhex(digits + "0" * (len(digits) % 2)))
    half = len(data) // 2
    data = _cleared(data[:half] + _crossed(data[half:], data[:half]), len(cells))
    data = _cleared(_crossed(data[:half], data[half:]) + data[half:], len(cells))
    return {cell for at, cell in enumerate(cells) if data[at // 8] & (128 >> at % 8)}


HEAD = [
    ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
    ("VERSION", "1"),
    ("GAME", "Mines"),
]
TAIL = [("NSTATES", "1"), ("STATEPOS", "1")]


def save_file(entries: Sequence[tuple[str, str]]) -> str:
    """A save file of keys and values."""
    return "".join(f"{key.ljust(8)}:{len(value)}:{value}\n" for key, value in entries)
