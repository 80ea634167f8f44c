"""``python -m tests.benchmarks [PART ..]``: all parts if none is named."""

import sys

from rich.console import Console

from tests.benchmarks import explaining, hard, speed, startup

PARTS = {
    "speed": speed.show,
    "hard": hard.show,
    "startup": startup.show,
    "explain": explaining.show,
}

for name in sys.argv[1:] or PARTS:
    PARTS[name](Console())
