"""Kaye's procedure: exactly what each covered cell can be, against brute force and counting."""

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from exactsweep.budget import UNLIMITED, Budget
from exactsweep.errors import BudgetExceeded, InputError
from exactsweep.formats import read
from exactsweep.position import Position
from exactsweep.probability import solve
from exactsweep.reason.forced import forced_cells
from exactsweep.reason.kaye import Possible, possible_contents
from exactsweep.reason.minicard import Oracle
from exactsweep.system import System, constraint_system, system_of
from exactsweep.topology import BOARDS
from tests.oracle import Contents, Truth
from tests.real import EXPECTED, INSTANCES, bench, corrupted
from tests.strategies import BoardCase, Case, GraphCase, boards, graphs, long_boards
from tests.verdicts import Patience, with_total

Sets = dict[Hashable, tuple[Contents, ...]]

quick = settings(deadline=None, suppress_health_check=list(HealthCheck))


def in_order(contents: Iterator[Contents] | Sequence[Contents]) -> tuple[Contents, ...]:
    """A mine first, then the numbers."""
    return tuple(sorted(set(contents), key=lambda one: -1 if one == "mine" else one))


def true_sets(truth: Truth) -> Sets:
    if not truth.consistent:
        return {}
    return {cell: in_order([*truth.contents(cell)]) for cell in truth.cells}


def named(source: Position | System, found: Possible) -> Sets:
    names = system_of(source).names
    assert list(found.contents) == sorted(found.contents)
    return {names[cell]: contents for cell, contents in found.contents.items()}


def assert_sets_are_true(case: Case) -> None:
    truth, source = case.truth(), case.source()
    found = possible_contents(source)
    assert (found.consistent, found.undecided) == (truth.consistent, frozenset())
    assert named(source, found) == true_sets(truth)


def counted(position: Position) -> Sets:
    """The contents that some placement has, by counting placements."""
    solution = solve(position)
    if not solution.consistent:
        return {}
    if not solution.has_prior:
        return {cell: tuple(map(_content, solution.possible(cell))) for cell in position.covered()}
    return {
        cell: in_order([_content(one) for one, p in solution.contents(cell).items() if p])
        for cell in position.covered()
    }


def _content(one: str | int) -> Contents:
    return one if isinstance(one, int) else "mine"


Asked: TypeAlias = list[tuple[Oracle, tuple[int, ...]]]
"""Solvers, and the assumptions that they were asked about."""


@contextmanager
def questions(monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    """All that solvers are asked, in a list that grows as they are."""
    asked: Asked = []
    solve_as_ever = Oracle.solve

    def note_and_solve(self: Oracle, assumptions: Sequence[int], budget: Budget) -> bool | None:
        asked.append((self, tuple(assumptions)))
        return solve_as_ever(self, assumptions, budget)

    with monkeypatch.context() as patch:
        patch.setattr(Oracle, "solve", note_and_solve)
        yield asked


@settings(quick, max_examples=2000)
@given(st.one_of(boards(), boards(["grid"], 4, 7, 12), long_boards(), graphs()))
def test_sets_are_true(case: Case) -> None:
    assert_sets_are_true(case)


@settings(quick, max_examples=400)
@given(st.one_of(graphs(), boards(["torus", "hex", "orthogonal"], most_covered=9)))
def test_sets_beyond_the_grid_are_true(case: Case) -> None:
    assert_sets_are_true(case)


@settings(quick, max_examples=100)
@given(st.one_of(long_boards(), boards(most_covered=9)))
def test_every_total(case: Case) -> None:
    """Also the least and the greatest total, which rule out most, and totals too low or high."""
    free = with_total(case, None).truth()
    for mines in range(free.riddle.known + len(free.cells) + 2):
        assert_sets_are_true(with_total(case, mines))


@settings(quick, max_examples=100)
@given(boards(most_covered=9))
def test_flags_trusted_or_not(case: BoardCase) -> None:
    for flags in ("trusted", "untrusted"):
        assert_sets_are_true(replace(case, flags=flags))


@settings(quick, max_examples=60)
@given(boards(most_covered=9))
def test_a_density_says_no_more_than_an_unknown_total(case: BoardCase) -> None:
    free = replace(case, mines=None, density=None)
    thin = replace(case, mines=None, density=Fraction(1, 7))
    assert possible_contents(thin.source()) == possible_contents(free.source())
    assert_sets_are_true(thin)


@settings(quick, max_examples=60)
@given(boards(most_covered=9))
def test_the_system_of_a_position_has_the_same_sets(case: BoardCase) -> None:
    source = case.source()
    assert possible_contents(system_of(source)) == possible_contents(source)


@settings(quick, max_examples=150)
@given(boards(["grid", "torus", "orthogonal"]))
def test_turning_the_board_turns_the_sets(case: BoardCase) -> None:
    turned = replace(case, rows=tuple(map("".join, zip(*case.rows[::-1], strict=True))))
    source, other = case.source(), turned.source()
    sets, turned_sets = (named(one, possible_contents(one)) for one in (source, other))
    assert len(turned_sets) == len(sets)
    for row, column in product(range(len(case.rows)), range(len(case.rows[0]))):
        to = column, len(case.rows) - 1 - row
        assert turned_sets.get(to) == sets.get((row, column))


BY_HAND: list[tuple[Sequence[str], int | None, Sets]] = [
    (["---", "1--"], 1, {
        (0, 0): ("mine", 1), (0, 1): ("mine", 1), (1, 1): ("mine", 1),
        (0, 2): (0, 1), (1, 2): (0, 1),
    }),
    (["--"], 0, {(0, 0): (0,), (0, 1): (0,)}),
    (["--"], 1, {(0, 0): ("mine", 1), (0, 1): ("mine", 1)}),
    (["--"], 2, {(0, 0): ("mine",), (0, 1): ("mine",)}),
    (["--"], None, {(0, 0): ("mine", 0, 1), (0, 1): ("mine", 0, 1)}),
    (["--"], 3, {}),
    (["0-1-"], None, {(0, 1): (0,), (0, 3): ("mine",)}),
    (["0-2-"], None, {}),
    (["*--"], 2, {(0, 1): ("mine", 2), (0, 2): ("mine", 1)}),
    (["-1-1-"], None, {(0, 0): ("mine", 0), (0, 2): ("mine", 0), (0, 4): ("mine", 0)}),
    (["-1-1-"], 2, {(0, 0): ("mine",), (0, 2): (0,), (0, 4): ("mine",)}),
    (["1"], 0, {}),
    (["0"], 0, {}),
]  # fmt: skip
"""Rows, total and sets: small enough to see."""


@pytest.mark.parametrize(("rows", "mines", "sets"), BY_HAND)
def test_by_hand(rows: Sequence[str], mines: int | None, sets: Sets) -> None:
    source = Position.from_rows(rows, mines)
    assert named(source, possible_contents(source)) == sets


def test_no_covered_cells() -> None:
    assert possible_contents(Position.from_rows(["0"], 0)) == Possible(True, {})
    assert possible_contents(Position.from_rows(["0"], 1)) == Possible(False, {})
    assert possible_contents(Position.from_rows(["1"])) == Possible(False, {})


def seesaw_board(arms: Sequence[Sequence[int]], sea: int, mines: int | None) -> GraphCase:
    """Arms of one cell each or more: one is all mines, the others are all safe.

    A shown 1 joins any choice of a cell from each arm of a seesaw. The cells of an arm see each
    other, the first ones of all arms too, and every cell of the sea sees the first cells.
    """
    marks: dict[Hashable, str] = {}
    edges: list[tuple[Hashable, Hashable]] = []
    firsts: list[Hashable] = []
    for at, sizes in enumerate(arms):
        groups = [[(at, arm, n) for n in range(size)] for arm, size in enumerate(sizes)]
        for group in groups:
            marks |= dict.fromkeys(group, "-")
            edges += list(product(group, group))
            firsts.append(group[0])
        for number, cells in enumerate(product(*groups)):
            marks[at, "clue", number] = "1"
            edges += [((at, "clue", number), cell) for cell in cells]
    water = [("sea", n) for n in range(sea)]
    marks |= dict.fromkeys(water, "-")
    edges += [*product(firsts, firsts), *product(water, firsts)]
    return GraphCase(marks, edges, mines, None, "trusted")


@settings(quick, max_examples=25)
@given(
    st.lists(st.lists(st.integers(1, 4), min_size=2, max_size=2), min_size=1, max_size=2),
    st.integers(0, 2),
)
@example([[1, 4], [1, 4]], 0)
@example([[1, 4], [2, 4]], 1)
@example([[1, 3], [1, 3], [1, 3]], 0)
def test_gaps(arms: list[list[int]], sea: int) -> None:
    """Components that can have few mines or many, but no number between."""
    free = seesaw_board(arms, sea, None)
    assert_sets_are_true(free)
    for mines in range(sum(map(sum, arms)) + sea + 1):
        assert_sets_are_true(with_total(free, mines))


def test_gaps_in_all_of_the_others_decide() -> None:
    """What one placement of each other component shows is not enough, nor are least and most.

    Seven mines in seesaws of 1 or 5, 1 or 5, and 1 or 3: 1 + 5 + 1, either way round.
    """
    case = seesaw_board([[1, 5], [1, 5], [1, 3]], 0, 7)
    source = case.source()
    found = named(source, possible_contents(source))
    assert found[2, 0, 0][0] == "mine"
    assert all("mine" not in found[2, 1, n] for n in range(3))
    assert found[0, 0, 0][0] == found[0, 1, 0][0] == "mine"
    assert_sets_are_true(case)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_instances(name: str) -> None:
    source = read(INSTANCES / name)
    if isinstance(source, Position):
        for position in (source, source.replace()):
            found = possible_contents(position)
            assert named(position, found) == counted(position)
            assert_gives_forced_cells(position, found)


def assert_gives_forced_cells(source: Position, found: Possible) -> None:
    """Safe where no mine is possible, a mine where no number is: the forced cells."""
    forced = forced_cells(source)
    assert found.consistent == forced.consistent
    sets = found.contents.items()
    assert {cell for cell, contents in sets if "mine" not in contents} == forced.safe
    assert {cell for cell, contents in sets if contents == ("mine",)} == forced.mines


@pytest.mark.parametrize(
    ("name", "step"), [("beginner", 8), ("intermediate", 10), ("expert", 10), ("big50", 15)]
)
def test_real_boards(name: str, step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting finds the same; known placements spare most questions, and few come twice."""
    asked: Asked = []
    cells = 0
    for position in list(bench(name).values())[::step]:
        with questions(monkeypatch) as here:
            found = possible_contents(position)
        assert named(position, found) == counted(position)
        assert_gives_forced_cells(position, found)
        assert len(here) <= 3 * len(found.contents)
        asked += here
        cells += len(found.contents)
    assert 0 < len(asked) < cells
    assert len(set(asked)) > 0.99 * len(asked)


def test_hard_boards() -> None:
    """Boards on which no zero was opened, where most cells see the boxes of many numbers.

    In the last, a sight is seen with few mines and with many before it is with those between.
    """
    hard = bench("hard")
    names = [name for name in map(str, hard) if "-rr_exp" in name or "-rr_beg" in name]
    assert len(names) >= 20
    for name in [*names[::10], "hard-rr_exp_50_6"]:
        assert named(hard[name], possible_contents(hard[name])) == counted(hard[name])


def test_corrupted_boards() -> None:
    """A number changed by one, and totals at the edge: contradictions, and sets that shrink."""
    random = Random(2000)
    seen = set()
    for position in random.sample(list(bench("intermediate").values()), 12):
        rows, _ = corrupted(position.rows, random)
        free = position.replace()
        low, *_ = solve(free).profile()
        for changed in (
            Position.from_rows(rows),
            Position.from_rows(rows, position.mines),
            *(position.replace(mines=position.known_mines() + low + more) for more in (-1, 0, 1)),
        ):
            found = possible_contents(changed)
            assert named(changed, found) == counted(changed)
            seen.add(found.consistent)
    assert seen == {False, True}


def test_equal_cells_are_asked_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same numbers under more and more of the sea, whose cells are all alike."""
    numbers = []
    for depth in (4, 40):
        rows = ["-" * 9] * depth + ["122211111"]
        with questions(monkeypatch) as asked:
            assert possible_contents(Position.from_rows(rows, 8)).consistent
        numbers.append(len(asked))
    assert numbers[0] > 0
    assert numbers[0] == numbers[1]


def test_a_system_without_a_board_has_no_contents() -> None:
    for system in (
        constraint_system([(1, "ab")], 1),
        constraint_system([(3, "ab")], 1),
        constraint_system([]),
    ):
        with pytest.raises(InputError, match="without a board has no contents"):
            possible_contents(system)


RUNNING_OUT = [
    BoardCase(("-1-1---", "--2-2--", "-1---1-"), 6),
    BoardCase(("-1-1---", "--2-2--", "-1---1-"), None),
    BoardCase(("-1-1-", "~~~~~", "1---1"), 2),
    BoardCase(("---", "-1-", "---"), 3, topology="torus"),
    BoardCase(("-1-1---",), 0),
]


@pytest.mark.parametrize("case", RUNNING_OUT)
def test_time_runs_out(case: BoardCase) -> None:
    """At the first look at the clock, at the second, ..: what is known is true, and says so."""
    position, truth = case.source(), case.truth()
    sets = true_sets(truth)
    names = position.topology.cells
    known_before = -1
    for looks in range(400):
        try:
            found = possible_contents(position, Patience(looks))
        except BudgetExceeded as error:
            known = error.known
            assert isinstance(known, Possible)
            assert known.consistent in (None, truth.consistent)
            assert known.undecided
            assert known.undecided <= known.contents.keys()
            for cell, contents in known.contents.items():
                assert contents == in_order(contents)
                if cell in known.undecided:
                    assert set(contents) <= set(sets.get(names[cell], ()))
                else:
                    assert contents == sets[names[cell]]
            decided = len(known.contents) - len(known.undecided)
            assert decided >= known_before
            known_before = decided
        else:
            assert looks > 0
            assert named(position, found) == sets
            assert not found.undecided
            break
    else:
        pytest.fail("no answer after 400 looks at the clock")


def test_what_is_known_grows() -> None:
    """Before the answer there are cells decided, and cells with some of their contents."""
    position = bench("expert")["expert-000"]
    seen = set()
    for looks in (0, 20, 60, 100):
        with pytest.raises(BudgetExceeded, match="time limit") as caught:
            possible_contents(position, Patience(looks))
        known = caught.value.known
        assert isinstance(known, Possible)
        decided = known.contents.keys() - known.undecided
        partly = any(known.contents[cell] for cell in known.undecided)
        seen.add((known.consistent, bool(decided), partly))
    assert seen >= {(None, False, False), (True, True, True)}


def test_a_contradiction_of_single_numbers_needs_no_time() -> None:
    assert possible_contents(Position.from_rows(["0-1"], 1), Patience(0)) == Possible(False, {})


def test_a_budget_that_is_enough_changes_nothing() -> None:
    position = bench("intermediate")["intermediate-000"]
    assert possible_contents(position, Budget(600)) == possible_contents(position, UNLIMITED)


@pytest.mark.parametrize("topology", BOARDS)
@pytest.mark.parametrize("mines", [None, 2, 5])
def test_cells_that_see_boxes_sea_and_known_mines(topology: str, mines: int | None) -> None:
    rows: tuple[str, ...] = ("*1---", "-----", "--1-+")
    assert_sets_are_true(BoardCase(rows, mines, None, topology))


@settings(quick, max_examples=60)
@given(boards())
def test_every_covered_cell_is_answered(case: BoardCase) -> None:
    source = case.source()
    found = possible_contents(source)
    if found.consistent:
        assert set(named(source, found)) == set(source.covered())
        assert all(found.contents.values())
