"""The positions under `instances/`, and real boards made wrong."""

import json
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from exactsweep.formats import json_lines
from exactsweep.position import Position

INSTANCES = Path(__file__).parents[1] / "instances"
EXPECTED: dict[str, dict[str, Any]] = json.loads(
    (INSTANCES / "expected.json").read_text(encoding="utf-8")
)
AROUND = [shift for shift in product((-1, 0, 1), repeat=2) if shift != (0, 0)]


@cache
def bench(name: str) -> dict[str | int, Position]:
    """The positions of one file of the benchmark by their ids."""
    lines = (INSTANCES / "bench" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return dict(json_lines.parse_line(line, number) for number, line in enumerate(lines, 1))


def beside_covered(rows: list[str]) -> list[tuple[int, int]]:
    """The numbers of a grid that are next to a covered cell."""
    covered = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "-"}
    near = {(r + down, c + right) for r, c in covered for down, right in AROUND}
    return [(r, c) for r, c in sorted(near) if _mark(rows, r, c).isdigit()]


def _mark(rows: list[str], row: int, column: int) -> str:
    inside = 0 <= row < len(rows) and 0 <= column < len(rows[0])
    return rows[row][column] if inside else ""


def corrupted(rows: list[str], random: Random) -> tuple[list[str], tuple[int, int]]:
    """The rows with one number near the covered cells one too high or too low, and its cell."""
    row, column = random.choice(beside_covered(rows))
    number = int(rows[row][column])
    wrong = str(number + random.choice((-1, 1)) if 0 < number < 8 else abs(number - 1))
    changed = rows[row][:column] + wrong + rows[row][column + 1 :]
    return [*rows[:row], changed, *rows[row + 1 :]], (row, column)
