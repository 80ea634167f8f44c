"""File formats, one module each, by name and by content.

A format is a module with the members of `Format`, listed in `TEXTS` or, where it takes bytes, in
`BINARIES`; its name is the module's with hyphens for underscores. Modules are imported when they
are asked for. What a file says is a position, constraints without a board, or a recording.
"""

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from exactsweep.errors import InputError, quote
from exactsweep.formats import text as own
from exactsweep.formats.reading import decode, read_bytes
from exactsweep.layout import Recording
from exactsweep.position import Position
from exactsweep.system import System

__all__ = [
    "AnyFormat",
    "Content",
    "Format",
    "by_name",
    "decode",
    "load",
    "names",
    "parse",
    "read",
    "read_bytes",
    "recognize",
    "write",
]

TEXTS = (
    "text",
    "constraints",
    "json-lines",
    "minesweepr-json",
    "jsm",
    "jsm-url",
    "core",
    "sgt",
    "sgt-save",
    "thesis",
    "ms-toollib",
    "minesweepr",
    "gecode",
    "codegolf",
    "codingame",
    "codewars",
    "emoji",
)
BINARIES = ("mbf", "replay")

Content: TypeAlias = Position | System | Recording
"""What a file says."""

Data = TypeVar("Data", str, bytes)


class Format(Protocol[Data]):
    """What every format's module has."""

    name: str

    def looks_like(self, data: Data, /) -> bool:
        """Whether *data* seems to be in this format, at a glance at its beginning.

        True of everything that `parse` accepts.
        """

    def parse(self, data: Data, /) -> Content:
        """Return exactly what *data* says; `InputError` with the place of its first fault."""

    def dump(self, source: Position | System, /) -> Data:
        """Return the data that say *source*; `InputError` naming what the format cannot hold."""


AnyFormat: TypeAlias = Format[Any]


def read(path: str | Path, format_name: str | None = None) -> Position | System:
    """Return the position or the constraints that the file at *path* says, ``-`` standard input.

    Its format is the one called *format_name*, else it is recognized. Of a recording it is the
    position that the file ends with; `load` gives all of it. Raises `InputError` where the file
    cannot be read, and with line and column where it is not exactly in the format.
    """
    return _current(load(read_bytes(path), format_name)[1])


def parse(data: str | bytes, format_name: str | None = None) -> Position | System:
    r"""Return what *data* says, like `read`.

    >>> parse("mines: 1\n1-\n--\n")
    <Position grid, mines=1, 3 cells covered>
    """
    return _current(load(data, format_name)[1])


def load(data: str | bytes, format_name: str | None = None) -> tuple[AnyFormat, Content]:
    """Return the format of *data*, found by name or by content, and all that it says."""
    if format_name is None:
        return recognize(data)
    named = by_name(format_name)
    return named, _parsed(named, data)


def write(source: Position | System, format_name: str) -> bytes:
    """Return *source* in the format of that name; `InputError` naming what it cannot hold."""
    data = by_name(format_name).dump(source)
    return data.encode() if isinstance(data, str) else data


def names() -> tuple[str, ...]:
    """Return the names of all formats, our own first."""
    return TEXTS + BINARIES


def by_name(name: str) -> AnyFormat:
    """Return the format called *name*; `InputError` naming all of them where there is none."""
    if name not in names():
        raise InputError(f"{quote(name)} is none of the formats {', '.join(names())}")
    return cast(AnyFormat, import_module(f"{__name__}.{name.replace('-', '_')}"))


def recognize(data: str | bytes) -> tuple[AnyFormat, Content]:
    """Return the format that *data* are in, and what they say.

    Where several formats fit and mean different things, `InputError` names them. What fits none is
    refused with its fault in the only format that it looks like, else with the one in our own: the
    likeliest where a line or two are wrong.
    """
    fitting: list[tuple[AnyFormat, Content]] = []
    faults: list[InputError] = []
    for candidate in _candidates(data):
        try:
            fitting.append((candidate, _parsed(candidate, data)))
        except InputError as fault:
            faults.append(fault)
    if len(faults) == 1 and not fitting:
        raise faults[0]
    if not fitting:
        return by_name(own.name), _as_our_text(data)
    others = [found.name for found, content in fitting[1:] if content != fitting[0][1]]
    if others:
        called = " and ".join([fitting[0][0].name, *others])
        raise InputError(f"this may be in the formats {called}; --format says in which of them")
    return fitting[0]


def _candidates(data: str | bytes) -> Iterable[AnyFormat]:
    """Yield the formats that *data* look like; where our own keys are seen, only our own."""
    text = _text(data)
    if text is not None and own.has_keys(text):
        yield by_name(own.name)
        return
    raw = _bytes(data)
    yield from (binary for binary in map(by_name, BINARIES) if binary.looks_like(raw))
    if text is not None:
        yield from (format_ for format_ in map(by_name, TEXTS) if format_.looks_like(text))


def _bytes(data: str | bytes) -> bytes:
    return data.encode(errors="surrogatepass") if isinstance(data, str) else data


def _text(data: str | bytes) -> str | None:
    """Return *data* as text, None where it is none."""
    try:
        return data if isinstance(data, str) else decode(data)
    except InputError:
        return None


def _parsed(named: AnyFormat, data: str | bytes) -> Content:
    if named.name in BINARIES:
        return named.parse(_bytes(data))
    return named.parse(data if isinstance(data, str) else decode(data))


def _as_our_text(data: str | bytes) -> Content:
    try:
        return _parsed(by_name(own.name), data)
    except InputError as fault:
        problem = f"{fault.problem} (read as text: no known format fits)"
        raise InputError(problem, fault.line, fault.column) from None


def _current(content: Content) -> Position | System:
    return content.current if isinstance(content, Recording) else content
