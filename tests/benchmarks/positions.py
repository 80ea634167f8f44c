"""The benchmark positions, as they stand in `instances/bench`."""

import json
from pathlib import Path
from typing import NamedTuple

BENCH = Path(__file__).parents[2] / "instances" / "bench"


class Bench(NamedTuple):
    """One position: rows in memory, as a user has them."""

    id: str
    rows: list[str]
    mines: int


def load(name: str) -> list[Bench]:
    """Return the positions of one set."""
    lines = (BENCH / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Bench(**json.loads(line)) for line in lines]
