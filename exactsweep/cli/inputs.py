"""From a file and the options for reading it to what is asked about: one source, or a batch.

In: a `Reading`. Out: an `Input`: one position or system, or the records of a batch, each under what
the command line says instead of the file.
"""

import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from exactsweep import formats
from exactsweep.cli.options import Reading
from exactsweep.errors import InputError, quote
from exactsweep.events import parse_cell
from exactsweep.formats.fields import read_total
from exactsweep.layout import Recording
from exactsweep.position import Position, parse_density, validated_trust
from exactsweep.system import System

Source: TypeAlias = Position | System

ALL = "all"
AUTO = "auto"
BATCH = "json-lines"


@dataclass(frozen=True, slots=True)
class View:
    """Which position of a recording is meant: the *finished* board, a first click, or a *move*."""

    finished: bool = False
    opening: tuple[int, int] | None = None
    move: int | None = None

    def of(self, content: formats.Content) -> Source:
        """Return the position that is meant; `InputError` where *content* is no recording."""
        if isinstance(content, Recording):
            return self._position(content)
        if self != View():
            raise InputError(f"{self._option} is for layouts and games; this file has no layout")
        return content

    def _position(self, recording: Recording) -> Position:
        if self.finished:
            return recording.layout.finished()
        if self.opening is not None:
            return recording.layout.opened(self.opening)
        return recording.current if self.move is None else recording.after(self.move)

    @property
    def _option(self) -> str:
        return "--reveal" if self.finished else "--open" if self.opening else "--move"


@dataclass(frozen=True, slots=True)
class Prior:
    """What is said instead of the file: an *option* with its *value*, and *flags*."""

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


@dataclass(frozen=True, slots=True)
class Input:
    """What a file says: a *single* content, the *lines* of a batch, or every position of a *game*.

    Just one of them is not None.
    """

    prior: Prior
    view: View = View()
    content: formats.Content | None = None
    lines: list[bytes] | None = None
    game: Recording | None = None

    @property
    def is_batch(self) -> bool:
        """Whether this is a batch, which is answered in JSON Lines."""
        return self.content is None

    @property
    def size(self) -> int:
        """How many positions a batch has."""
        if self.game is not None:
            return len(self.game.positions)
        return sum(1 for line in self.lines or () if line.strip())

    def single(self) -> Source:
        """Return the only position of the file."""
        assert self.content is not None
        return self.prior.apply(self.view.of(self.content))

    def records(self) -> Iterator[tuple[str | int, Source | InputError]]:
        """Yield the id of each position of a batch with it, or with what is wrong with it.

        Positions of a game are known by the number of moves before them.
        """
        if self.game is not None:
            for number, position in enumerate(self.game.positions):
                yield number, self.prior.apply(position)
            return
        from exactsweep.formats.json_lines import read_lines

        for record in read_lines(self.lines or ()):
            if record.position is None:
                assert record.error is not None
                yield record.id, record.error
            else:
                yield record.id, self.prior.apply(record.position)


def read_input(reading: Reading) -> Input:
    """Read a file; `InputError` where that fails or its format is not to be told."""
    prior, view = read_prior(reading), read_view(reading)
    name = None if reading.format_name == AUTO else reading.format_name
    if name is not None:
        formats.by_name(name)
    data = formats.read_bytes(reading.file)
    if name == BATCH or (name is None and _is_batch(data)):
        if view != View() or reading.move:
            raise InputError("--reveal, --open and --move are for layouts and games, not batches")
        return _said(reading, BATCH, Input(prior, lines=data.removeprefix(BOM_UTF8).split(b"\n")))
    found, content = formats.load(data, name)
    if reading.move != ALL:
        return _said(reading, found.name, Input(prior, view, content))
    if not isinstance(content, Recording):
        raise InputError(f"--move is for games; a file in the format {found.name} is none")
    return _said(reading, found.name, Input(prior, game=content))


def read_prior(reading: Reading) -> Prior:
    """Return what is said instead of the file; `InputError` for a wrong value, or for two."""
    options = {
        "--mines": reading.mines,
        "--mines-left": reading.mines_left,
        "--density": reading.density,
    }
    given = {option: text for option, text in options.items() if text is not None}
    if len(given) > 1:
        raise InputError(f"{' and '.join(given)} exclude each other")
    if reading.flags is not None:
        validated_trust(reading.flags)
    for option, text in given.items():
        return Prior(option, _PRIORS[option](text), reading.flags)
    return Prior(None, None, reading.flags)


def read_view(reading: Reading) -> View:
    """Return which position is meant; `InputError` for a value that is none, or for two."""
    options = {"--reveal": reading.reveal, "--open": reading.opening, "--move": reading.move}
    given = [option for option, value in options.items() if value]
    if len(given) > 1:
        raise InputError(f"{' and '.join(given)} exclude each other")
    opening = None if reading.opening is None else parse_cell(reading.opening)
    move = None if reading.move in (None, ALL) else _move(str(reading.move))
    return View(reading.reveal, opening, move)


def _is_batch(data: bytes) -> bool:
    """Whether *data* begin with a brace and are not one object in another format."""
    if not data.removeprefix(BOM_UTF8).lstrip().startswith(b"{"):
        return False
    try:
        return not formats.by_name("minesweepr-json").looks_like(formats.decode(data))
    except InputError:
        return True


def _said(reading: Reading, name: str, source_input: Input) -> Input:
    if reading.verbose:
        print(f"exactsweep: {reading.file} is read as {name}", file=sys.stderr)
    return source_input


def _mines_left(text: str) -> int:
    left = read_total(text)
    if left is None:
        raise InputError(f"--mines-left wants a whole number, not {text}")
    return left


def _move(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise InputError(f"--move wants the number of a move or {ALL}, not {quote(text)}")
    return int(text)


_PRIORS: Mapping[str, Callable[[str], int | Fraction | None]] = {
    "--mines": read_total,
    "--mines-left": _mines_left,
    "--density": parse_density,
}
