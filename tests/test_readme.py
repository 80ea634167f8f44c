"""The README's examples, run as they are written."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ exactsweep (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


VERBS = (
    "solve",
    "check",
    "infer",
    "count",
    "query",
    "explain",
    "certify",
    "verify",
    "convert",
)


def examples() -> list[tuple[str, str]]:
    text = README.read_text(encoding="utf-8")
    return [example for block in CONSOLE.findall(text) for example in COMMAND.findall(block)]


def test_readme_has_examples() -> None:
    assert len(examples()) >= 5


@pytest.mark.parametrize(("arguments", "output"), examples())
def test_console_example(arguments: str, output: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "exactsweep", *shlex.split(arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=README.parent,
        env={**os.environ, "COLUMNS": "120", "NO_COLOR": "1"},
    )
    assert run.stdout == output
    assert not run.stderr


def test_python_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(README.parent)
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 5
    assert not result.failed


def test_every_option_of_the_table_exists() -> None:
    """Each long option that the README names is one of some verb's help."""
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", README.read_text(encoding="utf-8")))
    helps = "".join(
        subprocess.run(
            [sys.executable, "-m", "exactsweep", verb, "--help"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for verb in VERBS
    )
    missing = {option for option in named if option not in helps}
    assert missing <= {"--strict"}
