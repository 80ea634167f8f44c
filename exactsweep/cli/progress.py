"""How far long work has come, on standard error where that is a terminal."""

import sys
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

Part = TypeVar("Part")

PATIENCE = 0.5
"""Seconds of work that nothing is shown of."""


def track(parts: Sequence[Part], doing: str) -> Iterator[Part]:
    """Yield *parts*; a bar appears where they take long, and goes away at their end."""
    if not sys.stderr.isatty():
        yield from parts
        return
    start, bar = monotonic(), None
    try:
        for done, part in enumerate(parts):
            if bar is None and monotonic() > start + PATIENCE:
                bar = _bar(doing, len(parts))
            if bar is not None:
                bar.update(bar.task_ids[0], completed=done)
            yield part
    finally:
        if bar is not None:
            bar.stop()


def _bar(doing: str, total: int) -> "Progress":
    """Start a bar; where one is shown already, as for a batch, this one stays unseen."""
    from rich.console import Console
    from rich.errors import LiveError
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True, redirect_stdout=False)
    bar.add_task(doing, total=total)
    try:
        bar.start()
    except LiveError:
        bar.disable = True
    return bar
