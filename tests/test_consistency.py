"""`check`: witnesses are placements, conflicts are conflicts, and minimal."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from random import Random
from typing import TypeAlias

import networkx as nx
import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from exactsweep.formats import read
from exactsweep.position import Position
from exactsweep.probability import solve
from exactsweep.reason.consistency import check
from exactsweep.reason.results import Conflict
from exactsweep.system import constraint_system
from tests.real import AROUND, EXPECTED, INSTANCES, bench, corrupted
from tests.seesaws import constraints_of, seesaw_system, seesaws, sizes, ways_up
from tests.strategies import (
    BoardCase,
    Case,
    RawCase,
    boards,
    cases,
    graphs,
    long_boards,
    raw_systems,
)
from tests.verdicts import Patience, assert_verdict_is_true, with_total

Constraints: TypeAlias = tuple[tuple[int, str], ...]

quick = settings(deadline=None, suppress_health_check=list(HealthCheck))

KERNELS: list[Constraints] = [
    ((1, ""),),
    ((-1, "A"),),
    ((3, "AB"),),
    ((0, "AB"), (1, "AB")),
    ((0, "AB"), (2, "ABC")),
    ((2, "AB"), (1, "ABC")),
    ((1, "ABC"), (4, "BCDE")),
    ((1, "AB"), (1, "BC"), (1, "CA")),
    ((2, "ABC"), (1, "CD"), (1, "D"), (1, "AB")),
    ((1, "AB"), (1, "BC"), (1, "CD"), (1, "DE"), (1, "EA")),
    ((2, "ABC"), (2, "CDE"), (2, "EFA"), (1, "ACE")),
]
"""Constraints that conflict, but not without any one of them."""

GAPS = (
    "~~-~~",
    "~~1~~",
    "-1-1-",
    "~~1~~",
    "~~-~~",
)
"""The middle cell is a mine, or else all four outer ones are."""


@settings(quick, max_examples=1500)
@given(cases())
def test_verdicts_are_true(case: Case) -> None:
    assert_verdict_is_true(case, check(case.source()))


@settings(quick, max_examples=250)
@given(st.one_of(graphs(), raw_systems(), boards(["torus", "hex"])))
def test_verdicts_beyond_the_grid_are_true(case: Case) -> None:
    assert_verdict_is_true(case, check(case.source()))


@settings(quick, max_examples=250)
@given(cases(), st.integers(0, 2**32 - 1))
def test_impossible_totals(case: Case, seed: int) -> None:
    """A total below, above and, where there is one, between those that are possible."""
    truth = with_total(case, None).truth()
    assume(truth.consistent)
    feasible = truth.feasible_totals
    most = truth.riddle.known + len(truth.cells) + 3
    wrong = [mines for mines in range(most) if mines not in feasible]
    between = [mines for mines in wrong if feasible[0] < mines < feasible[-1]]
    case = with_total(case, Random(seed).choice(between or wrong))
    verdict = check(case.source())
    assert_verdict_is_true(case, verdict)
    assert verdict.conflict is not None
    assert verdict.conflict.total
    assert verdict.conflict.minimal


@settings(quick, max_examples=40)
@given(long_boards())
def test_every_total(case: Case) -> None:
    """Several components and a sea, under all totals."""
    truth = with_total(case, None).truth()
    for mines in range(truth.riddle.known + len(truth.cells) + 2):
        other = with_total(case, mines)
        verdict = check(other.source())
        assert verdict.consistent == (mines in truth.feasible_totals)
        assert_verdict_is_true(other, verdict)


@settings(quick, max_examples=250)
@given(raw_systems(8), st.sampled_from(KERNELS), st.booleans(), st.integers(0, 2**32 - 1))
def test_the_one_conflict_is_found(
    case: RawCase, kernel: Constraints, has_total: bool, seed: int
) -> None:
    """Among constraints that have a placement the conflict is exactly what was put between them."""
    assume(with_total(case, None).truth().consistent)
    random = Random(seed)
    constraints: list[tuple[int, str]] = list(case.constraints)
    for constraint in kernel:
        constraints.insert(random.randint(0, len(constraints)), constraint)
    total = random.randint(0, 12) if has_total else None
    conflict = check(constraint_system(constraints, total)).conflict
    assert conflict is not None
    assert sorted(constraints[clue] for clue in conflict.clues) == sorted(kernel)  # type: ignore[call-overload]
    assert (conflict.total, conflict.minimal) == (False, True)


@pytest.mark.parametrize("kernel", KERNELS)
def test_kernels_are_minimal(kernel: Constraints) -> None:
    """By brute force, so that the test above asks for something that is so."""
    whole = RawCase(kernel, None, None)
    assert not whole.truth().consistent
    for at in range(len(kernel)):
        assert replace(whole, constraints=kernel[:at] + kernel[at + 1 :]).truth().consistent


@settings(quick, max_examples=20)
@given(sizes(2), st.integers(0, 3))
@example([[1, 3]], 0)
@example([[1, 4], [2, 5]], 0)
@example([[1, 5], [1, 5], [1, 5]], 2)
def test_gaps(sizes: list[list[int]], sea: int) -> None:
    """Components that can have few mines or many, but no number between."""
    groups = seesaws(sizes)
    constraints = constraints_of(groups)
    cells = sum(map(sum, sizes)) + sea
    for mines in range(cells + 2):
        verdict = check(seesaw_system(groups, [f"sea {n}" for n in range(sea)], mines))
        assert verdict.consistent == any(ways_up(groups, sea, mines))
        if verdict.witness is not None:
            assert len(set(verdict.witness)) == len(verdict.witness) == mines
            for owed, names in constraints:
                assert len(set(names).intersection(verdict.witness)) == owed
        else:
            assert verdict.conflict is not None
            assert verdict.conflict.total
            assert_minimal_under_total(constraints, verdict.conflict, cells, mines)


@settings(quick, max_examples=8)
@given(sizes(3), st.integers(0, 2))
@example([[1, 3, 7], [1, 3, 7]], 0)
@example([[1, 4, 6], [1, 4, 6], [2, 3]], 1)
def test_numbers_between_gaps(sizes: list[list[int]], sea: int) -> None:
    """Components that can also have a number of mines between their least and their most."""
    groups = seesaws(sizes)
    for mines in range(sum(map(sum, sizes)) + sea + 2):
        verdict = check(seesaw_system(groups, [f"sea {n}" for n in range(sea)], mines))
        ways = [set(mined) for mined, _ in ways_up(groups, sea, mines)]
        assert verdict.consistent == bool(ways)
        if verdict.witness is not None:
            assert len(set(verdict.witness)) == len(verdict.witness) == mines
            assert {name for name in verdict.witness if "sea" not in str(name)} in ways


def assert_minimal_under_total(
    constraints: list[tuple[int, list[str]]], conflict: Conflict, cells: int, mines: int
) -> None:
    """*mines* among *cells* are impossible with these constraints, possible without any one."""
    assert conflict.minimal
    chosen = [constraints[clue] for clue in conflict.clues]  # type: ignore[call-overload]
    assert mines not in totals(chosen, cells)
    for at in range(len(chosen)):
        assert mines in totals(chosen[:at] + chosen[at + 1 :], cells)


def totals(constraints: list[tuple[int, list[str]]], cells: int) -> set[int]:
    """The possible numbers of mines where every constraint wants one of two cells."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_edges_from((names[0], names[1]) for _, names in constraints)
    found = {0}
    for part in nx.connected_components(graph):
        first = nx.bipartite.sets(graph.subgraph(part))[0]
        found = {n + mines for n in found for mines in (len(first), len(part) - len(first))}
    return {n + more for n in found for more in range(cells - len(graph) + 1)}


@pytest.mark.parametrize("topology", ["grid", "orthogonal"])
@pytest.mark.parametrize("sea", [0, 1, 2, 3])
def test_a_board_with_a_gap(topology: str, sea: int) -> None:
    rows = (*GAPS, "~~~~~", "-" * sea + "~" * (5 - sea))
    for mines in range(8 + sea):
        case = BoardCase(rows, mines, topology=topology)
        verdict = check(case.source())
        assert verdict.consistent == (1 <= mines <= 1 + sea or 4 <= mines <= 4 + sea)
        assert_verdict_is_true(case, verdict)


def test_a_total_in_a_gap_needs_all_numbers_around_it() -> None:
    conflict = check(Position.from_rows(GAPS, mines=3)).conflict
    assert conflict == Conflict([(1, 2), (2, 1), (2, 3), (3, 2)], total=True, minimal=True)


@pytest.mark.parametrize(
    ("rows", "mines", "clues", "total"),
    [
        (["---"], 4, [], True),
        (["-*-"], 0, [], True),
        (["*"], None, None, False),
        (["0"], 0, None, False),
        (["0"], 1, [], True),
        (["~"], 1, [], True),
        (["1-2"], 1, [(0, 2)], False),
        (["1-0"], 1, [(0, 0), (0, 2)], False),
        (["1~-"], 1, [(0, 0)], False),
        (["8*", "**"], 3, [(0, 0)], False),
        (["2*", "**"], 3, [(0, 0)], False),
        (["1-1-1"], 3, [(0, 0), (0, 2), (0, 4)], False),
        (["1-~-1"], 3, [], True),
        (["1-~-1"], 1, [(0, 0), (0, 4)], True),
        (["-1-1-"], 0, [(0, 1)], True),
        (["-1-1-"], 3, [(0, 1)], True),
        (["-1-1-", "~~~~~", "-~~~-"], 5, [(0, 1)], True),
        (["--------", "11111111"], 1, None, True),
    ],
)
def test_small_conflicts(
    rows: list[str], mines: int | None, clues: list[Hashable] | None, total: bool
) -> None:
    verdict = check(Position.from_rows(rows, mines))
    assert_verdict_is_true(BoardCase(tuple(rows), mines), verdict)
    if clues is None:
        return
    assert verdict.conflict is not None
    assert verdict.conflict.total == total
    assert len(verdict.conflict.clues) == len(clues)
    if len(clues) != 1:
        assert verdict.conflict.clues == clues


def test_no_cells_at_all() -> None:
    assert check(constraint_system([], 0)).witness == []
    assert check(constraint_system([])).witness == []
    assert check(constraint_system([], 1)).conflict == Conflict([], True, True)
    assert check(constraint_system([(0, [])], 0)).witness == []
    assert check(constraint_system([(1, [])])).conflict == Conflict([0], False, True)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_instances(name: str) -> None:
    verdict = check(read(INSTANCES / name))
    assert verdict.consistent == EXPECTED[name]["consistent"]
    assert (verdict.conflict is None) == verdict.consistent


@pytest.mark.parametrize(
    "name",
    ["single-2-total-100.txt", "all-covered-too-many.txt", "exercism-full-board-wrong-total.txt"],
)
def test_an_impossible_total_alone_has_no_clues(name: str) -> None:
    assert check(read(INSTANCES / name)).conflict == Conflict([], total=True, minimal=True)


@pytest.mark.parametrize(
    ("name", "conflict"),
    [
        ("eight-at-the-edge.txt", Conflict([(2, 0)], False, True)),
        ("line-too-many-mines.txt", Conflict([(0, 1)], False, True)),
        ("validation-1-among-zeros.txt", Conflict([(1, 1)], False, True)),
        ("zero-beside-one.txt", Conflict([(0, 0), (1, 0)], False, True)),
        ("total-below-minimum.txt", Conflict([(0, 1)], True, True)),
        ("rules-b-inconsistent.txt", Conflict([0, 1], False, True)),
    ],
)
def test_conflicts_of_instances(name: str, conflict: Conflict) -> None:
    """Each is the only one there is, as the files' comments and a look at them say."""
    assert check(read(INSTANCES / name)).conflict == conflict


def grid_is_paid(rows: list[str], mined: set[tuple[int, int]]) -> bool:
    """Whether every number of a grid without flags is the number of mines around it."""
    return all(
        int(mark) == sum((r + down, c + right) in mined for down, right in AROUND)
        for r, row in enumerate(rows)
        for c, mark in enumerate(row)
        if mark.isdigit()
    )


@pytest.mark.parametrize("name", ["beginner", "intermediate", "expert", "big50", "big100"])
def test_witnesses_of_real_boards(name: str) -> None:
    for position in bench(name).values():
        rows = position.rows
        witness = check(position).witness
        assert witness is not None
        assert len(witness) == len(set(witness)) == position.mines
        mined = [pair for pair in witness if isinstance(pair, tuple)]
        assert len(mined) == len(witness)
        assert all(rows[r][c] == "-" for r, c in mined)
        assert grid_is_paid(rows, set(mined))


def test_a_wrong_number_on_a_real_board_is_found() -> None:
    """Every conflict has the wrong number in it, and counting agrees that it is minimal."""
    random = Random(7)
    found = 0
    for position in list(bench("expert").values())[::4]:
        rows, wrong = corrupted(position.rows, random)
        conflict = check(Position.from_rows(rows)).conflict
        if conflict is not None:
            found += 1
            assert wrong in conflict.clues
            assert (conflict.total, conflict.minimal) == (False, True)
            assert not countable(rows, conflict.clues)
            for clue in conflict.clues:
                assert countable(rows, [other for other in conflict.clues if other != clue])
    assert found > 10


def countable(rows: list[str], clues: Sequence[Hashable]) -> bool:
    """Whether counting finds a placement where all other numbers are gone."""
    kept = [
        "".join(
            "~" if mark.isdigit() and (r, c) not in clues else mark for c, mark in enumerate(row)
        )
        for r, row in enumerate(rows)
    ]
    return solve(Position.from_rows(kept)).consistent


def test_what_is_refuted_is_not_asked_again() -> None:
    """One look at the clock is enough for a contradiction, if not for making it minimal."""
    system = constraint_system([(1, "ab"), (1, "bc"), (1, "ca")])
    verdict = check(system, Patience(1))
    assert verdict.consistent is False
