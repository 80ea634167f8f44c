"""What a covered cell turns out to be, against the truth."""

from fractions import Fraction

import pytest
from hypothesis import given, settings

from exactsweep.counting import by_name
from exactsweep.errors import Contradiction, InputError, TotalUnknown
from exactsweep.position import Position
from exactsweep.probability import Solution, solve
from tests.oracle import Truth
from tests.strategies import BoardCase, Case, RawCase, boards, graphs, long_boards


def assert_contents_are_true(truth: Truth, solution: Solution) -> None:
    """Contents and possible contents of every covered cell."""
    for cell in truth.cells:
        expected = truth.contents(cell) if truth.consistent else {}
        if not truth.consistent:
            with pytest.raises(Contradiction):
                solution.possible(cell)
            with pytest.raises(Contradiction):
                solution.contents(cell)
            continue
        possible = solution.possible(cell)
        assert len(set(possible)) == len(possible)
        assert set(possible) == set(expected)
        if not truth.has_prior:
            with pytest.raises(TotalUnknown):
                solution.contents(cell)
            continue
        found = solution.contents(cell)
        assert found == expected
        assert sum(found.values()) == 1


@settings(deadline=None, max_examples=700)
@given(boards(most_covered=9) | long_boards() | graphs())
def test_contents_are_true(case: Case) -> None:
    assert_contents_are_true(case.truth(), solve(case.source()))


@pytest.mark.parametrize(("name", "examples"), [("brute", 60), ("cpsat", 12)])
def test_contents_by_other_counters_are_true(name: str, examples: int) -> None:
    @settings(deadline=None, max_examples=examples)
    @given(boards(most_covered=8))
    def check(case: BoardCase) -> None:
        assert_contents_are_true(case.truth(), solve(case.source(), by_name(name)))

    check()


@pytest.mark.parametrize("prior", [{"mines": 3}, {"mines": None}, {"density": Fraction(1, 3)}])
@pytest.mark.parametrize("topology", ["grid", "torus", "hex", "orthogonal"])
@pytest.mark.parametrize(
    "rows",
    [
        ("-~-", "~~~", "1--"),
        ("---", "---"),
        ("2---", "---*"),
        ("-",),
        ("--",),
        ("-1--", "-1~-"),
        ("+2--", "----"),
        ("0--", "---"),
        ("*-*", "---", "-1*"),
    ],
)
@pytest.mark.parametrize("flags", ["trusted", "untrusted"])
def test_contents_of_chosen_boards(
    rows: tuple[str, ...], topology: str, flags: str, prior: dict[str, object]
) -> None:
    """Sea cells, forced cells, cells between holes, known mines; consistent or not."""
    case = BoardCase(rows, topology=topology, flags=flags, **prior)  # type: ignore[arg-type]
    assert_contents_are_true(case.truth(), solve(case.source()))


def test_contents_by_hand() -> None:
    """The mine is next to the 1: beside it, or in the corner where the other cell sees it."""
    solution = solve(Position.from_rows(["1--", "---"], mines=1))
    third = Fraction(1, 3)
    assert solution.contents((0, 1)) == {"mine": third, 1: 2 * third}
    assert solution.contents((0, 2)) == {0: third, 1: 2 * third}
    assert solution.contents((1, 2)) == {0: third, 1: 2 * third}


def test_a_cell_that_is_not_covered_has_no_contents() -> None:
    solution = solve(Position.from_rows(["1-", "~+"], mines=1))
    for cell in [(0, 0), (1, 0), (1, 1)]:
        with pytest.raises(InputError, match="not covered"):
            solution.contents(cell)
    with pytest.raises(InputError, match="outside"):
        solution.contents((2, 0))


def test_a_system_without_a_board_has_no_contents() -> None:
    solution = solve(RawCase(((1, "ab"),), 1, None).source())
    with pytest.raises(InputError, match="without a board"):
        solution.contents("a")
    with pytest.raises(InputError, match="'c'"):
        solution.contents("c")
