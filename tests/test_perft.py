"""Exact counts with their sources, as chess engines keep them: `perft.json`.

An entry has a *file* under `instances/`, or *rows* of marks, or it describes constraints without a
board: *dominoes* that cover one, or square *matrices* of zeros and ones with so many ones a line.
With an unknown total its placements are those of all totals, and *totals* are the ones that occur.
"""

import json
from collections import defaultdict
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from exactsweep.counting import by_name
from exactsweep.engine import count
from exactsweep.formats import constraints, text
from exactsweep.position import Position
from exactsweep.probability import solve
from exactsweep.system import System, constraint_system

TESTS = Path(__file__).parent
TABLE: list[dict[str, Any]] = json.loads((TESTS / "perft.json").read_text(encoding="utf-8"))
KINDS = {"file", "rows", "dominoes", "matrices"}
ENOUGH_FOR_CPSAT = 5000


def source_of(entry: dict[str, Any]) -> Position | System:
    if "file" in entry:
        content = (TESTS.parent / "instances" / entry["file"]).read_text(encoding="utf-8")
        raw = entry["file"].startswith("rules-")
        return constraints.parse(content) if raw else text.parse(content)
    if "rows" in entry:
        return Position.from_rows(entry["rows"], entry["mines"])
    return dominoes(*entry["dominoes"]) if "dominoes" in entry else matrices(*entry["matrices"])


def dominoes(rows: int, columns: int) -> System:
    """Each square is covered by one of the dominoes that it and a neighbour can share."""
    over: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    for r, c in product(range(rows), range(columns)):
        for other in ((r, c + 1), (r + 1, c)):
            if other[0] < rows and other[1] < columns:
                domino = f"{r}.{c}-{other[0]}.{other[1]}"
                over[r, c].append(domino)
                over[other].append(domino)
    return constraint_system([(1, names) for names in over.values()])


def matrices(side: int, ones: int) -> System:
    """Each row and each column has that many ones."""
    lines = [[f"{r}.{c}" for c in range(side)] for r in range(side)]
    columns = [list(column) for column in zip(*lines, strict=True)]
    return constraint_system([(ones, line) for line in lines + columns])


@pytest.mark.parametrize("entry", TABLE, ids=[entry["name"] for entry in TABLE])
def test_placements(entry: dict[str, Any]) -> None:
    source = source_of(entry)
    solution = solve(source)
    assert solution.likelihood == int(entry["placements"])
    if entry["mines"] is not None:
        assert solution.placements == int(entry["placements"])
    if "totals" in entry:
        assert count(source).feasible_totals == entry["totals"]


@pytest.mark.parametrize(
    "entry",
    [
        entry
        for entry in TABLE
        if "file" not in entry and int(entry["placements"]) < ENOUGH_FOR_CPSAT
    ],
    ids=lambda entry: str(entry["name"]),
)
def test_placements_by_cpsat(entry: dict[str, Any]) -> None:
    solution = solve(source_of(entry), by_name("cpsat"))
    assert solution.likelihood == int(entry["placements"])


def test_the_table_is_whole() -> None:
    """Every entry has a source, one description, and a name of its own."""
    for entry in TABLE:
        assert entry["source"] and len(KINDS & set(entry)) == 1
        assert set(entry) <= KINDS | {"name", "mines", "placements", "totals", "source"}
    assert len({entry["name"] for entry in TABLE}) == len(TABLE) > 60
