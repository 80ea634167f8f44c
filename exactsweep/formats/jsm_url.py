"""Positions in the address of JSMinesweeper's analysis page.

    https://davidnhill.github.io/JSMinesweeper/index.html?analysis=akakaaakclYcsYcxYcsYmsWY

Behind ``analysis=`` stand, in base 62, the width and the height (two digits each), the total (four)
and runs of cells, row after row. Every symbol has digits of its own, in which the length of its run
is written; neighbouring digits of one symbol are one number. In: text of one line, an address or
only its end from ``analysis=`` on. Out: a `Position`, and back. The total counts flagged mines too.
"""

import re
from collections.abc import Iterator
from itertools import groupby

from exactsweep.errors import InputError, quote
from exactsweep.formats.holding import board_held, refusal
from exactsweep.formats.reading import split_lines
from exactsweep.position import COVERED, DIGITS, FLAG, LINE_END, Position
from exactsweep.system import System
from exactsweep.topology import board

name = "jsm-url"

ADDRESS = "https://davidnhill.github.io/JSMinesweeper/index.html?analysis="

_BASE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_HEADER = (2, 2, 4)
"""How many digits the width, the height and the total have."""

_SYMBOLS = {
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
    COVERED: "RSTUVWXYZ0",
    "F": "12345678",
    FLAG: "9",
}
"""The digits of each symbol: shown numbers less what the mines I and F around them take away, I a
covered cell and F a flag that add 1 to the numbers around them, a covered cell, a flag."""

_SYMBOL_OF = {digit: symbol for symbol, digits in _SYMBOLS.items() for digit in digits}
_ADDING = {"I": COVERED, "F": FLAG}
_MOST_DIGITS = 64
"""More digits of a run than any board of four digits needs."""

_NO_DIGIT = re.compile("[^0-9A-Za-z]")
_FOUND = re.compile(r"(?:\S*[?&])?analysis=([^&#\s]*)(?:[&#]\S*)?")


def looks_like(text: str) -> bool:
    """Whether the first line of *text* has an analysis in it."""
    return "analysis=" in text[: text.find("\n") + 1 or None]


def parse(text: str) -> Position:
    """Return the position that *text* says; `InputError` with the place of its first fault."""
    lines = split_lines(text) or [""]
    found = _FOUND.fullmatch(lines[0])
    if found is None or len(lines) > 1:
        problem = "an address with analysis= is one line and has no spaces"
        raise InputError(problem, 1 + (found is not None), 1)
    value, column = found.group(1), found.start(1) + 1
    wrong = _NO_DIGIT.search(value)
    if wrong:
        problem = f"{quote(wrong.group())} is no digit of base 62"
        raise InputError(problem, 1, column + wrong.start())
    if len(value) < sum(_HEADER):
        raise InputError(
            "the width, the height and the total want 8 digits", 1, column + len(value)
        )
    columns, rows, mines = _sizes(value)
    symbols = "".join(_runs(value, rows * columns, column))
    lines = [symbols[at : at + columns] for at in range(0, rows * columns, columns or 1)]
    try:
        return Position.from_rows(_raised(lines), mines)
    except InputError as fault:
        raise InputError(fault.problem, 1, column) from None


def dump(source: Position | System) -> str:
    """Return the address that says *source*; `InputError` where the format cannot hold it."""
    position = board_held(source, name, DIGITS + COVERED + FLAG, "needed")
    sizes = (position.board.columns, position.board.rows, position.mines or 0)
    header = ""
    for number, digits in zip(sizes, _HEADER, strict=True):
        if number >= len(_BASE) ** digits:
            raise refusal(
                name, f"the number {number}, which has more than {digits} digits in base 62"
            )
        header += _digits(number, _BASE).rjust(digits, _BASE[0])
    cells = "".join(position.rows)
    runs = "".join(_run(mark, len(list(same))) for mark, same in groupby(cells))
    return f"{ADDRESS}{header}{runs}\n"


def _sizes(value: str) -> Iterator[int]:
    at = 0
    for digits in _HEADER:
        yield _number(value[at : at + digits], _BASE)
        at += digits


def _runs(value: str, cells: int, column: int) -> Iterator[str]:
    """Yield runs of symbols; `InputError` where these are not as many as *cells*."""
    at, total = sum(_HEADER), 0
    for symbol, run in groupby(value[at:], _SYMBOL_OF.__getitem__):
        digits, base = "".join(run), _SYMBOLS[symbol]
        if len(base) > 1 and digits[0] == base[0]:
            raise InputError("a run begins with a zero digit", 1, column + at)
        length = len(digits) if len(base) == 1 else _number(digits[:_MOST_DIGITS], base)
        total += length
        if total > cells:
            raise InputError(f"there are more than {cells} cells", 1, column + at)
        yield symbol * length
        at += len(digits)
    if total != cells:
        raise InputError(f"there are {total} cells, not {cells}", 1, column + at)


def _raised(lines: list[str]) -> list[str]:
    """Return rows of marks for rows of symbols: numbers get back what the mines took away."""
    where = board("grid", len(lines), len(lines[0]) if lines else 0)
    symbols = LINE_END.join(lines)
    numbers = {place: int(symbol) for place, symbol in enumerate(symbols) if symbol in DIGITS}
    for place, symbol in enumerate(symbols):
        for near in where.neighbours(place) if symbol in _ADDING else ():
            if near in numbers:
                numbers[near] += 1
    for place, number in numbers.items():
        if number > 8:
            row, column = where.cells[place]
            raise InputError(f"cell {row},{column} would show {number}")
    marks = (
        str(numbers[place]) if place in numbers else _ADDING.get(symbol, symbol)
        for place, symbol in enumerate(symbols)
    )
    return "".join(marks).split(LINE_END)


def _run(symbol: str, length: int) -> str:
    base = _SYMBOLS[symbol]
    return base * length if len(base) == 1 else _digits(length, base)


def _number(digits: str, base: str) -> int:
    number = 0
    for digit in digits:
        number = number * len(base) + base.index(digit)
    return number


def _digits(number: int, base: str) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, len(base))
        digits = base[digit] + digits
    return digits
