"""Boxes and components: the two lanes agree, the cells are right, single points are sound."""

from itertools import combinations
from random import Random
from typing import NamedTuple

import networkx as nx
import pytest
from hypothesis import given, settings

from exactsweep.bitgrid import reduce_grid
from exactsweep.position import Position
from exactsweep.structure import (
    Component,
    components_of,
    constraint_graph,
    reduce_system,
    single_point,
    split_boxes,
    split_graph,
)
from exactsweep.system import Reduction, System, system_of
from tests.oracle import board_riddle
from tests.strategies import BoardCase, Case, boards, cases, graphs, long_boards, raw_systems

Cells = frozenset[int]


class Boxes(NamedTuple):
    """A reduction in places alone: for each box its clues, and what each of them is owed."""

    left: int | None
    safe: set[int]
    mines: set[int]
    sea: set[int]
    boxes: dict[Cells, dict[int, int]]


def marked(mask: bytes) -> set[int]:
    return {place for place, byte in enumerate(mask) if byte}


def in_places(reduction: Reduction, places: list[int] | None = None) -> Boxes | None:
    """The reduction; a clue is its number's place, looked up in *places* where it is an index."""
    if reduction.conflict:
        return None
    boxes = {}
    for cells, clues in zip(reduction.boxes, reduction.seen_by, strict=True):
        assert len(set(clues)) == len(clues) > 0
        owed = {clue: reduction.owed[clue] for clue in clues}
        boxes[frozenset(cells)] = {
            clue if places is None else places[clue]: n for clue, n in owed.items()
        }
    masks = marked(reduction.safe), marked(reduction.mines), marked(reduction.sea)
    return Boxes(reduction.left, *masks, boxes)


def split(reduction: Reduction, components: list[Component]) -> set[frozenset[int]]:
    """The boxes of each component, once these have been checked to be whole and in line."""
    for component in components:
        assert len(set(component.boxes)) == len(component.boxes)
        assert component.sizes == [len(reduction.boxes[box]) for box in component.boxes]
        assert component.seen_by == [reduction.seen_by[box] for box in component.boxes]
        seen = {clue for clues in component.seen_by for clue in clues}
        assert component.owed == {clue: reduction.owed[clue] for clue in seen}
    return {frozenset(component.boxes) for component in components}


def assert_lanes_agree(position: Position) -> None:
    system = system_of(position)
    places = [position.topology.place(clue.source) for clue in system.clues]
    grid, graph = reduce_grid(position), reduce_system(system)
    assert grid.conflict == graph.conflict
    assert in_places(grid) == in_places(graph, places)
    for reduction in (grid, graph):
        by_search = split(reduction, split_boxes(reduction))
        by_networkx = split(reduction, split_graph(reduction))
        assert by_search == by_networkx
    cells_of = [
        {frozenset(c for box in part for c in lane.boxes[box]) for part in split(lane, found)}
        for lane, found in ((grid, split_boxes(grid)), (graph, split_graph(graph)))
    ]
    assert cells_of[0] == cells_of[1]


@settings(deadline=None, max_examples=400)
@given(boards(["grid"], 7, 11, 60))
def test_lanes_agree(case: BoardCase) -> None:
    assert_lanes_agree(case.source())


@settings(deadline=None, max_examples=150)
@given(long_boards())
def test_lanes_agree_on_long_boards(case: BoardCase) -> None:
    assert_lanes_agree(BoardCase(case.rows, case.mines, case.density, "grid", case.flags).source())
    columns = tuple("".join(column) for column in zip(*case.rows, strict=True))
    assert_lanes_agree(BoardCase(columns, case.mines, flags=case.flags).source())


@pytest.mark.parametrize(
    "rows",
    [
        ["-"],
        ["8"],
        ["~"],
        ["+"],
        ["1-"],
        ["1", "-"],
        ["-1-1--2-"],
        list("-1-1--2-"),
        ["1-", "--"],
        ["3-", "--"],
        ["4-", "--"],
        ["0-", "-1"],
        ["~~~", "~1~", "~~~"],
        ["-~-", "~1~", "-~-"],
        ["---", "-8-", "---"],
        ["---", "-0-", "---"],
        ["-----", "-----"],
        ["0000", "0000"],
        ["****", "+++2"],
        ["--------2--------", "8" * 17],
    ],
)
@pytest.mark.parametrize("flags", ["trusted", "untrusted"])
def test_lanes_agree_on_small_boards(rows: list[str], flags: str) -> None:
    for mines in (None, 0, 3):
        assert_lanes_agree(Position.from_rows(rows, mines, flags=flags))


@pytest.mark.parametrize(("shown", "density"), [(0.35, 0.2), (0.7, 0.3), (0.03, 0.05)])
def test_lanes_agree_on_large_boards(shown: float, density: float) -> None:
    rows, columns = 200, 300
    random = Random(2)
    mined = {(r, c) for r in range(rows) for c in range(columns) if random.random() < density}

    def mark(r: int, c: int) -> str:
        if random.random() < 0.02:
            return "+" if (r, c) in mined else "~"
        if (r, c) in mined or random.random() > shown:
            return "-"
        around = ((r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
        return str(sum(cell in mined for cell in around))

    board = ["".join(mark(r, c) for c in range(columns)) for r in range(rows)]
    position = Position.from_rows(board, len(mined))
    reduction, components = components_of(position)
    assert not reduction.conflict and len(components) > 50
    assert all(divmod(cell, columns + 1) in mined for cell in marked(reduction.mines))
    assert not any(divmod(cell, columns + 1) in mined for cell in marked(reduction.safe))
    assert_lanes_agree(position)


def test_boxes_are_the_cells_that_the_same_clues_see() -> None:
    """By hand: the first number sees two cells, the second these and two more."""
    reduction, components = components_of(Position.from_rows(["---", "12-"]))
    assert not reduction.conflict
    board = {(r, c): 4 * r + c for r in range(2) for c in range(3)}
    assert in_places(reduction) == Boxes(
        None,
        set(),
        set(),
        set(),
        {
            frozenset({board[0, 0], board[0, 1]}): {board[1, 0]: 1, board[1, 1]: 2},
            frozenset({board[0, 2], board[1, 2]}): {board[1, 1]: 2},
        },
    )
    assert len(components) == 1


@settings(deadline=None, max_examples=400)
@given(cases())
def test_reductions_are_true(case: Case) -> None:
    """Forced cells are forced, boxes and sea are cut from the rest by the clues that see them."""
    truth, source = case.truth(), case.source()
    reduction, components = components_of(source)
    if reduction.conflict:
        assert not truth.paying
        return
    names = source.names if isinstance(source, System) else source.topology.cells
    safe, mines, sea = (
        {names[cell] for cell in marked(mask)}
        for mask in (reduction.safe, reduction.mines, reduction.sea)
    )
    for placement in truth.paying:
        assert not placement & truth.mask(safe)
        assert placement & truth.mask(mines) == truth.mask(mines)
    assert sea == set(truth.sea)
    assert reduction.left == (None if truth.riddle.left is None else truth.riddle.left - len(mines))
    rest = set(truth.cells) - safe - mines - sea
    clues_of: dict[object, frozenset[int]] = {
        cell: frozenset(n for n, (seen, _) in enumerate(truth.riddle.clues) if cell in seen)
        for cell in rest
    }
    boxes = [{names[cell] for cell in box} for box in reduction.boxes]
    assert sorted(map(str, rest)) == sorted(str(cell) for box in boxes for cell in box)
    for box in boxes:
        (clues,) = {clues_of[cell] for cell in box}
        assert box == {cell for cell in rest if clues_of[cell] == clues}
    linked: nx.Graph[object] = nx.Graph()
    linked.add_nodes_from(rest)
    linked.add_edges_from(
        pair for pair in combinations(rest, 2) if clues_of[pair[0]] & clues_of[pair[1]]
    )
    parts = {frozenset(c for box in one.boxes for c in boxes[box]) for one in components}
    assert parts == set(map(frozenset, nx.connected_components(linked)))


@settings(deadline=None, max_examples=200)
@given(graphs() | raw_systems())
def test_both_ways_to_split_agree_without_a_grid(case: Case) -> None:
    source = case.source()
    reduction = reduce_system(source if isinstance(source, System) else system_of(source))
    assert split(reduction, split_boxes(reduction)) == split(reduction, split_graph(reduction))


@settings(deadline=None, max_examples=300)
@given(cases())
def test_single_points_are_sound(case: Case) -> None:
    truth, source = case.truth(), case.source()
    system = source if isinstance(source, System) else system_of(source)
    forced = single_point(system)
    if forced is None:
        assert not truth.paying
        return
    for cell, mined in forced.items():
        bit = truth.bit[system.names[cell]]
        assert all(bool(placement & bit) == mined for placement in truth.paying)


@settings(deadline=None, max_examples=200)
@given(boards(most_covered=24))
def test_single_points_leave_no_number_that_forces(case: BoardCase) -> None:
    """At the fixpoint no number alone says anything about the cells that are left."""
    forced = single_point(system_of(case.source()))
    if forced is None:
        return
    riddle = board_riddle(case.rows, case.mines, case.density, case.topology, case.flags)
    cells = case.source().topology.cells
    known = {cells[place]: mined for place, mined in forced.items()}
    for seen, owed in riddle.clues:
        rest = [cell for cell in seen if cell not in known]
        still = owed - sum(known.get(cell, False) for cell in seen)
        assert 0 < still < len(rest) or (not rest and still == 0)


def test_the_graph_of_constraints_is_for_users() -> None:
    reduction, _ = components_of(Position.from_rows(["---", "1-1", "---"]))
    graph = constraint_graph(reduction)
    assert nx.is_bipartite(graph)
    clues = [place for kind, place in graph if kind == "clue"]
    assert {place: graph.nodes["clue", place]["owed"] for place in clues} == {4: 1, 6: 1}
    boxes = [box for kind, box in graph if kind == "box"]
    cells = sorted(sorted(graph.nodes["box", box]["cells"]) for box in boxes)
    assert cells == [[0, 8], [1, 5, 9], [2, 10]]
