"""Our text format: keys, then rows of marks.

    # anything after a hash at a line's start is a comment
    mines: 10
    topology: torus
    flags: untrusted
    001-------

In: text. Out: a `Position`, and back. Keys stand above the rows, each at most once: ``mines`` (a
whole number, or ``unknown``, which it is where no key says more) or ``density`` (P/Q), ``topology``
and ``flags``: a key, a colon, spaces or none, the value, and nothing after it. Comments may stand
anywhere, blank lines above the rows only: below the first row a blank line is refused, since it may
be a row of blanks that some tool has stripped, and leaving it out would give another board.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from exactsweep.errors import InputError, quote
from exactsweep.formats.fields import (
    KEYS,
    UNKNOWN,
    check_prior,
    keys_of,
    read_flags,
    read_total,
)
from exactsweep.formats.holding import rows_held
from exactsweep.formats.reading import significant_lines, split_lines
from exactsweep.position import Position, parse_density, row_fault, validated_topology
from exactsweep.system import System

name = "text"

_READERS: Mapping[str, Callable[[str], object]] = {
    "mines": read_total,
    "density": parse_density,
    "topology": validated_topology,
    "flags": read_flags,
}
_KEY = re.compile(f"(?:{'|'.join(KEYS)}):")
_LINES_COMPARED = 3


def has_keys(text: str) -> bool:
    """Whether *text* begins with one of our keys, which no other format does."""
    lines = significant_lines(text, 1)
    return bool(lines) and _KEY.match(lines[0]) is not None


def looks_like(text: str) -> bool:
    """Whether *text* begins with one of our keys, or with equally long rows of marks.

    One row alone is not enough to go by: other formats begin with a line that holds just a number.
    """
    lines = significant_lines(text, _LINES_COMPARED)
    if not lines or _KEY.match(lines[0]):
        return bool(lines)
    return all(row_fault(line, len(lines[0])) is None for line in lines)


def parse(text: str) -> Position:
    r"""Return the position that *text* says; `InputError` with the place of its first fault.

    >>> parse("mines: 1\n1-\n--\n").rows
    ['1-', '--']
    """
    keys: dict[str, Any] = {}
    rows: list[str] = []
    lines = split_lines(text)
    for number, line in enumerate(lines, 1):
        if line.startswith("#") or not (line or rows):
            continue
        if ":" in line and not rows:
            _add_key(keys, line, number)
        else:
            rows.append(line)
            _check_row(line, len(rows[0]), number)
    if not rows:
        raise InputError("there are no rows; a row of marks is wanted here", len(lines) + 1, 1)
    return Position.from_rows(rows, **keys)


def dump(source: Position | System, comments: Sequence[str] = ()) -> str:
    """Return the text that says *source*, below *comments* of one line each.

    Raises `InputError` for a position on a graph and for a system without a board.
    """
    position = rows_held(source, name)
    for comment in comments:
        if "\n" in comment or "\r" in comment:
            raise InputError(f"a comment must be one line, not {quote(comment)}")
    lines = [f"# {comment}" for comment in comments]
    for key, value in keys_of(position).items():
        lines.append(f"{key}: {UNKNOWN if value is None else value}")
    return "\n".join([*lines, *position.rows, ""])


def _add_key(keys: dict[str, Any], line: str, number: int) -> None:
    key, _, value = line.partition(":")
    if key not in KEYS:
        raise InputError(f"{quote(key)} is none of the keys {', '.join(KEYS)}", number, 1)
    if key in keys:
        raise InputError(f"{key} is given twice", number, 1)
    value = value.lstrip(" ")
    column = 1
    try:
        check_prior(frozenset((key, *keys)))
        column = len(line) - len(value) + 1
        keys[key] = _READERS[key](value)
    except InputError as fault:
        raise InputError(fault.problem, number, column) from None


def _check_row(line: str, columns: int, number: int) -> None:
    """Raise `InputError` where *line* is no row like the first, which has *columns*."""
    if not line:
        raise InputError("a blank line below the first row; blank lines go above it", number, 1)
    if _KEY.match(line):
        raise InputError(f"{quote(line)}: keys go above the rows", number, 1)
    fault = row_fault(line, columns)
    if fault:
        problem, column = fault
        raise InputError(problem, number, column)
