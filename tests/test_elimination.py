"""Elimination: its symmetries, each of its ways through a component, and where it stops."""

from math import comb, factorial, prod
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactsweep.budget import UNLIMITED, Budget
from exactsweep.counting import by_name
from exactsweep.counting.base import Tally
from exactsweep.counting.elimination import FEW_SLOTS, LOOSE_CELLS, Elimination
from exactsweep.counting.plan import best_order, make_plan
from exactsweep.counting.sweep import lowered
from exactsweep.errors import BudgetExceeded
from exactsweep.structure import Component
from tests.oracle import box_placements, joint_of
from tests.strategies import components, randomness
from tests.tallies import assert_tally_is_true, clue_pairs, component_of, mined, profile


@settings(deadline=None, max_examples=150)
@given(components(most_clues=6, most_boxes=7, sizes=(3, 9), most_cells=40))
def test_elimination_counts_large_boxes(component: Component) -> None:
    assume(prod(size + 1 for size in component.sizes) < 20_000)
    assert_tally_is_true(Elimination().tally(component, UNLIMITED), component)


@settings(deadline=None, max_examples=300)
@given(components(5, 7), randomness())
def test_box_order_is_irrelevant(component: Component, random: Random) -> None:
    order = random.sample(range(len(component.boxes)), len(component.boxes))
    first = Elimination().tally(component, UNLIMITED)
    second = Elimination().tally(component.reordered(order), UNLIMITED)
    assert profile(first) == profile(second)
    assert mined(first) == mined(second)


@settings(deadline=None, max_examples=300)
@given(components(5, 5))
def test_splitting_boxes_changes_nothing(component: Component) -> None:
    parents = [at for at, size in enumerate(component.sizes) for _ in range(size)]
    cells = Component(
        list(range(len(parents))),
        [1] * len(parents),
        [component.seen_by[at] for at in parents],
        component.owed,
    )
    whole, parts = (Elimination().tally(c, UNLIMITED) for c in (component, cells))
    assert profile(whole) == profile(parts)
    if whole is not None:
        of_cell, of_box = mined(parts), mined(whole)
        for cell, at in enumerate(parents):
            size = component.sizes[at]
            times = {mines: size * n for mines, n in of_cell[cell].items()}
            assert times == of_box[component.boxes[at]]


@settings(deadline=None, max_examples=300)
@given(components(5, 7))
def test_swapping_mines_and_safe_cells_reverses_the_profile(component: Component) -> None:
    room = dict.fromkeys(component.owed, 0)
    for size, clues in zip(component.sizes, component.seen_by, strict=True):
        for clue in clues:
            room[clue] += size
    owed = {clue: room[clue] - component.owed[clue] for clue in room}
    swapped = Component(component.boxes, component.sizes, component.seen_by, owed)
    cells = sum(component.sizes)
    first, second = (Elimination().tally(c, UNLIMITED) for c in (component, swapped))
    assert {cells - mines: n for mines, n in profile(first).items()} == profile(second)


def test_boxes_of_forty_cells_and_more() -> None:
    component = component_of([40, 57, 45], [[0], [0, 1], [1]], [41, 70])
    tally = Elimination().tally(component, UNLIMITED)
    assert_tally_is_true(tally, component)
    assert tally is not None and tally.low > 0 and sum(component.sizes) > LOOSE_CELLS


def test_a_box_of_a_thousand_cells() -> None:
    tally = Elimination().tally(component_of([1000, 1], [[0], [0]], [500]), UNLIMITED)
    assert profile(tally) == {500: comb(1001, 500)}
    assert mined(tally)[1] == {500: comb(1000, 499)}


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 31), st.integers(0, 31))
def test_two_clues_over_three_boxes(left: int, right: int, one: int, other: int) -> None:
    """By hand: a + b = one, b + c = other, for every b."""
    component = component_of([left, 7, right], [[0], [0, 1], [1]], [one, other])
    expected: dict[int, int] = {}
    for both in range(8):
        if both <= one and both <= other:
            ways = comb(left, one - both) * comb(7, both) * comb(right, other - both)
            if ways:
                expected[one + other - both] = ways
    assert profile(Elimination().tally(component, UNLIMITED)) == expected


def agree(component: Component, other: str) -> Tally:
    """The tally of elimination, once *other* has given the same."""
    first = Elimination().tally(component, UNLIMITED)
    second = by_name(other).tally(component, UNLIMITED)
    assert first is not None
    assert profile(first) == profile(second)
    assert mined(first) == mined(second)
    return first


def is_wide(component: Component) -> bool:
    """Whether elimination looks for a better order."""
    plan = make_plan(component)
    return plan is not None and plan.slots > FEW_SLOTS


def test_a_wide_component_in_its_order() -> None:
    seen_by = [[clue] for clue in range(9)] + [list(range(9))]
    component = component_of([1] * 9 + [3], seen_by, [2] * 9)
    assert is_wide(component) and sum(component.sizes) <= LOOSE_CELLS
    assert best_order(component, UNLIMITED) is component
    agree(component, "brute")


def test_a_wide_component_in_a_better_order() -> None:
    component = clue_pairs(12, 1, 2, among=2)
    scattered = component.reordered(Random(5).sample(range(24), 24))
    assert is_wide(scattered) and sum(scattered.sizes) <= LOOSE_CELLS
    assert best_order(scattered, UNLIMITED).boxes != scattered.boxes
    tally = agree(scattered, "cpsat")
    assert tally.component.boxes != scattered.boxes


def test_a_wide_component_of_many_cells() -> None:
    component = clue_pairs(12, 3, 2, among=2)
    scattered = component.reordered(Random(7).sample(range(24), 24))
    assert is_wide(scattered) and sum(scattered.sizes) > LOOSE_CELLS
    tally = agree(scattered, "cpsat")
    assert tally.component.boxes != scattered.boxes
    assert tally.low > 0


def test_a_narrow_component_of_many_cells() -> None:
    seen_by = [[clue] for clue in range(16)] + [[clue, clue + 1] for clue in range(15)]
    component = component_of([4] * 31, seen_by, [1] * 16)
    along = component.reordered([*(at for clue in range(15) for at in (clue, 16 + clue)), 15])
    assert not is_wide(along) and sum(along.sizes) > LOOSE_CELLS
    assert agree(along, "cpsat").low > 0


def test_joints_of_many_cells() -> None:
    component = component_of([40, 57, 45, 0], [[0], [0, 1], [1], [1]], [41, 70])
    placements = box_placements(component.sizes, component.seen_by, component.owed)
    for marked in ([True, False, True, False], [False, True, False, True], [True] * 4):
        joint = Elimination().joint(component, marked, UNLIMITED)
        assert joint == joint_of(placements, marked)
    wide = clue_pairs(12, 3, 2, among=2).reordered(Random(3).sample(range(24), 24))
    marked = [box % 3 == 0 for box in wide.boxes]
    assert is_wide(wide) and sum(wide.sizes) > LOOSE_CELLS
    joint = Elimination().joint(wide, marked, UNLIMITED)
    assert joint == by_name("cpsat").joint(wide, marked, UNLIMITED)


def test_wide_components_have_the_numbers_of_mathematics() -> None:
    """A mine in each row and column: permutations. One between each two: perfect matchings."""
    side = 9
    seen_by = [[row, side + column] for row in range(side) for column in range(side)]
    permutations = component_of([1] * len(seen_by), seen_by, [1] * (2 * side))
    assert profile(Elimination().tally(permutations, UNLIMITED)) == {side: factorial(side)}
    assert sum(permutations.sizes) > LOOSE_CELLS
    matchings = clue_pairs(10, 1, 1)
    assert is_wide(matchings)
    assert profile(Elimination().tally(matchings, UNLIMITED)) == {5: 945}


def test_lowering_divides_by_the_power_of_x_they_share() -> None:
    width = 5
    table = {7: 3 << 3 * width | 1 << 4 * width, 9: 9 << 2 * width}
    assert lowered(table, width) == ({7: 3 << width | 1 << 2 * width, 9: 9}, 2)
    assert lowered({1: 6, 2: 1 << width}, width) == ({1: 6, 2: 1 << width}, 0)


@settings(deadline=None, max_examples=200)
@given(components(5, 7))
def test_the_better_order_keeps_the_component(component: Component) -> None:
    found = best_order(component, UNLIMITED)
    assert sorted(found.boxes) == sorted(component.boxes)
    assert found.owed == component.owed
    by_box = {
        box: (size, clues)
        for box, size, clues in zip(
            component.boxes, component.sizes, component.seen_by, strict=True
        )
    }
    for box, size, clues in zip(found.boxes, found.sizes, found.seen_by, strict=True):
        assert by_box[box] == (size, clues)


def test_the_state_budget_stops_a_wide_component() -> None:
    with pytest.raises(BudgetExceeded) as stopped:
        Elimination().tally(clue_pairs(16, 1, 3), Budget(states=1000))
    assert stopped.value.states is not None and stopped.value.states > 1000
    assert stopped.value.width is not None and stopped.value.width > 10
    assert "where 1000 may be kept" in str(stopped.value)


@pytest.mark.parametrize("clues", [FEW_SLOTS, FEW_SLOTS + 1])
def test_the_state_budget_counts_the_states_that_are_kept(clues: int) -> None:
    """Clues each of which may have its mine or not: 2, 4, 8, .. states, and a last one."""
    seen_by = [[clue] for clue in range(clues)] + [list(range(clues))]
    component = component_of([1] * clues + [3], seen_by, [2] * clues)
    assert is_wide(component) == (clues > FEW_SLOTS)
    kept = sum(2**placed for placed in range(1, clues + 1)) + 1
    with pytest.raises(BudgetExceeded):
        Elimination().tally(component, Budget(states=kept - 1))
    assert_tally_is_true(Elimination().tally(component, Budget(states=kept)), component)
    marked = [True] * (clues + 1)
    with pytest.raises(BudgetExceeded):
        Elimination().joint(component, marked, Budget(states=2**clues - 1))
    assert Elimination().joint(component, marked, Budget(states=2**clues))


@pytest.mark.parametrize(("size", "owed"), [(1, 2), (3, 3)])
def test_a_smaller_budget_changes_no_answer(size: int, owed: int) -> None:
    """A budget is too small up to some number of states; above it the answer is the same."""
    pairs = clue_pairs(12, size, owed, among=2)
    component = pairs.reordered(Random(9).sample(range(24), 24))
    assert is_wide(component) and (size == 1 or sum(component.sizes) > LOOSE_CELLS)
    whole = Elimination().tally(component, UNLIMITED)
    outcomes = []
    for states in (1 << bits for bits in range(4, 17)):
        try:
            tally = Elimination().tally(component, Budget(states=states))
        except BudgetExceeded as stopped:
            assert stopped.states is not None and stopped.states > states
            outcomes.append(False)
            continue
        outcomes.append(True)
        assert profile(tally) == profile(whole)
        assert mined(tally) == mined(whole)
    assert outcomes == sorted(outcomes)
    assert set(outcomes) == {False, True}
