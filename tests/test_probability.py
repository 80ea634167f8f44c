"""Solutions against the truth, against symmetries, and one counter against another."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from math import comb

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactsweep.counting import by_name
from exactsweep.errors import Contradiction, InputError, TotalUnknown
from exactsweep.position import Position
from exactsweep.probability import Solution, solve
from exactsweep.system import System, constraint_system, system_of
from tests.oracle import box_placements, mined_of, neighbours, profile_of
from tests.strategies import BoardCase, Case, boards, cases, graphs, raw_systems

quick = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def assert_true(case: Case, solution: Solution) -> None:
    """Everything that *solution* says of *case* is so."""
    truth = case.truth()
    assert solution.consistent == truth.consistent
    assert solution.placements == truth.placements
    assert solution.likelihood == truth.likelihood
    assert solution.profile() == truth.profile
    if not truth.consistent:
        for ask in ("mine", "safe", "mines", "front", "sea", "sea_cells"):
            with pytest.raises(Contradiction):
                found = getattr(solution, ask)
                found()
        return
    assert solution.safe == truth.safe
    assert solution.mines == truth.mines
    assert [cell for cell, _ in solution.front] == truth.front
    assert solution.sea_cells() == truth.sea
    assert (solution.sea is None) == (not truth.sea)
    if solution.sea is not None:
        assert solution.sea[0] == len(truth.sea)
    if not truth.has_prior:
        with pytest.raises(TotalUnknown):
            assert solution.mine
        for cell, (above, below) in solution.front:
            assert (above == 0) == (cell in truth.safe)
            assert (above == below) == (cell in truth.mines)
        return
    mine = {cell: truth.mine(cell) for cell in truth.cells}
    assert solution.mine == mine
    for cell, ratio in solution.front:
        assert Fraction(*ratio) == mine[cell]
    if solution.sea is not None:
        assert Fraction(*solution.sea[1]) == mine[truth.sea[0]]
    left = truth.riddle.left
    if left is not None:
        assert sum(solution.mine.values()) == left


@settings(quick, max_examples=1500)
@given(cases())
def test_solutions_are_true(case: Case) -> None:
    assert_true(case, solve(case.source()))


@settings(quick, max_examples=150)
@given(graphs())
def test_solutions_of_graphs_are_true(case: Case) -> None:
    assert_true(case, solve(case.source()))


@settings(quick, max_examples=200)
@given(raw_systems())
def test_solutions_of_raw_systems_are_true(case: Case) -> None:
    assert_true(case, solve(case.source()))


@pytest.mark.parametrize("name", ["brute", "elimination"])
@settings(quick, max_examples=100)
@given(boards())
def test_the_system_of_a_position_has_the_same_solution(name: str, case: BoardCase) -> None:
    assert_true(case, solve(system_of(case.source()), by_name(name)))


@settings(quick, max_examples=80)
@given(cases())
def test_cpsat_solutions_are_true(case: Case) -> None:
    assert_true(case, solve(case.source(), by_name("cpsat")))


@settings(quick, max_examples=40)
@given(boards(most_rows=5, most_columns=7, most_covered=14))
def test_three_counters_give_one_solution(case: BoardCase) -> None:
    position = case.source()
    first, *others = (solve(position, by_name(name)) for name in ("elimination", "cpsat", "brute"))
    for other in others:
        assert other.consistent == first.consistent
        assert other.placements == first.placements
        assert other.profile() == first.profile()
        if first.consistent:
            assert (other.safe, other.mines) == (first.safe, first.mines)
            if position.mines is not None or position.density is not None:
                assert other.mine == first.mine


Cell = tuple[int, int]
Mapped = tuple[tuple[str, ...], Callable[[Cell], Cell]]


def rotated(rows: tuple[str, ...]) -> Mapped:
    """The board a quarter turn on, and where its cells were."""
    turned = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
    return turned, lambda cell: (len(rows) - 1 - cell[1], cell[0])


def mirrored(rows: tuple[str, ...]) -> Mapped:
    """The board with left and right swapped, and where its cells were."""
    return tuple(row[::-1] for row in rows), lambda cell: (cell[0], len(rows[0]) - 1 - cell[1])


def moved(rows: tuple[str, ...]) -> Mapped:
    """The board moved by one row and one column around a torus, and where its cells were."""
    turned = tuple(row[-1] + row[:-1] for row in (rows[-1], *rows[:-1]))
    return turned, lambda cell: ((cell[0] - 1) % len(rows), (cell[1] - 1) % len(rows[0]))


def answer(solution: Solution) -> tuple[object, ...]:
    return solution.consistent, solution.placements, solution.likelihood, solution.profile()


def assert_symmetric(case: BoardCase, change: Callable[[tuple[str, ...]], Mapped]) -> None:
    """The changed board has the same answers in other places."""
    rows, origin = change(case.rows)
    turned = BoardCase(rows, case.mines, case.density, case.topology, case.flags)
    first, second = solve(case.source()), solve(turned.source())
    assert answer(first) == answer(second)
    if first.consistent:
        for one, other in ((first.safe, second.safe), (first.mines, second.mines)):
            assert {origin(cell) for cell in other} == set(one)  # type: ignore[arg-type]
        if case.mines is not None or case.density is not None:
            assert {origin(cell): p for cell, p in second.mine.items()} == first.mine  # type: ignore[arg-type]


@pytest.mark.parametrize("change", [rotated, mirrored])
@settings(quick, max_examples=100)
@given(boards(["grid", "torus", "orthogonal"], 6, 9, 40))
def test_turned_boards_have_turned_solutions(
    change: Callable[[tuple[str, ...]], Mapped], case: BoardCase
) -> None:
    assert_symmetric(case, change)


@settings(quick, max_examples=100)
@given(boards(["torus"], 6, 9, 40))
def test_a_torus_has_no_edge(case: BoardCase) -> None:
    assert_symmetric(case, moved)


@settings(quick, max_examples=200)
@given(raw_systems())
def test_swapping_mines_and_safe_cells_swaps_the_probabilities(case: Case) -> None:
    system = case.source()
    assert isinstance(system, System)
    if system.left is None:
        return
    cells = len(system.covered)
    swapped = constraint_system(
        [(len(clue.cells) - clue.owed, [str(c) for c in clue.cells]) for clue in system.clues],
        cells - system.left,
    )
    first, second = solve(system), solve(swapped)
    assert first.placements == second.placements
    assert {cells - m: p for m, p in first.profile().items()} == second.profile()
    if first.consistent:
        numbers = {str(system.number(name)): name for name in system.names}
        opposite = {numbers[str(name)]: 1 - p for name, p in second.mine.items()}
        assert opposite == first.mine


def test_large_raw_systems_count_by_boxes() -> None:
    parts = {"a": 40, "b": 45, "c": 57, "d": 3}
    names = {part: [f"{part}{n}" for n in range(size)] for part, size in parts.items()}
    a, b, c, d = names.values()
    constraints = [(41, a + b), (70, b + c), (1, d)]
    solution = solve(constraint_system(constraints, 90))
    placements = box_placements([40, 45, 57], [[0], [0, 1], [1]], {0: 41, 1: 70})
    alone = profile_of(placements)
    assert solution.profile() == {mines + 1: 3 * ways for mines, ways in alone.items()}
    assert solution.placements == 3 * alone[89]
    for box, part in enumerate("abc"):
        mined = Fraction(mined_of(placements, box)[89], alone[89] * parts[part])
        assert {solution.mine[name] for name in names[part]} == {mined}


def test_an_open_board_is_all_sea() -> None:
    solution = solve(Position.from_rows(["-" * 30] * 16, mines=99))
    assert solution.placements == comb(480, 99)
    assert set(solution.mine.values()) == {Fraction(99, 480)}
    assert solution.profile() == {0: 1}
    assert (solution.safe, solution.mines) == ([], [])


@pytest.mark.parametrize(
    ("rows", "mines", "placements"),
    [
        (["0"], 0, 1),
        (["0"], 1, 0),
        (["0"], None, None),
        (["-"], 0, 1),
        (["-"], 1, 1),
        (["-"], 2, 0),
        (["~"], 0, 1),
        (["~"], 1, 0),
        (["*"], 1, 1),
        (["*"], 0, 0),
        (["+"], 0, 0),
        (["1"], 1, 0),
        (["1~-"], 1, 0),
        (["0~-"], 1, 1),
        (["1-2*"], 2, 1),
        (["--", "--"], 4, 1),
    ],
)
def test_smallest_boards(rows: list[str], mines: int | None, placements: int | None) -> None:
    solution = solve(Position.from_rows(rows, mines))
    assert solution.placements == placements
    assert solution.consistent == (placements != 0)


def test_no_cells_at_all() -> None:
    assert solve(constraint_system([], 0)).mine == {}
    assert solve(constraint_system([], 1)).placements == 0
    assert solve(constraint_system([(0, [])])).consistent
    assert not solve(constraint_system([(1, [])])).consistent


def test_a_total_leaves_only_one_number_of_mines_for_the_front() -> None:
    row = "-1-1-"
    free = solve(Position.from_rows([row]))
    assert (free.safe, free.mines) == ([], [])
    one, two = (solve(Position.from_rows([row], mines)) for mines in (1, 2))
    assert (one.safe, one.mines) == ([(0, 0), (0, 4)], [(0, 2)])
    assert (two.safe, two.mines) == ([(0, 2)], [(0, 0), (0, 4)])


@pytest.mark.parametrize(("mines", "placements"), [(0, 0), (1, 1), (2, 0), (3, 1), (4, 0)])
def test_a_total_may_lie_in_a_gap(mines: int, placements: int) -> None:
    """One mine in a, or one in each of b, c and d: within the range of totals, two is none."""
    solution = solve(constraint_system([(1, "ab"), (1, "ac"), (1, "ad")], mines))
    assert (solution.placements, solution.consistent) == (placements, placements == 1)
    assert solution.profile() == {1: 1, 3: 1}


def test_a_position_has_a_total_or_a_density() -> None:
    with pytest.raises(InputError, match="not both"):
        Position.from_rows(["-"], 1, density="1/2")


@settings(quick, max_examples=100)
@given(boards(), st.sampled_from([Fraction(1, 100), Fraction(1, 3), Fraction(99, 100)]))
def test_density_weighs_totals(case: BoardCase, density: Fraction) -> None:
    """A density is the average over totals, each by its binomial weight over covered cells."""
    under = solve(BoardCase(case.rows, None, density, case.topology, case.flags).source())
    if not under.consistent:
        return
    cells = case.source().covered()
    known = case.source().known_mines()
    weight = Fraction(0)
    mine: dict[Hashable, Fraction] = dict.fromkeys(cells, Fraction(0))
    for mines in range(len(cells) + 1):
        total = BoardCase(case.rows, known + mines, None, case.topology, case.flags)
        solution = solve(total.source())
        if solution.placements:
            odds = density**mines * (1 - density) ** (len(cells) - mines)
            weight += odds * solution.placements
            for cell, p in solution.mine.items():
                mine[cell] += odds * solution.placements * p
    assert under.likelihood == weight
    assert under.mine == {cell: p / weight for cell, p in mine.items()}


def test_the_oracle_knows_its_neighbours() -> None:
    """What hexagons and tori look like, by hand: the rest of the tests lean on the oracle."""
    assert sorted(neighbours("hex", 3, 3)[1, 1], key=str) == [
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 2),
        (2, 1),
        (2, 2),
    ]
    assert neighbours("torus", 1, 3)[0, 0] == [(0, 1), (0, 2)]
    assert neighbours("torus", 2, 2)[0, 0] == [(0, 1), (1, 0), (1, 1)]
    assert neighbours("orthogonal", 2, 3)[0, 1] == [(0, 0), (0, 2), (1, 1)]
    assert len(neighbours("grid", 3, 4)[1, 1]) == 8
