"""Replays of real games: AVF, EVF, RMV and MVF, read with ms_toollib and not written.

In: bytes. Out: a `Recording`: the layout and the position before the first move and after each that
changes the board. The total is that of the layout; flags are trusted where each of them is on a
mine. The library, the extra ``replays``, ends its process at a file that it cannot read, so it runs
in one of its own, `replay_reader`, under limits of time and memory.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from exactsweep.errors import InputError, shorten
from exactsweep.formats.holding import refusal
from exactsweep.layout import Layout, Recording
from exactsweep.position import COVERED, DIGITS, FLAG, MINE, Position
from exactsweep.system import System

name = "replay"

LIBRARY = "ms_toollib"
SECONDS = 30
MOST_BYTES = 16 * 1024 * 1024

_LEVELS = {3: (8, 8, 10), 4: (16, 16, 40), 5: (16, 30, 99)}
"""Rows, columns and mines of the levels of AVF; level 6 says its own."""

_MARKS = {**{int(digit): digit for digit in DIGITS}, 10: COVERED, 11: FLAG, 14: FLAG, 15: MINE}
"""The library's codes; 14 is a flag that a lost game shows to be wrong, 15 the mine opened."""


def looks_like(data: bytes) -> bool:
    """Whether *data* begin like a replay of one of the four kinds."""
    return kind_of(data) is not None


def parse(data: bytes) -> Recording:
    """Return the game in *data*.

    Raises `InputError` where it is no replay, is damaged, or the extra is not installed.
    """
    kind = kind_of(data)
    if kind is None:
        raise InputError("these bytes are no replay: neither AVF nor EVF nor RMV nor MVF")
    if len(data) > MOST_BYTES:
        raise InputError(f"a replay of {len(data)} bytes is too large; {MOST_BYTES} can be read")
    if find_spec(LIBRARY) is None:
        raise InputError("replays are read with an extra: pip install 'exactsweep[replays]'")
    said = _read(kind, data)
    try:
        game = json.loads(said)
    except ValueError:
        raise InputError(f"the {kind} replay made the reader say what is not JSON") from None
    return recording(game["rows"], game["columns"], game["mines"], game["changes"])


def dump(_: Position | System) -> bytes:
    """Raise `InputError`: replays are not written."""
    raise refusal(name, "a position, only games, and is not written")


def kind_of(data: bytes) -> str | None:
    """Return ``avf``, ``evf``, ``rmv`` or ``mvf`` by the beginning of *data*, None for none."""
    if data[:4] == b"*rmv":
        return "rmv"
    if data[:2] == b"\x11\x4d" and data[27:28] == b"5":
        return "mvf"
    if len(data) > 16 and data[0] <= 4 and _begins_evf(data):
        return "evf"
    return "avf" if len(data) > 30 and _begins_avf(data) else None


def recording(
    rows: int,
    columns: int,
    mines: Sequence[Sequence[int]],
    changes: Sequence[Sequence[Sequence[int]]],
) -> Recording:
    """Return the recording of a game from what the reader says of it.

    *changes* have, for each move, row, column and code of every cell that it changed. Raises
    `InputError` where a code is none or contradicts the layout.
    """
    layout = Layout.from_cells(rows, columns, [(row, column) for row, column in mines])
    positions = tuple(_positions(layout, changes))
    return Recording(layout, positions, len(positions) - 1)


def _positions(layout: Layout, changes: Sequence[Sequence[Sequence[int]]]) -> Iterator[Position]:
    marks = layout.start()
    yield layout.position(marks)
    for change in changes:
        for row, column, code in change:
            place = layout.board.place((row, column))
            if not _is_true(layout, place, code):
                raise InputError(f"the replay shows {code} at {row},{column}: that is wrong there")
            marks[place] = _MARKS[code]
        yield layout.position(marks)


def _is_true(layout: Layout, place: int, code: int) -> bool:
    """Whether a cell of the layout can be shown by *code*."""
    mark, mined = _MARKS.get(code), place in layout.mines
    if mark == MINE:
        return mined
    if mark in (COVERED, FLAG):
        return True
    return not mined and code == layout.number(place)


def _read(kind: str, data: bytes) -> bytes:
    """Return what the reader says of *data*, in its own process and folder."""
    # The reader's folder is another one, and relative places of modules mean nothing there.
    places = os.pathsep.join(str(Path(place).absolute()) for place in sys.path)
    with TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                [sys.executable, "-m", "exactsweep.formats.replay_reader", kind],
                input=data,
                capture_output=True,
                check=False,
                cwd=folder,
                env={**os.environ, "PYTHONPATH": places},
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            raise InputError(f"the {kind} replay could not be read within {SECONDS} s") from None
        if done.returncode:
            # 1 is Python's own; what the library's end writes to standard error is of no use.
            errors = done.stderr.decode(errors="replace") if done.returncode == 1 else ""
            reason = _reason(Path(folder), errors)
            raise InputError(f"this is no whole {kind} replay{reason}")
    return done.stdout


def _reason(folder: Path, errors: str) -> str:
    """Return why the reader ended, from the library's log or else its *errors*, for a message."""
    log = folder / "crash.log"
    if log.exists():
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        said = [line.rpartition(": ")[2] for line in lines if line.startswith("message:")]
    else:
        said = errors.splitlines()[-1:]
    return f": {shorten(said[0])}" if said and said[0].isprintable() else ""


def _begins_evf(data: bytes) -> bool:
    """Whether the sizes in *data* can be those of an EVF file."""
    at = 3 if data[0] >= 3 else 2
    rows, columns, mines = data[at], data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
    return rows > 0 and columns > 0 and mines <= rows * columns and data[at + 4] > 0


def _begins_avf(data: bytes) -> bool:
    """Whether the mines in *data* can be those of an AVF file."""
    at = 6
    if data[5] == 6:
        rows, columns, mines = data[7] + 1, data[6] + 1, int.from_bytes(data[8:10], "big")
        at = 10
    elif data[5] in _LEVELS:
        rows, columns, mines = _LEVELS[data[5]]
    else:
        return False
    cells = data[at : at + 2 * mines]
    pairs = list(zip(cells[::2], cells[1::2], strict=False))
    inside = all(1 <= row <= rows and 1 <= column <= columns for row, column in pairs)
    return inside and len(set(pairs)) == len(pairs) == mines
