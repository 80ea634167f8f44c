"""Single-point, pairs and larger subsets: sound, as strong as they say, the same when turned."""

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactsweep.budget import Budget
from exactsweep.errors import BudgetExceeded, InputError
from exactsweep.formats import read
from exactsweep.position import Position
from exactsweep.reason.regions import Freedom, Limit, freedom
from exactsweep.reason.subsets import pairs
from exactsweep.reason.window import window
from exactsweep.structure import single_point
from exactsweep.system import System, constraint_system, system_of
from tests.naive_rules import Known, naive_subsets
from tests.strategies import BoardCase, Case, RawCase, boards, graphs, raw_systems

INSTANCES = Path(__file__).parents[1] / "instances"
EXPECTED = json.loads((INSTANCES / "expected.json").read_text(encoding="utf-8"))

ANSWERED = [
    name
    for name, expected in EXPECTED.items()
    if expected["consistent"]
    and not name.startswith("rules-")
    and ("always_mine" in expected or "mine_probability" in expected)
]

Rule = Callable[[System], dict[int, bool] | None]


def threes(source: System) -> dict[int, bool] | None:
    return pairs(source, 3)


RULES: Mapping[str, Rule] = {
    "single-point": single_point,
    "pairs": pairs,
    "threes": threes,
    "all around a cell": lambda source: pairs(source, 99),
}
BOARD_RULES: Mapping[str, Rule] = {
    **RULES,
    "window": window,
    "small window": lambda source: window(source, 2),
}

quick = settings(deadline=None)


def system(source: Position | System) -> System:
    return source if isinstance(source, System) else system_of(source)


def named(source: System, forced: dict[int, bool] | None) -> Known | None:
    if forced is None:
        return None
    return {source.names[cell]: mined for cell, mined in forced.items()}


def infer(rows: Sequence[str], rule: Rule, topology: str = "grid") -> Known | None:
    source = system_of(Position.from_rows(rows, topology=topology))
    return named(source, rule(source))


def cases() -> st.SearchStrategy[Case]:
    return st.one_of(boards(), boards(["grid"], 3, 7, 11), graphs(), raw_systems())


# What regions can hold


@st.composite
def regions(draw: st.DrawFn) -> tuple[list[int], list[Limit]]:
    sizes = draw(st.lists(st.integers(1, 3), max_size=5))
    hidden = [draw(st.integers(0, size)) for size in sizes]
    limits = []
    for _ in range(draw(st.integers(0, 4))):
        seen = draw(st.lists(st.sampled_from(range(len(sizes))), unique=True)) if sizes else []
        mines = sum(hidden[region] for region in seen)
        below, above = draw(st.integers(-1, 2)), draw(st.integers(-1, 2))
        limits.append(Limit(mines - max(below, 0), mines + above, seen))
    return sizes, limits


@given(regions())
def test_regions_can_hold_what_some_filling_puts_there(
    given_regions: tuple[list[int], list[Limit]],
) -> None:
    sizes, limits = given_regions
    fillings = [
        filling
        for filling in product(*(range(size + 1) for size in sizes))
        if all(low <= sum(filling[r] for r in seen) <= high for low, high, seen in limits)
    ]
    found: list[Freedom] | None = None
    if fillings:
        columns = zip(*fillings, strict=True)
        found = [(max(m) > 0, min(m) < size) for m, size in zip(columns, sizes, strict=True)]
    assert freedom(sizes, limits) == found


def test_states_forget_limits_that_are_behind() -> None:
    """Forty limits with two ways each would be 2**40 states."""
    limits = [Limit(1, 2, [region]) for region in range(40)]
    assert freedom([2] * 40, limits, Budget(states=2)) == [(True, True)] * 40


def test_no_regions_and_no_limits_fit() -> None:
    assert freedom([], []) == []
    assert freedom([], [Limit(0, 0, [])]) == []
    assert freedom([], [Limit(1, 1, [])]) is None
    assert freedom([3], []) == [(True, True)]


# Sound: every placement agrees


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@quick
@given(case=cases())
def test_every_placement_has_the_forced_cells(rule: Rule, case: Case) -> None:
    source, truth = system(case.source()), case.truth()
    forced = named(source, rule(source))
    if forced is None:
        assert not truth.paying
        return
    mines = truth.mask(cell for cell, mined in forced.items() if mined)
    seen = truth.mask(forced)
    assert all(placement & seen == mines for placement in truth.paying)


@pytest.mark.parametrize(("name", "rule"), list(product(ANSWERED, BOARD_RULES)))
def test_published_answers_agree(name: str, rule: str) -> None:
    source, expected = system(read(INSTANCES / name)), EXPECTED[name]
    forced = named(source, BOARD_RULES[rule](source))
    assert forced is not None
    if "always_mine" in expected:
        mines = {tuple(cell) for cell in expected["always_mine"]}
        safe = {tuple(cell) for cell in expected["always_safe"]}
        assert {cell for cell, mined in forced.items() if mined} <= mines
        assert {cell for cell, mined in forced.items() if not mined} <= safe
    else:
        others = expected.get("mine_probability_of_every_other_covered_cell")
        for cell, mined in forced.items():
            assert isinstance(cell, tuple)
            chance = expected["mine_probability"].get(f"{cell[0]},{cell[1]}", others)
            assert chance == ("1" if mined else "0")


# Complete: as strong as the naive rule


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@quick
@given(case=cases())
def test_subsets_find_what_trying_everything_finds(size: int, case: Case) -> None:
    source = system(case.source())
    assert named(source, pairs(source, size)) == naive_subsets(case.truth().riddle, size)


@quick
@given(case=cases())
def test_subsets_of_one_clue_are_the_single_point_rule(case: Case) -> None:
    source = system(case.source())
    assert pairs(source, 1) == single_point(source)


@quick
@given(case=cases())
def test_larger_subsets_find_no_less(case: Case) -> None:
    source = system(case.source())
    weaker = single_point(source)
    for size in (2, 3, 4):
        stronger = pairs(source, size)
        if stronger is None:
            return
        assert weaker is not None
        assert weaker.items() <= stronger.items()
        weaker = stronger


# By hand


def test_single_point() -> None:
    """The 0 clears its neighbours, and the 2 then has just two cells left."""
    assert infer(["0-~", "--2", "~--"], single_point) == {
        (0, 1): False,
        (1, 0): False,
        (1, 1): False,
        (2, 1): True,
        (2, 2): True,
    }


def test_one_one_at_the_wall() -> None:
    """The second 1 sees the two cells of the first and one more."""
    rows = ["---", "11~"]
    assert infer(rows, single_point) == {}
    assert infer(rows, pairs) == {(0, 2): False}


def test_one_two_one() -> None:
    rows = ["---", "121"]
    assert infer(rows, single_point) == {}
    assert infer(rows, pairs) == {(0, 0): True, (0, 1): False, (0, 2): True}


def test_one_two_two_one() -> None:
    rows = ["----", "1221"]
    assert infer(rows, single_point) == {}
    assert infer(rows, pairs) == {(0, 0): False, (0, 1): True, (0, 2): True, (0, 3): False}


def test_the_larger_number_fills_what_the_smaller_one_does_not_see() -> None:
    """The 3s can share one mine at most with the 1s beside them, so their other two are mines."""
    expected = {(0, 0): False, (1, 0): False, (0, 4): True, (1, 4): True}
    assert infer(["-1-3-", "-1-3-"], pairs) == expected


def test_three_numbers_around_a_cell() -> None:
    """A mine at 0,1 leaves the lower 1 only 2,1, and then the 1 at the right has one too many.

    No two of the numbers see that.
    """
    rows = ["1--", "--1", "1--"]
    assert infer(rows, pairs) == {}
    assert infer(rows, threes) == {(0, 1): False, (2, 1): False}


def test_four_numbers_around_a_cell() -> None:
    rows = ["-3-3-", "-----", "-2-4-"]
    assert infer(rows, threes) == {}
    expected = {(0, 0): True, (0, 4): False, (2, 0): False, (2, 4): True}
    assert infer(rows, lambda source: pairs(source, 4)) == expected


def test_a_known_cell_still_joins_its_numbers() -> None:
    """x is a mine, and then p+q=1, p+q+r+s=2, r+s+t=1 make t safe: no two of these say so."""
    constraints = [(1, "x"), (2, "xpq"), (3, "xpqrs"), (2, "xrst")]
    source = constraint_system(constraints)
    assert named(source, pairs(source)) == {"x": True}
    assert named(source, pairs(source, 3)) == {"x": True, "t": False}


def test_flags_holes_and_shown_mines() -> None:
    """The 2 has its mines shown; untrusted, its flag is a covered cell like the other one."""
    rows = ["*2+", "~--"]
    trusted = system_of(Position.from_rows(rows))
    assert named(trusted, pairs(trusted)) == {(1, 1): False, (1, 2): False}
    untrusted = system_of(Position.from_rows(rows, flags="untrusted"))
    assert named(untrusted, pairs(untrusted)) == {}


@pytest.mark.parametrize("rule", BOARD_RULES.values(), ids=BOARD_RULES)
def test_boards_that_say_nothing(rule: Rule) -> None:
    assert infer(["-----", "--~--"], rule) == {}
    assert infer(["-"], rule) == {}
    assert infer(["1*1~"], rule) == {}


@pytest.mark.parametrize("rule", BOARD_RULES.values(), ids=BOARD_RULES)
def test_a_single_row(rule: Rule) -> None:
    expected = {(0, 1): True, (0, 3): False, (0, 5): True, (0, 7): True}
    assert infer(["1-1---2--"], rule) == expected


# Contradictions


@pytest.mark.parametrize("rule", BOARD_RULES.values(), ids=BOARD_RULES)
@pytest.mark.parametrize("rows", [["----", "---4"], ["1"], ["0*"], ["~1~2"], ["+0-"], ["1-0"]])
def test_a_number_that_cannot_be_paid(rows: list[str], rule: Rule) -> None:
    assert infer(rows, rule) is None


def test_two_numbers_that_cannot_both_be_paid() -> None:
    """A 2 and a 3 see the same four cells: nothing pays both, and nothing is safe and mined."""
    rows = ["--2--", "--3--"]
    assert infer(rows, single_point) == {}
    assert infer(rows, pairs) is None
    assert infer(rows, threes) is None


def test_three_numbers_that_cannot_all_be_paid() -> None:
    rows = ["-----", "-53-4", "--2--"]
    assert BoardCase(tuple(rows)).truth().paying == []
    assert infer(rows, pairs) == {}
    assert infer(rows, threes) is None


def test_a_conflict_that_only_forced_cells_bring_out() -> None:
    """The first two leave c no mine, the last two a mine."""
    constraints = [(1, "ab"), (1, "abc"), (1, "de"), (2, "cde")]
    assert single_point(constraint_system(constraints)) == {}
    assert pairs(constraint_system(constraints)) is None


@pytest.mark.parametrize("owed", [-1, 1])
def test_constraints_without_cells(owed: int) -> None:
    assert pairs(constraint_system([(owed, ""), (1, "ab")])) is None
    assert pairs(constraint_system([(0, ""), (1, "ab")])) == {}
    assert pairs(constraint_system([])) == {}


# Presentation does not matter

Lines = list[tuple[tuple[str, tuple[int, int]], ...]]

TURNS: Mapping[str, Callable[[Lines], Lines]] = {
    "upside down": lambda lines: lines[::-1],
    "mirrored": lambda lines: [line[::-1] for line in lines],
    "transposed": lambda lines: list(zip(*lines, strict=True)),
    "turned": lambda lines: list(zip(*lines[::-1], strict=True)),
}


@pytest.mark.parametrize("rule", BOARD_RULES.values(), ids=BOARD_RULES)
@quick
@given(case=boards(["grid", "torus", "orthogonal"]), turn=st.sampled_from(sorted(TURNS)))
def test_turning_the_board_turns_the_answer(rule: Rule, turn: str, case: BoardCase) -> None:
    """Every mark takes the name of its cell along."""
    lines = [tuple((mark, (r, c)) for c, mark in enumerate(row)) for r, row in enumerate(case.rows)]
    turned = TURNS[turn](lines)
    rows = ["".join(mark for mark, _ in line) for line in turned]
    names = {(r, c): name for r, line in enumerate(turned) for c, (_, name) in enumerate(line)}
    before, after = infer(case.rows, rule, case.topology), infer(rows, rule, case.topology)
    if after is not None:
        after = {names[cell]: mined for cell, mined in after.items() if isinstance(cell, tuple)}
    assert before == after


@quick
@given(case=raw_systems(), data=st.data(), size=st.integers(1, 3))
def test_the_order_of_constraints_and_cells_is_irrelevant(
    case: RawCase, data: st.DataObject, size: int
) -> None:
    shuffled = [
        (owed, data.draw(st.permutations(cells)))
        for owed, cells in data.draw(st.permutations(case.constraints))
    ]
    one, other = case.source(), constraint_system(shuffled)
    assert named(one, pairs(one, size)) == named(other, pairs(other, size))


@quick
@given(case=raw_systems(), size=st.integers(1, 3))
def test_swapping_mines_and_safe_cells_swaps_the_answer(case: RawCase, size: int) -> None:
    swapped = [(len(cells) - owed, cells) for owed, cells in case.constraints]
    before, after = pairs(case.source(), size), pairs(constraint_system(swapped), size)
    if before is None:
        assert after is None
    else:
        assert after == {cell: not mined for cell, mined in before.items()}


@quick
@given(case=raw_systems(), size=st.integers(1, 3))
def test_the_total_is_never_used(case: RawCase, size: int) -> None:
    totals = [pairs(constraint_system(case.constraints, mines), size) for mines in (None, 0, 99)]
    assert totals[0] == totals[1] == totals[2]


# Limits


@pytest.mark.parametrize("size", [0, -3])
def test_subsets_need_a_size(size: int) -> None:
    with pytest.raises(InputError, match=f"subset size must be at least 1, not {size}"):
        pairs(constraint_system([(1, "ab")]), size)


def test_what_was_found_outlives_a_spent_budget() -> None:
    source = constraint_system([(1, "a"), (1, "bc"), (2, "bcde")])
    found: dict[int, bool] = {}
    with pytest.raises(BudgetExceeded, match="the time limit of 1e-09 s ran out"):
        pairs(source, budget=Budget(seconds=1e-9), found=found)
    assert found == {0: True}


def test_the_found_cells_are_the_answer() -> None:
    found: dict[int, bool] = {}
    assert pairs(constraint_system([(1, "ab"), (2, "abc")]), found=found) == {2: True}
    assert found == {2: True}


def test_too_many_states_are_refused() -> None:
    """The first limit lets its four own cells have no mine, one or two."""
    sizes, limits = [4, 2, 4], [Limit(2, 2, [0, 1]), Limit(3, 3, [1, 2])]
    with pytest.raises(BudgetExceeded, match="3 states, 2 allowed") as stopped:
        freedom(sizes, limits, Budget(states=2))
    assert stopped.value.states == 3
    assert freedom(sizes, limits, Budget(states=3)) == [(True, True)] * 3


def test_too_many_subsets_are_refused() -> None:
    source = constraint_system([(1, ["x", *pair]) for pair in ("ab", "bc", "cd", "de", "ef")])
    with pytest.raises(BudgetExceeded, match="more than 9 subsets"):
        pairs(source, 3, Budget(states=9))
