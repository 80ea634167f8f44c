"""The rule of windows: sound, as strong as its definition, and how it stands to pairs."""

from collections.abc import Sequence

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactsweep.budget import Budget
from exactsweep.errors import BudgetExceeded, InputError
from exactsweep.position import Position
from exactsweep.reason.subsets import pairs
from exactsweep.reason.window import window
from exactsweep.structure import single_point
from exactsweep.system import System, constraint_system, system_of
from exactsweep.topology import BOARDS
from tests.naive_rules import Known, naive_window
from tests.strategies import BoardCase, boards

quick = settings(deadline=None)
few = settings(deadline=None, max_examples=40)


def named(system: System, forced: dict[int, bool] | None) -> Known | None:
    if forced is None:
        return None
    return {system.names[cell]: mined for cell, mined in forced.items()}


def of_case(case: BoardCase) -> System:
    return system_of(case.source())


def infer(rows: Sequence[str], size: int = 4, topology: str = "grid") -> Known | None:
    system = system_of(Position.from_rows(rows, topology=topology))
    return named(system, window(system, size))


def infer_by_pairs(rows: Sequence[str], size: int = 2, topology: str = "grid") -> Known | None:
    system = system_of(Position.from_rows(rows, topology=topology))
    return named(system, pairs(system, size))


# Sound and complete


@quick
@given(case=boards(), size=st.integers(1, 6))
def test_every_placement_has_the_forced_cells(case: BoardCase, size: int) -> None:
    system, truth = of_case(case), case.truth()
    forced = named(system, window(system, size))
    if forced is None:
        assert not truth.paying
        return
    mines = truth.mask(cell for cell, mined in forced.items() if mined)
    seen = truth.mask(forced)
    assert all(placement & seen == mines for placement in truth.paying)


@pytest.mark.parametrize("topology", BOARDS)
@few
@given(data=st.data(), size=st.integers(1, 5))
def test_squares_find_what_trying_everything_finds(
    topology: str, data: st.DataObject, size: int
) -> None:
    case = data.draw(boards([topology], most_covered=8))
    expected = naive_window(case.rows, size, topology, case.flags)
    assert named(of_case(case), window(of_case(case), size)) == expected


@few
@given(case=boards(["grid"], 2, 9, 12))
def test_long_boards(case: BoardCase) -> None:
    expected = naive_window(case.rows, 4, "grid", case.flags)
    assert named(of_case(case), window(of_case(case))) == expected


@quick
@given(case=boards(["grid"], 5, 6, 14))
def test_one_square_over_the_whole_board_finds_every_forced_cell(case: BoardCase) -> None:
    """It sees all numbers and all their cells, so only the total could add to it."""
    truth = case.truth()
    if not truth.paying:
        assert window(of_case(case), 6) is None
        return
    every = {}
    for cell in truth.front:
        values = {bool(placement & truth.bit[cell]) for placement in truth.paying}
        if len(values) == 1:
            every[cell] = values.pop()
    assert named(of_case(case), window(of_case(case), 6)) == every


# Against the other rules


def is_part_of(weaker: dict[int, bool] | None, stronger: dict[int, bool] | None) -> bool:
    return stronger is None or (weaker is not None and weaker.items() <= stronger.items())


@quick
@given(case=boards(["grid", "hex", "orthogonal"]))
def test_a_window_finds_what_pairs_find(case: BoardCase) -> None:
    """Some 4x4 square has both numbers and all cells of either one."""
    system = of_case(case)
    assert is_part_of(pairs(system), window(system))


@quick
@given(case=boards(), size=st.integers(1, 4))
def test_a_window_finds_what_smaller_windows_and_single_numbers_find(
    case: BoardCase, size: int
) -> None:
    system = of_case(case)
    assert is_part_of(single_point(system), window(system, size))
    assert is_part_of(window(system, size), window(system, size + 1))


def test_a_window_sees_a_chain_of_numbers() -> None:
    """The 1 at the right has one mine of the 2, so 0,1 or 1,1 has the other, and the 1 below.

    No cell is next to all three numbers, and no two of them settle it.
    """
    rows = ["--21", "1---"]
    assert infer_by_pairs(rows) == {}
    assert infer_by_pairs(rows, 99) == {}
    assert infer(rows) == {(0, 0): False}


def test_pairs_look_further_than_a_small_window() -> None:
    rows = ["-1-3-", "-1-3-"]
    expected = {(0, 0): False, (1, 0): False, (0, 4): True, (1, 4): True}
    assert infer(rows, 3) == {}
    assert infer_by_pairs(rows) == expected
    assert infer(rows) == expected


def test_four_numbers_around_a_cell_reach_further_than_a_window() -> None:
    rows = ["-3-3-", "-----", "-2-4-"]
    expected = {(0, 0): True, (0, 4): False, (2, 0): False, (2, 4): True}
    assert infer(rows) == {}
    assert infer_by_pairs(rows, 4) == expected
    assert infer(rows, 5) == expected


# By hand


def test_one_two_one() -> None:
    assert infer(["---", "121"]) == {(0, 0): True, (0, 1): False, (0, 2): True}


def test_one_two_two_one() -> None:
    expected = {(0, 0): False, (0, 1): True, (0, 2): True, (0, 3): False}
    assert infer(["----", "1221"]) == expected


def test_one_one_at_the_wall() -> None:
    assert infer(["---", "11~"]) == {(0, 2): False}


def test_a_number_that_reaches_outside_is_judged_by_both_bounds() -> None:
    """No 2x2 square has more than three of its cells, yet an 8 and a 0 leave no choice there."""
    around = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)]
    assert infer(["---", "-8-", "---"], 2) == dict.fromkeys(around, True)
    assert infer(["---", "-0-", "---"], 2) == dict.fromkeys(around, False)
    assert infer(["---", "-7-", "---"], 2) == {}
    assert infer(["---", "-1-", "---"], 2) == {}


def test_a_square_of_one_row() -> None:
    assert infer(["1-2--1-"]) == {(0, 1): True, (0, 3): True}


def test_a_torus_is_not_cut_for_single_numbers() -> None:
    """The 0 in the corner has neighbours on all four sides of the board."""
    rows = ["0----", "-----", "-----", "-----", "-----"]
    corners = [(0, 1), (0, 4), (1, 0), (1, 1), (1, 4), (4, 0), (4, 1), (4, 4)]
    assert infer(rows, 2, "torus") == dict.fromkeys(corners, False)


def test_news_cross_the_seam_of_a_torus() -> None:
    """The 1-2-1 has a mine at 1,1, which pays the 1 at the seam; its other cells lie opposite."""
    rows = ["~121~~~", "~---~~-", "1~~~~~-", "~~~~~~~"]
    expected = {(1, 1): True, (1, 2): False, (1, 3): True, (1, 6): False, (2, 6): False}
    assert infer(rows, 4, "torus") == expected


def test_squares_do_not_wrap() -> None:
    """A 1-2-1 over the seam of a torus is seen by pairs only; away from it, by squares as well."""
    seam = ["21~~~~1", "--~~~~-", "~~~~~~~", "~~~~~~~"]
    inner = ["~121~~~", "~---~~~", "~~~~~~~", "~~~~~~~"]
    assert infer(seam, 4, "torus") == {}
    assert infer_by_pairs(seam, 2, "torus") == {(1, 6): True, (1, 0): False, (1, 1): True}
    assert infer(inner, 4, "torus") == {(1, 1): True, (1, 2): False, (1, 3): True}


# Contradictions and limits


@pytest.mark.parametrize("size", [3, 4, 9])
def test_two_numbers_that_cannot_both_be_paid(size: int) -> None:
    """They see the same four cells; a 2x2 square has only two of these and is content."""
    assert infer(["-2-", "-3-"], size) is None
    assert infer(["-2-", "-3-"], 2) == {}


def test_a_conflict_that_only_a_window_finds() -> None:
    rows = ("-----", "13-43", "----1")
    assert BoardCase(rows).truth().paying == []
    assert infer_by_pairs(rows, 3) is not None
    assert infer(rows, 2) is not None
    assert infer(rows) is None


@pytest.mark.parametrize("size", [0, -1])
def test_a_window_needs_a_size(size: int) -> None:
    with pytest.raises(InputError, match=f"window size must be at least 1, not {size}"):
        infer(["1-"], size)


def test_a_window_needs_rows_and_columns() -> None:
    graph = system_of(Position.from_graph(nx.path_graph(3), {1: 1}))
    raw = constraint_system([(1, "ab")])
    for system in (graph, raw):
        with pytest.raises(InputError, match="the window rule needs rows and columns"):
            window(system)


def test_what_was_found_outlives_a_spent_budget() -> None:
    system = system_of(Position.from_rows(["1-~---", "~~~121"]))
    found: dict[int, bool] = {}
    with pytest.raises(BudgetExceeded, match="the time limit of 1e-09 s ran out"):
        window(system, budget=Budget(seconds=1e-9), found=found)
    assert named(system, found) == {(0, 1): True}


@pytest.mark.parametrize("total", [0, 1, 2, 99])
def test_the_total_is_never_used(total: int) -> None:
    system = system_of(Position.from_rows(["---", "121"], total))
    assert named(system, window(system)) == {(0, 0): True, (0, 1): False, (0, 2): True}
