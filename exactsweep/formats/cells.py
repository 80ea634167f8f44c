"""Rows of cells as other tools write them: one symbol a cell.

In: lines, or symbols with their places, and a `Legend`, which maps a format's symbols to our marks.
Out: rows of marks, and back. `Plain` is the whole of a format that is nothing but rows.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from exactsweep.errors import InputError, quote
from exactsweep.formats.holding import board_held
from exactsweep.formats.reading import split_lines
from exactsweep.position import DIGITS, Position
from exactsweep.system import System

NUMBERS: Mapping[str, str] = {digit: digit for digit in DIGITS}
"""Shown numbers that stand for themselves, as most formats have them."""

_LINES_COMPARED = 3
_CELLS_COMPARED = 300
WORD = re.compile(r"[^ ]+")
"""What stands between spaces."""


class Symbol(NamedTuple):
    """What a file calls one cell, and where: 1-based line and column."""

    text: str
    line: int
    column: int


class Legend:
    """The symbols of a format, one character each, and our marks for them.

    Of several symbols for one mark the last one is written.
    """

    between = ""

    def __init__(self, marks: Mapping[str, str]) -> None:
        self.marks = marks

    @property
    def held(self) -> str:
        """The marks that the format has symbols for."""
        return "".join(dict.fromkeys(self.marks.values()))

    def looks_like(self, line: str) -> bool:
        """Whether *line* begins like a row of cells."""
        return bool(line) and self._unknown.search(line, 0, _CELLS_COMPARED) is None

    def read(self, lines: Iterable[str], first: int = 1, columns: int = 0) -> list[str]:
        """Return the rows of marks that *lines* are, the first of which is line *first* of a file.

        Raises `InputError` at a symbol that is none, at a blank line, and at a row that has not as
        many cells as *columns*, or as the first one where that is 0.
        """
        rows = []
        for number, line in enumerate(lines, first):
            row = self.row(line, number)
            if not row:
                raise InputError("a blank line; a row of cells is wanted here", number, 1)
            columns = columns or len(row)
            if len(row) != columns:
                column = self.column_after(line, min(len(row), columns))
                raise InputError(wrong_length(len(row), columns), number, column)
            rows.append(row)
        return rows

    def row(self, line: str, number: int) -> str:
        """Return the marks of one line; `InputError` at a symbol that is none."""
        found = self._unknown.search(line)
        if found:
            raise self.no_symbol(Symbol(found.group(), number, found.start() + 1))
        return line.translate(self._table)

    def column_after(self, line: str, cells: int) -> int:
        """Return where the cell after the first *cells* of *line* stands, or would."""
        return min(cells, len(line)) + 1

    def write(self, rows: Iterable[str]) -> list[str]:
        """Return the lines of *rows* of marks that the format has symbols for."""
        symbols = {mark: symbol for symbol, mark in self.marks.items()}
        return [self.between.join(symbols[mark] for mark in row) for row in rows]

    def no_symbol(self, symbol: Symbol) -> InputError:
        """Return the error for a symbol that is none of these."""
        text, line, column = symbol
        shown = quote(text)
        if len(text) == 1 and not text.isascii():
            shown += f" (U+{ord(text):04X})"
        return InputError(f"{shown} is none of the symbols {' '.join(self.marks)}", line, column)

    @cached_property
    def _unknown(self) -> "re.Pattern[str]":
        return re.compile(f"[^{re.escape(''.join(self.marks))}]", re.DOTALL)

    @cached_property
    def _table(self) -> Mapping[int, str]:
        return str.maketrans(dict(self.marks))


class LongLegend(Legend):
    """Symbols of any length, which *pattern* finds in a line; *between* is written between them.

    What is *optional* in a symbol is left out of it.
    """

    def __init__(
        self,
        marks: Mapping[str, str],
        pattern: "re.Pattern[str]" = WORD,
        between: str = " ",
        optional: str = "",
    ) -> None:
        super().__init__(marks)
        self.between = between
        self._pattern = pattern
        self._optional = optional

    def looks_like(self, line: str) -> bool:
        """Whether *line* begins like a row of cells."""
        beginning = [symbol.text for symbol in islice(self.symbols(line, 1), _CELLS_COMPARED)]
        return bool(beginning) and all(text in self.marks for text in beginning)

    def row(self, line: str, number: int) -> str:
        """Return the marks of one line; `InputError` at a symbol that is none."""
        found = self._pattern.findall(line)
        if self._optional:
            found = [text.replace(self._optional, "") for text in found]
        marks = self.marks_of(found)
        if marks is None:
            symbols = self.symbols(line, number)
            raise self.no_symbol(next(s for s in symbols if s.text not in self.marks))
        return marks

    def marks_of(self, texts: Iterable[str]) -> str | None:
        """Return the marks of symbols, None where one is none."""
        try:
            return "".join(map(self.marks.__getitem__, texts))
        except KeyError:
            return None

    def symbols(self, line: str, number: int) -> Iterator[Symbol]:
        """Yield the symbols in a line."""
        for found in self._pattern.finditer(line):
            text = found.group()
            if self._optional:
                text = text.replace(self._optional, "") or text
            yield Symbol(text, number, found.start() + 1)

    def column_after(self, line: str, cells: int) -> int:
        """Return where the cell after the first *cells* of *line* stands, or would."""
        after = next(islice(self.symbols(line, 1), cells, None), None)
        return len(line) + 1 if after is None else after.column

    def read_symbols(self, rows: Iterable[Sequence[Symbol]]) -> list[str]:
        """Return the marks of *rows* of at least one symbol each; raises like `read`."""
        found: list[str] = []
        for row in rows:
            for symbol in row:
                if symbol.text not in self.marks:
                    raise self.no_symbol(symbol)
            found.append("".join(self.marks[symbol.text] for symbol in row))
            columns = len(found[0])
            if len(row) != columns:
                odd = row[columns] if len(row) > columns else row[-1]
                raise InputError(wrong_length(len(row), columns), odd.line, odd.column)
        return found


@dataclass(frozen=True)
class Plain:
    """A format that is nothing but rows of cells; it has no place for a total."""

    name: str
    legend: Legend

    def looks_like(self, text: str) -> bool:
        """Whether the first lines of *text* begin like rows of cells."""
        lines = text.removeprefix("\ufeff").split("\n", _LINES_COMPARED)[:_LINES_COMPARED]
        lines = lines if lines[-1] else lines[:-1]
        return bool(lines) and all(self.legend.looks_like(line.rstrip("\r")) for line in lines)

    def parse(self, text: str) -> Position:
        """Return the position that *text* says, its total unknown."""
        lines = split_lines(text)
        if not lines:
            raise InputError("there are no rows; a row of cells is wanted here", 1, 1)
        return Position.from_rows(self.legend.read(lines))

    def dump(self, source: Position | System) -> str:
        """Return the text that says *source*; `InputError` where the format cannot hold it."""
        position = board_held(source, self.name, self.legend.held, "absent")
        return "\n".join([*self.legend.write(position.rows), ""])


def wrong_length(cells: int, columns: int) -> str:
    """Say that a row has *cells* cells where *columns* are wanted."""
    return f"this row has {cells} cells, it should have {columns}"
