"""What the program tells people: boards that fit, colours, and words that are true."""

import json
import re
from pathlib import Path

import pytest

from tests.kinds import EASY, KINDS, text_of
from tests.program import in_terminal, is_coloured, plain, run, terminals
from tests.real import INSTANCES
from tests.strategies import BoardCase

VERBS = ("solve", "check", "infer", "count")


@pytest.mark.parametrize("verb", [*VERBS, "query"])
def test_piped_text_has_no_escapes(verb: str) -> None:
    options = ["--event", "0,1=mine"] if verb == "query" else []
    done = run(verb, "-", *options, text=text_of(EASY))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
    assert "\x1b" not in done.stdout


@terminals
def test_colours_in_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "position"
    file.write_text(text_of(EASY), encoding="utf-8")
    for verb in ("solve", "check"):
        written = in_terminal(verb, file)
        assert is_coloured(written)
        without = in_terminal(verb, file, NO_COLOR="1")
        assert not is_coloured(without)
        assert plain(without) == plain(written)
        assert "\x1b" not in in_terminal(verb, file, "--json")


@terminals
@pytest.mark.parametrize(
    ("verb", "columns"),
    [("solve", 80), ("solve", 120), ("solve", 40), ("check", 80), ("infer", 80)],
)
def test_boards_fit_the_terminal(tmp_path: Path, verb: str, columns: int) -> None:
    """Boards of 30 and 50 columns, drawn with all rows, or said to be too wide."""
    for name, rows, width in (("expert", 16, 30), ("big50", 50, 50)):
        bench = (INSTANCES / "bench" / f"{name}.jsonl").read_text(encoding="utf-8")
        position = json.loads(bench.split("\n")[0])
        file = tmp_path / name
        case = BoardCase(tuple(position["rows"]), position["mines"])
        file.write_text(text_of(case), encoding="utf-8")
        lines = plain(in_terminal(verb, file, columns=columns)).split("\n")
        assert max(map(len, lines)) <= columns
        drawn = all(any(line.startswith(f"{row:2}") for line in lines) for row in range(rows))
        assert drawn or (columns < width and any("too wide" in line for line in lines))


def said(text: str, *arguments: str, code: int = 0) -> str:
    """What the program tells a person, on one line."""
    done = run(*arguments, text=text)
    assert (done.returncode, done.stderr) == (code, "")
    return " ".join(done.stdout.split())


def test_people_are_told_what_is_safe_and_safest() -> None:
    certain = said("mines: 2\n0+1+--\n", "solve", "-", "--flags", "untrusted")
    assert "safe 0,1" in certain
    assert "mines 0,3" in certain
    assert "wrong flags 0,1" in certain
    guess = said(text_of(KINDS["a density"].case), "solve", "-")
    assert re.search(r"safest 1,0 1,2\b.*1/9", guess)
    assert "11%" in guess


def test_nothing_is_called_safest_where_all_are_mines() -> None:
    assert "safest" not in said("mines: 2\n--\n", "solve", "-")
    assert "safest" not in said("2-\n2-\n", "solve", "-")


def test_people_are_told_the_probabilities_of_constraints() -> None:
    told = said("1:a,b\n2:b,c,d\n", "solve", "-", "--density", "1/3")
    for name, mine in (("a", "1/5"), ("b", "4/5"), ("c", "3/5"), ("d", "3/5")):
        assert re.search(rf"\b{name}\b", told)
        assert mine in told


@pytest.mark.parametrize("verb", VERBS)
def test_people_are_told_which_numbers_conflict(verb: str) -> None:
    told = said("-2-0-\n", verb, "-", code=1)
    assert "No placement exists" in told
    assert "0,1=2" in told
    assert "0,3=0" in told


def test_people_are_told_that_the_total_is_impossible() -> None:
    assert "total alone" in said("mines: 3\n--\n", "check", "-", code=1)


def test_no_more_is_said_of_a_conflict_than_is_true() -> None:
    """Two numbers, each impossible by itself: without either there is still no placement."""
    told = said("4-~-4\n", "check", "-", code=1)
    assert "there is a placement" not in told
    few = said("mines: 1\n2-~-2\n--~--\n", "check", "-", code=1)
    assert "there is a placement" not in few


def test_names_are_printed_as_they_are() -> None:
    """Square brackets mean nothing."""
    name = "[bold]b[/red][link=x]"
    for verb in ("check", "infer"):
        assert name in said(f"1:{name}\n", verb, "-")


def test_an_unknown_total_is_said_to_be_unknown() -> None:
    told = said(text_of(KINDS["an unknown total"].case), "solve", "-")
    assert "?" in told
    assert "unknown" in told
    assert "%" not in told


def test_help_names_every_verb() -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    for verb in (*VERBS, "query"):
        assert re.search(rf"\b{verb}\b", done.stdout)
        about = run(verb, "--help")
        assert (about.returncode, about.stderr) == (0, "")
        assert "--time-limit" in about.stdout
