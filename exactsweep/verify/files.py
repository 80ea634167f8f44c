"""The files of a certificate, read strictly.

In: the bytes of a file. Out: the claim, the clauses of the formula and of the proof, the cells of
a witness; `InputError`, with a line where there is one, for all that is not as
docs/certificates.md says. What the files say is not judged here.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from exactsweep.budget import Budget
from exactsweep.errors import InputError, quote
from exactsweep.formats.json_reading import Pairs, is_whole, read_object, shown, unique
from exactsweep.formats.reading import decode, split_lines
from exactsweep.verify.formula import Name, written

KEYS = ("certificate", "claim", "safe", "mines", "cell", "consistent", "total", "order")
VERSION = 1
CONTRADICTION, FORCED, UNDETERMINED = "contradiction", "forced", "undetermined"
CLAIMS = (CONTRADICTION, FORCED, UNDETERMINED)

_HEADER = re.compile(r"p[ \t]+cnf[ \t]+([0-9]{1,10})[ \t]+([0-9]{1,10})[ \t]*")
_CLAUSE = re.compile(r"[ \t]*(?:-?[1-9][0-9]{0,9}[ \t]+)*0[ \t]*")
_COMMENT = re.compile(r"c(?:[ \t].*)?", re.DOTALL)
_CELL = re.compile(r"c cell ([1-9][0-9]{0,9}) (.+)", re.DOTALL)
_OFTEN = 4096

Numbered: TypeAlias = tuple[int, list[int]]
"""The line and the literals of a clause."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What ``claim.json`` says; *order* is None where the formula is without the total."""

    kind: str
    safe: tuple[Name, ...]
    mines: tuple[Name, ...]
    cell: Name | None
    consistent: bool
    order: tuple[int, ...] | None

    def __str__(self) -> str:
        """Return the claim for a person, with numbers in place of long lists."""
        total = "without the total" if self.order is None else "with the total"
        if self.kind == FORCED:
            also = "; there is a placement" if self.consistent else ""
            return f"{len(self.safe)} safe cells and {len(self.mines)} mines, {total}{also}"
        if self.cell is not None:
            return f"{written(self.cell)} may be safe and may be a mine"
        return f"there is no placement, {total}"


@dataclass(frozen=True, slots=True)
class Formula:
    """What ``formula.cnf`` says; *names* has line and name of each variable that has one."""

    variables: int
    names: dict[int, tuple[int, str]]
    clauses: list[Numbered]


def read_claim(data: bytes) -> Claim:
    """Return the claim that ``claim.json`` makes."""
    keys = _keys(data, KEYS)
    version, kind = keys["certificate"], keys["claim"]
    if not is_whole(version) or version != VERSION:
        raise InputError(f"certificate must be {VERSION}, not {shown(version)}")
    if not isinstance(kind, str) or kind not in CLAIMS:
        raise InputError(f"claim must be one of {', '.join(CLAIMS)}, not {shown(kind)}")
    safe, mines = (_distinct(key, keys[key]) for key in ("safe", "mines"))
    if kind != FORCED and (safe or mines):
        raise InputError(f"safe and mines must be empty where the claim is {kind}")
    consistent = _truth("consistent", keys["consistent"])
    if kind != FORCED and consistent != (kind == UNDETERMINED):
        raise InputError(f"consistent cannot be {shown(consistent)} where the claim is {kind}")
    return Claim(kind, safe, mines, _one_cell(kind, keys["cell"]), consistent, _order(keys))


def _one_cell(kind: str, value: object) -> Name | None:
    if kind == UNDETERMINED:
        return _cell("cell", value)
    if value is not None:
        raise InputError(f"cell must be null where the claim is {kind}, not {shown(value)}")
    return None


def _order(keys: dict[str, object]) -> tuple[int, ...] | None:
    order = keys["order"]
    if not _truth("total", keys["total"]):
        if order is not None:
            raise InputError(f"order must be null where total is false, not {shown(order)}")
        return None
    numbers = [value for value in _listed("order", order) if isinstance(value, int)]
    if len(numbers) != len(_listed("order", order)) or not all(map(is_whole, numbers)):
        raise InputError("order must have whole numbers only")
    return tuple(numbers)


def read_witness(data: bytes, keys: tuple[str, ...]) -> dict[str, tuple[Name, ...]]:
    """Return the cells that ``witness.json`` lists under each of *keys*."""
    found = _keys(data, keys)
    return {key: _distinct(key, found[key]) for key in keys}


def _keys(data: bytes, wanted: tuple[str, ...]) -> dict[str, object]:
    keys = unique(read_object(decode(data)), wanted)
    for key in wanted:
        if key not in keys:
            raise InputError(f'the key "{key}" is missing')
    return keys


def _truth(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InputError(f"{key} must be true or false, not {shown(value)}")
    return value


def _listed(key: str, value: object) -> list[object]:
    if not isinstance(value, list) or isinstance(value, Pairs):
        raise InputError(f"{key} must be a list, not {shown(value)}")
    return value


def _cell(key: str, value: object) -> Name:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and not isinstance(value, Pairs) and len(value) == 2:
        row, column = value
        if type(row) is int and type(column) is int:
            return row, column
    raise InputError(f"{key}: {shown(value)} is no cell; one is [row, column] or a name")


def _distinct(key: str, value: object) -> tuple[Name, ...]:
    """Return a list of cells, each once."""
    cells: dict[Name, None] = {}
    for each in _listed(key, value):
        cell = _cell(key, each)
        if cell in cells:
            raise InputError(f"{key} has the cell {written(cell)} twice")
        cells[cell] = None
    return tuple(cells)


def read_formula(data: bytes, budget: Budget) -> Formula:
    """Return the variables, the names and the clauses of a formula in DIMACS."""
    variables, promised = -1, 0
    names: dict[int, tuple[int, str]] = {}
    clauses: list[Numbered] = []
    for number, line in enumerate(split_lines(decode(data)), 1):
        if number % _OFTEN == 0:
            budget.check(f"reading line {number} of the formula")
        if line.startswith("c"):
            _read_comment(line, number, names)
        elif line.startswith("p"):
            if variables >= 0:
                raise InputError("a second header", number)
            variables, promised = _header(line, number)
        elif variables < 0:
            raise InputError(f"{quote(line)} stands before the header p cnf ..", number)
        else:
            clauses.append((number, _literals(line, number, variables)))
    if variables < 0:
        raise InputError("there is no header p cnf VARIABLES CLAUSES")
    if promised != len(clauses):
        raise InputError(f"the header promises {promised} clauses, there are {len(clauses)}")
    return Formula(variables, names, clauses)


def _header(line: str, number: int) -> tuple[int, int]:
    found = _HEADER.fullmatch(line)
    if not found:
        raise InputError(f"{quote(line)} is no header p cnf VARIABLES CLAUSES", number)
    return int(found[1]), int(found[2])


def _read_comment(line: str, number: int, names: dict[int, tuple[int, str]]) -> None:
    if not _COMMENT.fullmatch(line):
        raise InputError(f"{quote(line)} is neither a clause nor a comment", number)
    if line.split()[:2] != ["c", "cell"]:
        return
    found = _CELL.fullmatch(line)
    if not found:
        raise InputError(f"{quote(line)} is no comment c cell VARIABLE NAME", number)
    variable = int(found[1])
    if variable in names:
        raise InputError(f"variable {variable} is named twice", number)
    names[variable] = number, found[2]


def _literals(line: str, number: int, variables: int) -> list[int]:
    if not _CLAUSE.fullmatch(line):
        raise InputError(f"{quote(line)} is no clause: literals and a 0 at the end", number)
    literals = [int(word) for word in line.split()]
    literals.pop()
    if literals and (max(literals) > variables or -min(literals) > variables):
        worst = max(map(abs, literals))
        raise InputError(f"variable {worst} is not among the {variables} of the header", number)
    return literals


def has_deletions(data: bytes) -> bool:
    """Whether some line of a proof may delete a clause."""
    return data.startswith(b"d") or b"\nd" in data


def read_proof(data: bytes, variables: int) -> Iterator[tuple[int, bool, list[int]]]:
    """Yield for each line of a proof its number, whether it deletes, and its literals."""
    for number, line in enumerate(split_lines(decode(data)), 1):
        deletes = line.startswith(("d ", "d\t"))
        yield number, deletes, _literals(line[1:] if deletes else line, number, variables)
