"""Where the mines lie, and what a player sees of it move by move.

In: a board and its mines, or a game that was played on them. Out: positions. A layout knows more
than a player, so a position made here trusts its flags only where each of them stands on a mine.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from exactsweep.errors import InputError
from exactsweep.position import COVERED, DIGITS, FLAG, LINE_END, MINE, Position
from exactsweep.topology import Board, board


class Layout:
    """A board on a grid and the places of its mines; immutable, comparable.

    >>> Layout.from_cells(2, 3, [(0, 0)]).finished().rows
    ['*10', '110']
    """

    __slots__ = ("board", "mines")

    def __init__(self, where: Board, mines: Iterable[int]) -> None:
        self.board = where
        self.mines = frozenset(mines)

    @classmethod
    def from_cells(
        cls, rows: int, columns: int, mines: Iterable[tuple[int, int]], topology: str = "grid"
    ) -> "Layout":
        """Return the layout of a board with *mines* at these cells; `InputError` outside of it."""
        if rows < 1 or columns < 1:
            raise InputError(f"a board has rows and columns, not {rows}x{columns}")
        where = board(topology, rows, columns)
        return cls(where, map(where.place, mines))

    @classmethod
    def of(cls, position: Position) -> "Layout":
        """Return the layout of a finished board, in which no cell is covered.

        Trusted flags are mines. Raises `InputError` at a covered cell, a hole, and a number or a
        total that the mines do not give.
        """
        where, marks = position.board, position.marks
        layout = cls(where, position.places_of(position.mine_marks))
        for place, mark in enumerate(marks):
            if place not in layout.mines and mark != LINE_END:
                layout._check(place, mark)
        if position.mines not in (None, len(layout.mines)):
            problem = f"the board has {len(layout.mines)} mines, its total says {position.mines}"
            raise InputError(problem)
        return layout

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Board, frozenset[int]]:
        return self.board, self.mines

    def number(self, place: int) -> int:
        """The number of mines around *place*."""
        return sum(near in self.mines for near in self.board.neighbours(place))

    def start(self) -> list[str]:
        """The marks of a board of which nothing is opened; `open` changes such marks."""
        row = [*(COVERED * self.board.columns), LINE_END]
        return (row * self.board.rows)[:-1]

    def open(self, marks: list[str], place: int) -> bool:
        """Open *place* in *marks* and whatever a zero opens; return whether it was safe.

        A flag is opened only where it is *place* itself. A mine is shown, and nothing else changes.
        """
        if place in self.mines:
            marks[place] = MINE
            return False
        waiting = [place]
        marks[place] = COVERED
        while waiting:
            current = waiting.pop()
            if marks[current] != COVERED:
                continue
            number = self.number(current)
            marks[current] = DIGITS[number]
            if number == 0:
                waiting += self.board.neighbours(current)
        return True

    def position(self, marks: Sequence[str]) -> Position:
        """The position of *marks*, its total being that of the layout."""
        shown = "".join(marks)
        flags = (place for place, mark in enumerate(shown) if mark == FLAG)
        trusted = self.mines.issuperset(flags)
        return Position(self.board, shown, len(self.mines), None, trusted)

    def covered(self) -> Position:
        """The position before the first move."""
        return self.position(self.start())

    def opened(self, cell: tuple[int, int]) -> Position:
        """The position after a first move at *cell*; `InputError` outside of the board."""
        marks = self.start()
        self.open(marks, self.board.place(cell))
        return self.position(marks)

    def finished(self) -> Position:
        """The finished board: every number and every mine is shown."""
        marks = self.start()
        for place, mark in enumerate(marks):
            if mark != LINE_END:
                mined = place in self.mines
                marks[place] = MINE if mined else DIGITS[self.number(place)]
        return self.position(marks)

    def _check(self, place: int, mark: str) -> None:
        row, column = self.board.cells[place]
        if mark not in DIGITS:
            what = "has no cell there" if mark == "~" else "leaves this cell covered"
            raise InputError(f"cell {row},{column}: a layout wants every cell; the board {what}")
        if int(mark) != self.number(place):
            problem = f"it shows {mark} beside {self.number(place)} mines"
            raise InputError(f"cell {row},{column}: {problem}")


@dataclass(frozen=True)
class Recording:
    """A layout and the *positions* of a game on it, before the first move and after each.

    *now* is the index of the one that the file says.
    """

    layout: Layout
    positions: tuple[Position, ...]
    now: int

    def after(self, move: int) -> Position:
        """The position after *move* moves; `InputError` where there are fewer."""
        if not 0 <= move < len(self.positions):
            last = len(self.positions) - 1
            raise InputError(f"there is no move {move}; the game has moves 1 to {last}, 0 is none")
        return self.positions[move]

    @property
    def current(self) -> Position:
        """The position that the file says."""
        return self.positions[self.now]
