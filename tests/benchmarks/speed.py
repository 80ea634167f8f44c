"""CPU time from rows in memory to the fractions of every cell, beside a compiled peer.

The peer is ms-toollib's ``cal_probability_onboard`` (Rust, floats). Both take the same positions in
turn in one process; a position's time is its best of several, a set's figures are the median and
the 95th percentile over its positions.
"""

import gc
from collections.abc import Callable, Iterator
from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from exactsweep.position import Position
from exactsweep.probability import solve
from tests.benchmarks.positions import Bench, load

SETS = ("beginner", "intermediate", "expert", "big50", "big100")
SMALL = ("beginner", "intermediate", "expert")
PEER_MARKS = {**{str(number): number for number in range(9)}, "-": 10, "+": 11}


class Times(NamedTuple):
    """Milliseconds of CPU a position, in increasing order."""

    ours: list[float]
    peer: list[float]


def measure(name: str) -> Times:
    """Time every position of a set."""
    import ms_toollib

    repeats = 15 if name in SMALL else 3 if name == "big50" else 1
    ours, peer = [], []
    for bench in load(name):
        board = [[PEER_MARKS[mark] for mark in row] for row in bench.rows]
        best_ours = best_peer = float("inf")
        for _ in range(repeats):
            best_ours = min(best_ours, *(timed(solve_rows, bench) for _ in range(3)))
            best_peer = min(
                best_peer, timed(ms_toollib.cal_probability_onboard, board, bench.mines)
            )
        ours.append(1000 * best_ours)
        peer.append(1000 * best_peer)
    return Times(sorted(ours), sorted(peer))


def solve_rows(bench: Bench) -> object:
    """Return the probability of every covered cell."""
    return solve(Position.from_rows(bench.rows, mines=bench.mines)).mine


def timed(work: Callable[..., object], *arguments: object) -> float:
    """Return the CPU seconds of one call."""
    start = process_time()
    work(*arguments)
    return process_time() - start


def rows() -> Iterator[tuple[str, ...]]:
    """Yield the lines of the table."""
    gc.disable()
    for name in SETS:
        ours, peer = measure(name)
        middle, late = len(ours) // 2, int(len(ours) * 0.95)
        yield (
            name,
            f"{ours[middle]:.3f} / {ours[late]:.3f}",
            f"{peer[middle]:.3f} / {peer[late]:.3f}",
            f"{ours[middle] / peer[middle]:.3f}",
        )


def show(console: Console) -> None:
    """Print the table."""
    table = Table(title="CPU ms a position, median / 95th percentile")
    for heading in ("positions", "exactsweep, fractions", "ms-toollib, floats", "ratio of medians"):
        table.add_column(heading, justify="left" if heading == "positions" else "right")
    for row in rows():
        table.add_row(*row)
    console.print(table)
