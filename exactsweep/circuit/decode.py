"""A placement of a circuit, read back as an assignment.

In: a `Circuit` and the mines of a placement, or the JSON that has them. Out: the value of each
variable. The placement is checked against every number of the board here, without any solver.
"""

from collections.abc import Iterable

from exactsweep.circuit.compile import Circuit
from exactsweep.errors import InputError
from exactsweep.formats.json_reading import Pairs, read_object, shown
from exactsweep.position import DIGITS, Position

KEYS = ("witness", "mines")
"""What the list of mines is called by ``check --json`` and by a certificate's witness.json."""


def decode(circuit: Circuit, mines: Iterable[tuple[int, int]]) -> dict[int, bool]:
    """Return the assignment that a placement with all these *mines* says.

    Raises `InputError` where they are no placement of the board, or a variable's wire is cut.
    """
    mined = _checked(circuit.position, list(mines))
    place = circuit.position.board.place
    assignment = {}
    for variable, (row, column) in enumerate(circuit.variables, 1):
        value, opposite = (place((row, c)) in mined for c in (column, column + 1))
        if value == opposite:
            what = "both mines" if value else "both safe"
            cells = f"{row},{column} and {row},{column + 1}"
            problem = f"the wire of variable {variable} is impossible: cells {cells} are {what}"
            raise InputError(problem)
        assignment[variable] = value
    return assignment


def read_witness(text: str) -> list[tuple[int, int]]:
    """Return the mines of a placement from what ``check --json`` or a certificate says.

    >>> read_witness('{"consistent": true, "witness": [[0, 1]]}')
    [(0, 1)]
    """
    pairs = read_object(text)
    found = [value for key, value in pairs if key in KEYS]
    if not found and any(key == "conflict" for key, _ in pairs):
        raise InputError("this is a conflict; it says that there is no placement")
    if len(found) != 1:
        raise InputError(f"a placement has one key {' or '.join(KEYS)}; there are {len(found)}")
    if not isinstance(found[0], list) or isinstance(found[0], Pairs):
        raise InputError(f"the mines must be a list of cells, not {shown(found[0])}")
    return [_cell(each) for each in found[0]]


def _cell(value: object) -> tuple[int, int]:
    if isinstance(value, list) and len(value) == 2:
        row, column = value
        if type(row) is int and type(column) is int:
            return row, column
    raise InputError(f"{shown(value)} is no cell [row, column]")


def _checked(position: Position, mines: list[tuple[int, int]]) -> set[int]:
    """Return the places of *mines*; `InputError` where they are no placement of *position*."""
    board, marks = position.board, position.marks
    may_be_mines = position.mine_marks + position.covered_marks
    mined: set[int] = set()
    for row, column in mines:
        place = board.place((row, column))
        if place in mined:
            raise InputError(f"the placement has the mine {row},{column} twice")
        if marks[place] not in may_be_mines:
            raise InputError(f"the placement has a mine at {row},{column}, which is not covered")
        mined.add(place)
    _check_numbers(position, mined)
    if position.mines not in (None, len(mined)):
        raise InputError(f"the placement has {len(mined)} mines, the total says {position.mines}")
    return mined


def _check_numbers(position: Position, mined: set[int]) -> None:
    board = position.board
    near = [0] * board.places
    for place in mined:
        for beside in board.neighbours(place):
            near[beside] += 1
    for place, mark in enumerate(position.marks):
        row, column = board.cells[place]
        if mark in DIGITS and int(mark) != near[place]:
            problem = f"cell {row},{column} shows {mark} beside {near[place]} mines"
            raise InputError(f"the placement breaks the board: {problem}")
        if mark in position.mine_marks and place not in mined:
            raise InputError(f"the placement lacks the mine at {row},{column}, which is known")
