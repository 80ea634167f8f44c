"""Limits on time and states: what stops says so, keeps what it has proven, and Ctrl-C ends it."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf, nan
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactsweep.budget import DEFAULT_STATES, UNLIMITED, Budget
from exactsweep.counting import by_name
from exactsweep.engine import METHODS, Inference, count, infer
from exactsweep.errors import BudgetExceeded, InputError
from exactsweep.events import query
from exactsweep.position import Position
from exactsweep.probability import solve
from exactsweep.reason.consistency import check
from exactsweep.reason.results import Conflict
from exactsweep.system import Reduction
from tests.real import INSTANCES, bench
from tests.seesaws import seesaw_system, seesaws
from tests.strategies import BoardCase, Case, RawCase, boards, cases, long_boards
from tests.verdicts import Patience, assert_is_conflict, assert_is_placement

quick = settings(deadline=None, suppress_health_check=list(HealthCheck))

SECONDS_TO_STOP = 10
"""What stopping may take on a busy machine; it should take some hundredths."""


def hard(name: str) -> Position:
    return bench("hard")[f"hard-{name}_0"]


def spent() -> Budget:
    """A budget whose time has run out."""
    budget = Budget(1e-9)
    while not budget.spent():
        time.sleep(0.001)
    return budget


@pytest.mark.parametrize("seconds", [0, 0.0, -1, -inf, nan])
def test_a_time_limit_is_above_zero(seconds: float) -> None:
    with pytest.raises(InputError, match="time limit must be above 0"):
        Budget(seconds)


@pytest.mark.parametrize("states", [0, -5])
def test_a_state_limit_is_at_least_one(states: int) -> None:
    with pytest.raises(InputError, match="state limit must be at least 1"):
        Budget(states=states)


def test_time_runs() -> None:
    budget = Budget(0.05)
    assert not budget.spent()
    left = budget.left()
    assert left is not None
    assert 0 < left <= 0.05
    budget.check("waiting")
    time.sleep(0.06)
    assert budget.spent()
    assert budget.left() == 0
    with pytest.raises(BudgetExceeded, match=r"limit of 0\.05 s ran out while waiting"):
        budget.check("waiting")


def test_no_limit() -> None:
    for budget in (UNLIMITED, Budget(), Budget(None), Budget(inf)):
        assert not budget.spent()
        assert budget.left() in (None, inf)
        assert budget.states == DEFAULT_STATES
        budget.check("anything")


ASK: dict[str, Callable[[Position, Budget], object]] = {
    "infer": lambda position, budget: infer(position, budget=budget),
    "check": lambda position, budget: check(position, budget),
    "solve": lambda position, budget: solve(position, budget=budget),
    "count by cpsat": lambda position, budget: count(position, by_name("cpsat"), budget),
    "query": lambda position, budget: query(position, {(0, 0): "mine"}, budget=budget),
}


@pytest.mark.parametrize("what", [name for name in ASK if name != "check"])
def test_hard_questions_stop(what: str) -> None:
    start = time.monotonic()
    with pytest.raises(BudgetExceeded, match=r"the time limit of 0\.2 s ran out") as caught:
        ASK[what](hard("lat2_30x30"), Budget(0.2))
    assert time.monotonic() - start < SECONDS_TO_STOP
    assert caught.value.exit_code == 3


@pytest.mark.parametrize("what", list(ASK))
def test_no_time_at_all(what: str) -> None:
    start = time.monotonic()
    with pytest.raises(BudgetExceeded, match="time limit"):
        ASK[what](hard("lat2_30x30"), spent())
    assert time.monotonic() - start < SECONDS_TO_STOP


def test_what_needs_no_search_needs_no_time() -> None:
    """The single-point rule alone answers, whatever is left of the budget."""
    assert infer(Position.from_rows(["1-", "~~"]), budget=spent()).mines == [(0, 1)]
    assert check(Position.from_rows(["1-"], mines=1), spent()).witness == [(0, 1)]
    assert check(Position.from_rows(["1"]), spent()).consistent is False


@pytest.mark.parametrize("seconds", [0.02, 0.2])
def test_what_is_known_of_a_hard_board_is_so(seconds: float) -> None:
    """Counting is quick on this lattice and says what is forced; SAT is not."""
    position = hard("lat2_11x30")
    exact = solve(position)
    with pytest.raises(BudgetExceeded) as caught:
        infer(position, budget=Budget(seconds))
    known = caught.value.known
    assert isinstance(known, Inference)
    assert known.method == "sat"
    assert known.safe and known.mines
    assert set(known.safe) <= set(exact.safe)
    assert set(known.mines) <= set(exact.mines)
    assert known.safe == sorted(set(known.safe), key=str_place)
    assert known.mines == sorted(set(known.mines), key=str_place)


def str_place(cell: object) -> tuple[int, int]:
    assert isinstance(cell, tuple)
    return cell


def test_nothing_is_claimed_of_a_board_that_time_did_not_decide() -> None:
    """Five mines are too few for this lattice, which is a contradiction not yet found."""
    position = hard("lat2_30x30").replace(mines=5)
    assert sum(mark.isdigit() and mark > "0" for mark in position.marks) > 5 * 8
    try:
        assert infer(position, budget=Budget(0.3)).consistent is False
    except BudgetExceeded as error:
        assert isinstance(error.known, Inference)
        assert error.known.consistent is None


def assert_known_is_so(case: Case, known: object) -> None:
    """What a stopped search says of its case is so, in order and once each."""
    truth = case.truth()
    assert isinstance(known, Inference)
    assert known.consistent is None or known.consistent == truth.consistent
    if truth.consistent:
        safe, mined = set(known.safe), set(known.mines)
        assert known.safe == [cell for cell in truth.safe if cell in safe]
        assert known.mines == [cell for cell in truth.mines if cell in mined]


@settings(quick, max_examples=250)
@given(st.one_of(cases(), long_boards()))
def test_inference_stopped_anywhere_knows_only_what_is_so(case: Case) -> None:
    """Time runs out at the first look at the clock, at the second, and so on to the answer."""
    source, truth = case.source(), case.truth()
    for looks in range(200):
        try:
            found = infer(source, budget=Patience(looks))
        except BudgetExceeded as error:
            assert_known_is_so(case, error.known)
            continue
        assert found.consistent == truth.consistent
        if truth.consistent:
            assert (found.safe, found.mines) == (truth.safe, truth.mines)
        break
    else:
        pytest.fail("no answer after 200 looks at the clock")


@settings(quick, max_examples=200)
@given(st.one_of(cases(), long_boards()))
def test_checks_stopped_anywhere_are_right(case: Case) -> None:
    """A conflict that is not yet minimal says so, and is a conflict all the same."""
    source, consistent = case.source(), case.truth().consistent
    for looks in range(400):
        try:
            verdict = check(source, Patience(looks))
        except BudgetExceeded:
            continue
        assert verdict.consistent == consistent
        if verdict.witness is not None:
            assert_is_placement(case, verdict.witness)
            break
        assert verdict.conflict is not None
        assert_is_conflict(case, verdict.conflict)
        if verdict.conflict.minimal:
            break
    else:
        pytest.fail("no answer after 400 looks at the clock")


def test_a_conflict_that_time_did_not_shrink_says_so() -> None:
    """An odd ring of pairs, and constraints around it that are not to blame."""
    ring = ((1, "ab"), (1, "bc"), (1, "cd"), (1, "de"), (1, "ea"))
    case = RawCase((*ring, (2, "efgh"), (1, "gh"), (2, "fxy")), None, None)
    said: list[Conflict] = []
    while not (said and said[-1].minimal):
        try:
            conflict = check(case.source(), Patience(len(said))).conflict
        except BudgetExceeded as error:
            conflict = Conflict([], False, False)
            assert "ran out" in str(error)
        else:
            assert conflict is not None
            assert_is_conflict(case, conflict)
        said.append(conflict)
    assert said[-1] == Conflict([0, 1, 2, 3, 4], False, True)
    assert any(len(conflict.clues) > 5 for conflict in said)


@pytest.mark.parametrize("method", ["pairs", "window"])
@settings(quick, max_examples=60)
@given(boards(["grid"], most_rows=5, most_columns=7))
def test_rules_stopped_anywhere(method: str, case: BoardCase) -> None:
    """A rule stops or answers as it does with time enough, and what it knew then is so."""
    position = case.source()
    answer = infer(position, method)
    for looks in range(300):
        try:
            assert infer(position, method, budget=Patience(looks)) == answer
            break
        except BudgetExceeded as error:
            if answer.consistent is None:
                assert isinstance(error.known, Inference)
                assert set(error.known.safe) <= set(answer.safe)
                assert set(error.known.mines) <= set(answer.mines)
    else:
        pytest.fail("no answer after 300 looks at the clock")


def test_the_state_limit() -> None:
    with pytest.raises(BudgetExceeded, match="too wide") as caught:
        solve(hard("lat2_20x30"), budget=Budget(states=1000))
    error = caught.value
    assert error.states is not None
    assert error.states > 1000
    assert error.width is not None
    assert 10 < error.width < 2000
    assert str(error.states) in str(error)
    assert "1000" in str(error)
    assert isinstance(error.known, Reduction)


def test_the_state_limit_is_exact_about_what_it_allows() -> None:
    """What stops just above its limit is what goes through with the limit raised to it."""
    position = hard("lat2_07x30")
    answer = solve(position)
    low, high = 1, DEFAULT_STATES
    while low < high:
        states = (low + high) // 2
        try:
            assert solve(position, budget=Budget(states=states)).placements == answer.placements
            high = states
        except BudgetExceeded as error:
            assert error.states is not None
            assert error.states > states
            low = states + 1
    assert 1 < low < DEFAULT_STATES


def test_the_state_limit_of_rules() -> None:
    position = hard("lat2_20x30")
    for method in ("pairs", "window"):
        with pytest.raises(BudgetExceeded) as caught:
            infer(position, method, budget=Budget(states=1))
        assert caught.value.states is not None


@pytest.mark.parametrize("method", METHODS)
def test_a_budget_that_is_enough_changes_nothing(method: str) -> None:
    for position in list(bench("expert").values())[:10]:
        assert infer(position, method, budget=Budget(600)) == infer(position, method)


def test_components_that_are_done_are_known() -> None:
    """Of two components the first is settled before time runs out on the second."""
    system = seesaw_system(seesaws([[1, 2], [3, 3]]), [], 4)
    messages = set()
    for looks in range(30):
        try:
            infer(system, budget=Patience(looks))
        except BudgetExceeded as error:
            messages.add(str(error))
    assert {message.rpartition("component of ")[2] for message in messages} >= {
        "3 cells",
        "6 cells",
    }


needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")


@contextmanager
def child(code: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A Python of its own, that has Ctrl-C even where this one ignores it."""
    start = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    with subprocess.Popen(
        [sys.executable, "-c", start + dedent(code), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=INSTANCES.parent,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def interrupt(process: subprocess.Popen[str], after: float) -> None:
    """Press Ctrl-C some time after its next line."""
    assert process.stdout is not None
    assert process.stdout.readline()
    time.sleep(after)
    assert process.poll() is None, "it ended before it was interrupted"
    process.send_signal(signal.SIGINT)


def ended(process: subprocess.Popen[str]) -> str:
    """What is on standard error at its end, which comes soon."""
    return process.communicate(timeout=SECONDS_TO_STOP)[1]


SEARCH = """
    import json, sys
    from exactsweep.position import Position
    rows, mines, question = json.loads(sys.argv[1])
    position = Position.from_rows(rows, mines)
    from exactsweep.engine import infer
    print("started", flush=True)
    infer(position, question)
"""


@needs_signals
@pytest.mark.parametrize(("question", "after"), [("sat", 0.05), ("sat", 0.7), ("count", 0.4)])
def test_ctrl_c_ends_a_search(question: str, after: float) -> None:
    position = hard("lat2_30x30")
    with child(SEARCH, json.dumps([position.rows, position.mines, question])) as process:
        interrupt(process, after)
        assert ended(process).rstrip().endswith("KeyboardInterrupt")
        assert process.returncode in (-signal.SIGINT, 130)


TWICE = """
    import json, sys
    from exactsweep.engine import infer
    from exactsweep.position import Position
    rows, mines = json.loads(sys.argv[1])
    position = Position.from_rows(rows, mines)
    print("started", flush=True)
    try:
        infer(position)
    except KeyboardInterrupt:
        print("stopped", flush=True)
    infer(position)
"""


@needs_signals
def test_ctrl_c_works_a_second_time() -> None:
    """A search that was interrupted leaves a program that can be interrupted."""
    position = hard("lat2_30x30")
    with child(TWICE, json.dumps([position.rows, position.mines])) as process:
        interrupt(process, 0.5)
        interrupt(process, 0.5)
        assert ended(process).rstrip().endswith("KeyboardInterrupt")


PROGRAM = """
    import sys
    from exactsweep.cli.main import run
    run()
"""


@needs_signals
def test_ctrl_c_ends_the_program_without_a_traceback(tmp_path: Path) -> None:
    position = hard("lat2_30x30")
    batch = tmp_path / "batch.jsonl"
    lines = [{"rows": ["1-"]}, {"rows": position.rows, "mines": position.mines}]
    batch.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with child(PROGRAM, "infer", str(batch), "--json") as process:
        interrupt(process, 0.5)
        assert ended(process) in ("", "exactsweep: interrupted\n")
        assert process.returncode == 130
