"""The position: what a player sees, validated.

A mark stands at each place of the topology: a shown number, ``-`` covered, ``+`` flag, ``*`` shown
mine, ``~`` no cell here. On a board the marks are one string with its rows joined by line ends, a
line end being a place without a cell too; on a graph they are a tuple of one string a node.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from exactsweep.errors import InputError, shorten
from exactsweep.topology import BOARDS, Board, Cell, Graph, Topology, board

if TYPE_CHECKING:
    import networkx as nx

COVERED = "-"
FLAG = "+"
MINE = "*"
HOLE = "~"
LINE_END = "\n"
DIGITS = "012345678"
ALLOWED = DIGITS + COVERED + FLAG + MINE + HOLE
MOST_DIGITS = 640
"""The most digits of a number that is read: every Python reads so many under any limit."""

_ALLOWED_BYTES = ALLOWED.encode()
_NO_MARK = re.compile(r"[^0-8\-+*~]")
_DENSITY = re.compile(rf"([0-9]{{1,{MOST_DIGITS}}})/([0-9]{{1,{MOST_DIGITS}}})")


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
        where = board(validated_topology(topology), len(rows), columns)
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
    for number, row in enumerate(rows, 1):
        fault = row_fault(row, len(rows[0]))
        if fault:
            return fault[0], number, fault[1]
    raise AssertionError("these rows have no fault")


def row_fault(row: str, columns: int) -> tuple[str, int] | None:
    """Return what is wrong with *row* first, and in which column; the first row has *columns*.

    >>> row_fault("1-9", 3)
    ("'9' is no mark; marks are 0-8, - covered, + flag, * mine, ~ no cell", 3)
    """
    found = _NO_MARK.search(row)
    if found:
        mark = found.group()
        shown = repr(mark) if mark.isascii() else f"{mark!r} (U+{ord(mark):04X})"
        problem = f"{shown} is no mark; marks are 0-8, - covered, + flag, * mine, ~ no cell"
        return problem, found.start() + 1
    if len(row) != columns or not row:
        problem = f"this row has {len(row)} cells, the first one {columns}" if row else "empty row"
        return problem, min(len(row), columns) + 1
    return None


def validated_prior(
    mines: int | None, density: Fraction | str | None
) -> tuple[int | None, Fraction | None]:
    """Return *mines* and *density* as they are kept, or raise `InputError`."""
    if mines is not None and (type(mines) is not int or mines < 0):
        shown = shorten(repr(mines))
        raise InputError(f"the total must be a whole number of at least 0, not {shown}")
    if density is None:
        return mines, None
    if mines is not None:
        raise InputError("a position has a total or a density, not both")
    return None, parse_density(density)


def parse_density(density: Fraction | str) -> Fraction:
    """Return a density from a fraction or from text ``P/Q``.

    Raises `InputError` where it does not lie between 0 and 1.
    """
    if isinstance(density, Fraction):
        value = density
    else:
        found = _DENSITY.fullmatch(density) if isinstance(density, str) else None
        above, below = map(int, found.groups()) if found else (0, 0)
        value = Fraction(above, below) if below else Fraction(0)
    if not 0 < value < 1:
        shown = shorten(repr(density))
        raise InputError(f"the density must be a fraction P/Q between 0 and 1, not {shown}")
    return value


def validated_topology(name: str) -> str:
    """Return *name* where it is a topology of boards, else raise `InputError`."""
    if name not in BOARDS:
        shown = shorten(repr(name))
        raise InputError(f"the topology must be one of {', '.join(BOARDS)}, not {shown}")
    return name


def validated_trust(flags: str) -> bool:
    """Return whether ``trusted`` or ``untrusted`` means trust, or raise `InputError`."""
    if flags not in ("trusted", "untrusted"):
        raise InputError(f"flags must be trusted or untrusted, not {shorten(repr(flags))}")
    return flags == "trusted"


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
