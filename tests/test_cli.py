"""What the program answers for one position: the JSON of every verb, and exit codes."""

import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tests.kinds import (
    KINDS,
    NO_INFERENCE,
    WIDE,
    assert_checks,
    assert_says,
    cells_of,
    header,
    solved,
    text_of,
)
from tests.program import answer, one_line, run, whole_lines
from tests.real import INSTANCES

README = INSTANCES / "minesweepr-readme.txt"


def ask(verb: str, name: str) -> Any:
    """What *verb* says of a kind; the exit code says whether the answer is no."""
    kind = KINDS[name]
    return answer(verb, "-", text=text_of(kind.case), code=int(kind.conflict is not None))


@pytest.mark.parametrize("name", KINDS)
def test_json_of_solve(name: str) -> None:
    assert_says(ask("solve", name), KINDS[name].solve)


SOME = ["a total", "numbers in conflict", "untrusted flags", "constraints"]
"""The others are asked in batches."""


@pytest.mark.parametrize("name", [*SOME, "constraints in conflict"])
@pytest.mark.parametrize("verb", ["infer", "count"])
def test_json_of(verb: str, name: str) -> None:
    assert_says(ask(verb, name), getattr(KINDS[name], verb))


@pytest.mark.parametrize("name", SOME)
def test_json_of_check(name: str) -> None:
    assert_checks(KINDS[name], ask("check", name))


def test_json_of_check_of_constraints_in_conflict() -> None:
    """Constraints are called by their place from 0 on, since they have no cell."""
    name = "constraints in conflict"
    assert_checks(KINDS[name], ask("check", name))


def test_the_designs_own_example() -> None:
    mines = ["0", "1", "1", "1", "0", "6/77", "71/77", "0", "6/77"]
    places = [(0, 3), (1, 3), (2, 3), (3, 3), (4, 3), (5, 0), (5, 1), (5, 2), (5, 3)]
    # 100 cells, 15 of them shown and 9 more seen.
    sea = {"cells": 76, "mine": "6/77"}
    cells = cells_of(dict(zip(places, mines, strict=True)))
    assert_says(answer("solve", README), header(10, 10, 10) | solved("237093780", cells, sea))


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("a total", ["--event", "0,1=mine"], "1/3"),
        ("a total", ["--event", "0,1=mine 1,3=mine"], "1/12"),
        ("a total", ["--event", "0,1=mine", "--given", "1,0=safe"], "1/2"),
        ("a total", ["--event", "0,1=mine", "--given", "0,1=mine"], "1"),
        ("a total", ["--event", "0,1=mine 0,2=mine 0,3=mine"], "0"),
        # Two of three times the first mine is next to it, and then, one of two times, no other.
        ("a total", ["--event", "1,1=1"], "1/3"),
        ("a total", ["--event", "1,3=1", "--given", "1,1=mine"], "3/4"),
        ("a total", ["--event", "1,3=0"], "0"),
        ("a total", ["--event", "0,0=1 0,1=safe"], "2/3"),
        ("a total", ["--event", "0,0=2"], "0"),
        ("a total", ["--event", "0,0=mine"], "0"),
        ("a density", ["--event", "1,0=mine 1,2=mine"], "1/9"),
        ("a density", ["--event", "0,1=1", "--mines", "1"], "1/2"),
        ("an unknown total", ["--event", "0,1=mine 0,6=safe"], "1"),
        ("a torus", ["--event", "0,3=mine"], "1/2"),
        ("constraints", ["--event", "a=safe c=mine", "--mines", "2"], "1/2"),
        ("constraints", ["--event", "b=mine", "--given", "d=mine", "--density", "1/3"], "2/3"),
    ],
)
def test_json_of_query(name: str, options: list[str], expected: str) -> None:
    found = answer("query", "-", *options, text=text_of(KINDS[name].case))
    assert_says(found, {"probability": expected})


def test_query_of_a_contradiction_is_no_answer() -> None:
    done = run("query", "-", "--event", "0,0=mine", text="0-\n1-\n")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def share(**some: str | None) -> dict[str, str | None]:
    """Contents by ``mine``, ``n0``, ``n1`` and so on; what is not named is impossible."""
    return {
        key: some.get("mine" if key == "mine" else f"n{key}", "0") for key in ["mine", *"012345678"]
    }


@pytest.mark.parametrize(
    ("rows", "options", "cells", "sea"),
    [
        ("1--", ["--mines", "2"], [share(mine="1")], share(mine="1")),
        ("1--", ["--mines", "1"], [share(mine="1")], share(n1="1")),
        ("--", ["--mines", "1"], [], share(mine="1/2", n1="1/2")),
        # In a row of three the middle cell can see more than the others.
        ("---", ["--mines", "1"], [], None),
        # The ends of the row see nothing but the 1.
        ("-1-", [], [share(mine=None, n0=None)] * 2, None),
        ("-1-", ["--density", "1/7"], [share(mine="1/2", n0="1/2")] * 2, None),
        ("--", [], [], share(mine=None, n0=None, n1=None)),
        ("0-*", [], [share(n1="1")], None),
    ],
)
def test_contents(rows: str, options: list[str], cells: list[Any], sea: object) -> None:
    found = answer("solve", "-", "--contents", *options, text=f"{rows}\n")
    assert_says([cell["contents"] for cell in found["cells"]], cells)
    assert_says((found["sea"] or {}).get("contents"), sea)


@pytest.mark.parametrize("name", ["numbers in conflict", "nothing covered"])
def test_contents_of_no_cells(name: str) -> None:
    kind = KINDS[name]
    code = int(not kind.solve["consistent"])
    found = answer("solve", "-", "--contents", text=text_of(kind.case), code=code)
    assert_says(found, kind.solve)


@pytest.mark.parametrize(
    ("options", "mines", "placements"),
    [
        (["--mines", "3"], 3, "2"),
        (["--mines", "5"], 5, "0"),
        (["--mines-left", "1"], 3, "2"),
        (["--mines-left", "2"], 4, "1"),
        (["--mines-left", "3", "--flags", "trusted"], 5, "0"),
        (["--mines", "unknown"], None, None),
        (["--density", "2/6"], None, None),
    ],
)
def test_overrides(options: list[str], mines: int | None, placements: str | None) -> None:
    """One flag, which pays the 1, one shown mine, and two cells that no number sees."""
    text = "mines: 2\n+1-~*~--\n"
    found = answer("solve", "-", *options, text=text, code=int(placements == "0"))
    assert found["mines"] == mines
    assert found["placements"] == placements
    assert found.get("density") == ("1/3" if "--density" in options else None)


def test_flags_override() -> None:
    text = "mines: 2\n0+1+--\n"
    assert answer("check", "-", text=text, code=1)["consistent"] is False
    assert_says(
        answer("solve", "-", "--flags", "untrusted", text=text), KINDS["untrusted flags"].solve
    )
    trusted = text.replace("mines", "flags: untrusted\nmines")
    assert answer("solve", "-", "--flags", "trusted", text=trusted, code=1)["cells"] == []


@pytest.mark.parametrize("option", ["--mines", "--mines-left"])
def test_a_total_for_constraints(option: str) -> None:
    found = answer("solve", "-", option, "2", text=text_of(KINDS["constraints"].case))
    mines = {"a": "0", "b": "1", "c": "1/2", "d": "1/2"}
    cells = [{"cell": name, "mine": mine} for name, mine in mines.items()]
    assert_says(found, {"mines": 2} | solved("2", cells, None))


def test_decimals() -> None:
    """Every probability has so many places, those of contents too."""
    found = answer("solve", README, "--decimals", "3", "--contents")
    expected = [float(Fraction(entry["mine"])) for entry in answer("solve", README)["cells"]]
    assert [entry["mine"] for entry in found["cells"]] == [f"{mine:.3f}" for mine in expected]
    assert found["sea"]["mine"] == "0.078"
    for entry in found["cells"]:
        assert all(re.fullmatch(r"[01]\.\d{3}", share) for share in entry["contents"].values())
    none = answer("query", README, "--event", "5,1=mine", "--decimals", "0")
    assert_says(none, {"probability": "1"})
    long = answer("query", README, "--event", "5,1=mine", "--decimals", "12")
    assert_says(long, {"probability": "0.922077922078"})


@pytest.mark.parametrize(
    ("method", "safe", "mines"),
    [
        ("single-point", [], []),
        ("pairs", [[0, 1]], [[0, 0], [0, 2]]),
        ("window", [[0, 1]], [[0, 0], [0, 2]]),
        ("sat", [[0, 1]], [[0, 0], [0, 2]]),
        ("count", [[0, 1]], [[0, 0], [0, 2]]),
    ],
)
def test_methods(method: str, safe: list[object], mines: list[object]) -> None:
    """A rule that finds no contradiction has not shown that there is none."""
    consistent = True if method in ("sat", "count") else None
    expected = {"id": 1, "consistent": consistent, "safe": safe, "mines": mines, "method": method}
    text = '{"rows": ["---", "121"]}\n{"rows": ["2-", "0-"]}\n'
    done = run("infer", "-", "--method", method, text=text)
    found, impossible = whole_lines(done.stdout)
    assert_says(found, expected)
    assert_says(impossible, {"id": 2} | NO_INFERENCE | {"method": method})


def test_standard_input_and_files_are_read_alike(tmp_path: Path) -> None:
    content = "\ufeffmines: 2\r\n1---\r\n----\r\n"
    file = tmp_path / "position"
    file.write_text(content, encoding="utf-8", newline="")
    expected = KINDS["a total"].solve
    assert_says(answer("solve", file), expected)
    assert_says(answer("solve", "-", text=content), expected)
    assert_says(answer("solve", file, "--format", "text"), expected)


@pytest.fixture
def any_digits() -> Iterator[None]:
    """Integers of any length become text."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(limit)


@pytest.mark.usefixtures("any_digits")
def test_integers_of_any_length_print(tmp_path: Path) -> None:
    file = tmp_path / "half"
    file.write_text("mines: 9000\n" + ("-" * 300 + "\n") * 60, encoding="utf-8")
    placements = str(comb(18000, 9000))
    assert len(placements) > 4300
    for verb in ("solve", "count"):
        assert answer(verb, file)["placements"] == placements
        done = run(verb, file)
        assert (done.returncode, done.stderr) == (0, "")
        assert str(len(placements)) in done.stdout


def test_ids_and_names_print_whatever_the_encoding() -> None:
    for text in ('{"id": "\u00e9", "rows": ["1-"]}\n', "1:\u00e9\n"):
        done = run("check", "-", "--json", text=text, PYTHONIOENCODING="ascii")
        assert "Traceback" not in done.stderr
        assert done.returncode == 0
        (line,) = whole_lines(done.stdout)
        assert "\u00e9" in (line.get("id"), *line["witness"])


def test_what_stops_in_a_single_run_is_one_object_and_one_line() -> None:
    done = run("solve", "-", "--counter", "brute", "--json", text=text_of(WIDE))
    assert done.returncode == 3
    (found,) = whole_lines(done.stdout)
    assert found["error"] == "budget"
    assert str(found["message"]) in one_line(done.stderr)
