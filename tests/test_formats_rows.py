"""Boards of other tools as rows and as matrices: what each symbol means, and each fault."""

from random import Random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exactsweep.errors import InputError
from exactsweep.formats import load, parse
from exactsweep.position import Position
from tests.strategies import randomness

MATRIX = [[0, 1, -2], [1, -1, 8]]
NOTATIONS = [
    "[[0, 1, -2],\n [1, -1, 8]]\n",
    "[[0,1,-2],[1,-1,8]]",
    "\n[ [0 1 -2]\r\n[1\n-1 8]\n\n]\n",
    "0 1 -2\n1 -1 8",
    "0, 1, -2\r\n1,-1 ,8\r\n",
    "  0  1 -2 \n  1 -1  8 \n",
    str(np.array(MATRIX)),
    repr(np.array(MATRIX)).removeprefix("array(").removesuffix(")"),
    str(MATRIX),
]


@pytest.mark.parametrize("text", NOTATIONS)
def test_matrices_in_every_notation(text: str) -> None:
    assert load(text)[0].name == "thesis"
    assert parse(text) == Position.from_rows(["01-", "1*8"])


@given(st.integers(1, 5), st.integers(1, 70), randomness())
@example(3, 200, Random(1))
def test_what_numpy_prints(rows: int, columns: int, random: Random) -> None:
    matrix = [random.choices([*range(9), 10, 11, 12], k=columns) for _ in range(rows)]
    marks = {**{n: str(n) for n in range(9)}, 10: "-", 11: "+", 12: "-"}
    expected = Position.from_rows(["".join(marks[n] for n in row) for row in matrix])
    assert parse(str(np.array(matrix)), "ms-toollib") == expected
    assert parse("\n".join(" ".join(map(str, row)) for row in matrix), "ms-toollib") == expected


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("", 1, 1, "no rows"),
        ("\n0 1", 1, 1, "an integer is wanted"),
        ("0 1\n\n", 2, 1, "an integer is wanted"),
        ("0 1\n1 9", 2, 3, "'9' is none of the symbols"),
        ("0 1\n1 1 0", 2, 5, "3 cells, it should have 2"),
        ("0 1\n  1 ", 2, 3, "1 cells, it should have 2"),
        ("0 01", 1, 3, "'01'"),
        ("0 1.0", 1, 3, "'1.0'"),
        ("0 +1", 1, 3, "'.1'"),
        ("0 \u22121", 1, 3, "none of the symbols"),
        ("0 \u00b2", 1, 3, "U\\+00B2"),
        ("0,,1", 1, 3, "an integer is wanted here, not ','"),
        (",0", 1, 1, "an integer is wanted here, not ','"),
        ("0,", 1, 3, "an integer is wanted"),
        ("0 [1]", 1, 3, "an integer is wanted here, not '\\['"),
        ("0\t1", 1, 1, "'0.*t1'"),
        ("[[0, 1], [1]]", 1, 11, "1 cells, it should have 2"),
        ("[[0, 1],\n [1, 7, 7]]", 2, 9, "3 cells, it should have 2"),
        ("[[0, 1],\n [1, 9]]", 2, 6, "'9'"),
        ("[[0, 1]", 1, 8, "\\[ is wanted here, not the end"),
        ("[[0, 1", 1, 7, "\\] is wanted here, not the end"),
        ("[[0], []]", 1, 8, "an integer is wanted"),
        ("[[0],]", 1, 6, "\\[ is wanted here, not '\\]'"),
        ("[[0]] 1", 1, 7, "the end is wanted here, not '1'"),
        ("[[0], 1]", 1, 7, "\\[ is wanted here, not '1'"),
        ("[[0, [1]]]", 1, 6, "an integer is wanted here, not '\\['"),
        ("[[0]\r[1]]", 1, 5, "carriage return"),
    ],
)
def test_faults_of_matrices(text: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as caught:
        parse(text, "thesis")
    assert (caught.value.line, caught.value.column) == (line, column)


FAULTS = {
    "jsm": [
        ("", 1, 1, "width x height x mines, not ''"),
        ("0x1x0\n", 1, 1, "width x height x mines"),
        ("1x0x0\n", 1, 1, "width x height x mines"),
        ("2x1x1.0\n1H", 1, 1, "width x height x mines"),
        ("2x1x1 \n1H", 1, 1, "width x height x mines"),
        ("2x2x1\n1H\n", 3, 1, "should be 2 rows, there are 1"),
        ("2x1x1\n1H\nHH\n", 3, 1, "should be 1 rows, there are 2"),
        ("2x1x1\n1H\n\n", 3, 1, "should be 1 rows, there are 2"),
        ("2x2x1\n1H\n\n", 3, 1, "a blank line"),
        ("3x1x1\n1H\n", 2, 3, "2 cells, it should have 3"),
        ("1x1x1\n1H\n", 2, 2, "2 cells, it should have 1"),
        ("2x1x1\n1h\n", 2, 2, "'h' is none of the symbols"),
        ("2x1x1\n1-\n", 2, 2, "'-' is none"),
        ("2x1x1\n19\n", 2, 2, "'9' is none"),
        ("\uff12x1x1\n1H\n", 1, 1, "width x height x mines"),
    ],
    "core": [
        ("", 1, 1, "blank"),
        ("-" * 255, 1, 256, "255 cells, it should have 256"),
        ("-" * 257, 1, 257, "257 cells, it should have 256"),
        ("-" * 256 + "\n-", 2, 1, "one line of 256"),
        ("-" * 256 + "\n\n", 2, 1, "one line of 256"),
        ("-" * 99 + "*" * 157, 1, 100, "'.' is none"),
    ],
    "codegolf": [
        ("", 1, 1, "the first line is the total"),
        ("x\n1 x", 1, 1, "the first line is the total, not 'x'"),
        ("-1\n1 x", 1, 1, "the first line is the total"),
        ("9" * 641 + "\n1 x", 1, 1, "the first line is the total"),
        ("1", 2, 1, "no rows"),
        ("1\n1 x\n1", 3, 2, "1 cells, it should have 2"),
        ("1\n1 x\n1 x x", 3, 5, "3 cells, it should have 2"),
        ("1\n1 x\n1x 1", 3, 1, "'1x' is none"),
        ("1\n1 x\n\n", 3, 1, "blank"),
        ("1\n1\tx", 2, 1, r"'1.+x' is none"),
    ],
    "gecode": [
        ("", 1, 1, "the number of rows is wanted"),
        ("# c\n1", 3, 1, "the number of columns is wanted"),
        ("0\n1\n", 1, 1, "the number of rows is wanted here, not '0'"),
        ("1\n-1\n.", 2, 1, "the number of columns"),
        ("2\n2\n..\n", 4, 1, "should be 2 rows, there are 1"),
        ("1\n2\n..\n%\n..\n", 5, 1, "should be 1 rows, there are 2"),
        ("2\n2\n..\n\n", 4, 1, "blank"),
        ("1\n2\n...\n", 3, 3, "3 cells, it should have 2"),
        ("1\n2\n.x\n", 3, 2, "'x' is none"),
        ("1\n2\n#\n. .\n", 4, 2, "' ' is none"),
    ],
    "minesweepr": [
        ("", 1, 1, "no rows"),
        ("..x\n.1\n", 2, 3, "2 cells, it should have 3"),
        ("..x\n.-x\n", 2, 2, "'-' is none"),
        ("..x\n\n", 2, 1, "blank"),
        (".x\n.X\n", 2, 2, "'X' is none"),
    ],
    "codingame": [("0 ?", 1, 1, "'0' is none"), ("1 ?\n1 x", 2, 3, "'x' is none")],
    "codewars": [
        (". ?", 1, 1, "'.' is none"),
        ("0 ?\n0 ! ?", 2, 3, "'!' is none"),
        ("0 ?\n0", 2, 2, "1 cells, it should have 2"),
        ("0 ?\n   ", 2, 1, "blank"),
    ],
    "emoji": [
        ("1\u20e3\u2b1c\n1", 2, 1, "'1' is none"),
        ("1\ufe0f\u20e3\u2b1c\n1\ufe0f\u20e3\u2b1b", 2, 4, r"U\+2B1B"),
        ("1\ufe0f\u20e3\u2b1c\n\u2b1c\ufe0f", 2, 3, "1 cells, it should have 2"),
        ("\u2b1c\ufe0f\ufe0f", 1, 3, r"U\+FE0F"),
        ("9\ufe0f\u20e3", 1, 1, "is none"),
    ],
}


@pytest.mark.parametrize(
    ("name", "text", "line", "column", "problem"),
    [(name, *fault) for name, faults in FAULTS.items() for fault in faults],
)
def test_faults_of_rows(name: str, text: str, line: int, column: int, problem: str) -> None:
    for ends in (text, text.replace("\n", "\r\n")):
        with pytest.raises(InputError, match=problem) as caught:
            parse(ends, name)
        assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("name", "text", "rows", "mines"),
    [
        ("jsm", "003x2x01\nF1M\n?8H\n", ["+1*", "*8-"], 1),
        ("core", "+8-0" * 64, ["+8-0" * 4] * 16, 51),
        ("codegolf", "007\n  1 x\n!   8  \n", ["1-", "+8"], 7),
        ("gecode", "# a\n%\n02\n%\n2\n1.\n#\n.8", ["1-", "-8"], None),
        ("minesweepr", ".0x\n*8x", ["00-", "*8-"], None),
        ("codingame", ". 8\n?  1 \n", ["08", "-1"], None),
        ("codewars", "0 8\r\n? x", ["08", "-*"], None),
        ("emoji", "0\u20e3\u2b1c\ufe0f\n\U0001f6a9\ufe0f\U0001f4a3", ["0-", "+*"], None),
        ("ms-toollib", "[[10, 11, 12, 8]]", ["-+-8"], None),
    ],
)
def test_symbols_of_rows(name: str, text: str, rows: list[str], mines: int | None) -> None:
    assert parse(text, name) == Position.from_rows(rows, mines)
