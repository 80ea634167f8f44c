"""File formats, one module each, by name and by content.

A format is a module with the members of `Format`, listed in `NAMES`; its name is the module's with
hyphens for underscores. Modules are imported when they are asked for.
"""

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from exactsweep.errors import InputError, quote
from exactsweep.formats.reading import decode, read_bytes
from exactsweep.position import Position
from exactsweep.system import System

__all__ = [
    "Format",
    "by_name",
    "choose",
    "decode",
    "names",
    "parse",
    "read",
    "read_bytes",
    "recognize",
]

NAMES = ("text", "constraints", "json-lines")


class Format(Protocol):
    """What every format's module has."""

    name: str

    def looks_like(self, text: str) -> bool:
        """Whether *text* seems to be in this format, at a glance at its first lines.

        True of every text that `parse` accepts.
        """

    def parse(self, text: str) -> Position | System:
        """Return exactly what *text* says; `InputError` with the place of its first fault."""

    def dump(self, position: Position | System, /) -> str:
        """Return the text that `parse` reads as *position*; `InputError` where there is none."""


def read(path: str | Path, format_name: str | None = None) -> Position | System:
    """Return what the file at *path* says, ``-`` being standard input.

    Its format is the one called *format_name*, else it is recognized. Raises `InputError` where the
    file cannot be read, and with line and column where it is not exactly in the format.
    """
    return parse(decode(read_bytes(path)), format_name)


def parse(text: str, format_name: str | None = None) -> Position | System:
    r"""Return what *text* says; its format is the one called *format_name*, else it is recognized.

    >>> parse("mines: 1\n1-\n--\n")
    <Position grid, mines=1, 3 cells covered>
    """
    return (recognize(text) if format_name is None else by_name(format_name)).parse(text)


def names() -> tuple[str, ...]:
    """Return the names of all formats, our own first."""
    return NAMES


def by_name(name: str) -> Format:
    """Return the format called *name*; `InputError` naming all of them where there is none."""
    if name not in NAMES:
        raise InputError(f"{quote(name)} is none of the formats {', '.join(NAMES)}")
    return cast(Format, import_module(f"{__name__}.{name.replace('-', '_')}"))


def recognize(text: str) -> Format:
    """Return the one format that *text* looks like; `InputError` where it fits none or several."""
    return choose(text, map(by_name, NAMES))


def choose(text: str, formats: Iterable[Format]) -> Format:
    """Return the one of *formats* that *text* looks like.

    What looks like none is refused with the fault that it has in our own format, our format being
    the likeliest where a line or two are wrong.
    """
    fitting = [candidate for candidate in formats if candidate.looks_like(text)]
    if len(fitting) > 1:
        both = " and ".join(candidate.name for candidate in fitting)
        raise InputError(f"this may be in the formats {both}; say in which of them")
    if fitting:
        return fitting[0]
    own = by_name("text")
    try:
        own.parse(text)
    except InputError as fault:
        problem = f"{fault.problem} (read as text: no known format fits)"
        raise InputError(problem, fault.line, fault.column) from None
    return own
