"""Methods of inference beside the truth and each other, and counts."""

from collections.abc import Hashable
from fractions import Fraction
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from exactsweep.counting import by_name
from exactsweep.engine import METHODS, Inference, count, infer, wrong_flags
from exactsweep.errors import InputError
from exactsweep.formats import read
from exactsweep.position import Position
from exactsweep.probability import solve
from exactsweep.system import constraint_system, system_of
from exactsweep.topology import Board
from tests.real import EXPECTED, INSTANCES, bench
from tests.strategies import BoardCase, Case, RawCase, boards, cases, graphs, raw_systems
from tests.verdicts import board_of, with_total

quick = settings(deadline=None, suppress_health_check=list(HealthCheck))

EXACT = ("sat", "count", "kaye")


def methods_for(case: Case) -> list[str]:
    """The window rule needs rows and columns, Kaye's procedure neighbours."""
    missing = set() if isinstance(case, BoardCase) else {"window"}
    if isinstance(case, RawCase):
        missing.add("kaye")
    return [name for name in METHODS if name not in missing]


@settings(quick, max_examples=500)
@given(cases(), st.integers(1, 4), st.integers(1, 5))
def test_no_method_says_more_than_is_so(case: Case, subset_size: int, window: int) -> None:
    source, truth = case.source(), case.truth()
    without = with_total(case, None).truth()
    for method in methods_for(case):
        found = infer(source, method, subset_size=subset_size, window=window)
        assert found.method == method
        if method in EXACT:
            assert found.consistent == truth.consistent
        else:
            assert found.consistent in (None, False)
        if found.consistent is False:
            assert not truth.consistent
            assert (found.safe, found.mines) == ([], [])
            if method not in EXACT:
                assert not without.consistent
            continue
        expected = truth if method in EXACT else without
        if expected.consistent:
            assert set(found.safe) <= set(expected.safe)
            assert set(found.mines) <= set(expected.mines)
            in_order = [cell for cell in truth.cells if cell in {*found.safe}]
            assert found.safe == in_order


def cells_of(found: Inference) -> set[tuple[Hashable, bool]]:
    return {(cell, False) for cell in found.safe} | {(cell, True) for cell in found.mines}


@settings(quick, max_examples=200)
@given(boards(most_rows=5, most_columns=7, most_covered=12))
def test_stronger_methods_find_more(case: BoardCase) -> None:
    """Each rule includes the weaker ones; `consistent` False is the strongest finding of all."""
    position = case.source()
    single = infer(position, "single-point")
    by_pairs = [infer(position, "pairs", subset_size=size) for size in (1, 2, 3, 5)]
    by_windows = [infer(position, "window", window=size) for size in (2, 3, 5, 9)]
    exact = infer(position.replace())
    for chain in ([single, *by_pairs, exact], [single, *by_windows, exact]):
        for weak, strong in pairwise(chain):
            if strong.consistent is not False:
                assert weak.consistent is None
                assert cells_of(weak) <= cells_of(strong)


@settings(quick, max_examples=100)
@given(boards(["grid", "orthogonal", "hex"], most_rows=5, most_columns=6))
def test_a_window_over_the_whole_board_is_exact(case: BoardCase) -> None:
    truth = with_total(case, None).truth()
    found = infer(case.source(), "window", window=6)
    if truth.consistent:
        assert (found.consistent, found.safe, found.mines) == (None, truth.safe, truth.mines)
    else:
        assert found.consistent is False


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["intermediate", "expert"])
def test_methods_on_real_boards(method: str, name: str) -> None:
    for position in list(bench(name).values())[::10]:
        exact, found = infer(position, "count"), infer(position, method)
        assert found.consistent is (True if method in EXACT else None)
        assert cells_of(found) <= cells_of(exact)
        if method in EXACT:
            assert (found.safe, found.mines) == (exact.safe, exact.mines)


@pytest.mark.parametrize("method", METHODS)
def test_contradictions_that_every_method_sees(method: str) -> None:
    for rows in (["3-"], ["1"], ["0*"], ["8-", "--"]):
        found = infer(Position.from_rows(rows), method)
        assert (found.consistent, found.safe, found.mines) == (False, [], [])
        assert found.method == method
        assert not found.contents


def test_rules_take_no_notice_of_the_total() -> None:
    position = Position.from_rows(["-1-1-"], mines=1)
    for method in ("single-point", "pairs", "window"):
        assert infer(position, method) == Inference(None, [], [], method)
    for method in EXACT:
        found = infer(position, method)
        assert (found.safe, found.mines) == ([(0, 0), (0, 4)], [(0, 2)])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("rows", "mines", "safe", "mined"),
    [
        (["---"], None, [], []),
        (["~"], None, [], []),
        (["0-"], None, [(0, 1)], []),
        (["1-"], None, [], [(0, 1)]),
        (["*2-+"], None, [], [(0, 2)]),
        (["+1-"], None, [(0, 2)], []),
    ],
)
def test_smallest_boards(
    method: str,
    rows: list[str],
    mines: int | None,
    safe: list[Hashable],
    mined: list[Hashable],
) -> None:
    found = infer(Position.from_rows(rows, mines), method)
    assert found.consistent is (True if method in EXACT else None)
    assert (found.safe, found.mines, found.method) == (safe, mined, method)


@pytest.mark.parametrize("method", ["", "SAT", "single_point", "guess", "sat "])
def test_unknown_methods(method: str) -> None:
    with pytest.raises(InputError, match="single-point, pairs, window, sat, count"):
        infer(Position.from_rows(["1-"]), method)


@pytest.mark.parametrize("size", [0, -1])
def test_sizes_below_one(size: int) -> None:
    position = Position.from_rows(["1-"])
    with pytest.raises(InputError, match="at least 1"):
        infer(position, "pairs", subset_size=size)
    with pytest.raises(InputError, match="at least 1"):
        infer(position, "window", window=size)


def test_windows_need_rows_and_columns() -> None:
    with pytest.raises(InputError, match="rows and columns"):
        infer(constraint_system([(1, "ab")]), "window")
    with pytest.raises(InputError, match="rows and columns"):
        infer(Position.from_graph(nx.path_graph(3), {1: 1}), "window")


def assert_count_is_true(case: Case, counter: str) -> None:
    truth = case.truth()
    found = count(case.source(), by_name(counter))
    assert found.placements == truth.placements
    assert found.profile == truth.profile
    assert 0 not in found.profile.values()
    assert found.feasible_totals == truth.feasible_totals
    assert found.says_no is not truth.consistent


@settings(quick, max_examples=600)
@given(cases())
def test_counts_are_true(case: Case) -> None:
    assert_count_is_true(case, "elimination")


@settings(quick, max_examples=150)
@given(st.one_of(graphs(), raw_systems(), boards(["torus", "hex"])))
def test_counts_beyond_the_grid_are_true(case: Case) -> None:
    assert_count_is_true(case, "elimination")


@pytest.mark.parametrize("counter", ["brute", "cpsat"])
@settings(quick, max_examples=40)
@given(cases())
def test_every_counter_counts(counter: str, case: Case) -> None:
    assert_count_is_true(case, counter)
    assume(case.truth().riddle.density is None)
    exact = case.truth()
    found = infer(case.source(), "count", counter=by_name(counter))
    assert found.consistent == exact.consistent
    if exact.consistent:
        assert (found.safe, found.mines) == (exact.safe, exact.mines)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_placements_are_those_of_the_feasible_totals(name: str) -> None:
    """A total has placements exactly where `count` lists it."""
    source = read(INSTANCES / name)
    if not isinstance(source, Position):
        return
    totals = count(source).feasible_totals
    near = {mines + more for mines in totals[:1] + totals[-1:] for more in (-1, 0, 1)}
    for mines in sorted(near - {-1}):
        assert solve(source.replace(mines=mines)).consistent == (mines in totals)


@settings(quick, max_examples=150)
@given(boards())
def test_wrong_flags(case: BoardCase) -> None:
    position, truth = case.source(), case.truth()
    assume(truth.consistent)
    marks, _ = board_of(case)
    wrong = [cell for cell in truth.safe if marks[cell] == "+"]
    assert wrong_flags(position, infer(position).safe) == wrong


def test_a_wrong_flag() -> None:
    untrusted = Position.from_rows(["+1*", "--1"], flags="untrusted")
    safe = infer(untrusted).safe
    assert safe == [(0, 0), (1, 0), (1, 1)]
    assert wrong_flags(untrusted, safe) == [(0, 0)]
    trusted = Position.from_rows(["+1*", "--1"])
    assert infer(trusted).consistent is False
    assert wrong_flags(trusted, [(0, 0)]) == []


def test_a_density_leaves_the_count_of_placements_open() -> None:
    position = Position.from_rows(["1--"], density=Fraction(1, 3))
    found = count(position)
    assert (found.placements, found.profile, found.feasible_totals) == (None, {1: 1}, [1, 2])


def test_systems_count_no_known_mines() -> None:
    """A position's feasible totals have its known mines, its system's have them not."""
    position = Position.from_rows(["*2-", "~--"])
    assert isinstance(position.topology, Board)
    assert count(position).feasible_totals == [2]
    assert count(system_of(position)).feasible_totals == [1]
    assert RawCase(((1, "ab"),), None, None).truth().feasible_totals == [1]
    assert count(constraint_system([(1, "ab")])).feasible_totals == [1]
