"""What a format of other tools can hold: the check that comes before writing.

In: what is to be written. Out: the board as it can be written, or an `InputError` that names the
format and what it cannot hold.
"""

from typing import Literal

from exactsweep.errors import InputError
from exactsweep.layout import Layout
from exactsweep.position import COVERED, FLAG, HOLE, MINE, Position
from exactsweep.system import System
from exactsweep.topology import Board

Total = Literal["needed", "absent"]

_CALLED = {
    HOLE: "places without a cell",
    FLAG: "flags",
    MINE: "shown mines",
    COVERED: "covered cells",
}


def board_held(source: Position | System, name: str, marks: str, total: Total) -> Position:
    """Return *source* where the format called *name* can hold it; else raise `InputError`.

    It holds boards on a grid with these *marks*; a total is *needed*, or there is no place for it.
    """
    position = grid_held(source, name)
    if total == "needed" and position.mines is None:
        raise refusal(name, "a board without a total", "--mines N gives one")
    if total == "absent" and position.mines is not None:
        raise refusal(name, "a total", "--mines unknown leaves it out")
    if FLAG in position.marks and FLAG in marks and not position.trusted:
        raise refusal(name, "untrusted flags", "--flags trusted takes them for mines")
    for mark, called in _CALLED.items():
        if mark not in marks and mark in position.marks:
            row, column = position.board.cells[position.marks.index(mark)]
            raise refusal(name, f"{called}, as at {row},{column}")
    return position


def layout_held(source: Position | System, name: str) -> Layout:
    """Return the layout of a finished board on a grid; `InputError` where *source* is none."""
    position = grid_held(source, name)
    try:
        return Layout.of(position)
    except InputError as fault:
        raise InputError(f"{name} holds whole layouts: {fault.problem}") from None


def grid_held(source: Position | System, name: str) -> Position:
    """Return *source* where it is a board on a grid without a density; else raise `InputError`."""
    position = rows_held(source, name)
    if position.topology.name != "grid":
        raise refusal(name, f"the topology {position.topology.name}")
    if position.density is not None:
        raise refusal(name, "a density", "--mines N gives a total instead")
    return position


def rows_held(source: Position | System, name: str) -> Position:
    """Return *source* where it has rows and columns; else raise `InputError`."""
    if isinstance(source, System):
        raise refusal(name, "constraints without a board")
    if not isinstance(source.topology, Board):
        raise refusal(name, "a graph")
    return source


def refusal(name: str, what: str, remedy: str = "") -> InputError:
    """Return the error for *what* the format called *name* cannot hold."""
    return InputError(f"{name} cannot hold {what}" + (f" ({remedy})" if remedy else ""))
