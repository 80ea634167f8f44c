"""Batches of positions: JSON Lines, one object a line.

    {"id": "first", "mines": 10, "rows": ["1-", "--"]}

In: lines. Out: a `Record` for each line that is not blank, good or bad, one at a time, so that a
bad line does not end a run and a batch of any length streams; and lines back. The keys are those
of our text format: ``mines`` is an integer, ``"unknown"`` or ``null``, the others are strings. The
``id`` is a string or an integer; where it is missing, the line's number stands in.
"""

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from exactsweep.errors import InputError
from exactsweep.formats.fields import (
    KEYS,
    UNKNOWN,
    check_prior,
    keys_of,
    read_flags,
    writable,
    wrong_total,
)
from exactsweep.formats.holding import rows_held
from exactsweep.formats.json_reading import Pairs, first_keys, is_whole, read_object, shown, unique
from exactsweep.formats.reading import (
    BYTE_ORDER_MARK,
    decode,
    significant_lines,
    split_lines,
)
from exactsweep.position import (
    Position,
    parse_density,
    row_fault,
    validated_topology,
)
from exactsweep.system import System

name = "json-lines"

Id: TypeAlias = str | int

OTHERS = {"rules", "board"}
"""Keys that no position has: an object with one of them is of `minesweepr_json`."""

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


def looks_like(text: str) -> bool:
    """Whether the first significant line begins with a brace, and not a system or a board."""
    lines = significant_lines(text, 1)
    line = lines[0].lstrip(" \t") if lines else ""
    return line.startswith("{") and not OTHERS & first_keys(line)


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
    keys["rows"] = rows_held(position, name).rows
    return json.dumps(keys)


def dump(source: Position | System) -> str:
    """Return a batch of one; `InputError` for a graph and for a system without a board."""
    return dump_line(rows_held(source, name)) + "\n"


def _good(record: Record) -> tuple[Id, Position]:
    if record.error is not None:
        raise record.error
    assert record.position is not None
    return record.id, record.position


def _record(line: str | bytes, number: int) -> Record:
    identity: Id = number
    try:
        pairs = read_object(_text(line, number))
        identity = _identity(pairs, number)
        return Record(identity, _position(pairs), None)
    except InputError as fault:
        return Record(identity, None, InputError(fault.problem, number, fault.column))


def _text(line: str | bytes, number: int) -> str:
    """Return a line as text; a byte order mark may stand before the first one only."""
    text = line if isinstance(line, str) else decode(line)
    marked = (
        line.startswith(BOM_UTF8) if isinstance(line, bytes) else text.startswith(BYTE_ORDER_MARK)
    )
    if marked and number > 1:
        raise InputError("a byte order mark; it may stand at the beginning of the file only")
    return text.removeprefix(BYTE_ORDER_MARK)


def _identity(pairs: Pairs, number: int) -> Id:
    """Return the id among *pairs*, *number* where there is none."""
    given = [value for key, value in pairs if key == "id"] or [number]
    if len(given) > 1:
        raise InputError('the key "id" is given twice')
    identity = given[0]
    if isinstance(identity, bool) or not isinstance(identity, str | int):
        raise InputError(f"the id must be a string or an integer, not {shown(identity)}")
    return identity


def _position(pairs: Pairs) -> Position:
    given = unique(pairs, ("id", "rows", *KEYS))
    keys: dict[str, Any] = {key: _value(key, value) for key, value in given.items()}
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
        raise InputError(f'the key "{key}" must be a string, not {shown(value)}')
    return _READERS[key](value)


def _total(value: object) -> int | None:
    if value is None or value == UNKNOWN:
        return None
    if not isinstance(value, int) or not is_whole(value) or value < 0:
        raise InputError(wrong_total(shown(value)))
    return value


def _rows(value: object) -> list[str]:
    if not isinstance(value, list) or isinstance(value, Pairs) or not value:
        raise InputError(f"the rows must be a list of at least one string, not {shown(value)}")
    for number, row in enumerate(value, 1):
        if not isinstance(row, str):
            raise InputError(f"row {number} must be a string, not {shown(row)}")
        fault = row_fault(row, len(value[0]))
        if fault:
            problem, column = fault
            raise InputError(f"row {number}, column {column}: {problem}")
    return value
