"""Boards as matrices of integers: what the formats that use them share.

    [[0, 1, -2],          or      0 1 -2
     [1, 2, -2]]                  1 2 -2

In: text in either notation, commas being optional. Out: rows of symbols with their places, and
back. Line ends mean nothing between brackets, so what numpy prints is read as well.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from exactsweep.errors import InputError, quote
from exactsweep.formats.cells import LongLegend, Symbol
from exactsweep.formats.holding import board_held
from exactsweep.formats.reading import split_lines
from exactsweep.position import Position
from exactsweep.system import System

_TOKEN = re.compile(r"[\[\],]|[^ \[\],]+")
_BRACKETED = re.compile(r"\ufeff?[ \r\n]*\[[ \r\n]*\[[ \r\n]*(-?[0-9]{1,9})")
_BARE = re.compile(r"\ufeff? *(-?[0-9]{1,9})(?:[ ,]|\r?\n|$)")
_INTEGER = re.compile(r"-?[0-9]+")
_LISTED = r"[ \n]*+-?[0-9]++(?:(?:[ \n]*+,[ \n]*+|[ \n]++)-?[0-9]++)*+[ \n]*+"
_ROW = re.compile(_LISTED)
_BRACKETED_ROW = re.compile(rf"\[({_LISTED})\]")
_MATRIX = re.compile(
    rf"[ \n]*+\[[ \n]*+\[{_LISTED}\](?:[ \n]*+,?[ \n]*+\[{_LISTED}\])*+[ \n]*+\][ \n]*+"
)


@dataclass(frozen=True)
class Matrix:
    """A format that is a matrix; it has no place for a total."""

    name: str
    legend: LongLegend
    bracketed: bool
    """Whether it is written with brackets."""

    def looks_like(self, text: str) -> bool:
        """Whether *text* begins like a matrix with one of the format's integers."""
        found = _BRACKETED.match(text) or _BARE.match(text)
        return found is not None and found.group(1) in self.legend.marks

    def parse(self, text: str) -> Position:
        """Return the position that *text* says, its total unknown."""
        lines = split_lines(text)
        bracketed = _BRACKETED.match(text) is not None
        rows = self._plain_rows(_bracketed_texts(lines) if bracketed else _bare_texts(lines))
        if rows is None:
            symbols = _bracketed(lines) if bracketed else _bare(lines)
            rows = self.legend.read_symbols(symbols)
        return Position.from_rows(rows)

    def _plain_rows(self, texts: Iterable[str | None]) -> list[str] | None:
        """Return the marks of rows of integers, None where anything is wrong with them."""
        rows: list[str] = []
        for text in texts:
            row = None if text is None else self.legend.marks_of(_INTEGER.findall(text))
            if row is None or (rows and len(row) != len(rows[0])):
                return None
            rows.append(row)
        return rows or None

    def dump(self, source: Position | System) -> str:
        """Return the text that says *source*; `InputError` where the format cannot hold it."""
        position = board_held(source, self.name, self.legend.held, "absent")
        lines = self.legend.write(position.rows)
        if self.bracketed:
            return "[" + ",\n ".join(f"[{line}]" for line in lines) + "]\n"
        return "\n".join([*lines, ""])


def _bare_texts(lines: Iterable[str]) -> Iterator[str | None]:
    """Yield each line that is a row of integers, None for any other."""
    return (line if _ROW.fullmatch(line) else None for line in lines)


def _bracketed_texts(lines: Iterable[str]) -> Iterable[str | None]:
    """Return what is between the inner brackets, None alone where these are no rows of integers."""
    text = "\n".join(lines)
    return _BRACKETED_ROW.findall(text) if _MATRIX.fullmatch(text) else [None]


def _bare(lines: Sequence[str]) -> Iterator[list[Symbol]]:
    """Yield the symbols of each line; `InputError` where it is no row of integers."""
    if not lines:
        raise InputError("there are no rows; a row of integers is wanted here", 1, 1)
    for number, line in enumerate(lines, 1):
        end = Symbol("", number, len(line) + 1)
        yield _listed(chain(_tokens([(number, line)]), [end]), "")


def _bracketed(lines: Sequence[str]) -> Iterator[list[Symbol]]:
    """Yield the symbols of each list in a list; `InputError` where there is anything else."""
    end = Symbol("", len(lines), len(lines[-1]) + 1)
    tokens = chain(_tokens(enumerate(lines, 1)), [end])
    _expect(next(tokens), "[")
    token = next(tokens)
    while token.text != "]":
        _expect(token, "[")
        yield _listed(tokens, "]")
        token = next(tokens)
        if token.text == ",":
            token = next(tokens)
            _expect(token, "[")
    _expect(next(tokens), "")


def _tokens(lines: Iterable[tuple[int, str]]) -> Iterator[Symbol]:
    return (
        Symbol(found.group(), number, found.start() + 1)
        for number, line in lines
        for found in _TOKEN.finditer(line)
    )


def _listed(tokens: Iterator[Symbol], close: str) -> list[Symbol]:
    """Return the integers up to the token *close*, between which commas may stand."""
    row: list[Symbol] = []
    wanted = True
    for token in tokens:
        if token.text == close and not wanted:
            return row
        if token.text == "," and not wanted:
            wanted = True
        elif token.text in ("[", "]", ",", ""):
            _expect(token, "an integer" if wanted or token.text else close)
        else:
            row.append(token)
            wanted = False
    raise AssertionError("the last token is the end")


def _expect(token: Symbol, text: str) -> None:
    if token.text != text:
        found = quote(token.text) if token.text else "the end"
        wanted = text or "the end"
        raise InputError(f"{wanted} is wanted here, not {found}", token.line, token.column)
