"""Batches of positions: JSON Lines, one object a line.

    {"id": "first", "mines": 10, "rows": ["1-", "--"]}

In: lines. Out: a `Record` for each line that is not blank, good or bad, one at a time, so that a
bad line does not end a run and a batch of any length streams; and lines back. The keys are those
of our text format: ``mines`` is an integer, ``"unknown"`` or ``null``, the others are strings. The
``id`` is a string or an integer; where it is missing, the line's number stands in.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from exactsweep.errors import InputError, quote, shorten
from exactsweep.formats.fields import (
    KEYS,
    UNKNOWN,
    check_prior,
    keys_of,
    read_flags,
    writable,
    wrong_total,
)
from exactsweep.formats.reading import (
    BYTE_ORDER_MARK,
    decode,
    significant_lines,
    split_lines,
)
from exactsweep.position import (
    MOST_DIGITS,
    Position,
    parse_density,
    row_fault,
    validated_topology,
)
from exactsweep.system import System

if TYPE_CHECKING:
    from json import JSONDecoder

name = "json-lines"

Id: TypeAlias = str | int

_READERS: Mapping[str, Callable[[str], object]] = {
    "density": parse_density,
    "topology": validated_topology,
    "flags": read_flags,
}


@dataclass(frozen=True, slots=True)
class Record:
    """What one line of a batch gives: a position, or else the error that the line has."""

    id: Id
    position: Position | None
    error: InputError | None


@dataclass(frozen=True, slots=True)
class _Literal:
    """A JSON number as it is written, where that is no whole number of reasonable length."""

    text: str


class _Pairs(list[tuple[str, object]]):
    """A JSON object with its keys as they are written, repeated ones too."""


def looks_like(text: str) -> bool:
    """Whether the first significant line begins with a brace."""
    lines = significant_lines(text, 1)
    return bool(lines) and lines[0].lstrip(" \t").startswith("{")


def read_lines(lines: Iterable[str | bytes]) -> Iterator[Record]:
    """Yield a record for each line that is not blank; bytes are decoded line by line.

    >>> for record in read_lines(['{"rows": ["1-"]}', '{"id": 7}']):
    ...     print(record.id, record.position, record.error)
    1 <Position grid, mines=None, 1 cells covered> None
    7 None line 2: the key "rows" is missing
    """
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _record(line, number)


def parse_line(line: str, number: int) -> tuple[Id, Position]:
    """Return the id and the position of one line; `InputError` with its *number* as the line."""
    return _good(_record(line, number))


def parse(text: str) -> Position:
    """Return the position of a batch of one; `InputError` where there are more, or none."""
    lines = split_lines(text)
    records = read_lines(lines)
    first = next(records, None)
    if first is None:
        raise InputError("there are no positions; a JSON object is wanted here", len(lines) + 1, 1)
    _, position = _good(first)
    if next(records, None) is not None:
        raise InputError("this is a batch of several positions, where only one can be read")
    return position


def dump_line(position: Position, identity: Id | None = None) -> str:
    """Return the line that says *position*, without a line end; `InputError` for a graph."""
    import json

    keys: dict[str, object] = {} if identity is None else {"id": identity}
    if isinstance(identity, int):
        writable(identity)
    keys.update(keys_of(position))
    keys["rows"] = position.rows
    return json.dumps(keys)


def dump(position: Position | System) -> str:
    """Return a batch of one; `InputError` for a graph and for a system without a board."""
    if isinstance(position, System):
        raise InputError("a constraint system is not written as JSON Lines, only a board is")
    return dump_line(position) + "\n"


def _good(record: Record) -> tuple[Id, Position]:
    if record.error is not None:
        raise record.error
    assert record.position is not None
    return record.id, record.position


def _record(line: str | bytes, number: int) -> Record:
    identity: Id = number
    try:
        text = decode(line) if isinstance(line, bytes) else line.removeprefix(BYTE_ORDER_MARK)
        pairs = _pairs(text)
        identity = _identity(pairs, number)
        return Record(identity, _position(pairs), None)
    except InputError as fault:
        return Record(identity, None, InputError(fault.problem, number, fault.column))


@cache
def _decoder() -> "JSONDecoder":
    from json import JSONDecoder

    return JSONDecoder(
        object_pairs_hook=_Pairs,
        parse_int=lambda text: int(text) if len(text) <= MOST_DIGITS else _Literal(text),
        parse_float=_Literal,
        parse_constant=_Literal,
    )


def _pairs(text: str) -> _Pairs:
    from json import JSONDecodeError

    try:
        value = _decoder().decode(text)
    except JSONDecodeError as error:
        problem = f"this is not JSON: {error.msg.removesuffix(' at')}"
        raise InputError(problem, column=error.pos + 1) from None
    except RecursionError:
        raise InputError("the JSON is nested too deeply") from None
    if not isinstance(value, _Pairs):
        raise InputError(f"the line must be a JSON object, not {_shown(value)}")
    return value


def _identity(pairs: _Pairs, number: int) -> Id:
    """Return the id among *pairs*, *number* where there is none."""
    given = [value for key, value in pairs if key == "id"] or [number]
    if len(given) > 1:
        raise InputError('the key "id" is given twice')
    identity = given[0]
    if isinstance(identity, bool) or not isinstance(identity, str | int):
        raise InputError(f"the id must be a string or an integer, not {_shown(identity)}")
    return identity


def _position(pairs: _Pairs) -> Position:
    keys: dict[str, Any] = {}
    for key, value in pairs:
        if key not in ("id", "rows", *KEYS):
            raise InputError(f"{quote(key)} is none of the keys id, rows, {', '.join(KEYS)}")
        if key in keys:
            raise InputError(f'the key "{key}" is given twice')
        keys[key] = _value(key, value)
    check_prior(frozenset(keys))
    keys.pop("id", None)
    if "rows" not in keys:
        raise InputError('the key "rows" is missing')
    return Position.from_rows(**keys)


def _value(key: str, value: object) -> object:
    """Return what `Position.from_rows` takes for the *value* of *key*."""
    if key == "id":
        return value
    if key == "rows":
        return _rows(value)
    if key == "mines":
        return _total(value)
    if not isinstance(value, str):
        raise InputError(f'the key "{key}" must be a string, not {_shown(value)}')
    return _READERS[key](value)


def _total(value: object) -> int | None:
    if value is None or value == UNKNOWN:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InputError(wrong_total(_shown(value)))
    return value


def _rows(value: object) -> list[str]:
    if not isinstance(value, list) or isinstance(value, _Pairs) or not value:
        raise InputError(f"the rows must be a list of at least one string, not {_shown(value)}")
    for number, row in enumerate(value, 1):
        if not isinstance(row, str):
            raise InputError(f"row {number} must be a string, not {_shown(row)}")
        fault = row_fault(row, len(value[0]))
        if fault:
            problem, column = fault
            raise InputError(f"row {number}, column {column}: {problem}")
    return value


def _shown(value: object) -> str:
    """Return a JSON value for a message, short: a container may be deep, a string long."""
    if isinstance(value, _Literal):
        return shorten(value.text)
    if isinstance(value, list):
        return "an object" if isinstance(value, _Pairs) else "a list" if value else "an empty list"
    if value is None:
        return "null"
    return quote(value) if isinstance(value, str) else shorten(str(value).lower())
