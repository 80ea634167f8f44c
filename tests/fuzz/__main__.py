"""Coverage-guided fuzzing of one reader: ``python -m tests.fuzz FORMAT --seconds N``.

FORMAT is a format's name, or ``all`` for the recognition of formats and every reader and writer
behind it. A replay is read by a library in a process of its own: of that format it is the glance
at the data, and what is made of the reader's report. Runs until the time is up, exit code 0, or
until a property fails: its input is then in the directory of ``--keep``, if given. libFuzzer ends
the process by itself.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

atheris: Any = import_module("atheris")

with atheris.instrument_imports(include=["exactsweep"]):
    from exactsweep import formats

    for name in formats.names():
        formats.by_name(name)

from exactsweep.errors import InputError  # noqa: E402
from exactsweep.layout import Layout  # noqa: E402
from exactsweep.position import Position  # noqa: E402
from exactsweep.system import System  # noqa: E402
from tests.fuzz.properties import (  # noqa: E402
    READERS,
    REPLAY,
    check_all_readers,
    check_reader,
    check_recording,
)

ALL = "all"
TESTS = Path(__file__).parents[1]
LONGEST = 2048
"""Bytes of an input; longer ones say little more and take their time."""

SHORT = 60

SLOWEST = 60
"""Seconds that one input may take."""

MEGABYTES = 2048


def sources() -> Iterator[Position | System]:
    """The instances and some layouts, under priors and marks that make them fit other formats."""
    for path in sorted((TESTS.parent / "instances").glob("*.txt")):
        source = formats.read(path)
        yield source
        if isinstance(source, System):
            yield source.with_prior(1, None)
        elif source.topology.name == "grid":
            yield from (source.replace(mines=mines, flags="trusted") for mines in (None, 3))
    for rows, columns in ((1, 1), (2, 3), (5, 4), (16, 16)):
        mines = [(row, column) for row in range(rows) for column in range(row % 3, columns, 3)]
        layout = Layout.from_cells(rows, columns, mines)
        yield from (layout.finished(), layout.opened((0, columns - 1)))
    yield Position.from_rows(["0123-+----------"] * 16, mines=51)


SAVE = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :5:Mines
PARAMS  :3:3x2
CPARAMS :5:3x2n2
SEED    :1:1
DESC    :7:1,0,u84
PRIVDESC:7:1,0,u84
UI      :2:D0
TIME    :3:1.5
NSTATES :{states}
STATEPOS:1:2
"""
MOVES = """MOVE    :9:F0,0;F0,0
MOVE    :4:C2,0
SOLVE   :1:S
RESTART :7:1,0,u84
MOVE    :9:O0,1;C0,1
SOLVE   :1:S
"""

SPELLINGS = {
    "text": ["# c\n\nflags:untrusted\r\n+-\r\n#\r\n~*\r\n", "\ufeffdensity:  1/3\n0"],
    "constraints": ["# c\n-1:a,b\r\n\r\n2:"],
    "json-lines": ['\ufeff {"id": -7, "rows": ["\\u002d"], "flags": "untrusted"}\r\n\r\n'],
    "minesweepr-json": ['{"rules": [{"num_mines": 1, "cells": ["a"]}], "mine_prob": 1.5e-1}'],
    "jsm-url": ["https://a.b/c?d=e&analysis=adabaaacOb2#f", "analysis=ababaaabS"],
    "sgt": ["3x2a:08", "3x2n1:0,1,u80\n", "2:m4", "3:0,0,m000", "9x9n10#123", "4x1:rm,1,a"],
    "sgt-save": [SAVE.format(states="1:7") + MOVES, SAVE.format(states="1:2") + MOVES[:21]],
    "thesis": ["[[0 1 -2]\n [1, -1, -2]]", "0,1, -2\r\n8  -1 -2\r\n", " [ [ 0 ] ] "],
    "ms-toollib": ["[[0 1 10]\n [12, 11, 10]]", "0 12 11\n"],
    "gecode": ["# c\n1\n% c\n002\n#\n1.\n"],
    "emoji": ["1\u20e3\u2b1c\ufe0f\r\n\U0001f6a9\U0001f4a3"],
}
"""What the readers take and the writers do not write."""


def seeds(name: str) -> Iterator[bytes]:
    """Good and bad files to begin with."""
    yield from (spelling.encode() for spelling in SPELLINGS.get(name, ()))
    for source in sources():
        try:
            yield formats.write(source, name)
        except InputError:
            continue
    yield from (path.read_bytes() for path in sorted((TESTS / "data").rglob("*.*")))


def beginnings(name: str) -> list[bytes]:
    """The seeds of a format, each once; of all of them the short ones, since these take longer."""
    if name != ALL:
        return list(dict.fromkeys(seeds(name)))
    every = dict.fromkeys(data for reader in READERS for data in seeds(reader))
    return [data for data in every if len(data) <= SHORT]


def check(data: bytes, name: str) -> None:
    """Check one input; `InputError` is the only error that a reader may raise."""
    if name == ALL:
        check_all_readers(data)
        return
    if name == REPLAY:
        assert formats.by_name(REPLAY).looks_like(data) in (False, True)
        check_report(data)
        return
    # Most bytes that are changed are no text any more, which says nothing of the format.
    text = data if name in formats.BINARIES else data.decode(errors="ignore")
    try:
        check_reader(name, text)
    except InputError:
        return


def check_report(data: bytes) -> None:
    """Check a report of a replay's reader that is made from *data*."""
    given = atheris.FuzzedDataProvider(data)
    rows, columns = given.ConsumeIntInRange(1, 5), given.ConsumeIntInRange(1, 5)

    def cell() -> tuple[int, int]:
        return given.ConsumeIntInRange(0, 5), given.ConsumeIntInRange(0, 5)

    mines = [cell() for _ in range(given.ConsumeIntInRange(0, 6))]
    changes = [
        [(*cell(), given.ConsumeIntInRange(-1, 16)) for _ in range(given.ConsumeIntInRange(0, 6))]
        for _ in range(given.ConsumeIntInRange(0, 6))
    ]
    check_recording(rows, columns, mines, changes)


def options() -> Namespace:
    parser = ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("format", choices=[*READERS, REPLAY, ALL])
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--keep", type=Path, help="where to keep the inputs")
    return parser.parse_args()


def main() -> None:
    chosen = options()
    keep = chosen.keep or Path(mkdtemp())
    corpus = keep / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(beginnings(chosen.format)):
        (corpus / str(number)).write_bytes(data)
    arguments = {
        "max_total_time": chosen.seconds,
        "max_len": LONGEST,
        "timeout": SLOWEST,
        "rss_limit_mb": MEGABYTES,
        "print_final_stats": 1,
        "artifact_prefix": f"{keep}/",
    }
    flags = [f"-{key}={value}" for key, value in arguments.items()]
    atheris.Setup([sys.argv[0], *flags, str(corpus)], lambda data: check(data, chosen.format))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
