"""Every tile by exhaustive enumeration: placements, mines, truth table, one number changed."""

import pytest

from exactsweep.circuit import tiles
from exactsweep.engine import count
from exactsweep.position import Position
from tests.circuits import GADGETS, Gadget, flags, placements
from tests.oracle import Truth, board_riddle

CHANG = {
    "wire": """
        01110000001110
        02F31111113F20
        03FHH1HH1HHF30
        02F31111113F20
        01110000001110""",
    "split": """
        0111002FFF2100001110
        02F3113FH4F211113F20
        03FHH1HH33H3HH1HHF30
        02F3112F22F211113F20
        01110012H21100001110
        00000001H10000000000
        00000001110000000000
        00000001H10000000000
        00000001H10000000000
        00000001110000000000
        00000001H10000000000
        00000013H31000000000
        0000001FFF1000000000
        00000012321000000000""",
    "or": """
        01111111222233321000
        02F32F33FF3FFFFF1000
        03FHH4FF5H5H6FH31000
        03F6FH4HF5FF5HH32110
        03F6FH3HFHFFF3FF4F20
        03FHH4F4HHFH5H4HHF30
        02F32F3F223F3F213F20
        01111121101121101110""",
}
"""Boards of E. Chang, PyRTLSweeper, 2025 (MIT licence), without the rows that are farther out."""

CHANG_MINES = {"wire": 9, "split": 24, "or": 47}
SPLIT = Gadget(
    "split",
    "START WIRE_EAST SPLIT WIRE_EAST WIRE_EAST END/. . WIRE_SOUTH . . ./"
    ". . WIRE_SOUTH . . ./. . WIRE_SOUTH . . .",
    "0,0E",
    "0,4E 3,2S",
    lambda s: (s, s),
)

gadgets = pytest.mark.parametrize("gadget", GADGETS, ids=[gadget.name for gadget in GADGETS])


def table_of(gadget: Gadget, rows: list[str]) -> set[tuple[tuple[bool, ...], tuple[bool, ...]]]:
    return {gadget.seen(rows, mined) for mined in placements(rows)}


@gadgets
def test_truth_table(gadget: Gadget) -> None:
    rows, mines = gadget.draw()
    found = list(placements(rows))
    assert {gadget.seen(rows, mined) for mined in found} == gadget.table()
    assert len(found) == len(gadget.table())
    assert all(len(mined) + len(flags(rows)) == mines for mined in found)


@gadgets
def test_exact_count_and_brute_force(gadget: Gadget) -> None:
    """The engine finds as many placements and mines, and so does trying every set of cells."""
    rows, mines = gadget.draw()
    counted = count(Position.from_rows(rows))
    wanted = [mines] if gadget.table() else []
    assert counted.feasible_totals == wanted
    assert sum(counted.profile.values()) == len(gadget.table())
    assert count(Position.from_rows(rows, mines=mines)).placements == len(gadget.table())
    truth = Truth(board_riddle(rows))
    assert len(truth.paying) == len(gadget.table())
    assert truth.feasible_totals == wanted


@gadgets
def test_one_number_changed_makes_it_fail(gadget: Gadget) -> None:
    """With any number beside a covered cell one higher or lower the truth table is another."""
    rows, _ = gadget.draw()
    if not gadget.table():
        return
    changed = 0
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            near = "".join(line[max(c - 1, 0) : c + 2] for line in rows[max(r - 1, 0) : r + 2])
            if not mark.isdigit() or "-" not in near:
                continue
            for number in {int(mark) - 1, int(mark) + 1} & set(range(9)):
                wrong = [*rows]
                wrong[r] = row[:c] + str(number) + row[c + 1 :]
                assert table_of(gadget, wrong) != gadget.table(), (r, c, number)
                changed += 1
    assert changed > 10


@pytest.mark.parametrize("name", CHANG)
def test_boards_of_the_source(name: str) -> None:
    named = {gadget.name: gadget for gadget in GADGETS} | {"split": SPLIT}
    rows, mines = named[name].draw()
    assert rows == CHANG[name].translate(str.maketrans("HF", "-+")).split()
    assert mines == CHANG_MINES[name]


def test_every_tile_is_tried() -> None:
    pictures = {name for name, value in vars(tiles).items() if isinstance(value, tuple)}
    used = {name for gadget in GADGETS for line in gadget.grid() for name in line} - {"."}
    assert used == pictures


def test_parallel_wires_do_not_mix() -> None:
    """Wires side by side, and the tiles that end them, have each its two placements."""
    beside = Gadget(
        "beside",
        "START WIRE_EAST END/START WIRE_EAST END/START WIRE_EAST END",
        "0,0E 1,0E 2,0E",
        "0,1E 1,1E 2,1E",
        lambda *s: s,
    )
    rows, mines = beside.draw()
    assert table_of(beside, rows) == beside.table()
    assert len(list(placements(rows))) == 8
    assert count(Position.from_rows(rows)).feasible_totals == [mines]
