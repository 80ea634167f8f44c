"""Our text format and the registry, and the files that come with them."""

import io
import json
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactsweep.errors import InputError
from exactsweep.formats import (
    Format,
    by_name,
    constraints,
    decode,
    json_lines,
    load,
    names,
    parse,
    read,
    read_bytes,
    recognize,
    text,
)
from exactsweep.position import Position
from exactsweep.system import System, constraint_system

INSTANCES = Path(__file__).parents[1] / "instances"
EXPECTED = json.loads((INSTANCES / "expected.json").read_text(encoding="utf-8"))
MODULES: Sequence[Format[str]] = (text, constraints, json_lines)


@st.composite
def written_positions(draw: st.DrawFn) -> tuple[dict[str, str], list[str]]:
    """Keys and rows as a file could have them."""
    columns = draw(st.integers(1, 7))
    row = st.text("012345678-+*~", min_size=columns, max_size=columns)
    rows = draw(st.lists(row, min_size=1, max_size=5))
    keys: dict[str, str] = {}
    prior = draw(st.sampled_from(["none", "unknown", "total", "density"]))
    if prior == "unknown":
        keys["mines"] = "unknown"
    elif prior == "total":
        keys["mines"] = str(draw(st.integers(0, 10**30)))
    elif prior == "density":
        above = draw(st.integers(1, 10**6))
        keys["density"] = f"{above}/{above + draw(st.integers(1, 10**6))}"
    topology = draw(st.sampled_from(["", "grid", "torus", "hex", "orthogonal"]))
    flags = draw(st.sampled_from(["", "trusted", "untrusted"]))
    keys |= {k: v for k, v in (("topology", topology), ("flags", flags)) if v}
    return dict(draw(st.permutations(list(keys.items())))), rows


def position_of(keys: dict[str, str], rows: list[str]) -> Position:
    arguments: dict[str, Any] = {k: v for k, v in keys.items() if k != "mines"}
    mines = keys.get("mines", "unknown")
    return Position.from_rows(rows, None if mines == "unknown" else int(mines), **arguments)


positions = written_positions().map(lambda written: position_of(*written))


@given(written_positions(), st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans())
def test_a_file_is_read_as_what_it_says(
    written: tuple[dict[str, str], list[str]], end: str, mark: bool, final: bool
) -> None:
    keys, rows = written
    lines = [
        "# first",
        "",
        *(f"{k}: {v}" for k, v in keys.items()),
        "#",
        "",
        rows[0],
        "#1",
        *rows[1:],
    ]
    data = (end.join(lines) + end * final).encode("utf-8-sig" if mark else "utf-8")
    content = decode(data)
    assert text.looks_like(content)
    recognized, found = recognize(content)
    assert recognized.name == "text"
    assert text.parse(content) == parse(content) == found == position_of(keys, rows)
    assert recognize(data)[1] == load(data)[1] == found
    assert text.parse("\ufeff" * mark + content) == position_of(keys, rows)


@given(positions, st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n"))))
def test_what_is_written_is_read_back(position: Position, comments: list[str]) -> None:
    content = text.dump(position, comments)
    assert text.parse(content) == position
    assert content.count("\n") == len(content.split("\n")) - 1
    assert content.split("\n")[: len(comments)] == [f"# {comment}" for comment in comments]


def test_the_written_file_is_plain() -> None:
    rows = ["0~", "+-", "*8"]
    position = Position.from_rows(rows, density="2/4", topology="hex", flags="untrusted")
    expected = "# one\ndensity: 1/2\ntopology: hex\nflags: untrusted\n0~\n+-\n*8\n"
    assert text.dump(position, ["one"]) == expected
    assert text.dump(Position.from_rows(["-1"], 7)) == "mines: 7\n-1\n"
    assert text.dump(Position.from_rows(["-1"])) == "mines: unknown\n-1\n"


def test_values_as_they_can_be_written() -> None:
    assert text.parse("mines:007\n-").mines == 7
    assert text.parse("mines:   0\n-").mines == 0
    assert text.parse("mines: " + "9" * 640 + "\n-").mines == 10**640 - 1
    assert text.parse("density: 1/3\n-").density == Fraction(1, 3)
    assert text.parse("-").mines is None
    assert text.parse("flags: untrusted\n+").covered() == [(0, 0)]


def test_what_the_format_cannot_hold_is_not_written() -> None:
    graph = Position.from_graph(nx.path_graph(3), {1: 2})
    for unwritable in (
        graph,
        constraint_system([(1, "ab")]),
        Position.from_rows(["-"], 10**640),
        Position.from_rows(["-"], density=Fraction(1, 10**640)),
    ):
        for format_ in (text, json_lines):
            with pytest.raises(InputError):
                format_.dump(unwritable)
    for comment in ("a\nb", "a\rb", "\r", "\n"):
        with pytest.raises(InputError, match="comment"):
            text.dump(Position.from_rows(["-"]), [comment])


def test_a_board_of_many_cells() -> None:
    rows = ["-" * 1000] * 999 + ["012345678+*~" + "-" * 988]
    position = text.parse("mines: 10000\n" + "\n".join(rows))
    assert position.rows == rows
    assert text.parse(text.dump(position)) == position
    assert text.parse("-" * 10**6).board.columns == 10**6


@pytest.mark.parametrize("name", EXPECTED)
def test_instances_are_what_is_known_of_them(name: str) -> None:
    path = INSTANCES / name
    content = path.read_text(encoding="utf-8")
    lines = content.splitlines()
    assert f"# source: {EXPECTED[name]['source']}" in lines
    found = read(path)
    if isinstance(found, System):
        assert name.startswith("rules-")
        return
    assert found.mines == EXPECTED[name]["mines"]
    assert found.rows == [line for line in lines if not line.startswith("#") and ":" not in line]
    assert found.topology.name == (
        "hex" if "hex" in name else "torus" if "wrap" in name else "grid"
    )
    assert found.trusted is ("flags: untrusted" not in lines)
    assert text.parse(text.dump(found)) == found


def test_every_instance_has_its_values() -> None:
    assert {path.name for path in INSTANCES.glob("*.txt")} == set(EXPECTED)


def test_formats_go_by_their_names() -> None:
    assert [by_name(name).name for name in names()] == list(names())
    assert [module.name for module in MODULES] == list(names()[: len(MODULES)])
    assert len(set(names())) == len(names())
    with pytest.raises(InputError, match="text, constraints, json-lines"):
        by_name("texts")
    assert parse("1:a\n", "constraints").covered
    with pytest.raises(InputError, match="'1' is none of the keys"):
        parse("1:a\n", "text")


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("\ufeff# c\r\n\r\nmines: 3\r\n-\r\n", "text"),
        ("flags: nonsense", "text"),
        ("  \n1-\n--", "text"),
        ("1-\n#\n--\n--\n9-", "text"),
        ("--1", "text"),
        ("#\n-1:a", "constraints"),
        ("10:", "constraints"),
        ("1:a\n{", "constraints"),
        ('\ufeff\n {"rows": ["-"]}', "json-lines"),
        ("{", "json-lines"),
    ],
)
def test_formats_are_recognized(content: str, name: str) -> None:
    """By what they say, or by what is wrong with them in the only format that they look like."""
    try:
        expected = by_name(name).parse(content)
    except InputError as fault:
        with pytest.raises(InputError) as caught:
            recognize(content)
        assert str(caught.value) == str(fault)
        return
    recognized, found = recognize(content)
    assert recognized.name == name
    if isinstance(expected, System):
        assert isinstance(found, System)
        assert (found.clues, found.names) == (expected.clues, expected.names)
    else:
        assert found == expected


def test_what_fits_two_formats_is_read_only_where_they_mean_the_same() -> None:
    recognized, found = recognize("10\n21\n")
    assert (recognized.name, found) == ("text", Position.from_rows(["10", "21"]))
    assert parse("10\n21\n", "minesweepr") == found
    # A covered cell for one of them, a mine for the other.
    assert parse("-1", "text") == Position.from_rows(["-1"])
    assert parse("-1", "thesis") == Position.from_rows(["*"])
    with pytest.raises(InputError, match="text and thesis; --format"):
        recognize("-1")
    assert parse("x\n", "minesweepr") == Position.from_rows(["-"])
    assert parse("x\n", "codewars") == Position.from_rows(["*"])
    with pytest.raises(InputError, match="minesweepr and codewars; --format"):
        recognize("x\n")


def test_other_formats_are_not_taken_for_ours() -> None:
    gecode, code_golf = "10\n10\n" + "001.......\n" * 10, "10\n" + "0 0 1 x\n" * 4
    for content in (gecode, code_golf, "2\n3\n00-\n0--\n", "4x3x1\nHHHH\n"):
        assert not any(module.looks_like(content) for module in MODULES)


def test_files_are_read_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes(b"\xef\xbb\xbfmines: 1\r\n-1\r\n")
    assert read(path) == read(str(path)) == Position.from_rows(["-1"], 1)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"2-\n--\n")))
    assert read("-") == Position.from_rows(["2-", "--"])


def test_files_that_cannot_be_read_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in (tmp_path / "absent\n.txt", tmp_path, "a\0b", "x" * 5000):
        with pytest.raises(InputError) as caught:
            read_bytes(path)
        assert repr(str(path)) in str(caught.value)
        assert "\n" not in str(caught.value)
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input"):
        read_bytes("-")
