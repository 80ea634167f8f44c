"""Batches: many boards against brute force, order and ids, bad and stopped lines, exit codes."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from exactsweep.reason.results import Conflict
from tests.kinds import (
    EASY,
    KINDS,
    NO_INFERENCE,
    NO_SOLUTION,
    WIDE,
    assert_checks,
    assert_is_witness,
    assert_says,
    counted,
    header,
    inferred,
    line_of,
    solved,
    text_of,
)
from tests.oracle import Cell, Contents, Truth
from tests.program import COMMAND, answer, environment, read_terminal, run, terminals, whole_lines
from tests.real import EXPECTED, INSTANCES
from tests.strategies import BoardCase, boards
from tests.verdicts import assert_is_conflict

VERBS = ("solve", "check", "infer", "count")


class Truths:
    """What the program is to say of a board, from brute force."""

    def __init__(self, case: BoardCase) -> None:
        self.case = case
        self.truth: Truth = case.truth()

    def mine(self, cell: Cell) -> str | None:
        if self.truth.has_prior:
            return str(self.truth.mine(cell))
        forced = {**dict.fromkeys(self.truth.safe, "0"), **dict.fromkeys(self.truth.mines, "1")}
        return forced.get(cell)

    def contents(self, cell: Cell) -> dict[str, str | None]:
        found = self.truth.contents(cell)
        what: list[Contents] = ["mine", *range(9)]
        if self.truth.has_prior:
            return {str(key): str(found.get(key, 0)) for key in what}
        share = "1" if len(found) == 1 else None
        return {str(key): share if key in found else "0" for key in what}

    def solve(self) -> dict[str, Any]:
        case, truth = self.case, self.truth
        size = len(case.rows), len(case.rows[0])
        head = header(*size, case.mines, case.density)
        if not truth.consistent:
            return head | NO_SOLUTION
        cells = [
            {"row": cell[0], "column": cell[1], "mine": self.mine(cell)}
            | {"contents": self.contents(cell)}
            for cell in truth.front
            if isinstance(cell, tuple)
        ]
        placements = None if truth.placements is None else str(truth.placements)
        return head | solved(placements, cells, self.sea()) | self.wrong_flags()

    def sea(self) -> dict[str, Any] | None:
        sea = self.truth.sea
        if not sea:
            return None
        contents = [self.contents(cell) for cell in sea]
        agree = all(one == contents[0] for one in contents)
        more = {"contents": contents[0]} if agree else {}
        return {"cells": len(sea), "mine": self.mine(sea[0]), **more}

    def wrong_flags(self) -> dict[str, Any]:
        if self.case.flags == "trusted":
            return {}
        flags = {
            (r, c)
            for r, row in enumerate(self.case.rows)
            for c, mark in enumerate(row)
            if mark == "+"
        }
        return {"wrong_flags": [cell for cell in self.truth.safe if cell in flags]}

    def infer(self) -> dict[str, Any]:
        truth = self.truth
        if not truth.consistent:
            return NO_INFERENCE
        return inferred(list(truth.safe), list(truth.mines)) | self.wrong_flags()

    def count(self) -> dict[str, Any]:
        truth = self.truth
        placements = None if truth.placements is None else str(truth.placements)
        profile = {str(mines): str(ways) for mines, ways in sorted(truth.profile.items())}
        return counted(placements, profile, truth.feasible_totals)


many_boards = st.lists(boards(), min_size=40, max_size=40, unique=True)
generated = settings(max_examples=2, phases=[Phase.generate], deadline=None, database=None)


def batch_of(verb: str, cases: list[BoardCase], *options: str) -> Iterator[tuple[Truths, Any]]:
    """The cases with what the program says of them in one run."""
    content = "".join(line_of(case, id=number) for number, case in enumerate(cases))
    done = run(verb, "-", *options, text=content)
    assert (done.returncode, done.stderr) == (0, "")
    lines = whole_lines(done.stdout)
    assert [line.pop("id") for line in lines] == list(range(len(cases)))
    return zip(map(Truths, cases), lines, strict=True)


@generated
@given(many_boards)
def test_solve_of_many_boards(cases: list[BoardCase]) -> None:
    for truths, found in batch_of("solve", cases, "--contents"):
        assert_says(found, truths.solve())


@generated
@given(many_boards)
def test_infer_of_many_boards(cases: list[BoardCase]) -> None:
    for truths, found in batch_of("infer", cases):
        if not truths.truth.consistent:
            found.pop("wrong_flags", None)
        assert_says(found, truths.infer())


@generated
@given(many_boards)
def test_count_of_many_boards(cases: list[BoardCase]) -> None:
    for truths, found in batch_of("count", cases):
        assert_says(found, truths.count())


@generated
@given(many_boards)
def test_check_of_many_boards(cases: list[BoardCase]) -> None:
    for truths, found in batch_of("check", cases):
        assert found["consistent"] is truths.truth.consistent
        if truths.truth.consistent:
            assert_is_witness(truths.case, found["witness"])
            continue
        clues = [tuple(cell) for cell in found["conflict"].pop("clues")]
        assert found["conflict"]["minimal"] is True
        assert_is_conflict(truths.case, Conflict([*clues], **found["conflict"]))


BOARD_KINDS = [(kind, kind.case) for kind in KINDS.values() if isinstance(kind.case, BoardCase)]


@pytest.mark.parametrize("verb", VERBS)
def test_kinds(verb: str) -> None:
    """In a batch the kinds have the answers that they have alone, and no answer ends the run."""
    content = "".join(line_of(case) for _, case in BOARD_KINDS)
    done = run(verb, "-", "--json", text=content)
    assert (done.returncode, done.stderr) == (0, "")
    lines = whole_lines(done.stdout)
    for number, ((kind, _), found) in enumerate(zip(BOARD_KINDS, lines, strict=True), 1):
        assert next(iter(found)) == "id"
        assert found.pop("id") == number
        if verb == "check":
            assert_checks(kind, found)
        else:
            assert_says(found, getattr(kind, verb))


@pytest.mark.parametrize("name", ["elimination", "cpsat", "brute"])
def test_counters(name: str) -> None:
    """One batch a counter: boards with one and several components, and constraints."""
    cases = [case for _, case in BOARD_KINDS]
    for truths, found in batch_of("solve", cases, "--counter", name, "--contents"):
        assert_says(found, truths.solve())
    raw = KINDS["constraints"]
    assert_says(answer("count", "-", "--counter", name, text=text_of(raw.case)), raw.count)


def test_every_instance_is_answered_in_one_batch() -> None:
    """The exact values of all files under `instances/`, over overrides and ids."""
    lines = []
    for name in EXPECTED:
        if name.startswith("rules-"):
            continue
        content = (INSTANCES / name).read_text(encoding="utf-8").splitlines()
        kept = [line for line in content if line and not line.startswith("#")]
        keys: dict[str, str | int] = {}
        for key, _, value in (line.partition(": ") for line in kept if ":" in line):
            keys[key] = value
        if str(keys.get("mines")).isdigit():
            keys["mines"] = int(keys["mines"])
        rows = [line for line in kept if ":" not in line]
        lines.append(json.dumps({"id": name, **keys, "rows": rows}))
    done = run("solve", "-", text="\n".join(lines))
    assert (done.returncode, done.stderr) == (0, "")
    found = {line["id"]: line for line in whole_lines(done.stdout)}
    assert len(found) == len(lines) > 50
    for name, answered in found.items():
        expected = EXPECTED[name]
        assert answered["consistent"] is expected["consistent"]
        assert answered["placements"] == expected.get("placements")
        given = expected.get("mine_probability", {})
        cells = {f"{entry['row']},{entry['column']}": entry["mine"] for entry in answered["cells"]}
        assert {cell: given.get(cell) for cell in cells if cell in given} == {
            cell: mine for cell, mine in cells.items() if cell in given
        }


def test_batch_keeps_order_and_ids() -> None:
    ids: list[Any] = ["first", 7, -3, 10**30, "", 'é \u2028 " \\', "7"]
    content = "".join(line_of(EASY, id=identity) for identity in ids)
    content += "\n" + line_of(EASY) + "\r\n" + line_of(EASY).rstrip()
    done = run("check", "-", text=content)
    assert (done.returncode, done.stderr) == (0, "")
    lines = whole_lines(done.stdout)
    # Lines without an id are called by their number; blank ones count.
    assert [line["id"] for line in lines] == [*ids, 9, 11]
    assert all(list(line) == ["id", "consistent", "witness"] for line in lines)


def test_bad_lines_do_not_end_a_batch() -> None:
    bad = [
        '{"id": "total", "mines": -1, "rows": ["1-"]}',
        "no JSON",
        '{"id": 1.5, "rows": ["1-"]}',
        '{"id": null, "rows": ["1-"]}',
        '{"id": true, "rows": ["1-"]}',
        '{"id": "key", "rows": ["1-"], "colour": 1}',
        '{"id": "twice", "rows": ["1-"], "id": "again"}',
        '{"id": "ragged", "rows": ["1-", "-"]}',
        "[]",
    ]
    content = "\n".join([*bad, line_of(EASY, id="good")])
    done = run("solve", "-", text=content)
    assert (done.returncode, done.stderr) == (2, "")
    lines = whole_lines(done.stdout)
    names = ["total", 2, 3, 4, 5, "key", 7, "ragged", 9, "good"]
    assert [line["id"] for line in lines] == names
    for number, line in enumerate(lines[:-1], 1):
        assert list(line) == ["id", "error"]
        assert line["error"].startswith(f"line {number}")
        assert "\n" not in line["error"]
    assert lines[-1]["placements"] == "3"


def test_a_byte_that_is_no_text_does_not_end_a_batch(tmp_path: Path) -> None:
    file = tmp_path / "batch.jsonl"
    good = line_of(EASY).encode()
    file.write_bytes(good + b'{"rows": ["\xff"]}\n' + good)
    done = run("check", file)
    assert (done.returncode, done.stderr) == (2, "")
    assert [list(line) for line in whole_lines(done.stdout)] == [
        ["id", "consistent", "witness"],
        ["id", "error"],
        ["id", "consistent", "witness"],
    ]


def test_half_a_character_in_an_id_does_not_end_a_batch() -> None:
    content = line_of(EASY) + '{"id": "\\ud83d", "rows": ["1-"]}\n' + line_of(EASY)
    done = run("check", "-", text=content)
    assert "Traceback" not in done.stderr
    assert len(whole_lines(done.stdout)) == 3


@pytest.mark.parametrize(
    ("kinds", "code"),
    [("gg", 0), ("gsg", 3), ("gcs", 3), ("sbg", 2), ("bsg", 2), ("cb", 2), ("cg", 0), ("", 0)],
)
def test_exit_code_of_a_batch(kinds: str, code: int) -> None:
    """Bad lines over stopped ones over answers: good, stopped, bad and contradictory lines."""
    lines = {
        "g": line_of(EASY),
        "s": line_of(WIDE),
        "b": '{"rows": [9]}\n',
        "c": line_of(replace(EASY, mines=5)),
    }
    content = "".join(map(lines.__getitem__, kinds)) or "\n"
    done = run("solve", "-", "--counter", "brute", "--format", "json-lines", text=content)
    assert (done.returncode, done.stderr) == (code, "")
    found = whole_lines(done.stdout)
    assert [line["id"] for line in found] == list(range(1, len(kinds) + 1))
    for kind, line in zip(kinds, found, strict=True):
        assert (line.get("error") == "budget") is (kind == "s")
        assert ("error" in line) is (kind in "sb")


def test_overrides_apply_to_each_line() -> None:
    cases = [EASY, BoardCase(("--",), density=Fraction(1, 3)), BoardCase(("+-1",))]
    content = "".join(map(line_of, cases))
    options = ["--mines-left", "1", "--flags", "untrusted"]
    lines = whole_lines(run("solve", "-", *options, text=content).stdout)
    assert [line["mines"] for line in lines] == [1, 1, 2]
    assert [line["placements"] for line in lines] == ["3", "2", "1"]
    assert not any("density" in line for line in lines)
    assert lines[2]["wrong_flags"] == []


def test_a_query_of_each_line() -> None:
    cases = [EASY, replace(EASY, mines=2), BoardCase(("1-",))]
    done = run("query", "-", "--event", "0,1=mine", text="".join(map(line_of, cases)))
    assert (done.returncode, done.stderr) == (0, "")
    good, wrong, forced = whole_lines(done.stdout)
    assert_says(good, {"id": 1, "probability": "1/3"})
    assert list(wrong) == ["id", "error"]
    assert_says(forced, {"id": 3, "probability": "1"})


@terminals
def test_a_batch_goes_to_the_file_that_a_terminal_sends_it_to(tmp_path: Path) -> None:
    """Progress on a terminal's standard error leaves standard output alone."""
    import pty

    file = tmp_path / "batch.jsonl"
    file.write_text(line_of(EASY, id="a") * 20, encoding="utf-8")
    expected = run("solve", file).stdout
    ours, its = pty.openpty()
    with (
        (tmp_path / "out.jsonl").open("wb") as out,
        subprocess.Popen(
            [*COMMAND, "solve", str(file)], stdout=out, stderr=its, env=environment()
        ) as process,
    ):
        os.close(its)
        while read_terminal(ours):
            pass
        assert process.wait(60) == 0
    os.close(ours)
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8") == expected != ""


@terminals
def test_a_reader_that_leaves_early_is_no_error() -> None:
    """As ``| head -1`` does."""
    file = INSTANCES / "bench" / "expert.jsonl"
    with subprocess.Popen(
        [*COMMAND, "solve", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["id"] == "expert-000"
        process.stdout.close()
        assert process.stderr.read() == b""
        # Ended by the signal, as other programs are; an exit code would stand for an answer.
        assert process.wait(60) == -signal.SIGPIPE
