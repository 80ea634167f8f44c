"""From a formula to tiles on a grid of squares.

In: a `Formula`. Out: a `Routing`. Every variable is a wire from west to east, in a row of its own.
Every literal splits its signal off that wire and takes it south, across the variables below; the
last literal of a variable takes the wire itself. A negative literal then passes a NOT. South of the
variables the literals of a clause turn east, the last one in the uppermost row, so that none
crosses another, and go through a staircase of ORs into an end that has to be true:

    1 ---+-----------
         |               a clause (1 or -2 or 3)
    2 ---|--+--------
         |  |
    3 ---|--|--+-----
         | NOT |
         |  |  +--OR
         |  +-----OR--OR
         +------------OR--TRUE

A clause of k literals takes 7k - 3 columns of squares, the grid v + 2 + k rows for the longest.
"""

from collections import Counter
from dataclasses import dataclass

from exactsweep.circuit.dimacs import Formula
from exactsweep.circuit.tiles import (
    CROSSING,
    END,
    FALSE,
    NORTH_TO_EAST,
    NOT,
    OR,
    SIDE,
    SPLIT,
    START,
    TRUE,
    WEST_TO_SOUTH,
    WIRE_EAST,
    WIRE_SOUTH,
    Picture,
)

LITERAL_COLUMNS = 3
"""Columns between literals: a NOT stands between two turns."""
BETWEEN = 2
"""Rows between the variables and the clauses: an empty one and that of the NOTs. East of a SPLIT a
wire lacks a covered cell, and a NOT close below would be drawn otherwise than it is meant."""
GATE_COLUMNS = len(OR[0]) // SIDE


@dataclass(frozen=True, slots=True)
class Routing:
    """*tiles* by row and column of squares, on a grid of *rows* and *columns* of them."""

    rows: int
    columns: int
    tiles: dict[tuple[int, int], Picture]


def route(formula: Formula) -> Routing:
    """Return where the tiles of *formula* stand; the wire of variable i begins at (i - 1, 0)."""
    clauses = [clause for clause in map(simplified, formula.clauses) if clause is not None]
    return _Router(formula.variables, clauses).routing


def simplified(clause: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return *clause* without repeated literals; None where it is always true.

    >>> simplified((2, -1, 2)), simplified((1, -1))
    ((2, -1), None)
    """
    literals = tuple(dict.fromkeys(clause))
    return None if any(-literal in literals for literal in literals) else literals


class _Router:
    """Routes clauses one after the other, from west to east."""

    def __init__(self, variables: int, clauses: list[tuple[int, ...]]) -> None:
        self._variables = variables
        self._left = Counter(abs(literal) for clause in clauses for literal in clause)
        self._tiles: dict[tuple[int, int], Picture] = {}
        self._end = dict.fromkeys(range(1, variables + 1), 1)
        self._at = 1
        self._begin()
        for clause in clauses:
            self._clause(clause)
        self._lay_wires()
        longest = max((max(len(clause), 1) for clause in clauses), default=0)
        rows = variables + BETWEEN + longest if clauses else variables
        self.routing = Routing(max(rows, 1), self._at, self._tiles)

    def _begin(self) -> None:
        """Let the wires of all variables begin, and those of unused ones end."""
        for variable in self._end:
            self._tiles[variable - 1, 0] = START
            if not self._left[variable]:
                self._tiles[variable - 1, 1] = END
                self._at = 2

    def _clause(self, clause: tuple[int, ...]) -> None:
        top = self._variables + BETWEEN
        bottom = top + max(len(clause), 1) - 1
        turns = [self._literal(literal, bottom - at) for at, literal in enumerate(clause)]
        if not clause:
            self._put(FALSE, top)
        for at, (row, column) in enumerate(reversed(turns)):
            gate = self._at + GATE_COLUMNS * max(at - 1, 0)
            for beside in range(column + 1, gate):
                self._tiles[row, beside] = WIRE_EAST
            if at:
                self._tiles[row - 1, gate] = OR
        self._at += GATE_COLUMNS * max(len(clause) - 1, 0)
        self._put(TRUE, bottom)

    def _put(self, picture: Picture, row: int) -> None:
        """Put a tile into the next column."""
        self._tiles[row, self._at] = picture
        self._at += 1

    def _literal(self, literal: int, row: int) -> tuple[int, int]:
        """Take *literal* to *row* of squares and return where it turns east."""
        column = self._at
        self._at += LITERAL_COLUMNS
        self._tap(abs(literal), column)
        down = self._variables
        self._tiles[down, column] = WIRE_SOUTH
        if literal < 0:
            self._tiles[down + 1, column] = NORTH_TO_EAST
            self._tiles[down + 1, column + 1] = NOT
            column += 2
            self._tiles[down + 1, column] = WEST_TO_SOUTH
            down += 2
        for above in range(down, row):
            self._tiles[above, column] = WIRE_SOUTH
        self._tiles[row, column] = NORTH_TO_EAST
        return row, column

    def _tap(self, variable: int, column: int) -> None:
        """Split the signal of *variable* off, or take it, south across the variables below."""
        self._left[variable] -= 1
        self._end[variable] = column
        self._tiles[variable - 1, column] = SPLIT if self._left[variable] else WEST_TO_SOUTH
        for below in range(variable + 1, self._variables + 1):
            self._tiles[below - 1, column] = CROSSING if self._left[below] else WIRE_SOUTH

    def _lay_wires(self) -> None:
        """Join what was put on the wire of every variable."""
        for variable, end in self._end.items():
            for column in range(1, end):
                self._tiles.setdefault((variable - 1, column), WIRE_EAST)
