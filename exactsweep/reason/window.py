"""The rule of windows: every square of the board, judged by all assignments of its covered cells.

In: the `System` of a position with rows and columns. Out: the cells that some square forces; None
where a square has no assignment. The numbers that judge are those inside the square, and one that
reaches outside is content with any number of mines there: mines inside <= owed <= mines inside +
covered cells outside. A side of the square longer than the board's is cut to it.

Squares do not wrap around a torus. So that its seam hides nothing that a single number says, each
number is judged by all its cells as well; elsewhere squares from 2x2 on imply that.
"""

from collections.abc import Iterator, Sequence

from exactsweep.budget import UNLIMITED, Budget
from exactsweep.errors import InputError
from exactsweep.reason.rules import Forced, first_knowledge, fixpoint
from exactsweep.system import System
from exactsweep.topology import Board


class Squares:
    """The squares of a board, by the place of their first cell, and single clues, as ``~clue``."""

    __slots__ = ("_board", "_clue_at", "_columns", "_inside", "_place_of", "_rows")

    def __init__(self, system: System, board: Board, size: int) -> None:
        rows, columns = min(size, board.rows), min(size, board.columns)
        self._board = board
        self._rows, self._columns = rows, columns
        self._inside = [r * board.stride + c for r in range(rows) for c in range(columns)]
        self._place_of = [board.place(clue.source) for clue in system.clues]
        self._clue_at = {place: clue for clue, place in enumerate(self._place_of)}

    def around(self, clue: int) -> Iterator[int]:
        """Return the clue alone, and the squares that it lies in."""
        yield ~clue
        board = self._board
        row, column = divmod(self._place_of[clue], board.stride)
        for top in _starts(row, self._rows, board.rows):
            for left in _starts(column, self._columns, board.columns):
                yield top * board.stride + left

    def view(self, group: int) -> tuple[Sequence[int], set[int] | None]:
        """Return the clues in a square and its places, or a clue alone with no area."""
        if group < 0:
            return (~group,), None
        places = [group + offset for offset in self._inside]
        return [self._clue_at[p] for p in places if p in self._clue_at], set(places)


def _starts(at: int, span: int, end: int) -> range:
    """Return where a run of *span* within ``range(end)`` can start so that it covers *at*."""
    return range(max(0, at - span + 1), min(at, end - span) + 1)


def window(
    system: System, size: int = 4, budget: Budget = UNLIMITED, found: Forced | None = None
) -> Forced | None:
    """Return the cells that squares of *size* rows and columns force.

    None where a square has no assignment. *found*, if given, is a dict that gets the cells as they
    are forced, so that `BudgetExceeded` does not lose them. Raises `InputError` for a size below 1
    and for a system without rows and columns.

    >>> from exactsweep.position import Position
    >>> from exactsweep.system import system_of
    >>> window(system_of(Position.from_rows(["---", "121"]))) == {0: True, 1: False, 2: True}
    True
    """
    if size < 1:
        raise InputError(f"the window size must be at least 1, not {size}")
    if system.position is None or not isinstance(system.position.topology, Board):
        raise InputError("the window rule needs rows and columns")
    knowledge = first_knowledge(system, found)
    if knowledge is None:
        return None
    return fixpoint(knowledge, Squares(system, system.position.topology, size), budget)
