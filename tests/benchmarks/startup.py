"""CPU of whole processes, in units of an empty Python."""

import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

EXPERT = Path(__file__).parents[2] / "instances" / "expert-scattered-numbers.txt"
COMMANDS = {
    "an empty Python": ["-c", "pass"],
    "exactsweep --help": ["-m", "exactsweep", "--help"],
    "exactsweep solve, expert": ["-m", "exactsweep", "solve", str(EXPERT)],
    "exactsweep infer, expert": ["-m", "exactsweep", "infer", str(EXPERT)],
}


def cpu(arguments: Sequence[str]) -> float:
    """Return the least CPU seconds of several runs."""
    best = float("inf")
    for _ in range(10):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def show(console: Console) -> None:
    """Print the table."""
    empty = cpu(COMMANDS["an empty Python"])
    for name, arguments in COMMANDS.items():
        seconds = cpu(arguments)
        console.print(f"{name}: {seconds:.3f} s, {seconds / empty:.1f} times an empty Python")
