"""Random small positions, systems and components for hypothesis.

Most hide a real board, so that most are consistent; some have a number or the total changed. A
position case makes what the package is asked and, from the same plain data, the oracle's truth.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import TypeAlias

import networkx as nx
from hypothesis import strategies as st

from exactsweep.position import Position
from exactsweep.structure import Component
from exactsweep.system import System, constraint_system
from exactsweep.topology import BOARDS
from tests.oracle import Around, Riddle, Truth, board_riddle, neighbours, riddle_of

Prior: TypeAlias = tuple[int | None, Fraction | None]

KINDS = [
    "ssccm",
    "sccmm~",
    "sscccmmm",
    "sccmmxf",
    "sscmmfw",
    "sssccmm~xfw",
    "scccm",
    "ccccccmmmss",
    "sssccm",
]
"""What a cell can be, the more often the likelier: s shown, c covered and safe, m covered and a
mine, ~ a hole, x a shown mine, f a flag on a mine, w a flag on a safe cell."""

MINED = "mxf"
MARKS = {"c": "-", "m": "-", "~": "~", "x": "*", "f": "+", "w": "+"}
FLAGS = ["trusted", "untrusted"]
DENSITIES = [Fraction(1, 5), Fraction(1, 2), Fraction(5, 7)]


@dataclass(frozen=True)
class BoardCase:
    """A board in plain data."""

    rows: tuple[str, ...]
    mines: int | None = None
    density: Fraction | None = None
    topology: str = "grid"
    flags: str = "trusted"

    def source(self) -> Position:
        return Position.from_rows(
            self.rows,
            self.mines,
            density=self.density,
            topology=self.topology,
            flags=self.flags,
        )

    def truth(self) -> Truth:
        return Truth(board_riddle(self.rows, self.mines, self.density, self.topology, self.flags))


@dataclass(frozen=True)
class GraphCase:
    """Nodes, edges and the marks of all nodes."""

    marks: Mapping[Hashable, str]
    edges: Sequence[tuple[Hashable, Hashable]]
    mines: int | None
    density: Fraction | None
    flags: str

    def source(self) -> Position:
        graph: nx.Graph[Hashable] = nx.Graph()
        graph.add_nodes_from(self.marks)
        graph.add_edges_from(self.edges)
        shown = {node: int(m) if m.isdigit() else m for node, m in self.marks.items() if m != "-"}
        return Position.from_graph(graph, shown, self.mines, density=self.density, flags=self.flags)

    def truth(self) -> Truth:
        around = linked(self.marks, self.edges)
        trusted = self.flags == "trusted"
        return Truth(riddle_of(self.marks, around, self.mines, self.density, trusted))


@dataclass(frozen=True)
class RawCase:
    """Constraints without a board."""

    constraints: tuple[tuple[int, str], ...]
    mines: int | None
    density: Fraction | None

    def source(self) -> System:
        return constraint_system(self.constraints, self.mines, self.density)

    def truth(self) -> Truth:
        cells = list(dict.fromkeys(name for _, names in self.constraints for name in names))
        clues = [(frozenset(names), owed) for owed, names in self.constraints]
        return Truth(Riddle(cells, clues, self.mines, self.density))


Case: TypeAlias = BoardCase | GraphCase | RawCase


def linked(
    nodes: Mapping[Hashable, object], edges: Sequence[tuple[Hashable, Hashable]]
) -> dict[Hashable, set[Hashable]]:
    """The neighbours of every node, loops left out."""
    around: dict[Hashable, set[Hashable]] = {node: set() for node in nodes}
    for one, other in edges:
        if one != other:
            around[one].add(other)
            around[other].add(one)
    return around


def marks_of(kinds: Mapping[Hashable, str], around: Around) -> tuple[dict[Hashable, str], int]:
    """Marks of the board that *kinds* hide, and its mines."""
    mined = {cell for cell, kind in kinds.items() if kind in MINED}
    marks: dict[Hashable, str] = {}
    for cell, kind in kinds.items():
        number = str(len(mined.intersection(around[cell])))
        marks[cell] = number if kind == "s" else MARKS[kind]
    return marks, len(mined)


def prior(mines: int, random: Random) -> Prior:
    """The true total, most often; none, a density, or another total."""
    kind = random.choice("tttttuudo")
    if kind == "d":
        return None, random.choice(DENSITIES)
    if kind == "o":
        return random.randint(max(0, mines - 2), mines + 3), None
    return (mines if kind == "t" else None), None


def changed(marks: dict[Hashable, str], random: Random) -> dict[Hashable, str]:
    """The marks, one time in six with one number changed."""
    numbers = [cell for cell, mark in marks.items() if mark.isdigit()]
    if numbers and not random.randrange(6):
        return marks | {random.choice(numbers): str(random.randint(0, 8))}
    return marks


def drawn_kinds(
    around: Around, random: Random, most_covered: int, holes: bool = True
) -> dict[Hashable, str]:
    """A kind for every cell; of a few drawn, the board whose numbers leave most open.

    One draw alone gives boards that most of the time fall to single numbers.
    """
    tries = []
    for _ in range(random.choice([1, 8])):
        kinds = dict(zip(around, random.choices(random.choice(KINDS), k=len(around)), strict=True))
        covered = [cell for cell, kind in kinds.items() if kind in "cmfw"]
        random.shuffle(covered)
        for cell in covered[most_covered:]:
            kinds[cell] = random.choice("~s" if kinds[cell] in "cw" else "~x")
        if not holes:
            kinds = {cell: kind.replace("~", "s") for cell, kind in kinds.items()}
        tries.append(kinds)
    return max(tries, key=lambda kinds: openness(kinds, around))


def openness(kinds: Mapping[Hashable, str], around: Around) -> int:
    """How many shown cells are next to a covered mine and to a covered safe cell."""
    return sum(
        kind == "s" and {"c", "m"} <= {kinds[near] for near in around[cell]}
        for cell, kind in kinds.items()
    )


def randomness() -> st.SearchStrategy[Random]:
    """A source of even choices: hypothesis's own make most boards trivial."""
    return st.integers(0, 2**32 - 1).map(Random)


@st.composite
def boards(
    draw: st.DrawFn,
    topologies: Sequence[str] = tuple(BOARDS),
    most_rows: int = 4,
    most_columns: int = 6,
    most_covered: int = 10,
) -> BoardCase:
    """Boards of any shape up to a few rows, with holes and flags, under any prior."""
    random = draw(randomness())
    rows = max(random.randint(1, most_rows), random.randint(1, most_rows))
    columns = max(random.randint(1, most_columns), random.randint(2, most_columns))
    topology = random.choice(topologies)
    around = neighbours(topology, rows, columns)
    marks, mines = marks_of(drawn_kinds(around, random, most_covered), around)
    marks = changed(marks, random)
    lines = tuple("".join(marks[r, c] for c in range(columns)) for r in range(rows))
    return BoardCase(lines, *prior(mines, random), topology, random.choice(FLAGS))


@st.composite
def graphs(draw: st.DrawFn) -> GraphCase:
    """Random graphs with loops and doubled edges, their nodes of several types."""
    names: list[Hashable] = [*"abcdef", *range(5), (0, 1), (1, 0), 2.5]
    random = draw(randomness())
    nodes = names[: random.randint(1, len(names))]
    edges = [(random.choice(nodes), random.choice(nodes)) for _ in range(random.randint(0, 25))]
    around = linked(dict.fromkeys(nodes), edges)
    marks, mines = marks_of(drawn_kinds(around, random, 10, holes=False), around)
    return GraphCase(changed(marks, random), edges, *prior(mines, random), random.choice(FLAGS))


@st.composite
def raw_systems(draw: st.DrawFn, most_cells: int = 10) -> RawCase:
    """Constraints that a hidden choice of mines meets, mostly; empty ones and equal ones too."""
    random = draw(randomness())
    names = "abcdefghijkl"[: random.randint(1, most_cells)]
    mined = {name for name in names if random.randrange(2)}
    lists = [
        random.sample(names, min(len(names), random.choice([0, 1, 2, 3, 3, 4, 4, 5, 6])))
        for _ in range(random.randint(0, 5))
    ]
    constraints = [(len(mined.intersection(some)), "".join(some)) for some in lists]
    if constraints and not random.randrange(6):
        at = random.randrange(len(constraints))
        constraints[at] = random.randint(-1, 7), constraints[at][1]
    named = {name for _, listed in constraints for name in listed}
    return RawCase(tuple(constraints), *prior(len(mined & named), random))


def long_boards() -> st.SearchStrategy[BoardCase]:
    """Boards of one or two rows, whose numbers often fall into several components."""
    return boards(["grid", "orthogonal", "hex"], 2, 16, 12)


def cases() -> st.SearchStrategy[Case]:
    """Positions and systems of every kind."""
    return st.one_of(boards(), boards(["grid"], 4, 7, 12), long_boards(), graphs(), raw_systems())


@st.composite
def components(
    draw: st.DrawFn,
    most_clues: int = 4,
    most_boxes: int = 6,
    sizes: tuple[int, int] = (1, 3),
    most_cells: int = 12,
) -> Component:
    """Components, most of them with a placement."""
    random = draw(randomness())
    names = random.sample(range(100), random.randint(1, most_clues))
    boxes = random.randint(1, most_boxes)
    seen_by: list[list[int]] = []
    for _ in range(boxes):
        clues = random.sample(names, random.randint(1, len(names)))
        linked_already = {clue for other in seen_by for clue in other}
        if linked_already and linked_already.isdisjoint(clues):
            clues.append(random.choice(sorted(linked_already)))
        seen_by.append(clues)
    chosen: list[int] = []
    for later in reversed(range(boxes)):
        room = most_cells - sum(chosen) - later * sizes[0]
        chosen.append(random.randint(sizes[0], min(sizes[1], room)))
    owed: dict[int, int] = {}
    for clues, size in zip(seen_by, chosen, strict=True):
        mines = random.randint(0, size)
        for clue in clues:
            owed[clue] = owed.get(clue, 0) + mines
    if not random.randrange(5):
        owed[random.choice(list(owed))] = random.randint(-2, most_cells + 1)
    return Component(random.sample(range(boxes), boxes), chosen, seen_by, owed)
