"""The time of an explanation beside that of the solve, on expert positions, in one process."""

from statistics import median
from time import process_time

from rich.console import Console

from exactsweep.position import Position
from exactsweep.probability import solve
from exactsweep.reason.explanation import explain
from tests.benchmarks.positions import load

TAKEN = 5
"""Every so many positions are measured."""


def show(console: Console) -> None:
    """Print medians and 95th percentiles in milliseconds."""
    solves, one, smallest = [], [], []
    for bench in load("expert")[::TAKEN]:
        position = Position.from_rows(bench.rows, bench.mines)
        start = process_time()
        solution = solve(position)
        forced = [*solution.safe, *solution.mines]
        solves.append(process_time() - start)
        for cell in forced:
            start = process_time()
            explain(position, cell)
            one.append(process_time() - start)
        for cell in forced[:3]:
            start = process_time()
            explain(position, cell, smallest=True)
            smallest.append(process_time() - start)
    for name, times in (("solve", solves), ("explain", one), ("explain --smallest", smallest)):
        high = sorted(times)[int(0.95 * len(times))]
        figures = f"median {1000 * median(times):.2f} ms, 95% {1000 * high:.2f} ms"
        console.print(f"{name}: {figures} ({len(times)} times)")
