"""The hard positions, each in a process of its own under a limit on time and memory."""

import json
import resource
import subprocess
import sys
from typing import NamedTuple

from rich.console import Console
from rich.progress import track

from exactsweep.position import Position
from exactsweep.probability import solve
from tests.benchmarks.positions import load

SECONDS = 20
BYTES = 6 * 2**30


class Outcome(NamedTuple):
    """CPU seconds and megabytes of a solve, or why there are none."""

    id: str
    seconds: float
    megabytes: float
    error: str


def child(identity: str) -> None:
    """Solve one position and print its outcome."""
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    bench = next(bench for bench in load("hard") if bench.id == identity)
    before = resource.getrusage(resource.RUSAGE_SELF)
    error = ""
    try:
        _ = solve(Position.from_rows(bench.rows, mines=bench.mines)).mine
    except Exception as stopped:
        error = type(stopped).__name__
    after = resource.getrusage(resource.RUSAGE_SELF)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(json.dumps(Outcome(identity, seconds, after.ru_maxrss / 1024, error)))


def outcome(identity: str) -> Outcome:
    """Run `child` in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.hard", identity]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        return Outcome(identity, float("inf"), 0.0, f"ended with {run.returncode}")
    return Outcome(*json.loads(run.stdout))


def show(console: Console) -> None:
    """Print how many are solved, the slowest, and what is not."""
    outcomes = [outcome(b.id) for b in track(load("hard"), "hard", console=Console(stderr=True))]
    solved = sorted((o for o in outcomes if not o.error), key=lambda o: o.seconds)
    console.print(
        f"solved {len(solved)} of {len(outcomes)} within {SECONDS} s of CPU and "
        f"{BYTES // 2**30} GiB; median {solved[len(solved) // 2].seconds:.3f} s, "
        f"slowest {solved[-1].seconds:.1f} s ({solved[-1].id}), "
        f"most memory {max(o.megabytes for o in solved):.0f} MB"
    )
    for failed in (o for o in outcomes if o.error):
        console.print(f"not solved: {failed.id}: {failed.error}")


if __name__ == "__main__":
    child(sys.argv[1])
