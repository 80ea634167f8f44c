"""Every position under `instances/` has the exact values that `instances/expected.json` gives."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from exactsweep.engine import count, wrong_flags
from exactsweep.formats import constraints, text
from exactsweep.position import Position
from exactsweep.probability import Solution, solve
from exactsweep.system import System, look
from exactsweep.topology import Cell

INSTANCES = Path(__file__).parents[1] / "instances"
EXPECTED: dict[str, dict[str, Any]] = json.loads(
    (INSTANCES / "expected.json").read_text(encoding="utf-8")
)
KEYS = {
    "always_mine",
    "always_safe",
    "consistent",
    "feasible_totals",
    "frontier_profile",
    "impossible_number",
    "mine_probability",
    "mine_probability_of_every_other_covered_cell",
    "mines",
    "placements",
    "solutions",
    "source",
    "wrong_flags",
}
Solved: TypeAlias = tuple[dict[str, Any], Position | System, Solution]


@pytest.fixture(scope="module", params=sorted(EXPECTED))
def solved(request: pytest.FixtureRequest) -> Solved:
    """What is expected of a file, what it says, and its solution."""
    name: str = request.param
    content = (INSTANCES / name).read_text(encoding="utf-8")
    raw = name.startswith("rules-")
    source = constraints.parse(content) if raw else text.parse(content)
    return EXPECTED[name], source, solve(source)


def named(cells: list[Any]) -> list[Cell]:
    """Cells as JSON gives them: pairs of numbers on a board, names in a raw system."""
    return [tuple(cell) if isinstance(cell, list) else cell for cell in cells]


def pair(cell: str) -> tuple[int, int]:
    row, column = cell.split(",")
    return int(row), int(column)


def totals(listed: str) -> list[int]:
    """The totals in words like ``2..5`` and ``1 2``."""
    found: list[int] = []
    for part in listed.split():
        low, _, high = part.partition("..")
        found += range(int(low), int(high or low) + 1)
    return found


def test_every_file_and_every_key_is_known() -> None:
    assert {path.name for path in INSTANCES.glob("*.txt")} == set(EXPECTED)
    assert {key for expected in EXPECTED.values() for key in expected} <= KEYS
    assert len(EXPECTED) > 60


def test_consistent(solved: Solved) -> None:
    expected, source, solution = solved
    assert solution.consistent == expected["consistent"]
    assert (source.left if isinstance(source, System) else source.mines) == expected["mines"]


def test_placements(solved: Solved) -> None:
    expected, _, solution = solved
    if "placements" in expected:
        assert solution.placements == int(expected["placements"])
    if "solutions" in expected:
        assert solution.likelihood == int(expected["solutions"])


def test_mine_probability(solved: Solved) -> None:
    expected, source, solution = solved
    if "mine_probability" not in expected:
        return
    assert isinstance(source, Position)
    given: dict[Cell, Fraction] = {
        pair(cell): Fraction(p) for cell, p in expected["mine_probability"].items()
    }
    covered = source.covered()
    if "mine_probability_of_every_other_covered_cell" in expected:
        other = Fraction(expected["mine_probability_of_every_other_covered_cell"])
        given = {cell: given.get(cell, other) for cell in covered}
    assert solution.mine == given
    assert sum(given.values()) == expected["mines"] - source.known_mines()
    assert solution.safe == [cell for cell in covered if given[cell] == 0]
    assert solution.mines == [cell for cell in covered if given[cell] == 1]


def test_profile_and_feasible_totals(solved: Solved) -> None:
    expected, source, solution = solved
    counted = count(source)
    assert counted.placements == solution.placements
    if "frontier_profile" in expected:
        profile = {int(m): int(n) for m, n in expected["frontier_profile"].items()}
        assert counted.profile == solution.profile() == profile
    if "feasible_totals" in expected:
        assert counted.feasible_totals == totals(expected["feasible_totals"])


def test_forced_cells(solved: Solved) -> None:
    expected, _, solution = solved
    if solution.consistent:
        if "always_mine" in expected:
            assert solution.mines == named(expected["always_mine"])
        if "always_safe" in expected:
            assert solution.safe == named(expected["always_safe"])
    else:
        assert not expected.get("always_mine") and not expected.get("always_safe")


def test_wrong_flags(solved: Solved) -> None:
    expected, source, solution = solved
    if "wrong_flags" in expected:
        assert isinstance(source, Position)
        assert expected["wrong_flags"] == ["none"]
        assert wrong_flags(source, solution.safe) == []


def test_impossible_numbers(solved: Solved) -> None:
    """The numbers that no placement around them can pay are shown where it says, as it says."""
    expected, source, _ = solved
    for words in expected.get("impossible_number", []):
        assert isinstance(source, Position)
        row, column, shown, known, covered = map(int, re.findall(r"\d+", words))
        place = source.topology.place((row, column))
        sight = look(source, place)
        assert (source.marks[place], sight.known, len(sight.cells)) == (str(shown), known, covered)
        assert not known <= shown <= known + covered
