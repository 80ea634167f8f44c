"""The verb convert: what it prints, writes and refuses, and which position of a game it takes."""

import subprocess
from pathlib import Path

import pytest

from exactsweep.formats import write
from exactsweep.layout import Layout
from exactsweep.position import Position
from tests.foreign import DATA, HEAD, save_file
from tests.program import COMMAND, PATIENCE, complaint, environment, one_line, run, whole_lines

BAD = Path(__file__).parent / "data" / "bad"
POSITION = "mines: 2\n1---\n----\n"
BATCH = (
    '{"id": "a", "mines": 1, "rows": ["1-", "--"]}\n'
    '{"rows": ["19"]}\n'
    '\n{"id": 7, "density": "1/3", "rows": ["+-"], "flags": "untrusted", "topology": "hex"}\n'
)

# Three across, two down, a mine at 0,0; opened at 0,2, flagged at 0,0, solved.
IDENTITY = "3x2:2,0,u80\n"
GAME = save_file(
    [
        *HEAD,
        ("CPARAMS", "3x2n1"),
        ("DESC", "u80"),
        ("NSTATES", "4"),
        ("STATEPOS", "2"),
        ("MOVE", "O2,0"),
        ("MOVE", "F0,0"),
        ("SOLVE", "S"),
    ]
)
STATES = [["---", "---"], ["-10", "-10"], ["+10", "-10"], ["+10", "110"]]
WHOLE = ["*10", "110"]


def converted(*arguments: str | Path, text: str = POSITION) -> str:
    """What is printed, nothing being said beside it."""
    done = run("convert", "-", *arguments, text=text)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refused(*arguments: str | Path, text: str = POSITION) -> str:
    return complaint(run("convert", "-", *arguments, text=text))


def shown(rows: list[str], mines: int = 1) -> str:
    return "\n".join([f"mines: {mines}", *rows, ""])


def test_output_is_the_bytes_of_the_format(tmp_path: Path) -> None:
    board = tmp_path / "board"
    board.write_text(shown(WHOLE), encoding="utf-8")
    done = subprocess.run(
        [*COMMAND, "convert", str(board), "--to", "mbf"],
        capture_output=True,
        check=True,
        env=environment(),
        timeout=PATIENCE,
    )
    assert done.stdout == bytes([3, 2, 0, 1, 0, 0])
    assert done.stderr == b""


def test_a_prior_is_given_and_taken_away() -> None:
    assert converted("--to", "jsm") == "4x2x2\n1HHH\nHHHH\n"
    assert converted("--to", "jsm", "--mines", "5") == "4x2x5\n1HHH\nHHHH\n"
    assert converted("--to", "gecode", "--mines", "unknown") == "2\n4\n1...\n....\n"
    assert converted("--to", "jsm", "--mines-left", "1", text="+1\n") == "2x1x2\nF1\n"
    rows = "flags: untrusted\n+1\n"
    assert converted("--to", "ms-toollib", "--flags", "trusted", text=rows) == "[[11, 1]]\n"
    assert "jsm cannot hold a board without a total (--mines N" in refused(
        "--to", "jsm", "--mines", "unknown"
    )
    assert "gecode cannot hold a total (--mines unknown" in refused("--to", "gecode")
    assert "ms-toollib cannot hold untrusted flags" in refused("--to", "ms-toollib", text=rows)
    assert "jsm cannot hold the topology hex" in refused("--to", "jsm", text="topology: hex\n-\n")


def test_out_writes_the_whole_file_or_leaves_the_old_one(tmp_path: Path) -> None:
    out = tmp_path / "out.mine"
    assert converted("--to", "jsm", "--out", out) == ""
    assert out.read_bytes() == b"4x2x2\n1HHH\nHHHH\n"
    assert "cannot hold" in refused("--to", "gecode", "--out", out)
    assert "line 1, column 2" in refused("--to", "jsm", "--out", out, text="19\n")
    assert out.read_bytes() == b"4x2x2\n1HHH\nHHHH\n"
    assert converted("--to", "codegolf", "--out", out, text="mines: 0\n0\n") == ""
    assert out.read_bytes() == b"0\n0\n"
    assert list(tmp_path.iterdir()) == [out]


def test_out_may_be_the_file_itself(tmp_path: Path) -> None:
    board = tmp_path / "board"
    board.write_text(POSITION, encoding="utf-8")
    done = run("convert", board, "--to", "jsm", "--out", board)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert board.read_text(encoding="utf-8") == "4x2x2\n1HHH\nHHHH\n"


def test_out_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("kept", encoding="utf-8")
    for out in (tmp_path / "absent" / "out", file / "out", tmp_path):
        assert f"cannot write {str(out)!r}: " in refused("--to", "jsm", "--out", out)
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_text(encoding="utf-8") == "kept"


def test_out_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"")
    out = tmp_path / "out"
    converted("--to", "jsm", "--out", out)
    assert out.stat().st_mode == other.stat().st_mode


def test_batches_keep_their_ids() -> None:
    done = run("convert", "-", "--to", "json-lines", text=BATCH)
    assert done.returncode == 2
    assert done.stderr == ""
    first, bad, last = whole_lines(done.stdout)
    assert first == {"id": "a", "mines": 1, "rows": ["1-", "--"]}
    assert bad["id"] == 2
    assert set(bad) == {"id", "error"}
    assert "line 2" in bad["error"]
    assert "column 2" in bad["error"]
    assert last == {
        "id": 7,
        "density": "1/3",
        "topology": "hex",
        "flags": "untrusted",
        "rows": ["+-"],
    }


def test_a_batch_is_under_what_the_command_line_says() -> None:
    text = BATCH.replace("19", "1-")
    done = run("convert", "-", "--to", "json-lines", "--mines", "9", text=text)
    assert (done.returncode, done.stderr) == (0, "")
    lines = whole_lines(done.stdout)
    assert [(line["id"], line["mines"]) for line in lines] == [("a", 9), (2, 9), (7, 9)]


def test_a_batch_of_one_is_a_position() -> None:
    one = BATCH.split("\n", 1)[0] + "\n\n"
    assert converted("--to", "jsm", text=one) == "2x2x1\n1H\nHH\n"
    assert "line 1: row 1, column 2" in refused("--to", "jsm", text='{"rows": ["19"]}\n')
    assert "there are 2 positions; only json-lines" in refused("--to", "jsm", text=one + one)
    assert "there are 0 positions" in refused("--to", "jsm", "--format", "json-lines", text="\n")


@pytest.mark.parametrize(
    ("option", "text", "rows"),
    [
        ([], IDENTITY, STATES[1]),
        (["--reveal"], IDENTITY, WHOLE),
        (["--open", "1,0"], IDENTITY, ["---", "1--"]),
        (["--open", "0,0"], IDENTITY, ["*--", "---"]),
        (["--move", "0"], IDENTITY, STATES[0]),
        (["--move", "1"], IDENTITY, STATES[1]),
        ([], GAME, STATES[1]),
        (["--reveal"], GAME, WHOLE),
        (["--open", "0,1"], GAME, ["-1-", "---"]),
        (["--move", "0"], GAME, STATES[0]),
        (["--move", "2"], GAME, STATES[2]),
        (["--move", "3"], GAME, STATES[3]),
    ],
)
def test_positions_of_a_game(option: list[str], text: str, rows: list[str]) -> None:
    assert converted("--to", "text", *option, text=text) == shown(rows)


@pytest.mark.parametrize(("text", "states"), [(IDENTITY, STATES[:2]), (GAME, STATES)])
def test_all_positions_of_a_game(text: str, states: list[list[str]]) -> None:
    done = run("convert", "-", "--move", "all", "--to", "json-lines", text=text)
    assert (done.returncode, done.stderr) == (0, "")
    assert whole_lines(done.stdout) == [
        {"id": number, "mines": 1, "rows": rows} for number, rows in enumerate(states)
    ]


@pytest.mark.parametrize(
    ("options", "text", "problem"),
    [
        (["--reveal"], POSITION, "--reveal is for layouts and games; this file has no layout"),
        (["--open", "0,0"], POSITION, "--open is for layouts and games"),
        (["--move", "0"], POSITION, "--move is for layouts and games"),
        (["--move", "all"], POSITION, "--move is for games; a file in the format text is none"),
        (["--reveal"], "1:a,b\n", "--reveal is for layouts and games"),
        (["--reveal"], BATCH, "for layouts and games, not batches"),
        (["--move", "all"], BATCH, "for layouts and games, not batches"),
        (["--move", "4"], GAME, "there is no move 4; the game has moves 1 to 3"),
        (["--move", "-1"], GAME, "--move wants the number of a move or all, not '-1'"),
        (["--move", "two"], GAME, "--move wants the number of a move or all, not 'two'"),
        (["--move", "all"], GAME, "there are 4 positions; only json-lines holds several"),
        (["--open", "2,0"], GAME, "cell 2,0 is outside the 2x3 board"),
        (["--open", "2"], GAME, "'2'"),
        (["--open", "0,0", "--reveal"], GAME, "--reveal and --open exclude each other"),
        (["--move", "1", "--reveal"], GAME, "--reveal and --move exclude each other"),
        (["--format", "nonsense"], POSITION, "'nonsense' is none of the formats text, "),
        (["--format", "jsm"], POSITION, "line 1, column 1: the first line is width x height"),
    ],
)
def test_what_is_refused(options: list[str], text: str, problem: str) -> None:
    assert problem in refused("--to", "text", *options, text=text)


def test_formats_to_write_are_checked_first() -> None:
    assert "'nonsense' is none of the formats" in refused("--to", "nonsense", text="19\n")
    assert "--to" in complaint(run("convert", "-", text=POSITION))


@pytest.mark.parametrize("path", sorted(BAD.iterdir()), ids=lambda path: path.name)
def test_bad_files_are_refused(path: Path) -> None:
    assert "line " in complaint(run("convert", path, "--to", "text", "--mines", "1"))


@pytest.mark.parametrize(
    ("text", "name"),
    [(POSITION, "text"), (GAME, "sgt-save"), (BATCH, "json-lines"), ("1:a\n", "constraints")],
)
def test_verbose_names_the_format(text: str, name: str) -> None:
    to = "json-lines" if name in ("json-lines", "text") else name
    if name == "sgt-save":
        done = run("convert", "-", "--to", to, "--verbose", "--reveal", text=text)
    else:
        done = run("convert", "-", "--to", to, "--verbose", text=text)
    assert one_line(done.stderr) == f"exactsweep: - is read as {name}"
    assert done.stdout


def test_ambiguous_files_want_a_format() -> None:
    text = "1\nx\n"
    line = refused("--to", "text", text=text)
    assert all(name in line for name in ("codegolf", "minesweepr", "codewars", "--format"))
    assert converted("--to", "text", "--format", "codegolf", text=text) == shown(["-"])
    assert converted("--to", "minesweepr", "--from", "codewars", text=text) == "1\n*\n"


def test_layouts_are_written_and_other_boards_are_not(tmp_path: Path) -> None:
    out = tmp_path / "layout"
    for name in ("sgt", "sgt-save", "mbf"):
        assert converted("--to", name, "--reveal", "--out", out, text=IDENTITY) == ""
        whole = Layout.from_cells(2, 3, [(0, 0)]).finished()
        assert whole == Position.from_rows(WHOLE, 1)
        assert out.read_bytes() == write(whole, name)
        done = run("convert", out, "--to", "text", "--reveal")
        assert done.stdout == shown(WHOLE)
        assert f"{name} holds whole layouts: " in refused("--to", name)


def test_a_file_without_text(tmp_path: Path) -> None:
    odd = tmp_path / "odd"
    odd.write_bytes(b"\x00\x01\xff")
    assert "line 1, column 3: byte 0xff is not UTF-8" in complaint(
        run("convert", odd, "--to", "jsm")
    )
    for data in (b"1-\n\xe2", DATA.name.encode("utf-16")):
        odd.write_bytes(data)
        assert "not UTF-8" in complaint(run("convert", odd, "--to", "jsm"))
