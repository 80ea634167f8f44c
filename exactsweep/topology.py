"""Who neighbours whom.

A *place* is an index into a position's marks; a *cell* is the name that people use: ``(row,
column)`` on a board, the node itself on a graph. A board has one place more than columns in each
row, for the line end, so that moving one place or one row never wraps from an edge to the opposite
one. Neighbours are a set without the cell itself, so a torus under three wide counts nobody twice.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, TypeAlias

from exactsweep.errors import InputError, shorten

if TYPE_CHECKING:
    import networkx as nx

Cell: TypeAlias = Hashable
Offsets: TypeAlias = tuple[tuple[int, int], ...]

SQUARE: Offsets = tuple((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0))
CROSS: Offsets = ((-1, 0), (0, -1), (0, 1), (1, 0))
HEX_EVEN: Offsets = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0))
HEX_ODD: Offsets = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1))

BOARDS: Mapping[str, tuple[Offsets, Offsets]] = {
    "grid": (SQUARE, SQUARE),
    "torus": (SQUARE, SQUARE),
    "hex": (HEX_EVEN, HEX_ODD),
    "orthogonal": (CROSS, CROSS),
}
"""Offsets of the neighbours in even and in odd rows, by the name of the topology."""


def cell_name(cell: Cell) -> str:
    """Return how people write the name of *cell*.

    >>> cell_name((0, 3))
    '0,3'
    """
    return ",".join(map(str, cell)) if isinstance(cell, tuple) else str(cell)


class Topology(Protocol):
    """The cells of a position and their neighbours; both kinds below are this."""

    name: str

    @property
    def places(self) -> int:
        """Number of places."""

    @property
    def cells(self) -> Sequence[Cell]:
        """The cell at every place."""

    def place(self, cell: Cell) -> int:
        """Return the place of *cell*; `InputError` where there is no such cell."""

    def neighbours(self, place: int) -> list[int]:
        """Return the places next to *place* in increasing order."""


class Board:
    """Rows and columns under one of the names of `BOARDS`.

    >>> Board("torus", 3, 4).neighbours(0)
    [1, 3, 5, 6, 8, 10, 11, 13]
    """

    __slots__ = ("_cells", "columns", "name", "rows", "stride")

    def __init__(self, name: str, rows: int, columns: int) -> None:
        self.name = name
        self.rows = rows
        self.columns = columns
        self.stride = columns + 1
        self._cells: list[tuple[int, int]] | None = None

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The (row, column) of every place, that of a line end being one column too far."""
        if self._cells is None:
            self._cells = [divmod(place, self.stride) for place in range(self.places)]
        return self._cells

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Board({self.name!r}, {self.rows}, {self.columns})"

    def _key(self) -> tuple[str, int, int]:
        return self.name, self.rows, self.columns

    @property
    def places(self) -> int:
        """Number of places: those of all cells and of the line ends between rows."""
        return self.rows * self.stride - 1

    def place(self, cell: Cell) -> int:
        """The place of ``(row, column)``; `InputError` where the board has no such cell."""
        if not (isinstance(cell, tuple) and len(cell) == 2 and {type(n) for n in cell} == {int}):
            raise InputError(f"{shorten(repr(cell))} is not a (row, column) pair of integers")
        row, column = cell
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise InputError(f"cell {row},{column} is outside the {self.rows}x{self.columns} board")
        return int(row * self.stride + column)

    def neighbours(self, place: int) -> list[int]:
        """Places next to *place* in increasing order, holes among them."""
        row, column = divmod(place, self.stride)
        found = {r * self.stride + c for r, c in self._around(row, column)}
        found.discard(place)
        return sorted(found)

    def _around(self, row: int, column: int) -> Iterator[tuple[int, int]]:
        wraps = self.name == "torus"
        for down, right in BOARDS[self.name][row & 1]:
            r, c = row + down, column + right
            if wraps:
                yield r % self.rows, c % self.columns
            elif 0 <= r < self.rows and 0 <= c < self.columns:
                yield r, c


@lru_cache(maxsize=8)
def board(name: str, rows: int, columns: int) -> Board:
    """Return the board of that shape, the same one while in use: its cells are listed once."""
    return Board(name, rows, columns)


class Graph:
    """The nodes of a networkx graph, in the graph's own order; edges join neighbours.

    Directed and multigraphs are read as undirected and simple, loops are no neighbours.
    """

    __slots__ = ("_around", "_place", "cells", "name")

    def __init__(self, graph: "nx.Graph[Cell]") -> None:
        self.name = "graph"
        self.cells = list(graph.nodes)
        self._place = {cell: place for place, cell in enumerate(self.cells)}
        around: list[set[int]] = [set() for _ in self.cells]
        for one, other in graph.edges():
            if one != other:
                around[self._place[one]].add(self._place[other])
                around[self._place[other]].add(self._place[one])
        self._around = [sorted(near) for near in around]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Graph) and self.cells == other.cells and self._around == other._around
        )

    def __hash__(self) -> int:
        return hash((tuple(self.cells), sum(map(len, self._around))))

    @property
    def places(self) -> int:
        """Number of nodes."""
        return len(self.cells)

    def place(self, cell: Cell) -> int:
        """The place of the node *cell*; `InputError` where the graph has no such node."""
        try:
            return self._place[cell]
        except (KeyError, TypeError):
            raise InputError(f"the graph has no node {cell!r}") from None

    def neighbours(self, place: int) -> list[int]:
        """Places that share an edge with *place*, in increasing order."""
        return self._around[place]
