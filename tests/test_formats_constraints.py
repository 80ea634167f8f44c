"""Raw constraint systems: read, written, and the instances against every subset of their cells."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactsweep.errors import InputError
from exactsweep.formats import constraints
from exactsweep.position import Position
from exactsweep.system import Clue, System, constraint_system, system_of

INSTANCES = Path(__file__).parents[1] / "instances"
EXPECTED = json.loads((INSTANCES / "expected.json").read_text(encoding="utf-8"))
RULES = sorted(name for name in EXPECTED if name.startswith("rules-"))

name_of_a_cell = st.text(st.characters(codec="utf-8", exclude_characters=",:"), min_size=1).filter(
    lambda name: len(name.split()) == 1 and name == name.strip()
)
listed = st.lists(
    st.tuples(
        st.integers(-(10**30), 10**30),
        st.lists(st.one_of(st.sampled_from("abcd"), name_of_a_cell), unique=True, max_size=6),
    ),
    min_size=1,
    max_size=6,
)


def said(system: System) -> tuple[list[Clue], list[int], list[object]]:
    return system.clues, system.covered, list(system.names)


@given(listed, st.sampled_from(["\n", "\r\n"]))
def test_a_file_is_read_as_what_it_says(rules: list[tuple[int, list[str]]], end: str) -> None:
    lines = [f"{mines}:{','.join(names)}" for mines, names in rules]
    content = end.join(["\ufeff# comment, with: all", "", lines[0], "", "#", *lines[1:]])
    assert constraints.looks_like(content)
    assert constraints.constraints_of(content) == rules
    assert said(constraints.parse(content)) == said(constraint_system(rules))
    assert constraints.parse(content).left is None


@given(listed)
def test_what_is_written_is_read_back(rules: list[tuple[int, list[str]]]) -> None:
    system = constraint_system(rules)
    content = constraints.dump(system)
    assert said(constraints.parse(content)) == said(system)


def test_the_written_file_is_plain() -> None:
    system = constraints.parse("# c\r\n-1:a\r\n\r\n02:b,a\r\n0:")
    assert constraints.dump(system) == "-1:a\n2:b,a\n0:\n"


@pytest.mark.parametrize(
    ("content", "line", "column", "problem"),
    [
        ("", 1, 1, "no constraints"),
        ("#\n\n", 3, 1, "no constraints"),
        ("1:a\n1;b", 2, 1, "'1;b'"),
        ("1:a\n\n:b", 3, 1, "':b'"),
        ("+1:a", 1, 1, "'.1:a'"),
        ("1.0:a", 1, 1, "'1.0:a'"),
        ("--1:a", 1, 1, "'--1:a'"),
        (" 1:a", 1, 1, "' 1:a'"),
        ("\u22121:a", 1, 1, "no constraint"),
        ("\u00b2:a", 1, 1, "no constraint"),
        ("\u0661:a", 1, 1, "no constraint"),
        ("1_0:a", 1, 1, "no constraint"),
        ("9" * 641 + ":a", 1, 1, "no constraint"),
        ("1:,", 1, 3, "name is missing"),
        ("1:a,", 1, 5, "name is missing"),
        ("1:,a", 1, 3, "name is missing"),
        ("-10:a,,b", 1, 7, "name is missing"),
        ("1:a,, b", 1, 5, "name is missing"),
        ("1:a, b,,", 1, 5, "' '"),
        ("1:a ", 1, 4, "' '"),
        ("1: ", 1, 3, "' '"),
        ("1:a\tb", 1, 4, r"'\\t'"),
        ("1:a:b", 1, 4, "':'"),
        ("1:a\x85b", 1, 4, r"'\\x85'"),
        ("1:a\u2028b", 1, 4, r"'\\u2028'"),
        ("#\r\n1:a\rb", 2, 4, "carriage return"),
        ("1:a\n-12:bb,c,bb", 2, 10, "'bb' is named twice"),
        ("1:a,a,a", 1, 5, "'a' is named twice"),
        ("1:" + "a" * 1000 + "," + "a" * 1000, 1, 1004, "named twice"),
    ],
)
def test_faults_have_their_place(content: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as caught:
        constraints.parse(content)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert len(str(caught.value)) < 150
    assert "\n" not in str(caught.value)


def test_what_the_format_cannot_hold_is_not_written() -> None:
    position = Position.from_rows(["1-"])
    unwritable: list[Position | System] = [
        position,
        system_of(position),
        system_of(Position.from_graph(nx.path_graph(2), {1: 1})),
        constraint_system([(1, "ab")], mines=1),
        constraint_system([(1, "ab")], density=Fraction(1, 2)),
        constraint_system([]),
        constraint_system([(10**640, "ab")]),
        *(constraint_system([(1, [name])]) for name in ("", "a b", "a,b", "a:", "a\n", "\u2028")),
    ]
    for one in unwritable:
        with pytest.raises(InputError):
            constraints.dump(one)


@pytest.mark.parametrize("name", RULES)
def test_instances_by_every_subset(name: str) -> None:
    system = constraints.parse((INSTANCES / name).read_text(encoding="utf-8"))
    cells = len(system.covered)
    solutions = [
        bits
        for bits in product((0, 1), repeat=cells)
        if all(sum(bits[cell] for cell in clue.cells) == clue.owed for clue in system.clues)
    ]
    always = [{bits[cell] for bits in solutions} for cell in range(cells)]
    profile = Counter(map(sum, solutions))
    assert EXPECTED[name] == {
        "source": EXPECTED[name]["source"],
        "mines": None,
        "consistent": bool(solutions),
        "solutions": str(len(solutions)),
        "frontier_profile": {str(k): str(v) for k, v in sorted(profile.items())},
        "always_mine": [system.names[cell] for cell in range(cells) if always[cell] == {1}],
        "always_safe": [system.names[cell] for cell in range(cells) if always[cell] == {0}],
    }


def test_there_are_rules() -> None:
    assert len(RULES) == 8
