"""The verb ``convert``: from a file to the same position in another format.

In: a `Reading` and the name of a format. Out: the file's bytes, on standard output or as a file
that is there whole or not at all.
"""

import sys
from typing import Annotated

import typer

from exactsweep import formats
from exactsweep.cli.inputs import BATCH, Input, read_input
from exactsweep.cli.options import Reading
from exactsweep.errors import ExactsweepError, InputError
from exactsweep.files import write_whole
from exactsweep.position import Position
from exactsweep.system import System


def convert(
    reading: Reading,
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="The format to write.")],
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Where to, else standard output.")
    ] = None,
) -> int:
    """Write a position in another format, exactly or not at all."""
    formats.by_name(to)
    source_input = read_input(reading)
    code = 0
    if source_input.is_batch and to == BATCH:
        data, code = _batch(source_input)
    elif source_input.is_batch:
        data = formats.write(_only(source_input), to)
    else:
        data = formats.write(source_input.single(), to)
    _write(data, out)
    return code


def _batch(source_input: Input) -> tuple[bytes, int]:
    """Return a batch as JSON Lines, and 2 if any line was bad, else 0."""
    from json import dumps

    from exactsweep.formats.json_lines import dump_line

    lines, code = [], 0
    for identity, source in source_input.records():
        try:
            if isinstance(source, ExactsweepError):
                raise source
            assert isinstance(source, Position)
            lines.append(dump_line(source, identity))
        except InputError as error:
            code = 2
            lines.append(dumps({"id": identity, "error": str(error)}))
    return "".join(f"{line}\n" for line in lines).encode(), code


def _only(source_input: Input) -> Position | System:
    """Return the only position of a batch; `InputError` where it has none or several."""
    sources = [source for _, source in source_input.records()]
    if len(sources) != 1:
        raise InputError(f"there are {len(sources)} positions; only {BATCH} holds several")
    if isinstance(sources[0], ExactsweepError):
        raise sources[0]
    return sources[0]


def _write(data: bytes, out: str | None) -> None:
    if out is not None:
        write_whole(out, data)
        return
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
