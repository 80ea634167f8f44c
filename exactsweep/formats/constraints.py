"""Raw constraint systems without a board: one constraint a line.

    # one mine among a, b and c, two among b, c and d
    1:a,b,c
    2:b,c,d

In: text. Out: a `System`, and back. The number may be negative or larger than the cells, which is a
contradiction and no fault; there may be no cells at all. A name is any text without comma, colon
and white space, and stands once in a constraint. The format has no total: a system read has none.
"""

import re

from exactsweep.errors import InputError, quote
from exactsweep.formats.fields import writable
from exactsweep.formats.reading import significant_lines, split_lines
from exactsweep.position import MOST_DIGITS, Position
from exactsweep.system import Clue, System, constraint_system
from exactsweep.topology import Cell

name = "constraints"

_BEGINNING = re.compile(r"-?[0-9]+:")
_NUMBER = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}")
_NAME = re.compile(r"[^,:\s]+")
_NO_NAME = re.compile(r"[:\s]")


def looks_like(text: str) -> bool:
    """Whether the first significant line begins with a whole number and a colon."""
    lines = significant_lines(text, 1)
    return bool(lines and _BEGINNING.match(lines[0]))


def parse(text: str) -> System:
    r"""Return the system that *text* says; `InputError` with the place of its first fault.

    >>> parse("1:a,b\n2:b,c\n").clues[1]
    Clue(source=1, owed=2, cells=(1, 2))
    """
    return constraint_system(constraints_of(text))


def constraints_of(text: str) -> list[tuple[int, list[str]]]:
    """Return each constraint's number of mines and names, for `constraint_system`."""
    lines = split_lines(text)
    constraints = [
        _constraint(line, number)
        for number, line in enumerate(lines, 1)
        if line and not line.startswith("#")
    ]
    if not constraints:
        problem = "there are no constraints; a line mines:cell,cell,.. is wanted here"
        raise InputError(problem, len(lines) + 1, 1)
    return constraints


def dump(system: Position | System) -> str:
    """Return the text that says *system*.

    Raises `InputError` where the format cannot say it: a board, a total, a density, odd names.
    """
    if isinstance(system, Position) or system.position is not None:
        raise InputError("a board is not written as constraints, only a system without one is")
    if system.left is not None or system.density is not None:
        raise InputError("constraints are written without a total and without a density")
    if not system.clues:
        raise InputError("there are no constraints to write")
    if len({cell for clue in system.clues for cell in clue.cells}) < len(system.covered):
        raise InputError("constraints are written without the cells that none of them names")
    return "".join(f"{_line(clue, system)}\n" for clue in system.clues)


def _constraint(line: str, number: int) -> tuple[int, list[str]]:
    mines, colon, listed = line.partition(":")
    if not colon or not _NUMBER.fullmatch(mines):
        problem = f"{quote(line)} is no constraint; one is written mines:cell,cell,.."
        raise InputError(problem, number, 1)
    offset = len(mines) + 2
    if not listed:
        return int(mines), []
    found = _NO_NAME.search(listed)
    unnamed = f",{listed},".find(",,")
    if unnamed >= 0 and not (found and found.start() < unnamed):
        raise InputError("a name is missing", number, unnamed + offset)
    if found:
        problem = f"{quote(found.group())} cannot be part of a name"
        raise InputError(problem, number, found.start() + offset)
    names = listed.split(",")
    if len(set(names)) != len(names):
        again, before = _first_repeated(names)
        raise InputError(f"{quote(again)} is named twice", number, before + offset)
    return int(mines), names


def _first_repeated(names: list[str]) -> tuple[str, int]:
    """Return the first name that stands in *names* before, and the length of what precedes it."""
    seen: set[str] = set()
    before = 0
    for cell in names:
        if cell in seen:
            return cell, before
        seen.add(cell)
        before += len(cell) + 1
    raise AssertionError("no name is repeated")


def _line(clue: Clue, system: System) -> str:
    return f"{writable(clue.owed)}:{','.join(_written(system.names[cell]) for cell in clue.cells)}"


def _written(cell: Cell) -> str:
    if not isinstance(cell, str) or not _NAME.fullmatch(cell):
        raise InputError(f"{quote(str(cell))} cannot be written as a name")
    return cell
