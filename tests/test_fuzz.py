"""Every reader under coverage-guided fuzzing for a while, each in a process of its own."""

import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.properties import READERS, REPLAY

SECONDS = 10
PATIENCE = 300
"""Seconds for a run on a busy machine, its start and its last inputs included."""

ROOT = Path(__file__).parents[1]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        (sys.platform, platform.machine()) != ("linux", "x86_64") or sys.version_info >= (3, 14),
        reason="atheris is not made for it",
    ),
]


def number(pattern: str, report: str) -> int:
    """The number that the fuzzer's report gives last for a pattern."""
    return int(re.findall(pattern, report)[-1])


@pytest.mark.parametrize("name", [*READERS, REPLAY, "all"])
def test_nothing_but_values_and_input_errors(tmp_path: Path, name: str) -> None:
    command = [sys.executable, "-m", "tests.fuzz", name]
    done = subprocess.run(
        [*command, "--seconds", str(SECONDS), "--keep", str(tmp_path)],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        cwd=ROOT,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert [path.name for path in tmp_path.iterdir()] == ["corpus"]
    begun = number(r"INITED +cov: ([0-9]+)", done.stderr)
    reached = number(r"DONE +cov: ([0-9]+)", done.stderr)
    # Readers without a line of their own still run the ones that they share.
    assert 20 < begun <= reached
    assert number(r"number_of_executed_units: *([0-9]+)", done.stderr) > 100
    assert number(r"new_units_added: *([0-9]+)", done.stderr) > 0
