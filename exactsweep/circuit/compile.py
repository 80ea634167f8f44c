"""A formula as a position, and the file that says both the board and where its variables are.

In: a `Formula`, or the text of a file. Out: a `Circuit`, and the file's text. The position is
consistent exactly when the formula is satisfiable; it has a placement for each assignment that
satisfies the formula, and no other (Kaye, Mathematical Intelligencer 22(2), 2000). Its total is
known: every tile has the same number of mines in all its placements, so the total never decides.
"""

import re
from dataclasses import dataclass

from exactsweep.circuit.dimacs import Formula
from exactsweep.circuit.routing import route
from exactsweep.circuit.tiles import cell_of, draw
from exactsweep.errors import InputError, quote
from exactsweep.formats import text as board_text
from exactsweep.formats.reading import split_lines
from exactsweep.position import Position

_NUMBER = "(0|[1-9][0-9]{0,8})"
_HEADER = re.compile(f"# circuit: {_NUMBER} variables, {_NUMBER} clauses")
_VARIABLE = re.compile(f"# variable {_NUMBER} at {_NUMBER},{_NUMBER}")


@dataclass(frozen=True, slots=True)
class Circuit:
    """A *position* and the cell of each of its *variables*: a mine there is true.

    *clauses* is the number of clauses of the formula. East of a variable's cell is its opposite.
    """

    position: Position
    variables: tuple[tuple[int, int], ...]
    clauses: int


def compile_formula(formula: Formula) -> Circuit:
    """Return the circuit of *formula*.

    >>> from exactsweep.circuit.dimacs import Formula
    >>> compile_formula(Formula(1, ((1,), (-1,)))).variables
    ((2, 3),)
    """
    routing = route(formula)
    rows, mines = draw(routing.tiles, routing.rows, routing.columns)
    variables = tuple(cell_of(row, 0, 1, 2) for row in range(formula.variables))
    return Circuit(Position.from_rows(rows, mines=mines), variables, len(formula.clauses))


def dump(circuit: Circuit) -> str:
    """Return the text of the file: our text format, with comments that name the variables."""
    comments = [f"circuit: {len(circuit.variables)} variables, {circuit.clauses} clauses"]
    for variable, (row, column) in enumerate(circuit.variables, 1):
        comments.append(f"variable {variable} at {row},{column}")
    return board_text.dump(circuit.position, comments)


def parse(text: str) -> Circuit:
    """Return the circuit that a file says; `InputError` with the line of its first fault."""
    variables: list[tuple[int, int]] = []
    promised: tuple[int, int] | None = None
    lines = split_lines(text)
    for number, line in enumerate(lines, 1):
        if line.startswith("# circuit:"):
            if promised is not None:
                raise InputError("a second comment # circuit: ..", number)
            promised = _header(line, number)
        elif line.startswith("# variable "):
            variables.append(_variable(line, number, len(variables) + 1))
    if promised is None:
        problem = "no comment # circuit: .. says where variables are; is this board a circuit?"
        raise InputError(problem)
    if promised[0] != len(variables):
        found = len(variables)
        raise InputError(f"the comments promise {promised[0]} variables and name {found}")
    position = board_text.parse(text)
    for variable, cell in enumerate(variables, 1):
        _check_wire(position, variable, cell)
    return Circuit(position, tuple(variables), promised[1])


def _header(line: str, number: int) -> tuple[int, int]:
    found = _HEADER.fullmatch(line)
    if not found:
        raise InputError(f"{quote(line)} is no comment # circuit: V variables, C clauses", number)
    return int(found[1]), int(found[2])


def _variable(line: str, number: int, expected: int) -> tuple[int, int]:
    found = _VARIABLE.fullmatch(line)
    if not found or int(found[1]) != expected:
        problem = f"{quote(line)} is not the comment # variable {expected} at ROW,COLUMN"
        raise InputError(problem, number)
    return int(found[2]), int(found[3])


def _check_wire(position: Position, variable: int, cell: tuple[int, int]) -> None:
    """Raise `InputError` where no wire of covered cells begins at *cell* and goes east."""
    board = position.board
    row, column = cell
    for part in (cell, (row, column + 1)):
        if not (row < board.rows and part[1] < board.columns):
            raise InputError(f"variable {variable}: cell {row},{column} has no wire on this board")
        if position.marks[board.place(part)] not in position.covered_marks:
            raise InputError(f"variable {variable}: cell {part[0]},{part[1]} is not covered")
