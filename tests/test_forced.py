"""Forced cells by SAT are all forced cells: against brute force, and against counting."""

from collections.abc import Hashable, Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from exactsweep.engine import Inference, count, infer
from exactsweep.formats import read
from exactsweep.position import Position
from exactsweep.system import System, constraint_system, system_of
from tests.oracle import Truth
from tests.real import EXPECTED, INSTANCES, bench, corrupted
from tests.seesaws import seesaw_system, seesaws, sizes, ways_up
from tests.strategies import BoardCase, Case, boards, cases, graphs, long_boards, raw_systems
from tests.verdicts import with_total

BENCH = ["beginner", "intermediate", "expert", "big50"]

quick = settings(deadline=None, suppress_health_check=list(HealthCheck))


def forced(truth: Truth) -> Inference:
    """What has to be found; a contradiction has no forced cells."""
    if not truth.consistent:
        return Inference(False, [], [], "sat")
    return Inference(True, truth.safe, truth.mines, "sat")


def by_counting(source: Position | System) -> Inference:
    """What counting finds, as if SAT had."""
    found = infer(source, "count")
    return Inference(found.consistent, found.safe, found.mines, "sat")


@settings(quick, max_examples=1200)
@given(cases())
def test_all_forced_cells_are_found(case: Case) -> None:
    assert infer(case.source()) == forced(case.truth())


@settings(quick, max_examples=250)
@given(st.one_of(graphs(), raw_systems(), boards(["torus", "hex"])))
def test_all_forced_cells_beyond_the_grid_are_found(case: Case) -> None:
    assert infer(case.source()) == forced(case.truth())


@settings(quick, max_examples=80)
@given(boards())
def test_the_system_of_a_position_has_the_same_forced_cells(case: BoardCase) -> None:
    assert infer(system_of(case.source())) == forced(case.truth())


@settings(quick, max_examples=80)
@given(st.one_of(long_boards(), boards(most_covered=9)))
def test_every_total(case: Case) -> None:
    """Also the least and the greatest total, which force most."""
    free = with_total(case, None).truth()
    for mines in range(free.riddle.known + len(free.cells) + 2):
        other = with_total(case, mines)
        assert infer(other.source()) == forced(other.truth())


@settings(quick, max_examples=100)
@given(raw_systems(8))
def test_swapping_mines_and_safe_cells_swaps_the_forced_ones(case: Case) -> None:
    system = case.source()
    assert isinstance(system, System)
    cells = len(system.covered)
    swapped = constraint_system(
        [(len(clue.cells) - clue.owed, [str(c) for c in clue.cells]) for clue in system.clues],
        None if system.left is None else cells - system.left,
    )
    assume(system.left is None or system.left <= cells)
    first, second = infer(system), infer(swapped)
    assert first.consistent == second.consistent
    numbered = {name: str(system.number(name)) for name in system.names}
    assert sorted(numbered[name] for name in first.safe) == sorted(map(str, second.mines))
    assert sorted(numbered[name] for name in first.mines) == sorted(map(str, second.safe))


FORCED_BY_TOTALS: list[
    tuple[Sequence[str], int | None, list[tuple[int, int]], list[tuple[int, int]]]
] = [
    (["-1-1-"], None, [], []),
    (["-1-1-"], 1, [(0, 0), (0, 4)], [(0, 2)]),
    (["-1-1-"], 2, [(0, 2)], [(0, 0), (0, 4)]),
    (["-1---"], None, [], []),
    (["-1---"], 1, [(0, 3), (0, 4)], []),
    (["-1---"], 2, [], []),
    (["-1---"], 3, [], [(0, 3), (0, 4)]),
    (["-1-1-", "~~~~~", "~---~"], 1, [(0, 0), (0, 4), (2, 1), (2, 2), (2, 3)], [(0, 2)]),
    (["-1-1-", "~~~~~", "~---~"], 2, [], []),
    (["-1-1-", "~~~~~", "~---~"], 5, [(0, 2)], [(0, 0), (0, 4), (2, 1), (2, 2), (2, 3)]),
    (["---", "---"], 0, list(product(range(2), range(3))), []),
    (["---", "---"], 6, [], list(product(range(2), range(3)))),
    (["---", "---"], 5, [], []),
    (["+--"], 1, [(0, 1), (0, 2)], []),
    (["*+-"], 3, [], [(0, 2)]),
    (["0--"], None, [(0, 1)], []),
    (["0--"], 1, [(0, 1)], [(0, 2)]),
    (["1"], 0, [], []),
]
"""Rows, total, safe cells and mines: small enough to see."""


@pytest.mark.parametrize(("rows", "mines", "safe", "mined"), FORCED_BY_TOTALS)
def test_small_boards(
    rows: list[str],
    mines: int | None,
    safe: list[tuple[int, int]],
    mined: list[tuple[int, int]],
) -> None:
    found = infer(Position.from_rows(rows, mines))
    assert (found.safe, found.mines) == (safe, mined)
    assert found == forced(BoardCase(tuple(rows), mines).truth())


@pytest.mark.parametrize(
    ("flags", "safe", "mined"), [("trusted", [(0, 2)], []), ("untrusted", [], [])]
)
def test_trusted_flags_are_never_listed(
    flags: str, safe: list[Hashable], mined: list[Hashable]
) -> None:
    found = infer(Position.from_rows(["+1-"], flags=flags))
    assert (found.consistent, found.safe, found.mines) == (True, safe, mined)


def test_no_cells_at_all() -> None:
    nothing: list[Hashable] = []
    assert infer(constraint_system([], 0)) == Inference(True, nothing, nothing, "sat")
    assert infer(constraint_system([], 1)) == Inference(False, nothing, nothing, "sat")
    assert infer(Position.from_rows(["~"], 0)) == Inference(True, nothing, nothing, "sat")


@settings(quick, max_examples=30)
@given(sizes(3), st.integers(0, 3))
@example([[1, 3]], 0)
@example([[1, 3, 7], [1, 3, 7]], 0)
@example([[1, 4, 6], [1, 4, 6], [2, 3]], 1)
@example([[1, 3], [1, 3]], 1)
@example([[1, 4], [2, 5]], 0)
@example([[1, 5], [1, 5], [1, 5]], 2)
def test_gaps(sizes: list[list[int]], sea: int) -> None:
    """Components that can have few mines or many, but no number between."""
    groups = seesaws(sizes)
    water = [f"sea {n}" for n in range(sea)]
    cells = {name for pair in groups for group in pair for name in group}
    for mines in range(len(cells) + sea + 2):
        ways = list(ways_up(groups, sea, mines))
        found = infer(seesaw_system(groups, water, mines))
        assert found.consistent == bool(ways)
        mined = {name for name in cells if ways and all(name in way for way, _ in ways)}
        safe = {name for name in cells if ways and not any(name in way for way, _ in ways)}
        rests = {rest for _, rest in ways}
        mined.update(water if rests == {sea} else [])
        safe.update(water if rests == {0} else [])
        assert (set(found.safe), set(found.mines)) == (safe, mined)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_instances(name: str) -> None:
    source = read(INSTANCES / name)
    found = infer(source)
    assert found.consistent == EXPECTED[name]["consistent"]
    assert found == by_counting(source)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_instances_without_their_total(name: str) -> None:
    source = read(INSTANCES / name)
    if isinstance(source, Position):
        source = source.replace()
        assert infer(source) == by_counting(source)


@pytest.mark.parametrize("name", BENCH)
def test_real_boards(name: str) -> None:
    for position in bench(name).values():
        found = infer(position)
        assert found.consistent
        assert found == by_counting(position)


def test_hard_boards() -> None:
    """Boards on which no zero was opened, and the narrower lattices of numbers."""
    hard = bench("hard")
    scattered = [name for name in sorted(map(str, hard)) if "-rr" in name]
    lattices = [name for name in map(str, hard) if name.startswith("hard-lat2_0")][:3]
    assert (len(scattered), len(lattices)) == (200, 3)
    for name in scattered[::5] + lattices:
        assert infer(hard[name]) == by_counting(hard[name])


@pytest.mark.parametrize("name", BENCH)
def test_corrupted_boards(name: str) -> None:
    """A number changed by one, and totals near the least one: contradictions and forced cells."""
    random = Random(name)
    seen = set()
    for position in random.sample(list(bench(name).values()), 12):
        rows, _ = corrupted(position.rows, random)
        low = count(position).feasible_totals[0]
        for changed in (
            Position.from_rows(rows),
            Position.from_rows(rows, position.mines),
            *(position.replace(mines=low + more) for more in (-1, 0, 1, 2)),
        ):
            found = infer(changed)
            assert found == by_counting(changed)
            seen.add((found.consistent, bool(found.safe)))
    assert seen == {(False, False), (True, False), (True, True)}
