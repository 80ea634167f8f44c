"""Replays against games played by hand, real ones against what their own files say."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import exactsweep
from exactsweep.errors import InputError
from exactsweep.formats import load, parse, read, replay, write
from exactsweep.layout import Layout, Recording
from tests.foreign import Cell, finished, grid, said
from tests.fuzz.properties import is_one_short_line
from tests.program import PATIENCE, complaint, environment, run, whole_lines
from tests.replays import LEVELS, WRITERS, Game, Move, avf, evf, mvf, played, random_game, rmv
from tests.strategies import BoardCase

REAL = Path(__file__).parent / "data" / "replays"

OTHERS: dict[str, Callable[[Game], bytes]] = {
    "evf 0": lambda game: evf(game, 0),
    "evf 1": lambda game: evf(game, 1),
    "evf 2": lambda game: evf(game, 2),
    "evf 4": lambda game: evf(game, 4),
    "rmv 2": lambda game: rmv(game, 2),
    "mvf, other bits": lambda game: mvf(game, 9),
    "avf, question marks": lambda game: avf(game, b"\x11"),
}
"""Other versions and settings of the kinds."""

# Zeros in the middle; 0,1 and 1,1 are shown beside the mine at 0,0.
ROWS, COLUMNS, MINES = 5, 7, [(0, 0), (4, 0), (4, 6)]


def recorded(data: bytes) -> Recording:
    """What the bytes of a replay say, recognized by content."""
    format_, content = load(data)
    assert format_.name == "replay"
    assert isinstance(content, Recording)
    return content


def check(recording: Recording, game: Game) -> None:
    """The recording is that of the game: its layout, and move by move what was seen."""
    assert recording.layout == Layout.from_cells(game.rows, game.columns, game.mines)
    assert [said(position) for position in recording.positions] == game.cases
    assert said(recording.current) == game.cases[-1]


def test_random_games_are_as_they_were_played() -> None:
    seen = set()
    for seed in range(18):
        random = Random(seed)
        small = random.randint(1, 9), random.randint(1, 9)
        rows, columns = random.choice([small, (random.randint(1, 24), random.randint(1, 30))])
        mines = random.randint(0, (rows * columns - 1) // random.choice([1, 2, 5, 8]))
        if seed < len(LEVELS):
            rows, columns, mines = list(LEVELS)[seed]
        game = random_game(random, rows, columns, mines, random.choice([0.5, 0.9, 0.98]))
        seen.add("won" if game.won else "lost" if game.lost else "left")
        seen.update({case.flags for case in game.cases}, {name for name, _ in game.moves})
        for kind, writer in WRITERS.items():
            data = writer(game)
            assert replay.kind_of(data) == kind
            check(recorded(data), game)
    assert seen == {"won", "lost", "left", "trusted", "untrusted", "open", "flag", "chord"}


@pytest.mark.parametrize("kind", OTHERS)
def test_other_versions(kind: str) -> None:
    for seed in (1, 11, 17):
        random = Random(seed)
        rows, columns = random.randint(2, 9), random.randint(2, 9)
        game = random_game(random, rows, columns, rows * columns // 6, 0.95)
        check(recorded(OTHERS[kind](game)), game)


BY_HAND: dict[str, tuple[list[Move], list[list[str]]]] = {
    "a flag stops a zero's flood": (
        [("open", (0, 1)), ("flag", (2, 3)), ("open", (2, 2)), ("flag", (2, 3)), ("open", (2, 3))],
        [
            ["-------", "-------", "-------", "-------", "-------"],
            ["-1-----", "-------", "-------", "-------", "-------"],
            ["-1-----", "-------", "---+---", "-------", "-------"],
            ["-100000", "1100000", "000+000", "1100011", "-10001-"],
            ["-100000", "1100000", "000-000", "1100011", "-10001-"],
            ["-100000", "1100000", "0000000", "1100011", "-10001-"],
        ],
    ),
    "a flagged cell does not open": (
        [("open", (0, 1)), ("flag", (0, 0)), ("open", (0, 0)), ("open", (1, 1))],
        [
            ["-------", "-------", "-------", "-------", "-------"],
            ["-1-----", "-------", "-------", "-------", "-------"],
            ["+1-----", "-------", "-------", "-------", "-------"],
            ["+1-----", "-1-----", "-------", "-------", "-------"],
        ],
    ),
    "the mine that was opened, a wrong flag, and nothing behind the end": (
        [("open", (0, 1)), ("flag", (2, 2)), ("open", (4, 6)), ("open", (0, 2))],
        [
            ["-------", "-------", "-------", "-------", "-------"],
            ["-1-----", "-------", "-------", "-------", "-------"],
            ["-1-----", "-------", "--+----", "-------", "-------"],
            ["-1-----", "-------", "--+----", "-------", "------*"],
        ],
    ),
    "a chord at a wrong flag": (
        [("open", (3, 1)), ("chord", (3, 1)), ("flag", (3, 0)), ("chord", (3, 1))],
        [
            ["-------", "-------", "-------", "-------", "-------"],
            ["-------", "-------", "-------", "-1-----", "-------"],
            ["-------", "-------", "-------", "+1-----", "-------"],
            ["-100000", "1100000", "0000000", "+100011", "*10001-"],
        ],
    ),
    "a mine at once": (
        [("open", (4, 0))],
        [
            ["-------", "-------", "-------", "-------", "-------"],
            ["-------", "-------", "-------", "-------", "*------"],
        ],
    ),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_games_by_hand(name: str) -> None:
    moves, states = BY_HAND[name]
    game = played(ROWS, COLUMNS, MINES, moves)
    for writer in WRITERS.values():
        positions = recorded(writer(game)).positions
        assert [position.rows for position in positions] == states
        wrong = [any(rows[r][c] == "+" for r, c in ((2, 3), (2, 2), (3, 0))) for rows in states]
        assert [not position.trusted for position in positions] == wrong
        assert {position.mines for position in positions} == {3}


@pytest.mark.parametrize("mines", [[], grid(2, 3)])
def test_boards_without_and_full_of_mines(mines: list[Cell]) -> None:
    for writer in WRITERS.values():
        game = played(2, 3, mines, [("open", (1, 2))])
        assert (game.won, game.lost) == (not mines, bool(mines))
        check(recorded(writer(game)), game)


# Real games.


def events_of_avf(data: bytes) -> Iterator[tuple[str, int, int]]:
    """Buttons and cells, numbers of pixels divided by 16, of a file of Minesweeper Arbiter."""
    at = data.index(b"]")
    while not (data[at] in (1, 3, 5, 9, 17) and data[at + 1] <= 1 and data[at + 2] == 1):
        at += 1
    names = {3: "lc", 5: "lr", 9: "rc", 17: "rr", 145: "rr", 21: "lr"}
    while data[at + 2] or data[at + 6]:
        x, y = data[at + 1] << 8 | data[at + 3], data[at + 5] << 8 | data[at + 7]
        yield names.get(data[at], ""), y // 16, x // 16
        at += 8


def events_of_evf(data: bytes, at: int, pixels: int) -> Iterator[tuple[str, int, int]]:
    """Buttons and cells from a place of a file of version 3 on."""
    names = {2: "lc", 3: "lr", 4: "rc", 5: "rr", 9: "cc"}
    while data[at] not in (0, 255):
        x, y = (
            int.from_bytes(data[at + 4 : at + 6], "big"),
            int.from_bytes(data[at + 6 : at + 8], "big"),
        )
        yield names.get(data[at], ""), y // pixels, x // pixels
        at += 8


def moves_of(events: Iterable[tuple[str, int, int]]) -> Iterator[Move]:
    """What presses and releases mean; ``cc`` is the press of the button that was not yet down.

    Where both were down the first release is a chord, and the other one nothing.
    """
    down: set[str] = set()
    both = spent = False
    for name, row, column in events:
        if name == "cc" or name[1:] == "c":
            down |= {"l", "r"} if name == "cc" else {name[0]}
            both = both or len(down) == 2
            if name == "rc" and not both:
                yield "flag", (row, column)
        elif name:
            if both:
                yield "chord", (row, column)
            elif name == "lr" and not spent:
                yield "open", (row, column)
            down.discard(name[0])
            both, spent = False, bool(down) and (both or spent)


def replayed(rows: int, columns: int, mines: Iterable[Cell], moves: Iterable[Move]) -> Game:
    """The game of moves, those beside the board left out."""
    inside = set(grid(rows, columns))
    return played(rows, columns, list(mines), [move for move in moves if move[1] in inside])


def rows_of_rmv(data: bytes, version: int, rows: int, columns: int) -> list[list[str]]:
    """The rows after each change, of which these files keep every cell."""
    at, sections = {1: (10, 6), 2: (12, 6)}[version]
    sizes = [int.from_bytes(data[at + 2 * n : at + 2 * n + 2], "big") for n in range(sections)]
    at += 2 * sections + 6 + sum(sizes)
    shown = {**{18 + count: str(count) for count in range(9)}, 13: "+", 27: "*"}
    marks = dict.fromkeys(grid(rows, columns), "-")
    seen: list[list[str]] = []
    while True:
        code = data[at]
        if code <= 7 or code == 28 or 15 <= code <= 17:
            lines = ["".join(marks[r, c] for c in range(columns)) for r in range(rows)]
            if lines not in seen[-1:]:
                seen.append(lines)
            if 15 <= code <= 17:
                return seen
            at += 3 if code == 28 else 9
        else:
            marks[data[at + 2], data[at + 1]] = shown.get(code, "-")
            at += 3


AVF_MINES = [(4, 1), (5, 2), (8, 2), (2, 3), (6, 3), (4, 5), (8, 5), (6, 6), (8, 6), (4, 7)]
RMV_MINES = [(1, 3), (2, 3), (4, 2), (4, 3), (4, 4), (4, 5), (4, 6), (5, 4), (6, 6), (7, 6)]
RMV_2_MINES = [(0, 2), (0, 6), (1, 5), (2, 3), (3, 6), (5, 2), (5, 3), (6, 0), (6, 1), (6, 6)]
"""From the tests of sweeping-view; those of AVF count from 1."""


@pytest.fixture(scope="module")
def real() -> dict[str, Recording]:
    return {path.name: recorded(path.read_bytes()) for path in REAL.glob("test_subject*")}


def test_a_real_game_of_arbiter(real: dict[str, Recording]) -> None:
    mines = [(row - 1, column - 1) for row, column in AVF_MINES]
    data = (REAL / "test_subject.avf").read_bytes()
    check(real["test_subject.avf"], replayed(8, 8, mines, moves_of(events_of_avf(data))))


def test_a_real_game_of_metasweeper(real: dict[str, Recording]) -> None:
    data = (REAL / "test_subject.evf").read_bytes()
    at = 15  # the head; eight texts, each ended by a zero, are between it and the layout
    for _ in range(8):
        at = data.index(b"\0", at) + 1
    layout = "".join(f"{byte:08b}" for byte in data[at : at + 60])
    mines = [cell for cell, bit in zip(grid(16, 30), layout, strict=True) if bit == "1"]
    assert len(mines) == 99
    events = events_of_evf(data, at + 60, 30)
    check(real["test_subject.evf"], replayed(16, 30, mines, moves_of(events)))


@pytest.mark.parametrize(
    ("name", "version", "mines"),
    [("test_subject.rmv", 1, RMV_MINES), ("test_subject_2.rmv", 2, RMV_2_MINES)],
)
def test_real_games_of_viennasweeper(
    name: str, version: int, mines: list[Cell], real: dict[str, Recording]
) -> None:
    assert real[name].layout == Layout.from_cells(8, 8, mines)
    states = rows_of_rmv((REAL / name).read_bytes(), version, 8, 8)
    assert [position.rows for position in real[name].positions] == states


def least_clicks(layout: Layout) -> int:
    """The 3BV of a layout: the least number of clicks that open every safe cell without flags."""
    cells = layout.board.cells
    mines = frozenset(cells[place] for place in layout.mines)
    game = Game(layout.board.rows, layout.board.columns, mines)
    for cell in sorted(game.truth.keys() - mines, key=lambda cell: game.truth[cell] != "0"):
        game.play("open", cell)
    assert game.won
    return len(game.cases) - 1


@pytest.mark.parametrize(
    ("name", "clicks", "opened"),
    [
        ("test_subject.avf", 28, 54),
        ("test_subject.evf", 167, 381),
        ("test_subject.rmv", 10, 54),
        ("test_subject_2.rmv", 32, 54),
    ],
)
def test_what_real_files_say_of_their_games(
    name: str, clicks: int, opened: int, real: dict[str, Recording]
) -> None:
    """The 3BV that each has in its head; all of them are won."""
    last = real[name].current
    assert least_clicks(real[name].layout) == clicks
    assert sum(mark.isdigit() for mark in last.marks) == opened
    assert last.trusted
    assert read(REAL / name) == parse((REAL / name).read_bytes(), "replay") == last


# The command line.

SMALL = played(
    3,
    4,
    [(0, 0), (2, 3), (0, 2)],
    [
        ("open", (1, 1)),
        ("flag", (0, 1)),
        ("open", (2, 0)),
        ("flag", (0, 1)),
        ("flag", (0, 0)),
        ("open", (1, 3)),
        ("flag", (0, 2)),
        ("chord", (1, 1)),
    ],
)


def as_json(number: int, case: BoardCase) -> dict[str, object]:
    trust = {"flags": "untrusted"} if case.flags == "untrusted" else {}
    return {"id": number, "mines": case.mines, **trust, "rows": list(case.rows)}


def as_text(case: BoardCase) -> str:
    trust = ["flags: untrusted"] if case.flags == "untrusted" else []
    return "\n".join([f"mines: {case.mines}", *trust, *case.rows, ""])


@pytest.fixture(params=WRITERS)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The small game as a file of each kind, of a name that says nothing."""
    path = tmp_path / "game"
    path.write_bytes(WRITERS[request.param](SMALL))
    return path


def printed(*arguments: str | Path) -> str:
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_positions_from_the_command_line(file: Path) -> None:
    assert SMALL.cases[2].flags == "untrusted"
    assert len(SMALL.cases) == 9
    assert printed("convert", file, "--to", "text") == as_text(SMALL.cases[-1])
    shown = printed("convert", file, "--move", "2", "--to", "text")
    assert shown == as_text(SMALL.cases[2])
    whole = BoardCase(tuple(finished(3, 4, SMALL.mines)), 3)
    assert printed("convert", file, "--reveal", "--to", "text") == as_text(whole)
    lines = whole_lines(printed("convert", file, "--move", "all", "--to", "json-lines"))
    assert lines == [as_json(at, case) for at, case in enumerate(SMALL.cases)]
    assert "there is no move 9; the game has moves 1 to 8" in complaint(
        run("convert", file, "--move", "9", "--to", "text")
    )
    assert list(file.parent.iterdir()) == [file]


def test_every_position_is_solved(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(evf(SMALL))
    lines = whole_lines(printed("solve", path, "--move", "all", "--json"))
    assert [line["id"] for line in lines] == list(range(len(SMALL.cases)))
    for line, case in zip(lines, SMALL.cases, strict=True):
        truth = case.truth()
        assert (line["mines"], line["placements"]) == (3, str(truth.placements))
        for cell in line["cells"]:
            assert Fraction(cell["mine"]) == truth.mine((cell["row"], cell["column"]))


def test_replays_are_not_written(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(mvf(SMALL))
    refusal = "replay cannot hold a position, only games, and is not written"
    with pytest.raises(InputError, match=refusal):
        write(SMALL.cases[0].source(), "replay")
    assert refusal in complaint(run("convert", path, "--to", "replay"))


# What is no replay, or none that can be read.


def damaged(kind: str) -> Iterator[bytes]:
    """A replay cut off at places all over it, and with a byte changed at others."""
    data = WRITERS[kind](SMALL)
    random = Random(kind)
    for turn in range(8):
        yield data[: turn * (len(data) - 1) // 7]
        at = random.randrange((turn + 1) * len(data) // 8)
        yield data[:at] + bytes([data[at] ^ random.randint(1, 255)]) + data[at + 1 :]


@pytest.mark.parametrize("kind", WRITERS)
def test_damaged_replays(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are refused in a line, or show what their own layout says; nothing is left behind."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(replay, "SECONDS", 10)
    refused = 0
    for data in damaged(kind):
        try:
            found = replay.parse(data)
        except InputError as error:
            assert is_one_short_line(error)
            refused += 1
            continue
        board = found.layout.board
        mines = [board.cells[place] for place in found.layout.mines]
        truth = finished(board.rows, board.columns, mines)
        for position in found.positions:
            for row, line in zip(truth, position.rows, strict=True):
                assert all(mark in ("-", "+", true) for mark, true in zip(line, row, strict=True))
    assert refused >= 4
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", WRITERS)
def test_the_library_says_what_is_wrong(kind: str) -> None:
    data = WRITERS[kind](SMALL)
    with pytest.raises(InputError, match=f"^this is no whole {kind} replay: FileIsTooShort$"):
        replay.parse(data[: len(data) // 2])


def test_the_command_line_refuses_half_a_replay(tmp_path: Path) -> None:
    path = tmp_path / "game"
    for kind, writer in WRITERS.items():
        data = writer(SMALL)
        path.write_bytes(data[: len(data) // 2])
        line = complaint(run("solve", path, cwd=tmp_path))
        assert f"this is no whole {kind} replay: " in line
        assert list(tmp_path.iterdir()) == [path]


def test_what_does_not_begin_like_a_replay() -> None:
    for data in (b"", b"*rm", b"mines: 1\n-\n", b"\x11\x4d" + bytes(40), bytes(100)):
        assert not replay.looks_like(data)
        with pytest.raises(InputError, match="these bytes are no replay"):
            replay.parse(data)
    with pytest.raises(InputError, match="these bytes are no replay"):
        load("mines: 1\n-\n", "replay")


def test_mines_make_an_avf() -> None:
    """Nothing else does: each has to be on the board, and there once."""
    data = avf(played(3, 3, [(0, 0), (2, 2)], [("open", (0, 1))]))
    assert data[10:14] == bytes([1, 1, 3, 3])
    assert replay.kind_of(data) == "avf"
    for mines in ([1, 1, 1, 1], [0, 1, 3, 3], [1, 0, 3, 3], [1, 1, 4, 3], [1, 1, 3, 4]):
        assert replay.kind_of(data[:10] + bytes(mines) + data[14:]) is None
    for level in (0, 2, 7):
        assert replay.kind_of(data[:5] + bytes([level]) + data[6:]) is None


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    data = rmv(SMALL)
    path = tmp_path / "game"
    path.write_bytes(data + bytes(replay.MOST_BYTES + 1 - len(data)))
    start = time.monotonic()
    line = complaint(run("solve", path))
    assert "a replay of 16777217 bytes is too large; 16777216 can be read" in line
    assert time.monotonic() - start < 20
    assert said(recorded(data + bytes(1000)).current) == SMALL.cases[-1]


def test_a_reader_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library counts the days up to a year, one by one."""
    data = avf(SMALL)
    late = data.replace(b"1.1.2024", b"1.1.9999999999999999999")
    monkeypatch.setattr(replay, "SECONDS", 1)
    start = time.monotonic()
    with pytest.raises(InputError, match="the avf replay could not be read within 1 s"):
        replay.parse(late)
    assert time.monotonic() - start < 10


def test_a_library_that_is_not_installed(tmp_path: Path) -> None:
    path = tmp_path / "game"
    hidden = (
        "import sys; sys.modules['ms_toollib'] = None;"
        "from exactsweep.__main__ import main; sys.exit(main())"
    )
    for writer in WRITERS.values():
        path.write_bytes(writer(SMALL))
        done = subprocess.run(
            [sys.executable, "-c", hidden, "solve", str(path)],
            capture_output=True,
            encoding="utf-8",
            check=False,
            env=environment(),
            timeout=PATIENCE,
        )
        assert "pip install 'exactsweep[replays]'" in complaint(done)
    path.write_text("mines: 1\n-1\n", encoding="utf-8")
    assert printed("convert", path, "--to", "text") == "mines: 1\n-1\n"


GAME = {"rows": 1, "columns": 2, "mines": [(0, 0)], "changes": [[(0, 1, 1)]]}


@pytest.mark.parametrize(
    ("reader", "out", "errors"),
    [
        (f"print({json.dumps(GAME)!r})", "mines: 1\n-1\n", ""),
        ("print('nonsense')", "", "the mvf replay made the reader say what is not JSON"),
        ("raise SystemExit('no board')", "", "this is no whole mvf replay: no board"),
        ("raise SystemExit(7)", "", "this is no whole mvf replay"),
    ],
)
def test_the_reader_is_that_of_the_same_package(
    reader: str, out: str, errors: str, tmp_path: Path
) -> None:
    """Where the package is found by a relative place, its reader is too."""
    shutil.copytree(Path(exactsweep.__file__).parent, tmp_path / "exactsweep")
    place = tmp_path / "exactsweep" / "formats" / "replay_reader.py"
    place.write_text(f"{reader}\n", encoding="utf-8")
    (tmp_path / "game").write_bytes(mvf(SMALL))
    done = run("convert", "game", "--to", "text", cwd=tmp_path)
    assert (done.stdout, done.stderr) == (out, errors and f"exactsweep: {errors}\n")


# What the reader says is not believed.


def test_what_a_reader_may_say() -> None:
    found = replay.recording(2, 2, [(0, 0)], [[(0, 1, 1)], [(1, 1, 11), (1, 0, 14)], [(0, 0, 15)]])
    assert found.layout == Layout.from_cells(2, 2, [(0, 0)])
    assert [position.rows for position in found.positions] == [
        ["--", "--"],
        ["-1", "--"],
        ["-1", "++"],
        ["*1", "++"],
    ]
    assert [position.trusted for position in found.positions] == [True, True, False, False]
    assert found.now == 3
    assert replay.recording(1, 1, [], []).positions == (found.after(0).from_rows(["-"], 0),)


@pytest.mark.parametrize("code", [-1, 9, 12, 13, 16, 99, 2, 0])
def test_codes_that_are_none_or_wrong(code: int) -> None:
    with pytest.raises(InputError, match=f"the replay shows {code} at 1,1: that is wrong there"):
        replay.recording(2, 2, [(0, 0)], [[(0, 1, 1)], [(1, 1, code)]])


def test_numbers_and_mines_that_contradict_the_layout() -> None:
    for cell, code in (((0, 0), 0), ((0, 0), 1), ((0, 1), 15), ((1, 2), 1)):
        with pytest.raises(InputError, match=f"shows {code} at {cell[0]},{cell[1]}: "):
            replay.recording(2, 3, [(0, 0)], [[(*cell, code)]])
    for outside in ((2, 0), (0, 3), (-1, 0), (0, -1)):
        with pytest.raises(InputError, match="is outside the 2x3 board"):
            replay.recording(2, 3, [(0, 0)], [[(*outside, 10)]])
        with pytest.raises(InputError, match="is outside the 2x3 board"):
            replay.recording(2, 3, [outside], [])
