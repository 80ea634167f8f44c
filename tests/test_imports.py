"""Heavy libraries are loaded only where they are used, so that the program starts at once."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.real import INSTANCES

HEAVY = {"ortools", "networkx", "pysat", "pandas", "numpy", "rich", "typer"}
REPORT = """
import atexit, runpy, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
sys.argv[:] = ["exactsweep", *sys.argv[1:]]
runpy.run_module("exactsweep", run_name="__main__")
"""


def loaded_by(program: str, *arguments: str | Path) -> set[str]:
    """The heavy libraries that a Python program has loaded when it ends."""
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    modules = done.stderr.split()
    assert "sys" in modules
    return HEAVY & {name.partition(".")[0] for name in modules}


@pytest.fixture(scope="module")
def expert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A position of the benchmark that leaves much open."""
    content = (INSTANCES / "bench" / "expert.jsonl").read_text(encoding="utf-8")
    record = json.loads(content.split("\n")[0])
    file = tmp_path_factory.mktemp("imports") / "expert"
    file.write_text("\n".join([f"mines: {record['mines']}", *record["rows"], ""]), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def torus(expert: Path) -> Path:
    file = expert.with_name("torus")
    file.write_text("mines: 3\ntopology: torus\n1---\n----\n--2-\n", encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def constraints(expert: Path) -> Path:
    file = expert.with_name("constraints")
    file.write_text("1:a,b\n2:b,c,d\n", encoding="utf-8")
    return file


def test_the_package_loads_nothing() -> None:
    report = "; import sys; print(*sys.modules, file=sys.stderr)"
    assert loaded_by(f"import exactsweep{report}") == set()
    solve = "exactsweep.solve(exactsweep.Position.from_rows(['1-', '--'], mines=1)).mine"
    assert loaded_by(f"import exactsweep; {solve}{report}") == set()


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"]])
def test_help(arguments: list[str]) -> None:
    assert loaded_by(REPORT, *arguments) == {"typer"}


@pytest.mark.parametrize(
    ("verb", "options", "more"),
    [
        ("solve", ["--json"], set()),
        ("solve", ["--json", "--contents", "--decimals", "3"], set()),
        ("solve", [], {"rich"}),
        ("count", ["--json"], set()),
        ("infer", ["--json", "--method", "single-point"], set()),
        ("infer", ["--json", "--method", "pairs"], set()),
        ("infer", ["--json", "--method", "window"], set()),
        ("infer", ["--json", "--method", "count"], set()),
        ("infer", ["--json"], {"pysat"}),
        ("check", ["--json"], {"pysat"}),
    ],
)
def test_on_a_grid(expert: Path, verb: str, options: list[str], more: set[str]) -> None:
    assert loaded_by(REPORT, verb, expert, *options) == {"typer"} | more


@pytest.mark.parametrize(
    ("verb", "more"), [("solve", {"networkx"}), ("infer", {"networkx", "pysat"})]
)
def test_on_a_torus(torus: Path, verb: str, more: set[str]) -> None:
    assert loaded_by(REPORT, verb, torus, "--json") == {"typer"} | more


def test_on_constraints(constraints: Path) -> None:
    assert loaded_by(REPORT, "count", constraints, "--json") == {"typer", "networkx"}


def test_on_a_contradiction(expert: Path) -> None:
    """Saying no needs no solver; saying which numbers conflict does."""
    file = expert.with_name("contradiction")
    file.write_text("2-\n0-\n", encoding="utf-8")
    assert loaded_by(REPORT, "solve", file, "--json") == {"typer"}
    assert loaded_by(REPORT, "check", file, "--json") <= {"typer", "networkx", "pysat"}


def test_on_a_batch(expert: Path) -> None:
    assert loaded_by(REPORT, "solve", INSTANCES / "bench" / "beginner.jsonl") == {"typer"}
    # The last counter needs its library even for an easy position.
    assert "ortools" in loaded_by(REPORT, "solve", expert, "--json", "--counter", "cpsat")


def test_on_bad_usage() -> None:
    done = subprocess.run(
        [sys.executable, "-c", REPORT, "solve", "-", "--counter", "nope"],
        input="1-\n",
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2
    complaint, modules = done.stderr.split("\n")[:2]
    assert complaint.startswith("exactsweep: ")
    assert HEAVY & {name.partition(".")[0] for name in modules.split()} == {"typer"}
