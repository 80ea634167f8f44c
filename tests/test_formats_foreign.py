"""Formats of other tools: case 43 in all of them, and each fault with its place."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactsweep as xs
from exactsweep.errors import InputError
from exactsweep.formats import decode, jsm_url, load, parse
from exactsweep.position import Position
from tests.foreign import DATA, Cell, around, grid, number
from tests.program import complaint, run
from tests.real import INSTANCES
from tests.strategies import randomness

CASE_43 = Position.from_rows(
    ["001-------", "002-------", "003-------", "002-------", "112-------", *["-" * 10] * 5], 10
)

SAME = {
    "43-codegolf-x.txt": "codegolf",
    "43-codewars-tokens-trailing-spaces.txt": "codewars",
    "43-codingame-tokens.txt": "codingame",
    "43-emoji-vs16.txt": "emoji",
    "43-emoji-no-vs16.txt": "emoji",
    "43-gecode-file.txt": "gecode",
    "43-jsm.mine": "jsm",
    "43-jsm-crlf.mine": "jsm",
    "43-jsm-bom-crlf.mine": "jsm",
    "43-jsm-no-final-newline.mine": "jsm",
    "43-minesweepr-dots.txt": "minesweepr",
    "43-ms-toollib-matrix.txt": "ms-toollib",
}
WITH_TOTAL = ("jsm", "codegolf")
REFUSED = {
    "43-stripped-right.txt": "line 6, column 1: ",
    "43-spaces-as-covered.txt": "line 1, column 4: ",
    "43-minus-sign-u2212.txt": "line 1, column 4: ",
    "43-tabs.tsv": "line 1, column ",
    "bad-jsm-header-negative.mine": "line 1, column 1: ",
    "bad-jsm-header-two-parts.mine": "line 1, column 1: ",
}


def test_every_file_is_tested() -> None:
    assert {path.name for path in DATA.iterdir()} == {*SAME, *REFUSED, "sgt-ids.txt"}


def test_the_instance_is_the_case() -> None:
    assert xs.read(INSTANCES / "minesweepr-readme.txt") == CASE_43


@pytest.mark.parametrize("file", SAME)
def test_the_case_in_other_formats(file: str) -> None:
    name, total = SAME[file], None
    data = (DATA / file).read_bytes()
    found, position = load(data)
    assert found.name == name
    assert load(data, name)[1] == position == parse(decode(data)) == xs.read(DATA / file, name)
    total = 10 if name in WITH_TOTAL else None
    assert position == CASE_43.replace(mines=total)


@pytest.fixture(scope="module")
def printed() -> str:
    return run("convert", INSTANCES / "minesweepr-readme.txt", "--to", "text").stdout


@pytest.mark.parametrize("file", SAME)
def test_the_case_from_the_command_line(file: str, printed: str) -> None:
    options = [] if SAME[file] in WITH_TOTAL else ["--mines", "10"]
    done = run("convert", DATA / file, "--to", "text", *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == printed == "\n".join(["mines: 10", *CASE_43.rows, ""])


@pytest.mark.parametrize("file", REFUSED)
def test_files_that_would_be_a_guess(file: str) -> None:
    assert REFUSED[file] in complaint(run("convert", DATA / file, "--to", "text"))
    with pytest.raises(InputError, match=f"^{REFUSED[file]}"):
        xs.read(DATA / file)


# The address of JSMinesweeper, deflated by hand.

BASE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
CLASSES = {
    "0": "abcdefghij",
    "1": "klmnopq",
    "2": "rstuv",
    "3": "wxyzA",
    "4": "BCDE",
    "5": "FGH",
    "6": "IJK",
    "7": "L",
    "8": "M",
    "I": "NOPQ",
    "H": "RSTUVWXYZ0",
    "F": "12345678",
    "P": "9",
}
"""Digits by symbol: I and F mines that add to numbers, H hidden, P a flag that does not."""


def digits_of(value: int, base: str, width: int = 1) -> str:
    more = digits_of(value // len(base), base, width - 1) if value >= len(base) or width > 1 else ""
    return more + base[value % len(base)]


def analysis(rows: Sequence[str], mines: int) -> str:
    """The value of ``analysis=`` for rows of symbols, numbers still undiminished."""
    low = []
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            near = around((r, c), len(rows), len(row))
            less = sum(rows[y][x] in "IF" for y, x in near) if symbol.isdigit() else 0
            low.append(str(int(symbol) - less) if symbol.isdigit() else symbol)
    written = digits_of(len(rows[0]), BASE, 2) + digits_of(len(rows), BASE, 2)
    return written + digits_of(mines, BASE, 4) + runs("".join(low))


def runs(symbols: str) -> str:
    """The runs of a string of symbols."""
    written = ""
    while symbols:
        rest = symbols.lstrip(symbols[0])
        length, digits = len(symbols) - len(rest), CLASSES[symbols[0]]
        written += digits * length if len(digits) == 1 else digits_of(length, digits)
        symbols = rest
    return written


def boards_of_symbols(random: Random) -> tuple[list[str], int]:
    """Rows for `analysis` with true numbers, and the mines of the board."""
    rows, columns = random.randint(1, 8), random.randint(1, 30)
    cells = grid(rows, columns)
    mines = set(random.sample(cells, random.randint(0, len(cells) // random.choice([1, 3, 6]))))
    hidden = random.choice([0.1, 0.5, 0.95])

    def symbol(cell: Cell) -> str:
        if cell in mines:
            return random.choice("IHFP")
        return "H" if random.random() < hidden else str(number(cell, mines))

    shown = {cell: symbol(cell) for cell in cells}
    return ["".join(shown[r, c] for c in range(columns)) for r in range(rows)], len(mines)


OURS = {"I": "-", "H": "-", "F": "+", "P": "+"}


@given(randomness(), st.sampled_from(["", "analysis", "https://a.test/?b=c&analysis"]))
def test_addresses_by_another_encoder(random: Random, before: str) -> None:
    rows, mines = boards_of_symbols(random)
    expected = ["".join(OURS.get(symbol, symbol) for symbol in row) for row in rows]
    address = f"{before or 'index.html?analysis'}={analysis(rows, mines)}"
    assert jsm_url.parse(address) == Position.from_rows(expected, mines)
    assert jsm_url.parse(f"{address}#x\r\n").mines == mines
    assert jsm_url.looks_like(address)


def test_addresses_by_hand() -> None:
    """Widths of one and two digits, runs of one and more, and what mines take from numbers."""
    for value, rows in {
        "acabaaabOb": ["-1"],
        "acabaaab9l": ["+1"],
        "adabaaac2bO": ["+2-"],
        "acabaaaaLL": ["77"],
        "acacaaabuS": ["22", "2-"],
        "bMabaabMSRR": ["-" * 100],
    }.items():
        assert jsm_url.parse(f"analysis={value}").rows == rows
    assert jsm_url.dump(Position.from_rows(["-" * 100], 100)).endswith("?analysis=bMabaabMSRR\n")


@pytest.mark.parametrize(
    ("value", "column", "problem"),
    [
        ("acabaa", 16, "want 8 digits"),
        ("", 10, "want 8 digits"),
        ("acabaaab!S", 18, "'!' is no digit"),
        ("acabaaabl%53", 19, "'%' is no digit"),
        ("acabaaab\u0661", 18, "is no digit"),
        ("acabaaablR", 19, "zero digit"),
        ("acabaaabaS", 18, "zero digit"),
        ("acabaaabl", 19, "there are 1 cells, not 2"),
        ("acabaaab", 18, "there are 0 cells, not 2"),
        ("acabaaablT", 19, "more than 2 cells"),
        ("acabaaab999", 18, "more than 2 cells"),
        ("adabaaab1", 18, "zero digit"),
        ("adabaaab2M2", 10, "cell 0,1 would show 10"),
        ("adabaaabOMR", 20, "zero digit"),
        ("aaaaaaaa", 10, "row"),
        ("abab" + "aaab" + "S" * 100, 18, "more than 1 cells"),
    ],
)
def test_faults_of_addresses(value: str, column: int, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as caught:
        jsm_url.parse(f"analysis={value}")
    assert (caught.value.line, caught.value.column) == (1, column)


@pytest.mark.parametrize("text", ["analysis=acabaaablS\nx", "a b?analysis=acabaaablS", "analysis"])
def test_an_address_is_one_line_without_spaces(text: str) -> None:
    with pytest.raises(InputError, match="one line and has no spaces"):
        jsm_url.parse(text)
