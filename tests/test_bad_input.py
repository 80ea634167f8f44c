"""Bad input is refused in one line with its place, or read as exactly what it says."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactsweep.errors import InputError
from exactsweep.formats import (
    decode,
    json_lines,
    load,
    read,
    recognize,
    text,
)
from tests.fuzz.properties import check_all_readers, is_one_short_line

BAD = Path(__file__).parent / "data" / "bad"
LONG = 100 * 1000 * 1000

FILES = {
    "digit-9.txt": (2, 2, "'9'"),
    "empty.txt": (1, 1, "no rows"),
    "letter-X.txt": (1, 1, "'X'"),
    "minus-sign-u2212.txt": (1, 4, r"U\+2212"),
    "only-comments.txt": (3, 1, "no rows"),
    "only-newlines.txt": (4, 1, "no rows"),
    "ragged-long-row.txt": (10, 11, "11 cells, the first one 10"),
    "spaces-as-covered.txt": (1, 4, "' '"),
    "stripped-right.txt": (6, 1, "blank"),
    "total-float.txt": (1, 8, "'10.5'"),
    "total-negative.txt": (1, 8, "'-1'"),
}

FAULTS = [
    ("-\n9", 2, 1, "'9'"),
    ("#\n\nmines: 1\n#\n--\n#\n-X", 7, 2, "'X'"),
    ("--\n- ", 2, 2, "' '"),
    ("-- \n--", 1, 3, "' '"),
    ("--\n-\t-", 2, 2, r"'\\t'"),
    ("\0", 1, 1, r"'\\x00'"),
    ("--\n -", 2, 1, "' '"),
    ("--\n #", 2, 1, "' '"),
    ("-\u00b2", 1, 2, r"U\+00B2"),
    ("-\u0661", 1, 2, r"U\+0661"),
    ("-\u2028-", 1, 2, r"U\+2028"),
    ("-\x0b-", 1, 2, r"'\\x0b'"),
    ("-\x0c", 1, 2, r"'\\x0c'"),
    ("-\x85", 1, 2, r"U\+0085"),
    ("-\U0001f6a9", 1, 2, r"U\+1F6A9"),
    ("--\n---", 2, 3, "3 cells, the first one 2"),
    ("---\n--", 2, 3, "2 cells, the first one 3"),
    ("--\n\n--", 2, 1, "blank"),
    ("--\n\n", 2, 1, "blank"),
    ("--\r\n#\r\n\r\n", 3, 1, "blank"),
    (" \n--", 1, 1, "' '"),
    ("-\r-", 1, 2, "carriage return"),
    ("#\n# a\rb\n-", 2, 4, "carriage return"),
    ("-\r\n-\r", 2, 2, "carriage return"),
    ("-\r\r\n-", 1, 2, "carriage return"),
    ("--\nmines: 1", 2, 1, "above the rows"),
    ("mine: 1\n-", 1, 1, "'mine'"),
    ("Mines: 1\n-", 1, 1, "'Mines'"),
    ("mines : 1\n-", 1, 1, "'mines '"),
    (": 1\n-", 1, 1, "''"),
    ("#\nmines: 1\nmines: 1\n-", 3, 1, "mines is given twice"),
    ("flags: trusted\nflags: trusted\n-", 2, 1, "flags is given twice"),
    ("mines: 1\ndensity: 1/2\n-", 2, 1, "not both"),
    ("density: 1/2\nmines: unknown\n-", 2, 1, "not both"),
    ("mines: 1", 2, 1, "no rows"),
    *((f"mines: {total}\n-", 1, 8, "total") for total in ["-1", "+5", "1_0", "1e1", "1 ", "1,5"]),
    *(
        (f"mines: {total}\n-", 1, 8, "total")
        for total in ["\u00b2", "\u22121", "\u0661", "Unknown"]
    ),
    ("mines:\n-", 1, 7, "total"),
    ("mines:   \n-", 1, 10, "total"),
    ("mines:\t1\n-", 1, 7, "total"),
    ("mines:   0x10\n-", 1, 10, "'0x10'"),
    ("mines: 1\x85\n-", 1, 8, "total"),
    (f"mines: {'9' * 641}\n-", 1, 8, "640 digits"),
    (f"mines: {'9' * 5000}\n-", 1, 8, "640 digits"),
    *((f"density: {value}\n-", 1, 10, "density") for value in ["0/1", "1/1", "3/2", "1/0", "0/0"]),
    *(
        (f"density: {value}\n-", 1, 10, "density")
        for value in ["0.5", "1", "1/2/3", "-1/-2", "1 /2"]
    ),
    *(
        (f"density: {value}\n-", 1, 10, "density")
        for value in ["\u00bd", "\u00b9/2", "1/2 ", "+1/2"]
    ),
    (f"density: 1/{'9' * 5000}\n-", 1, 10, "density"),
    ("topology: cube\n-", 1, 11, "'cube'.*"),
    ("topology: Torus\n-", 1, 11, "grid, torus, hex, orthogonal"),
    ("topology: graph\n-", 1, 11, "'graph'"),
    ("flags: yes\n-", 1, 8, "trusted or untrusted, not 'yes'"),
]


def fault_of(content: str) -> InputError:
    with pytest.raises(InputError) as caught:
        text.parse(content)
    return caught.value


@pytest.mark.parametrize("name", FILES)
def test_bad_files_are_refused_with_their_place(name: str) -> None:
    line, column, problem = FILES[name]
    with pytest.raises(InputError, match=problem) as caught:
        read(BAD / name)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert is_one_short_line(caught.value)
    again = fault_of(decode((BAD / name).read_bytes()))
    assert (again.line, again.column) == (line, column)


def test_no_bad_file_is_forgotten() -> None:
    assert {path.name for path in BAD.iterdir()} == set(FILES)


@pytest.mark.parametrize(("content", "line", "column", "problem"), FAULTS)
def test_faults_have_their_place(content: str, line: int, column: int, problem: str) -> None:
    for begun, shift in (("", 0), ("# one\r\n# two\r\n", 2), ("\ufeff", 0)):
        with pytest.raises(InputError, match=problem) as caught:
            text.parse(begun + content)
        assert (caught.value.line, caught.value.column) == (line + shift, column)
        assert is_one_short_line(caught.value)


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"\xff", 1, 1),
        (b"\xef\xbb\xbf-\xff", 1, 2),
        (b"mines: 1\n-\xe2\x88\x92\xe2\x88", 2, 3),
        (b"\r\n\r\n--\x80", 3, 3),
        ("1-\n--\n".encode("utf-16"), 1, 1),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 1, 1),
        (b"\xed\xa0\x80", 1, 1),
    ],
)
def test_bytes_that_are_no_text_have_their_place(data: bytes, line: int, column: int) -> None:
    with pytest.raises(InputError, match="is not UTF-8") as caught:
        decode(data)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert is_one_short_line(caught.value)


@pytest.mark.parametrize(
    ("begun", "repeated", "ended", "line", "column"),
    [
        ("", "-", "X", 1, LONG + 1),
        ("--\n", "-", "", 2, 3),
        ("", "y", "", 1, 1),
        ("mines: ", "9", "\n-", 1, 8),
        ("", "a", ": 1", 1, 1),
        ("density: 1/", "3", "\n-", 1, 10),
    ],
)
def test_a_line_of_a_hundred_megabytes(
    begun: str, repeated: str, ended: str, line: int, column: int
) -> None:
    content = begun + repeated * LONG + ended
    with pytest.raises(InputError) as caught:
        recognize(content)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert is_one_short_line(caught.value)


@pytest.mark.parametrize(
    ("begun", "repeated", "ended"),
    [
        ('{"rows": ["', "-", 'X"]}'),
        ('{"id": "', "x", '"}'),
        ('{"mines": ', "9", "}"),
        ("{", "[", ""),
    ],
)
def test_a_line_of_a_hundred_megabytes_of_json(begun: str, repeated: str, ended: str) -> None:
    records = list(json_lines.read_lines([begun + repeated * LONG + ended]))
    assert len(records) == 1
    error = records[0].error
    assert error is not None
    assert error.line == 1
    assert is_one_short_line(error)


def test_a_hundred_megabytes_of_a_constraint() -> None:
    for content, column in (("1:" + "a" * LONG + " ", LONG + 3), ("1:" + "," * LONG, 3)):
        with pytest.raises(InputError) as caught:
            recognize(content)
        assert caught.value.column == column
        assert is_one_short_line(caught.value)


MOST_KILOBYTES = 2_000_000
PROGRAM = """
import sys
from exactsweep.errors import InputError
from exactsweep.formats import load

name, begun, repeated, ended = sys.argv[1:]
try:
    load(begun + repeated * int(1e8) + ended, None if name == "auto" else name)
except InputError as error:
    print(error.line, error.column, str(error).isprintable() and len(str(error)) < 300)
lines = open("/proc/self/status").read().splitlines()
print(next(line.split()[1] for line in lines if line.startswith("VmHWM")), file=sys.stderr)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux for the memory")
@pytest.mark.parametrize(
    ("name", "begun", "repeated", "ended", "place"),
    [
        ("auto", "", "x", "X", (1, LONG + 1)),
        ("auto", "4x1x1\n", "H", "", (2, 5)),
        ("auto", "9x9:", "0", "", (1, 5)),
        ("auto", "SAVEFILE:9:", "0", "", (1, 10)),
        ("minesweepr", "", ".", "X", (1, LONG + 1)),
        ("core", "", "-", "", (1, 257)),
        ("gecode", "1\n1\n", ".", "", (3, 2)),
        ("codegolf", "1\n", "x", "", (2, 1)),
        ("codegolf", "", "1", "\nx", (1, 1)),
        ("codingame", "", "?", "", (1, 1)),
        ("codewars", "", "?", "", (1, 1)),
        ("emoji", "", "X", "", (1, 1)),
        ("thesis", "0 ", "1", "", (1, 3)),
        ("ms-toollib", "[[", "1", "]]", (1, 3)),
        ("jsm-url", "", "x", "analysis=", (1, 1)),
        ("minesweepr-json", '{"board": "', "x", '"}', (None, None)),
    ],
)
def test_a_hundred_megabytes_for_other_formats(
    name: str, begun: str, repeated: str, ended: str, place: tuple[int | None, int | None]
) -> None:
    command = [sys.executable, "-c", PROGRAM, name, begun, repeated, ended]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=120)
    assert done.stdout.split() == [*map(str, place), "True"]
    assert int(done.stderr) < MOST_KILOBYTES


def test_a_hundred_megabytes_of_a_layout() -> None:
    with pytest.raises(InputError, match="byte 3: 1 mines want 6 bytes"):
        load(b"\x09\x09\0\1" + bytes(LONG), "mbf")


lines_nearly_right = st.one_of(
    st.text("012345678-+*~", max_size=4),
    st.text("0189-+*~ :,#{}a\t\0\x85\u2028\u2212\u00b2", max_size=4),
    st.text("0128x.?! ", max_size=6),
    st.text("0128HFM?", min_size=1, max_size=2),
    st.text("[]012-, ", max_size=8),
    st.text("18\ufe0f\u20e3\u2b1c\U0001f6a9", max_size=4),
    st.lists(st.sampled_from(["0", "1", "-1", "-2", "10", "11", "12"]), max_size=3).map(" ".join),
    st.sampled_from(
        ["mines: 3", "mines: unknown", "density: 1/3", "topology: hex", "1:a,b", "-1:a", "1:8"]
    ),
    st.sampled_from(['{"rows": ["-"]}', '{"rows": ["1-"], "mines": 1, "id": "a"}', "{}", "# c"]),
    st.sampled_from(
        [
            '{"board": "x1", "total_mines": 1}',
            '{"rules": [{"num_mines": 1, "cells": ["a"]}], "mine_prob": 0.1}',
            '{"rules": [], "total_cells": 1, "total_mines": 1}',
        ]
    ),
    st.sampled_from(["1", "2", "% c", "2x1x1", "1x2", "3x2:08", "2x2n1:1,1,u8", "2:m0", "1x1a:8"]),
    st.sampled_from(["SAVEFILE:41:Simon Tatham's Portable Puzzle Collection", "VERSION :1:1"]),
    st.builds("?analysis=a{}a{}aaa{}{}".format, *map(st.sampled_from, ("bc", "bc", "ab", "RSkM"))),
    st.text(max_size=4),
)
contents = st.one_of(
    st.text(),
    st.builds(str.join, st.sampled_from(["\n", "\r\n", "\r"]), st.lists(lines_nearly_right)),
)


@settings(deadline=None)
@given(contents)
@example("\ufeff")
@example("\ufeff\ufeff-")
@example('{"rows": ["\\u002d"]}')
@example('\n\ufeff{"rows": ["-"]}')
def test_any_text_is_read_or_refused(content: str) -> None:
    check_all_readers(content)


@settings(deadline=None)
@given(st.one_of(st.binary(), contents.map(lambda content: content.encode("utf-8", "replace"))))
@example(bytes([2, 1, 0, 1, 1, 0]))
@example(bytes([2, 1, 0, 1, 2, 0]))
@example(bytes([200, 1, 0, 1, 199, 0]))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        decode(data)
    except InputError as error:
        assert error.line is not None
        assert error.column is not None
        assert is_one_short_line(error)
    check_all_readers(data)
    for record in json_lines.read_lines(data.split(b"\n")):
        assert (record.position is None) is not (record.error is None)


@given(contents)
def test_what_is_read_is_what_the_file_says(content: str) -> None:
    """The rows of a position that was read are lines of the file, in order, and all of them."""
    try:
        found = text.parse(content)
    except InputError:
        return
    lines = content.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    rest = [line for line in lines if line and not line.startswith("#") and ":" not in line]
    assert found.rows == rest
