"""Large boards: one with a count in closed form, one where counting takes long, many circuits."""

import json
import subprocess
import sys
from math import comb
from pathlib import Path
from random import Random

import pytest

from exactsweep.engine import infer
from exactsweep.layout import Layout
from exactsweep.position import Position
from exactsweep.reason.certificate import certify
from exactsweep.reason.consistency import check
from exactsweep.reason.explanation import explain
from exactsweep.verify.certificate import verify

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


@pytest.fixture(scope="module")
def scattered() -> tuple[Layout, Position]:
    """300x300, a fifth mines, half of the safe cells shown at random."""
    random, side = Random(5), 300
    cells = [(row, column) for row in range(side) for column in range(side)]
    layout = Layout.from_cells(side, side, random.sample(cells, side * side // 5))
    finished = layout.finished().rows
    shown = [["-" if m == "*" or random.random() < 0.5 else m for m in row] for row in finished]
    return layout, Position.from_rows(list(map("".join, shown)), len(layout.mines))


@pytest.mark.parametrize("total", [True, False])
def test_forced_cells_of_a_large_board(scattered: tuple[Layout, Position], total: bool) -> None:
    layout, position = scattered
    position = position if total else position.replace()
    found, pairs = infer(position), infer(position, "pairs")
    mines = {layout.board.cells[place] for place in layout.mines}
    assert found.consistent
    assert mines.issuperset(found.mines)
    assert mines.isdisjoint(found.safe)
    assert set(pairs.safe) <= set(found.safe)
    assert set(pairs.mines) <= set(found.mines)
    assert len(found.safe) > 25_000
    assert check(position).consistent


def test_a_cell_of_a_large_board_is_explained_and_certified(
    scattered: tuple[Layout, Position], tmp_path: Path
) -> None:
    _, position = scattered
    cell = infer(position).mines[-1]
    assert len(explain(position, cell).clues) < 20
    certify(position, cell, "mine").write(tmp_path)
    assert verify(position, tmp_path).verified


AND = """
00000000000000000000
01111111222233321000
02F32F33FF3FFFFF1000
03FHH4FF5H5H6FH31000
03F6FH4HF5FF5HH32110
03F6FH3HFHFFF3FF4F20
03FHH4F4HHFH5H4HHF30
02F32F3F223F3F213F20
01111121101121101110
00000000000000000000
"""
"""A mine-neutral AND of four placements with 47 mines (Chang 2025, after Kirby703 2025)."""


@pytest.mark.parametrize("total", ["right", "unknown", "one more"])
def test_a_board_of_circuits(total: str) -> None:
    """200 gates: too many placements to list, and just one total."""
    rows = AND.strip().replace("F", "+").replace("H", "-").split()
    board = [row * 10 for row in rows] * 20
    totals = {"right": 47 * 200, "unknown": None, "one more": 47 * 200 + 1}
    found = infer(Position.from_rows(board, totals[total]))
    assert found.consistent is (total != "one more")
    assert (found.safe, found.mines) == ([], [])


def test_a_total_that_circuits_cannot_have() -> None:
    rows = AND.strip().replace("F", "+").replace("H", "-").split()
    found = check(Position.from_rows([row * 2 for row in rows], 47 * 2 + 1))
    assert found.conflict is not None
    assert found.conflict.total
    assert found.conflict.minimal


def test_one_input_of_a_circuit_decides_its_output() -> None:
    """Inputs 00 give 01 at the output, all others 10; inputs are read at column 3."""
    rows = AND.strip().replace("F", "+").replace("H", "-").split()
    free = infer(Position.from_rows(rows))
    assert (free.safe, free.mines) == ([], [])
    rows[3] = rows[3][:3] + "+" + rows[3][4:]
    found = infer(Position.from_rows(rows))
    assert (6, 15) in found.mines
    assert (6, 16) in found.safe
