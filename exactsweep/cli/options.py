"""The options that all verbs share, and the sources that they make of a file.

In: a file's name and options that override what it says. Out: one position or system, or a batch.
"""

from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, TypeAlias

import typer

from exactsweep import formats
from exactsweep.errors import InputError
from exactsweep.formats.fields import read_total
from exactsweep.position import Position, parse_density, validated_trust
from exactsweep.system import System

Source: TypeAlias = Position | System

File = Annotated[
    str, typer.Argument(metavar="FILE", help="A position or a batch of them; - is standard input.")
]
Format = Annotated[
    str | None, typer.Option("--format", metavar="NAME", help="The file's format, else by content.")
]
Mines = Annotated[
    str | None, typer.Option("--mines", metavar="N|unknown", help="The total over the whole board.")
]
MinesLeft = Annotated[
    str | None,
    typer.Option("--mines-left", metavar="N", help="The total without flags and shown mines."),
]
Density = Annotated[
    str | None,
    typer.Option("--density", metavar="P/Q", help="Each covered cell is a mine with this chance."),
]
Flags = Annotated[
    str | None, typer.Option("--flags", metavar="trusted|untrusted", help="Is a flag a mine?")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
TimeLimit = Annotated[
    float | None, typer.Option("--time-limit", metavar="S", help="Seconds for each position.")
]
StateLimit = Annotated[
    int, typer.Option("--state-limit", metavar="N", help="States of the elimination, a component.")
]
CounterName = Annotated[
    str, typer.Option("--counter", metavar="NAME", help="elimination, cpsat or brute.")
]
Decimals = Annotated[
    int | None,
    typer.Option("--decimals", metavar="N", help="Probabilities rounded to N places."),
]


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the command line says instead of the file; each at most once, as text."""

    mines: str | None
    mines_left: str | None
    density: str | None
    flags: str | None

    def __post_init__(self) -> None:
        given = [
            name
            for name, value in (
                ("--mines", self.mines),
                ("--mines-left", self.mines_left),
                ("--density", self.density),
            )
            if value is not None
        ]
        if len(given) > 1:
            raise InputError(f"{' and '.join(given)} exclude each other")
        self._check()

    def _check(self) -> None:
        """Raise `InputError` for a value that is none, whatever it is going to override."""
        if self.mines is not None:
            read_total(self.mines)
        if self.mines_left is not None:
            _whole("--mines-left", self.mines_left)
        if self.density is not None:
            parse_density(self.density)
        if self.flags is not None:
            validated_trust(self.flags)

    def apply(self, source: Source) -> Source:
        """Return *source* under these; `InputError` for a value that is none."""
        if isinstance(source, System):
            return self._apply_to_system(source)
        if self.flags is not None:
            source = source.replace(mines=source.mines, density=source.density, flags=self.flags)
        if self.mines is not None:
            return source.replace(mines=read_total(self.mines))
        if self.mines_left is not None:
            return source.with_mines_left(_whole("--mines-left", self.mines_left))
        if self.density is not None:
            return source.replace(density=parse_density(self.density))
        return source

    def _apply_to_system(self, system: System) -> System:
        if self.flags is not None:
            raise InputError("--flags: constraints without a board have no flags")
        left, density = system.left, system.density
        if self.mines is not None:
            left, density = read_total(self.mines), None
        elif self.mines_left is not None:
            left, density = _whole("--mines-left", self.mines_left), None
        elif self.density is not None:
            left, density = None, parse_density(self.density)
        return System(system.covered, system.clues, left, density, system.position, system.names)


@dataclass(frozen=True, slots=True)
class Input:
    """A file's content, and how to read it; *format* is None for a batch."""

    data: bytes
    format: formats.Format | None
    overrides: Overrides

    @property
    def is_batch(self) -> bool:
        """Whether the file is a batch, which is answered in JSON Lines."""
        return self.format is None

    def single(self) -> Source:
        """Return the only position of the file."""
        assert self.format is not None
        return self.overrides.apply(self.format.parse(formats.decode(self.data)))

    def lines(self) -> list[bytes]:
        """Return the lines of a batch."""
        return self.data.removeprefix(BOM_UTF8).split(b"\n")

    def records(self) -> Iterator[tuple[str | int, Source | InputError]]:
        """Yield the id of each line of a batch with its position, or with what is wrong with it."""
        from exactsweep.formats.json_lines import read_lines

        for record in read_lines(self.lines()):
            if record.position is None:
                assert record.error is not None
                yield record.id, record.error
            else:
                yield record.id, self.overrides.apply(record.position)


def read_input(file: str, format_name: str | None, overrides: Overrides) -> Input:
    """Read a file; `InputError` where that fails or its format is not to be told.

    What begins with a brace is a batch, whose lines are decoded one by one.
    """
    named = None if format_name in (None, "auto") else formats.by_name(str(format_name))
    data = formats.read_bytes(file)
    if named is None and data.removeprefix(BOM_UTF8).lstrip().startswith(b"{"):
        named = formats.by_name("json-lines")
    if named is not None and named.name == "json-lines":
        return Input(data, None, overrides)
    return Input(data, named or formats.recognize(formats.decode(data)), overrides)


def _whole(option: str, text: str) -> int:
    total = read_total(text)
    if total is None:
        raise InputError(f"{option} wants a whole number, not {text}")
    return total
