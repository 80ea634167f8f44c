"""The options that all verbs share, and the sources that they make of a file.

In: a file's name and options that override what it says. Out: one position or system, or a batch.
"""

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
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
    """What the command line says instead of the file: an *option* with its *value*, *flags*."""

    option: str | None
    value: int | Fraction | None
    flags: str | None

    def apply(self, source: Source) -> Source:
        """Return *source* under these; `InputError` for flags of a system without a board."""
        if isinstance(source, System):
            if self.flags is not None:
                raise InputError("--flags: constraints without a board have no flags")
            return source if self.option is None else source.with_prior(self._total, self._density)
        if self.flags is not None:
            source = source.replace(mines=source.mines, density=source.density, flags=self.flags)
        if self.option is None:
            return source
        if self.option == "--mines-left" and self._total is not None:
            return source.with_mines_left(self._total)
        return source.replace(mines=self._total, density=self._density)

    @property
    def _total(self) -> int | None:
        return self.value if isinstance(self.value, int) else None

    @property
    def _density(self) -> Fraction | None:
        return self.value if isinstance(self.value, Fraction) else None


def read_overrides(
    mines: str | None, mines_left: str | None, density: str | None, flags: str | None
) -> Overrides:
    """Return what these options say; `InputError` for a value that is none, or for two of them."""
    options = {"--mines": mines, "--mines-left": mines_left, "--density": density}
    given = {option: text for option, text in options.items() if text is not None}
    if len(given) > 1:
        raise InputError(f"{' and '.join(given)} exclude each other")
    if flags is not None:
        validated_trust(flags)
    for option, text in given.items():
        return Overrides(option, _READERS[option](text), flags)
    return Overrides(None, None, flags)


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


def _mines_left(text: str) -> int:
    left = read_total(text)
    if left is None:
        raise InputError(f"--mines-left wants a whole number, not {text}")
    return left


_READERS: Mapping[str, Callable[[str], int | Fraction | None]] = {
    "--mines": read_total,
    "--mines-left": _mines_left,
    "--density": parse_density,
}
