"""Game ids and save files of Mines, and MBF: what they say, byte by byte, and each fault."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactsweep.errors import InputError
from exactsweep.formats import load, mbf, sgt, sgt_save, write
from exactsweep.layout import Layout, Recording
from exactsweep.position import Position
from tests.foreign import DATA, HEAD, Cell, finished, layouts, mask, save_file, unmask
from tests.real import INSTANCES

IDS = [
    line.split(" | ")
    for line in (DATA / "sgt-ids.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
DECODABLE = [(identity, int(mines)) for identity, mines, _ in IDS if "#" not in identity]


def opened(rows: int, columns: int, mines: set[Cell], click: Cell) -> list[str]:
    """The rows after a first click, by letting zeros spread until nothing changes."""
    whole = finished(rows, columns, mines)
    seen = {click}
    while True:
        zeros = [cell for cell in seen if whole[cell[0]][cell[1]] == "0"]
        more = seen | {
            (r, c)
            for y, x in zeros
            for r in range(max(0, y - 1), min(rows, y + 2))
            for c in range(max(0, x - 1), min(columns, x + 2))
        }
        if more == seen:
            break
        seen = more
    return [
        "".join(mark if (r, c) in seen else "-" for c, mark in enumerate(row))
        for r, row in enumerate(whole)
    ]


def test_the_ids_are_all_there() -> None:
    assert [mines for _, mines in DECODABLE] == [35, 35, 220]
    assert len(IDS) == 4


@pytest.mark.parametrize(("identity", "mines"), DECODABLE)
def test_ids_hold_their_layouts(identity: str, mines: int) -> None:
    found = re.fullmatch(r"(\d+)x(\d+):(\d+),(\d+),m([0-9a-f]+)", identity)
    assert found is not None
    columns, rows, x, y = map(int, found.groups()[:4])
    mined = unmask(rows, columns, found[5])
    assert len(mined) == mines
    assert mask(rows, columns, mined) == found[5]
    format_, recording = load(identity)
    assert format_.name == "sgt"
    assert isinstance(recording, Recording)
    assert recording.layout == Layout.from_cells(rows, columns, mined)
    expected = Position.from_rows(opened(rows, columns, mined, (y, x)), mines)
    assert recording.current == expected
    assert recording.positions == (Position.from_rows(["-" * columns] * rows, mines), expected)
    assert write(recording.layout.finished(), "sgt") == (
        f"{columns}x{rows}n{mines}:m{found[5]}\n".encode()
    )


def test_the_instance_is_what_its_id_opens() -> None:
    recording = sgt.parse(DECODABLE[2][0])
    assert load((INSTANCES / "sgt-id-49x22-220.txt").read_bytes())[1] == recording.current


def test_the_instance_of_the_save_file_agrees_with_its_layout() -> None:
    position = load((INSTANCES / "sgt-save-end.txt").read_bytes())[1]
    assert isinstance(position, Position)
    identity, mines = DECODABLE[1]
    whole = sgt.parse(identity).layout.finished()
    assert position.mines == whole.mines == mines
    pairs = zip("".join(position.rows), "".join(whole.rows), strict=True)
    assert all(mark == "-" or mark.replace("+", "*") == true for mark, true in pairs)


@settings(max_examples=300, deadline=None)
@given(layouts(13), st.sampled_from(["", "n", "na", "a"]), st.booleans(), st.booleans())
@example((1, 1, frozenset()), "", False, False)
@example((1, 1, frozenset({(0, 0)})), "n", True, True)
def test_masks_of_any_size(
    shape: tuple[int, int, frozenset[Cell]], more: str, upper: bool, plain: bool
) -> None:
    rows, columns, mines = shape
    digits = mask(rows, columns, mines)
    assert unmask(rows, columns, digits) == mines
    layout = Layout.from_cells(rows, columns, mines)
    written = write(layout.finished(), "sgt").decode()
    assert written == f"{columns}x{rows}n{len(mines)}:m{digits}\n"
    bits = "".join("01"[(r, c) in mines] for r in range(rows) for c in range(columns))
    bare = "".join(f"{int(bits[at : at + 4].ljust(4, '0'), 2):x}" for at in range(0, len(bits), 4))
    shown = ("u" if upper else "") + bare if plain else f"m{digits}"
    shown = shown[:1] + shown[1:].upper() if upper else shown
    size = f"{columns}x{rows}"
    identity = f"{size}{more.replace('n', f'n{len(mines)}')}:{shown}"
    recording = sgt.parse(identity)
    assert recording.layout == layout
    assert recording.current == Position.from_rows(["-" * columns] * rows, len(mines))


@pytest.mark.parametrize(
    ("identity", "column", "problem"),
    [
        (IDS[3][0], 11, "random seed: the mines are not in it"),
        ("9x9n10:r10,u,0123abcd", 8, "made at the first click: the mines are not in it"),
        ("9x9", 1, "no game id"),
        ("x9:m00", 1, "no game id"),
        ("0x9:m00", 1, "no size"),
        ("9x0:m00", 1, "no size"),
        ("2x2:", 5, "describes no layout"),
        ("2x2:m", 5, "describes no layout"),
        ("2x2:mg", 5, "describes no layout"),
        ("2x2:1,m8", 5, "describes no layout"),
        ("2x2:u8 ", 5, "describes no layout"),
        ("2x2:m08", 5, "4 cells want 1 digits, there are 2"),
        ("3x3:u00", 5, "9 cells want 3 digits, there are 2"),
        ("3x1:u1", 5, "bits for more than 3 cells"),
        ("3x3:u004", 5, "bits for more than 9 cells"),
        ("2x2n2:u8", 7, "the size says 2 mines, the layout has 1"),
        ("2x2n0:u8", 7, "the size says 0 mines, the layout has 1"),
        ("2x2:2,0,u8", 5, "cell 0,2 is outside the 2x2 board"),
        ("2x2:0,2,u8", 5, "cell 2,0 is outside the 2x2 board"),
    ],
)
def test_faults_of_game_ids(identity: str, column: int, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as caught:
        sgt.parse(identity)
    assert (caught.value.line, caught.value.column) == (1, column)


def test_a_game_id_is_one_line() -> None:
    assert sgt.parse("2x2:u8\r\n").layout == Layout.from_cells(2, 2, [(0, 0)])
    with pytest.raises(InputError, match=r"^line 2, column 1: a game id is one line"):
        sgt.parse("2x2:u8\n2x2:u8\n")


# Save files of the board *0 over 00, three across: its mine is at 0,0.

LINES = [
    *HEAD,
    ("CPARAMS", "3x2n1"),
    ("DESC", "u80"),
    ("NSTATES", "3"),
    ("STATEPOS", "2"),
    ("MOVE", "O2,0"),
    ("MOVE", "F0,0"),
]
LINE = {key: number for number, (key, _) in enumerate(LINES, 1)}


def with_value(key: str, value: str, *more: tuple[str, str]) -> str:
    """The save file with another value for *key*, and *more* moves."""
    lines = [(old, value if old == key else before) for old, before in LINES[:7]]
    lines[5] = (lines[5][0], value if key == "NSTATES" else str(3 + len(more)))
    return save_file([*lines, *LINES[7:], *more])


def test_a_save_file_by_hand() -> None:
    recording = sgt_save.parse(save_file(LINES))
    boards = [["---", "---"], ["-10", "-10"], ["+10", "-10"]]
    assert list(recording.positions) == [Position.from_rows(rows, 1) for rows in boards]
    assert recording.current == recording.positions[1]


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("", 1, 1, "no key, length and value"),
        (save_file(LINES).replace("MOVE    :4", "MOVE    :5", 1), 8, 10, "4 characters, not '5'"),
        (save_file(LINES).replace("GAME    ", "GAME   "), 3, 1, "no key, length and value"),
        (save_file(LINES) + "\n", 10, 1, "no key, length and value"),
        (save_file([*LINES, ("MOVES", "S")]), 10, 1, "'MOVES' is none of the keys"),
        (with_value("SAVEFILE", "Another"), 1, 12, "SAVEFILE must be Simon"),
        (with_value("VERSION", "2"), 2, 12, "VERSION must be 1"),
        (with_value("GAME", "Net"), 3, 12, "GAME must be Mines"),
        (with_value("CPARAMS", "3x"), 4, 12, "'3x' is no size"),
        (with_value("CPARAMS", "3x2n2"), 5, 12, "the size says 2 mines, the layout has 1"),
        (with_value("CPARAMS", "3x3"), 5, 12, "9 cells want 3 digits"),
        (with_value("DESC", "u81"), 5, 12, "bits for more than 6 cells"),
        (with_value("DESC", "r1,u,ab"), 5, 12, "the mines are not in it"),
        (with_value("NSTATES", "4"), 6, 12, "4 states want 3 moves, not 2"),
        (with_value("NSTATES", "0"), 6, 12, "0 states"),
        (with_value("NSTATES", "x"), 6, 12, "NSTATES must be a whole number, not 'x'"),
        (with_value("STATEPOS", "0"), 7, 12, "STATEPOS must be from 1 to 3, not 0"),
        (with_value("STATEPOS", "4"), 7, 12, "STATEPOS must be from 1 to 3, not 4"),
        (with_value("STATEPOS", "\u0661"), 7, 12, "STATEPOS must be a whole number"),
        (save_file([*LINES, ("DESC", "u80")]), 10, 1, "DESC is given twice"),
        (save_file([*LINES, ("TIME", "1"), ("TIME", "1")]), 11, 1, "TIME is given twice"),
        (save_file([*LINES, ("PRIVDESC", "u40")]), 10, 12, "another layout than DESC"),
        (save_file([*LINES, ("PRIVDESC", "m0")]), 10, 12, "6 cells want 2 digits"),
        (with_value("", "", ("MOVE", "O3,0")), 10, 12, "'O3,0' is outside the board"),
        (with_value("", "", ("MOVE", "F0,2")), 10, 12, "'F0,2' is outside the board"),
        (with_value("", "", ("MOVE", "F1,1")), 10, 12, "'F1,1': this cell is open"),
        (with_value("", "", ("MOVE", "X0,0")), 10, 12, "'X0,0' is no move"),
        (with_value("", "", ("MOVE", "O-1,0")), 10, 12, "'O-1,0' is no move"),
        (with_value("", "", ("MOVE", "F0,0;")), 10, 12, "'' is no move"),
        (with_value("", "", ("MOVE", "F0,0"), ("MOVE", "")), 11, 12, "'' is no move"),
        (with_value("", "", ("RESTART", "u40")), 10, 12, "another game than DESC"),
        (with_value("", "", ("RESTART", "2,0,u80")), 10, 12, "another game than DESC"),
        (with_value("", "", ("MOVE", "O0,0"), ("MOVE", "F0,0")), 11, 12, "the game is lost"),
        (
            with_value(
                "", "", ("RESTART", "u80"), ("MOVE", "F1,0"), ("MOVE", "O0,0"), ("SOLVE", "S")
            ),
            13,
            12,
            "a flag is shown to be wrong",
        ),
    ],
)
def test_faults_of_save_files(text: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as caught:
        sgt_save.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("key", [key for key, _ in LINES[:7]])
def test_keys_that_a_save_file_needs(key: str) -> None:
    text = save_file([(other, value) for other, value in LINES if other != key])
    with pytest.raises(InputError, match=f"{key} is missing") as caught:
        sgt_save.parse(text)
    assert (caught.value.line, caught.value.column) == (9, 1)


@given(layouts(9))
def test_mbf_byte_by_byte(shape: tuple[int, int, frozenset[Cell]]) -> None:
    rows, columns, mines = shape
    layout = Layout.from_cells(rows, columns, mines)
    pairs = [number for row, column in sorted(mines) for number in (column, row)]
    header = [columns, rows, len(mines) >> 8, len(mines) & 255]
    assert mbf.dump(layout.finished()) == bytes([*header, *pairs])
    turned = [pairs[at + shift] for at in range(len(pairs) - 2, -1, -2) for shift in (0, 1)]
    recording = mbf.parse(bytes([*header, *turned]))
    assert recording.layout == layout
    covered = Position.from_rows(["-" * columns] * rows, len(mines))
    assert recording == Recording(layout, (covered,), 0)


def test_mbf_with_many_mines() -> None:
    mines = [(row, column) for row in range(255) for column in range(2)]
    data = mbf.dump(Layout.from_cells(255, 255, mines).finished())
    assert data[:10] == bytes([255, 255, 1, 254, 0, 0, 1, 0, 0, 1])
    assert mbf.parse(data).layout == Layout.from_cells(255, 255, mines)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "0 bytes; the header of MBF has 4"),
        (b"\x01\x01\x00", "3 bytes"),
        (b"\x00\x01\x00\x00", "byte 1: the board is 1x0"),
        (b"\x02\x00\x00\x00", "byte 2: the board is 0x2"),
        (b"\x02\x01\x00\x01", "byte 3: 1 mines want 6 bytes, there are 4"),
        (b"\x02\x01\x00\x00\x00\x00", "byte 3: 0 mines want 4 bytes, there are 6"),
        (b"\x02\x01\x00\x01\x00", "byte 3: 1 mines want 6 bytes, there are 5"),
        (b"\x02\x01\x01\x00\x00\x00", "byte 3: 256 mines want 516 bytes"),
        (b"\x02\x01\x00\x02\x00\x00\x02\x00", "byte 7: cell 0,2 is outside"),
        (b"\x02\x01\x00\x01\x00\x01", "byte 5: cell 1,0 is outside"),
        (b"\x02\x01\x00\x02\x01\x00\x01\x00", "byte 7: cell 0,1 is a mine twice"),
    ],
)
def test_faults_of_mbf(data: bytes, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        mbf.parse(data)
    with pytest.raises(InputError, match=problem):
        load(data, "mbf")
