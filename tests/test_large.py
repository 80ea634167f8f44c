"""A 1000x1000 board with thousands of numbers, against a count in closed form."""

import json
import subprocess
import sys
from math import comb
from pathlib import Path

import pytest

SIDE, STEP, MINES = 1000, 15, 10_000
NUMBERS = len(range(7, SIDE, STEP)) ** 2
SEA = SIDE * SIDE - 9 * NUMBERS
MOST_KILOBYTES = 600_000
"""The square of the board would be a terabyte; one byte a cell is a megabyte."""


PROGRAM = """
import atexit, sys
from exactsweep.cli.main import run

def report():
    # Not ru_maxrss, which a process inherits from the one that started it.
    lines = open("/proc/self/status").read().splitlines()
    print(next(line.split()[1] for line in lines if line.startswith("VmHWM")), file=sys.stderr)

atexit.register(report)
run()
"""


def rows() -> list[str]:
    """A 1 at every fifteenth row and column, no two of which see a cell together."""
    plain = "-" * SIDE
    dotted = "".join("1" if column % STEP == 7 else "-" for column in range(SIDE))
    return [dotted if row % STEP == 7 else plain for row in range(SIDE)]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux for the memory")
def test_million_cells(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_text("\n".join([f"mines: {MINES}", *rows(), ""]), encoding="utf-8")
    command = [sys.executable, "-c", PROGRAM, "solve", str(path), "--json"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    answer = json.loads(run.stdout)
    sys.set_int_max_str_digits(0)
    placements = 8**NUMBERS * comb(SEA, MINES - NUMBERS)
    assert len(answer["placements"]) > 10_000
    assert answer["placements"] == str(placements)
    assert {cell["mine"] for cell in answer["cells"]} == {"1/8"}
    assert len(answer["cells"]) == 8 * NUMBERS
    assert answer["sea"]["cells"] == SEA
    assert int(run.stderr) < MOST_KILOBYTES
