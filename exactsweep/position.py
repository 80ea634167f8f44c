"""The position: what a player sees, validated.

A mark stands at each place of the topology: a shown number, ``-`` covered, ``+`` flag, ``*`` shown
mine, ``~`` no cell here. On a board the marks are one string with its rows joined by line ends, a
line end being a place without a cell too; on a graph they are a tuple of one string a node.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from exactsweep.errors import InputError
from exactsweep.topology import Board, board, Cell, Graph, Topology

if TYPE_CHECKING:
    import networkx as nx

COVERED = "-"
FLAG = "+"
MINE = "*"
HOLE = "~"
LINE_END = "\n"
DIGITS = "012345678"
ALLOWED = DIGITS + COVERED + FLAG + MINE + HOLE
_ALLOWED_BYTES = ALLOWED.encode()


class Position:
    """What the player sees; immutable, comparable, hashable.

    Make one with `from_rows` or `from_graph`. *mines* is the total over the whole board, flagged
    and shown mines too, None where it is unknown; *density* is a fraction between 0 and 1 that
    stands in for a total; *trusted* says whether a flag is a mine or just a covered cell.
    """

    __slots__ = ("density", "marks", "mines", "topology", "trusted")

    def __init__(
        self,
        topology: Topology,
        marks: Sequence[str],
        mines: int | None,
        density: Fraction | None,
        trusted: bool,
    ) -> None:
        self.topology = topology
        self.marks = marks
        self.mines = mines
        self.density = density
        self.trusted = trusted

    @classmethod
    def from_rows(
        cls,
        rows: Sequence[str],
        mines: int | None = None,
        *,
        density: Fraction | str | None = None,
        topology: str = "grid",
        flags: str = "trusted",
    ) -> "Position":
        """Return the position of a board given as equally long rows of marks.

        Raises `InputError` with the row as its line, 1-based, and the column of the first fault.

        >>> Position.from_rows(["1-", "--"], mines=1).covered()
        [(0, 1), (1, 0), (1, 1)]
        """
        marks = LINE_END.join(rows)
        columns = len(rows[0]) if rows else 0
        where = board(topology, len(rows), columns)
        if not _is_rectangle(marks, len(rows), columns):
            raise InputError(*first_fault(rows))
        return cls(where, marks, *validated_prior(mines, density), validated_trust(flags))

    @classmethod
    def from_graph(
        cls,
        graph: "nx.Graph[Cell]",
        shown: Mapping[Cell, int | str],
        mines: int | None = None,
        *,
        density: Fraction | str | None = None,
        flags: str = "trusted",
    ) -> "Position":
        """Return the position on any networkx graph whose nodes are the cells.

        *shown* gives a number of at least 0, ``+`` or ``*`` for the nodes that are not covered.

        >>> import networkx as nx
        >>> Position.from_graph(nx.path_graph(3), {1: 2}).covered()
        [0, 2]
        """
        topology = Graph(graph)
        marks = [COVERED] * topology.places
        for cell, mark in shown.items():
            marks[topology.place(cell)] = _graph_mark(cell, mark)
        prior = validated_prior(mines, density)
        return cls(topology, tuple(marks), *prior, validated_trust(flags))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        prior = f"mines={self.mines}" if self.density is None else f"density={self.density}"
        return f"<Position {self.topology.name}, {prior}, {len(self.covered())} cells covered>"

    def _key(self) -> tuple[object, ...]:
        return self.topology, self.marks, self.mines, self.density, self.trusted

    @property
    def board(self) -> Board:
        """The topology as a board; `InputError` for a position on a graph."""
        if not isinstance(self.topology, Board):
            raise InputError("a position on a graph has no rows and columns")
        return self.topology

    @property
    def rows(self) -> list[str]:
        """The rows of marks; `InputError` for a position on a graph."""
        assert self.board and isinstance(self.marks, str)
        return self.marks.split(LINE_END)

    @property
    def mine_marks(self) -> str:
        """The marks that are certainly mines: shown ones, and flags if they are trusted."""
        return MINE + FLAG if self.trusted else MINE

    @property
    def covered_marks(self) -> str:
        """The marks of cells that may be a mine or safe."""
        return COVERED if self.trusted else COVERED + FLAG

    def places_of(self, marks: str) -> list[int]:
        """The places that show one of *marks*, in increasing order."""
        return [place for place, mark in enumerate(self.marks) if mark in marks]

    def covered(self) -> list[Cell]:
        """The cells that may be a mine or safe, in order of place."""
        return [self.topology.cells[place] for place in self.places_of(self.covered_marks)]

    def known_mines(self) -> int:
        """Number of mines that the marks alone give away."""
        return sum(map(self.marks.count, self.mine_marks))

    def replace(
        self,
        *,
        mines: int | None = None,
        density: Fraction | str | None = None,
        flags: str | None = None,
    ) -> "Position":
        """Return the same marks under another prior, and under other *flags* where given.

        With neither *mines* nor *density* the total is unknown.
        """
        trusted = self.trusted if flags is None else validated_trust(flags)
        prior = validated_prior(mines, density)
        return Position(self.topology, self.marks, *prior, trusted)

    def with_mines_left(self, left: int) -> "Position":
        """Return the position whose total is *left* beside the flags and the shown mines."""
        validated_prior(left, None)
        return self.replace(mines=left + sum(map(self.marks.count, MINE + FLAG)))


def first_fault(rows: Sequence[str]) -> tuple[str, int, int]:
    """Return what is wrong with *rows* first, and where: 1-based row and column."""
    if not rows:
        return "there are no rows", 1, 1
    if not rows[0]:
        return "the row is empty", 1, 1
    for number, row in enumerate(rows, 1):
        for column, mark in enumerate(row, 1):
            if mark not in ALLOWED:
                return f"{mark!r} is none of the marks {ALLOWED}", number, column
        if len(row) != len(rows[0]):
            here = min(len(row), len(rows[0])) + 1
            return f"the row has {len(row)} cells, the first one {len(rows[0])}", number, here
    raise AssertionError("these rows have no fault")


def validated_prior(
    mines: int | None, density: Fraction | str | None
) -> tuple[int | None, Fraction | None]:
    """Return *mines* and *density* as they are kept, or raise `InputError`."""
    if mines is not None and (type(mines) is not int or mines < 0):
        raise InputError(f"the total must be a whole number of at least 0, not {mines!r}")
    if density is None:
        return mines, None
    if mines is not None:
        raise InputError("a position has a total or a density, not both")
    return None, parse_density(density)


def parse_density(density: Fraction | str) -> Fraction:
    """Return a density from a fraction or from text ``P/Q``; `InputError` if it is not one."""
    text = str(density)
    above, _, below = text.partition("/")
    if not all(part.isascii() and part.isdigit() for part in (above, below)) or not int(below):
        raise InputError(f"the density must be a fraction P/Q between 0 and 1, not {text}")
    value = Fraction(int(above), int(below))
    if not 0 < value < 1:
        raise InputError(f"the density must lie between 0 and 1, not at {text}")
    return value


def validated_trust(flags: str) -> bool:
    """Return whether ``trusted`` or ``untrusted`` means trust, or raise `InputError`."""
    if flags not in ("trusted", "untrusted"):
        raise InputError(f"flags must be trusted or untrusted, not {flags!r}")
    return flags == "trusted"


def unknown_cells(position: Position, cells: Iterable[Cell]) -> list[int]:
    """Return the places of *cells*; `InputError` where one of them is not on the board."""
    places = [position.topology.place(cell) for cell in cells]
    for place in places:
        if position.marks[place] == HOLE:
            raise InputError(f"there is no cell at {position.topology.cells[place]}")
    return places


def _is_rectangle(marks: str, rows: int, columns: int) -> bool:
    """Whether *marks* are *rows* lines of *columns* allowed marks, looked at all at once."""
    ends = LINE_END * (rows - 1)
    return (
        columns > 0
        and marks[columns :: columns + 1] == ends
        and len(marks) == rows * (columns + 1) - 1
        and marks.isascii()
        and marks.encode().translate(None, _ALLOWED_BYTES) == ends.encode()
    )


def _graph_mark(cell: Cell, mark: int | str) -> str:
    if isinstance(mark, str) and mark in (COVERED, FLAG, MINE):
        return mark
    if type(mark) is int and mark >= 0:
        return str(mark)
    raise InputError(f"node {cell!r}: {mark!r} is neither a number of at least 0 nor one of - + *")
