"""Clues over cells: all that counting and reasoning need to know of a position.

In: a `Position`, or constraints without a board. Out: a `System`. Cells and clues are integers
here; `System.names` gives their names. A clue is *owed* the mines not yet known around it; it may
be owed less than none or more than its cells can pay, which is a contradiction and no error.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exactsweep.errors import InputError
from exactsweep.position import HOLE, LINE_END, Position
from exactsweep.topology import Cell


@dataclass(frozen=True, slots=True)
class Clue:
    """*owed* mines lie among *cells*; *source* is the number's cell, or the constraint's index."""

    source: Cell
    owed: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """What a covered cell would count if it were opened."""

    known: int
    """Mines around it that are known."""

    cells: tuple[int, ...]
    """Covered cells around it."""


class System:
    """Covered cells, the clues over them, and how many mines are left for them.

    *left* is None where the total is unknown; *density* stands in for it where given. A *position*
    gives the cells their neighbours; a system without one has no contents.
    """

    __slots__ = ("_names", "clues", "covered", "density", "left", "position")

    def __init__(
        self,
        covered: list[int],
        clues: list[Clue],
        left: int | None = None,
        density: Fraction | None = None,
        position: Position | None = None,
        names: Sequence[Cell] = (),
    ) -> None:
        self.covered = covered
        self.clues = clues
        self.left = left
        self.density = density
        self.position = position
        self._names = names

    @property
    def names(self) -> Sequence[Cell]:
        """The names of the cells: (row, column), a node, or what a constraint calls it."""
        return self._names if self.position is None else self.position.topology.cells

    def with_clues(self, more: Iterable[Clue]) -> "System":
        """Return the same system with *more* clues."""
        clues = [*self.clues, *more]
        return System(self.covered, clues, self.left, self.density, self.position, self._names)

    def part(self, clues: Sequence[Clue], left: int | None) -> "System":
        """Return the system of some *clues*, or of others over the same cells, under a total.

        With None for *left* only the cells of these clues matter: the part has no others, and they
        are numbered anew; its names are their numbers here.
        """
        if left is not None:
            return System(self.covered, list(clues), left, None, None, range(len(self.names)))
        cells = sorted({cell for clue in clues for cell in clue.cells})
        number = {cell: at for at, cell in enumerate(cells)}
        renamed = [
            Clue(clue.source, clue.owed, tuple(number[cell] for cell in clue.cells))
            for clue in clues
        ]
        return System(list(range(len(cells))), renamed, None, None, None, cells)

    def with_prior(self, left: int | None, density: Fraction | None) -> "System":
        """Return the same cells and clues under another prior."""
        return System(self.covered, self.clues, left, density, self.position, self._names)

    def number(self, name: Cell) -> int:
        """The cell of that name; `InputError` where there is none."""
        if self.position is not None:
            return self.position.topology.place(name)
        try:
            return self._names.index(name)
        except ValueError:
            raise InputError(f"no constraint names a cell {name!r}") from None

    def sight(self, cell: int) -> Sight:
        """What *cell* would count if opened; `InputError` for a system without a board."""
        if self.position is None:
            raise InputError("a system without a board has no contents, only mines")
        return look(self.position, cell)


class Reduction:
    """What the single-point rule leaves of a system, in boxes.

    Cells and clues are the system's integers. *safe*, *mines* and *sea* hold a byte for each cell,
    1 where it is forced safe, forced a mine, or seen by no clue; *boxes* are lists of cells,
    *seen_by* the clues of each, *owed* what a clue is still owed, *left* the mines for boxes and
    sea. With a *conflict* nothing else is said.
    """

    __slots__ = ("boxes", "conflict", "left", "mines", "owed", "safe", "sea", "seen_by")

    def __init__(
        self,
        left: int | None,
        safe: bytes,
        mines: bytes,
        boxes: list[list[int]],
        seen_by: list[list[int]],
        owed: Mapping[int, int] | bytes,
        sea: bytes,
        conflict: bool = False,
    ) -> None:
        self.left = left
        self.safe = safe
        self.mines = mines
        self.boxes = boxes
        self.seen_by = seen_by
        self.owed = owed
        self.sea = sea
        self.conflict = conflict


NO_REDUCTION = Reduction(None, b"", b"", [], [], b"", b"", conflict=True)
"""What is left of a system in which some clue cannot be paid."""


def names_of(source: Position | System) -> Sequence[Cell]:
    """Return the name of every cell of *source*, by its number."""
    return source.names if isinstance(source, System) else source.topology.cells


def system_of(source: Position | System) -> System:
    """Return the system of *source*, one clue for each shown number, paid ones too.

    >>> system_of(Position.from_rows(["1-", "2-"])).clues[1]
    Clue(source=(1, 0), owed=2, cells=(1, 4))
    """
    if isinstance(source, System):
        return source
    position, topology = source, source.topology
    nothing = position.mine_marks + position.covered_marks + HOLE + LINE_END
    clues = []
    for place, mark in enumerate(position.marks):
        if mark not in nothing:
            sight = look(position, place)
            clues.append(Clue(topology.cells[place], int(mark) - sight.known, sight.cells))
    left = None if position.mines is None else position.mines - position.known_mines()
    covered = position.places_of(position.covered_marks)
    return System(covered, clues, left, position.density, position)


def constraint_system(
    constraints: Sequence[tuple[int, Sequence[str]]],
    mines: int | None = None,
    density: Fraction | None = None,
) -> System:
    """Return a system without a board: each constraint is a number of mines and its cells.

    The cells are those that the constraints name, in the order of first mention.

    >>> constraint_system([(1, "ab"), (2, "bcd")]).clues[1]
    Clue(source=1, owed=2, cells=(1, 2, 3))
    """
    numbers: dict[Cell, int] = {}
    clues = []
    for index, (owed, names) in enumerate(constraints):
        if len(set(names)) != len(names):
            raise InputError(f"constraint {index + 1} names a cell twice")
        cells = tuple(numbers.setdefault(name, len(numbers)) for name in names)
        clues.append(Clue(index, owed, cells))
    return System(list(range(len(numbers))), clues, mines, density, None, list(numbers))


def look(position: Position, place: int) -> Sight:
    """Return the known mines and the covered cells around *place*."""
    marks = position.marks
    around = position.topology.neighbours(place)
    known = sum(marks[near] in position.mine_marks for near in around)
    return Sight(known, tuple(n for n in around if marks[n] in position.covered_marks))
