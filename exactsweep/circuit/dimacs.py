"""Formulas in DIMACS CNF, read strictly.

In: text. Out: a `Formula`. Clauses may go over several lines and share one, comments may stand
between clauses, and a line that begins with ``%`` ends the file, as in SATLIB's. The reader of
python-sat tells no line, ignores the header and wants one clause a line.
"""

import re
from dataclasses import dataclass

from exactsweep.errors import InputError, quote
from exactsweep.formats.reading import split_lines

_HEADER = re.compile(r"p[ \t]+cnf[ \t]+([0-9]{1,9})[ \t]+([0-9]{1,9})[ \t]*")
_LITERAL = re.compile(r"-?[1-9][0-9]{0,8}|0")
_COMMENT = re.compile(r"c(?:[ \t].*)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Formula:
    """*clauses* of literals over the *variables* 1 to that number; -3 says that 3 is false."""

    variables: int
    clauses: tuple[tuple[int, ...], ...]


def read_formula(text: str) -> Formula:
    r"""Return the formula that *text* says; `InputError` with the line of its first fault.

    >>> read_formula("p cnf 3 2\n1 -2 0\n3\n0\n").clauses
    ((1, -2), (3,))
    """
    reader = _Reader()
    lines = split_lines(text)
    for number, line in enumerate(lines, 1):
        if line.startswith("%"):
            break
        reader.read(line, number)
    return reader.formula(len(lines))


class _Reader:
    """What was read of a formula so far."""

    def __init__(self) -> None:
        self._header: tuple[int, int] | None = None
        self._clauses: list[tuple[int, ...]] = []
        self._begun: list[int] = []

    def read(self, line: str, number: int) -> None:
        """Take in one line."""
        if _COMMENT.fullmatch(line) or not line.strip():
            return
        if line.startswith("p"):
            self._read_header(line, number)
            return
        if self._header is None:
            raise InputError(f"{quote(line)} stands before the header p cnf ..", number)
        for word in line.split():
            self._add(word, self._header[0], number)

    def formula(self, last: int) -> Formula:
        """Return the formula; *last* is the number of the last line."""
        if self._header is None:
            raise InputError("there is no header p cnf VARIABLES CLAUSES", last + 1)
        if self._begun:
            raise InputError("the last clause has no 0 at its end", last)
        variables, promised = self._header
        if promised != len(self._clauses):
            found = len(self._clauses)
            raise InputError(f"the header promises {promised} clauses, there are {found}", last)
        return Formula(variables, tuple(self._clauses))

    def _read_header(self, line: str, number: int) -> None:
        found = _HEADER.fullmatch(line)
        if not found:
            raise InputError(f"{quote(line)} is no header p cnf VARIABLES CLAUSES", number)
        if self._header is not None:
            raise InputError("a second header", number)
        self._header = int(found[1]), int(found[2])

    def _add(self, word: str, variables: int, number: int) -> None:
        if not _LITERAL.fullmatch(word):
            raise InputError(f"{quote(word)} is no literal", number)
        literal = int(word)
        if abs(literal) > variables:
            problem = f"variable {abs(literal)} is not among the {variables} of the header"
            raise InputError(problem, number)
        if literal:
            self._begun.append(literal)
        else:
            self._clauses.append(tuple(self._begun))
            self._begun.clear()
