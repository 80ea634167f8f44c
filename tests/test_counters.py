"""Three counters, one protocol: against the truth and against each other, and where they stop."""

import signal
import subprocess
import sys
from math import comb
from random import Random

import pytest
from hypothesis import given, settings

from exactsweep.budget import UNLIMITED, Budget
from exactsweep.counting import COUNTERS, by_name
from exactsweep.errors import BudgetExceeded, InputError
from exactsweep.structure import Component
from tests.oracle import box_placements, joint_of
from tests.strategies import components, randomness
from tests.tallies import assert_tally_is_true, clue_pairs, component_of, mined, profile

EXAMPLES = {"elimination": 500, "cpsat": 60, "brute": 200}


def lean(name: str) -> settings:
    return settings(deadline=None, max_examples=EXAMPLES[name])


@pytest.mark.parametrize("name", COUNTERS)
def test_tallies_are_true(name: str) -> None:
    @lean(name)
    @given(components())
    def check(component: Component) -> None:
        assert_tally_is_true(by_name(name).tally(component, UNLIMITED), component)

    check()


@pytest.mark.parametrize("name", COUNTERS)
def test_joints_are_true(name: str) -> None:
    @lean(name)
    @given(components(sizes=(0, 3)), randomness())
    def check(component: Component, random: Random) -> None:
        marked = [random.random() < 0.5 for _ in component.sizes]
        placements = box_placements(component.sizes, component.seen_by, component.owed)
        joint = by_name(name).joint(component, marked, UNLIMITED)
        assert joint == joint_of(placements, marked)

    check()


CONTRADICTIONS = {
    "less than none": component_of([2], [[0]], [-1]),
    "more than its cells": component_of([2], [[0]], [3]),
    "two clues of one box that differ": component_of([3], [[0, 1]], [1, 2]),
    "less than none among others": component_of([2, 2], [[0, 1], [1]], [-1, 1]),
    "more than its cells among others": component_of([2, 2], [[0, 1], [1]], [3, 4]),
    "a part owed more than the whole": component_of([1, 2], [[0], [0, 1]], [1, 2]),
    "an odd circle": component_of([1, 1, 1], [[0, 1], [1, 2], [2, 0]], [1, 1, 1]),
    "a number that 64 bits do not hold": component_of([2, 1], [[0], [0, 1]], [10**30, 1]),
    "the same below zero": component_of([2, 1], [[0], [0, 1]], [1, -(10**30)]),
}


@pytest.mark.parametrize("name", COUNTERS)
@pytest.mark.parametrize("why", CONTRADICTIONS)
def test_contradictions_have_no_tally(name: str, why: str) -> None:
    component = CONTRADICTIONS[why]
    assert by_name(name).tally(component, UNLIMITED) is None
    marked = [True] + [False] * (len(component.sizes) - 1)
    assert by_name(name).joint(component, marked, UNLIMITED) == {}


@pytest.mark.parametrize("name", COUNTERS)
@pytest.mark.parametrize("owed", range(6))
def test_a_lone_box_has_binomially_many_placements(name: str, owed: int) -> None:
    tally = by_name(name).tally(component_of([5], [[0, 1, 2]], [owed] * 3), UNLIMITED)
    assert profile(tally) == {owed: comb(5, owed)}
    assert mined(tally) == {0: {owed: owed * comb(5, owed)} if owed else {}}


@pytest.mark.parametrize("name", COUNTERS)
def test_a_profile_may_have_a_gap(name: str) -> None:
    """One mine that three clues see, or one for each clue alone: one mine or three, never two."""
    component = component_of([1, 1, 1, 1], [[0, 1, 2], [0], [1], [2]], [1, 1, 1])
    tally = by_name(name).tally(component, UNLIMITED)
    assert tally is not None
    assert (tally.low, tally.profile) == (1, [1, 0, 1])
    assert_tally_is_true(tally, component)


@pytest.mark.parametrize("name", COUNTERS)
def test_joint_takes_empty_boxes(name: str) -> None:
    counter = by_name(name)
    empty = component_of([0, 0], [[0], [0, 1]], [0, 0])
    assert counter.joint(empty, [True, False], UNLIMITED) == {(0, 0): 1}
    wanting = component_of([0, 0], [[0], [0, 1]], [0, 1])
    assert counter.joint(wanting, [True, False], UNLIMITED) == {}
    half = component_of([0, 4], [[0], [0]], [1])
    assert counter.joint(half, [True, False], UNLIMITED) == {(1, 0): 4}
    assert counter.joint(half, [False, True], UNLIMITED) == {(1, 1): 4}


@pytest.mark.parametrize("name", COUNTERS)
def test_time_runs_out_before_the_start(name: str) -> None:
    budget = Budget(seconds=1e-9)
    with pytest.raises(BudgetExceeded, match="time limit"):
        by_name(name).tally(clue_pairs(6, 1, 2), budget)
    with pytest.raises(BudgetExceeded, match="time limit"):
        by_name(name).joint(clue_pairs(6, 1, 2), [True] * 15, budget)


@pytest.mark.parametrize("name", ["elimination", "cpsat"])
def test_time_runs_out_on_the_way(name: str) -> None:
    with pytest.raises(BudgetExceeded, match="time limit"):
        by_name(name).tally(clue_pairs(24, 3, 30), Budget(seconds=0.3))


def test_cpsat_says_how_far_it_came() -> None:
    wide = component_of([3] * 40, [[0]] * 40, [40])
    with pytest.raises(BudgetExceeded, match=r"[1-9]\d* placements found in a component of 40"):
        by_name("cpsat").tally(wide, Budget(seconds=1.5))


def test_brute_force_refuses_many_cells() -> None:
    component = component_of([20, 5], [[0], [0]], [1])
    with pytest.raises(BudgetExceeded, match="not of 25"):
        by_name("brute").tally(component, UNLIMITED)
    with pytest.raises(BudgetExceeded, match="not of 25"):
        by_name("brute").joint(component, [True, False], UNLIMITED)


INTERRUPTED = """
from exactsweep.budget import UNLIMITED
from exactsweep.counting import by_name
from exactsweep.structure import Component

many = Component(list(range(40)), [3] * 40, [[0]] * 40, {0: 40})
none = Component(list(range(210)), [1] * 210, [[i, 15 + j] for i in range(15) for j in range(14)],
                 dict.fromkeys(range(29), 1))
by_name("cpsat").tally(Component([0], [1], [[0]], {0: 1}), UNLIMITED)
print("started", flush=True)
try:
    by_name("cpsat").tally(%s, UNLIMITED)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("component", ["many", "none"])
def test_control_c_ends_cpsat(component: str) -> None:
    """While it finds solutions, and while it looks for one in vain (15 pigeons, 14 holes)."""
    program = [sys.executable, "-c", INTERRUPTED % component]
    with subprocess.Popen(
        program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        try:
            process.wait(1)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=30)
    assert (out, errors, process.returncode) == ("interrupted\n", "", 0)


def test_names_of_counters() -> None:
    assert COUNTERS == ("elimination", "cpsat", "brute")
    assert [type(by_name(name)).__name__ for name in COUNTERS] == ["Elimination", "CpSat", "Brute"]
    with pytest.raises(InputError, match="'sharp' is none of elimination, cpsat, brute"):
        by_name("sharp")


def test_naming_a_counter_loads_no_library() -> None:
    program = (
        "import sys; from exactsweep.counting import COUNTERS, by_name;"
        "list(map(by_name, COUNTERS));"
        "print({'ortools', 'pandas', 'numpy', 'networkx'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"
