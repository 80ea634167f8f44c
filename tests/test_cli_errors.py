"""What the program refuses, gives up and breaks off: one line, never a traceback.

Bad input and bad usage: exit code 2, nothing on standard output, no file written. A budget that
ran out: exit code 3, with what is known. Ctrl-C: exit code 130, whole lines before it.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.program import complaint, interrupted, one_line, run, whole_lines
from tests.real import INSTANCES

BAD = Path(__file__).parent / "data" / "bad"
POSITION = "mines: 2\n1---\n----\n"
CONSTRAINTS = "1:a,b\n2:b,c,d\n"
BATCH = '{"mines": 1, "rows": ["1-", "--"]}\n' * 2
DIGITS = "9" * 10**5
LONG = 100 * 1000 * 1000

needs_posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a named pipe")


def refused(tmp_path: Path, *arguments: str | Path, text: str = POSITION) -> str:
    """The complaint about these arguments; nothing is left in the directory they ran in."""
    before = sorted(tmp_path.iterdir())
    line = complaint(run(*arguments, text=text, cwd=tmp_path))
    assert sorted(tmp_path.iterdir()) == before
    return line


@pytest.mark.parametrize("name", sorted(path.name for path in BAD.iterdir()))
def test_bad_files(tmp_path: Path, name: str) -> None:
    assert "line " in refused(tmp_path, "solve", BAD / name)


@pytest.mark.parametrize("verb", ["solve", "check", "infer", "count", "query"])
def test_every_verb_refuses(tmp_path: Path, verb: str) -> None:
    more = ["--event", "0,0=safe"] if verb == "query" else []
    assert "line 2, column 2" in refused(tmp_path, verb, BAD / "digit-9.txt", "--json", *more)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"", "line 1"),
        (b"\n\n", "line 3"),
        (b"12\xc2\xb2\n", "line 1, column 3"),
        (b"mines: \xc2\xb2\n1-\n", "line 1, column 8"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "UTF-8"),
        (bytes(range(256)) * 20, "UTF-8"),
        ("1-\n--\n".encode("utf-16"), "UTF-8"),
        (b"1:a,b\n2:b b\n", "line 2"),
        (b'{"rows": ["1-"]}'[:-1] + b"\n", None),
    ],
)
def test_bad_content(tmp_path: Path, content: bytes, named: str | None) -> None:
    file = tmp_path / "content"
    file.write_bytes(content)
    if named is None:
        # This looks like a batch, whose bad lines are reported as lines.
        done = run("solve", file)
        assert (done.returncode, done.stderr) == (2, "")
        (line,) = whole_lines(done.stdout)
        assert list(line) == ["id", "error"]
        return
    assert named in refused(tmp_path, "solve", file)


def test_a_line_of_a_hundred_megabytes(tmp_path: Path) -> None:
    file = tmp_path / "long"
    with file.open("wb") as out:
        out.write(b"mines: ")
        for _ in range(100):
            out.write(b"9" * (LONG // 100))
    assert "line 1, column 8" in refused(tmp_path, "solve", file)


@pytest.mark.parametrize("name", ["missing", ".", "missing/missing", "", "a\nb"])
def test_files_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    assert "cannot read" in refused(tmp_path, "check", name)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_standard_input_is_closed(tmp_path: Path) -> None:
    import subprocess

    shell = f"'{sys.executable}' -m exactsweep solve - <&-"
    done = subprocess.run(
        ["sh", "-c", shell], capture_output=True, encoding="utf-8", check=False, cwd=tmp_path
    )
    assert "closed" in complaint(done)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["frobnicate", "-"], "frobnicate"),
        (["SOLVE", "-"], "SOLVE"),
        (["--frobnicate"], "--frobnicate"),
        (["solve"], "FILE"),
        (["solve", "-", "--frobnicate"], "--frobnicate"),
        (["solve", "-", "another"], "another"),
        (["solve", "-", "--mines"], "--mines"),
        (["solve", "-", "--event", "0,1=safe"], "--event"),
        (["query", "-"], "--event"),
        (["infer", "-", "--decimals", "2"], "--decimals"),
        (["check", "-", "--counter", "brute"], "--counter"),
    ],
)
def test_bad_usage(tmp_path: Path, arguments: list[str], named: str) -> None:
    assert named in refused(tmp_path, *arguments)


BAD_VALUES = [
    *(("solve", "--mines", value) for value in ["-1", "1.5", "nan", "ten", "", "\u00b2", DIGITS]),
    *(("solve", "--mines-left", value) for value in ["-1", "unknown", "inf", DIGITS]),
    *(("solve", "--density", value) for value in ["0", "0/1", "1/1", "3/2", "0.2", "1/0", "-1/2"]),
    *(("solve", "--density", value) for value in ["nan", f"1/{DIGITS}"]),
    *(("solve", "--flags", value) for value in ["maybe", "", DIGITS]),
    *(("solve", "--format", value) for value in ["nope", "TEXT", "constraints", DIGITS]),
    *(("solve", "--counter", value) for value in ["nope", "BRUTE", "", DIGITS]),
    *(("infer", "--method", value) for value in ["nope", "SAT", "", DIGITS]),
    *(("solve", "--decimals", value) for value in ["-1", "1.5", "nan", "two", DIGITS]),
    *(("solve", "--time-limit", value) for value in ["0", "-1", "nan", "soon", "-inf"]),
    *(("solve", "--state-limit", value) for value in ["0", "-1", "nan", "1.5", f"-{DIGITS}"]),
    *(("infer", "--window", value) for value in ["0", "-4", "nan", "wide"]),
    *(("infer", "--subset-size", value) for value in ["0", "-2", "nan", "pair"]),
]


@pytest.mark.parametrize(
    ("verb", "option", "value"),
    BAD_VALUES,
    ids=[f"{option}-{value[:8]}" for _, option, value in BAD_VALUES],
)
def test_bad_values(tmp_path: Path, verb: str, option: str, value: str) -> None:
    refused(tmp_path, verb, "-", option, value)


@pytest.mark.parametrize(("method", "option"), [("window", "--window"), ("pairs", "--subset-size")])
def test_bad_sizes_of_rules(tmp_path: Path, method: str, option: str) -> None:
    refused(tmp_path, "infer", "-", "--method", method, option, "0")


@pytest.mark.parametrize(
    "options",
    [
        ["--mines", "2", "--mines-left", "2"],
        ["--mines", "2", "--density", "1/2"],
        ["--density", "1/2", "--mines-left", "0"],
        ["--mines", "unknown", "--density", "1/2"],
    ],
)
def test_overrides_that_exclude_each_other(tmp_path: Path, options: list[str]) -> None:
    line = refused(tmp_path, "solve", "-", *options)
    assert options[0] in line
    assert options[2] in line


@pytest.mark.parametrize(
    "event",
    [
        "",
        "0,1",
        "0,1=",
        "=safe",
        "0,1=boom",
        "0,1=-1",
        "0,1=\u00b2",
        "0;1=safe",
        "-1,0=safe",
        "2,0=safe",
        "0,4=mine",
        "0,1=safe 0,1=mine",
        "0,1=safe 00,1=safe",
        "0,1=safe,1,1=mine",
        f"{DIGITS},0=safe",
        DIGITS,
    ],
    ids=lambda event: str(event)[:10],
)
def test_bad_events(tmp_path: Path, event: str) -> None:
    refused(tmp_path, "query", "-", "--event", event)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (POSITION, ["--event", "0,1=safe", "--given", "0,9=safe"]),
        (POSITION, ["--event", "0,1=safe", "--given", ""]),
        ("mines: 1\n0~-\n", ["--event", "0,1=safe"]),
        # A contradiction is no excuse for a cell that is not there.
        ("8-\n", ["--event", "5,5=safe"]),
        (CONSTRAINTS, ["--event", "e=mine", "--mines", "2"]),
        (CONSTRAINTS, ["--event", "a=1", "--mines", "2"]),
    ],
)
def test_events_that_do_not_fit(tmp_path: Path, text: str, options: list[str]) -> None:
    refused(tmp_path, "query", "-", *options, text=text)


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "-", "--contents", "--json"],
        ["solve", "-", "--flags", "trusted"],
        ["infer", "-", "--method", "window"],
    ],
)
def test_what_constraints_do_not_have(tmp_path: Path, arguments: list[str]) -> None:
    refused(tmp_path, *arguments, text=CONSTRAINTS)


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "-", "--time-limit", "0"],
        ["solve", "-", "--state-limit", "0"],
        ["solve", "-", "--mines", "-1"],
        ["solve", "-", "--decimals", "-1"],
        ["infer", "-", "--method", "window", "--window", "0"],
        ["infer", "-", "--method", "pairs", "--subset-size", "0"],
        ["query", "-", "--event", "boom"],
    ],
)
def test_bad_usage_is_refused_once_for_a_batch(tmp_path: Path, arguments: list[str]) -> None:
    """It's not the lines that are bad."""
    refused(tmp_path, *arguments, text=BATCH)


def hard_record() -> dict[str, Any]:
    """The position of the benchmark that nothing here solves in a minute."""
    lines = (INSTANCES / "bench" / "hard.jsonl").read_text(encoding="utf-8").splitlines()
    records = {record["id"]: record for record in map(json.loads, lines)}
    found: dict[str, Any] = records["hard-lat2_30x30_0"]
    return found


def hard_text() -> str:
    record = hard_record()
    return "\n".join([f"mines: {record['mines']}", *record["rows"], ""])


def assert_known_is_true(found: dict[str, Any]) -> None:
    """What is said to be known is: next to a 0 all is safe, and some cells are."""
    rows = hard_record()["rows"]
    safe, mines = ({tuple(cell) for cell in found[key]} for key in ("safe", "mines"))
    assert safe and not safe & mines
    assert all(rows[r][c] == "-" for r, c in safe | mines)
    zeros = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "0"]
    beside = {
        (r + down, c + right) for r, c in zeros for down in (-1, 0, 1) for right in (-1, 0, 1)
    }
    covered = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "-"}
    assert beside & covered <= safe


def test_a_component_too_wide() -> None:
    done = run("solve", "-", "--state-limit", "10000", "--json", text=hard_text())
    assert done.returncode == 3
    (found,) = whole_lines(done.stdout)
    assert found["error"] == "budget"
    assert found["states"] > 10000
    assert 10 < found["width"] < 900
    assert_known_is_true(found)
    assert "10000" in one_line(done.stderr)


@pytest.mark.parametrize(
    "arguments",
    [
        ["infer", "-", "--time-limit", "0.5"],
        ["count", "-", "--time-limit", "0.5", "--state-limit", "100000000"],
        ["solve", "-", "--time-limit", "0.5"],
        ["query", "-", "--event", "0,1=mine 1,4=mine", "--time-limit", "0.5"],
        ["solve", "-", "--counter", "cpsat", "--time-limit", "0.5"],
    ],
)
def test_time_limits_hold(arguments: list[str]) -> None:
    start = time.monotonic()
    done = run(*arguments, "--json", text=hard_text())
    assert time.monotonic() - start < 8
    assert done.returncode == 3
    (found,) = whole_lines(done.stdout)
    assert found["error"] == "budget"
    assert "0.5 s" in found["message"]
    assert found["message"] in one_line(done.stderr)
    assert_known_is_true(found)


def test_people_see_what_was_proven() -> None:
    done = run("infer", "-", "--time-limit", "0.5", text=hard_text())
    assert done.returncode == 3
    assert "0.5 s" in one_line(done.stderr)
    # The first row of the board: the cell between its 1 and its 0 is safe, the one after is open.
    assert hard_record()["rows"][0].startswith("1-0-1-")
    first = next(line for line in done.stdout.split("\n") if line.startswith(" 0 "))
    assert first.split()[1:5] == ["1", "o", ".", "o"]


def test_a_batch_goes_on_after_its_limit() -> None:
    easy = {"rows": ["1-", "--"], "mines": 1}
    lines = [easy, hard_record(), easy, hard_record() | {"id": "again"}, easy]
    content = "".join(f"{json.dumps(line)}\n" for line in lines)
    done = run("infer", "-", "--time-limit", "0.3", text=content)
    assert (done.returncode, done.stderr) == (3, "")
    found = whole_lines(done.stdout)
    assert [line["id"] for line in found] == [1, "hard-lat2_30x30_0", 3, "again", 5]
    assert [line.get("error") for line in found] == [None, "budget", None, "budget", None]
    for line in found[1::2]:
        assert_known_is_true(line)


@needs_posix
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "--json"],
        ["solve"],
        ["infer", "--json"],
        ["infer", "--method", "count"],
        ["count", "--json"],
        ["query", "--event", "0,1=mine 1,4=mine"],
    ],
)
def test_interrupted(tmp_path: Path, arguments: list[str]) -> None:
    done = interrupted(tmp_path, hard_text(), 0.7, *arguments)
    assert done.returncode == 130
    assert done.stdout == ""
    assert "interrupted" in one_line(done.stderr)


@needs_posix
@pytest.mark.parametrize("delay", [0.15, 0.45, 0.75, 3.0])
def test_interrupted_in_cpsat(tmp_path: Path, delay: float) -> None:
    """While the library is loading, and later while it searches."""
    done = interrupted(tmp_path, hard_text(), delay, "solve", "--counter", "cpsat", "--json")
    assert done.returncode == 130
    assert done.stdout == ""
    assert "interrupted" in one_line(done.stderr)


@needs_posix
@pytest.mark.parametrize("verb", ["solve", "infer"])
def test_interrupted_in_a_batch(tmp_path: Path, verb: str) -> None:
    """The lines before the one that hangs are there, and whole."""
    easy = {"rows": ["1-", "--"], "mines": 1}
    lines = [easy | {"id": number} for number in range(5)]
    content = "".join(f"{json.dumps(line)}\n" for line in [*lines, hard_record(), easy])
    done = interrupted(tmp_path, content, 1.0, verb)
    assert done.returncode == 130
    assert [line["id"] for line in whole_lines(done.stdout)] == list(range(5))
    assert "interrupted" in one_line(done.stderr)
