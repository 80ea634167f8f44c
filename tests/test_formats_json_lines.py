"""Batches: good lines, bad lines, and bad lines among good ones."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactsweep.errors import InputError
from exactsweep.formats import json_lines
from exactsweep.formats.json_lines import Record, dump_line, parse_line, read_lines
from exactsweep.position import Position

DEEP = 1000 * 1000
BENCH = Path(__file__).parents[1] / "instances" / "bench"

identities = st.one_of(st.integers(-(10**30), 10**30), st.text())


@st.composite
def positions(draw: st.DrawFn) -> Position:
    columns = draw(st.integers(1, 6))
    row = st.text("012345678-+*~", min_size=columns, max_size=columns)
    arguments: dict[str, Any] = draw(
        st.one_of(
            st.fixed_dictionaries({"mines": st.one_of(st.none(), st.integers(0, 10**30))}),
            st.fixed_dictionaries(
                {"density": st.fractions(0, 1).filter(lambda value: 0 < value < 1)}
            ),
        )
    )
    return Position.from_rows(
        draw(st.lists(row, min_size=1, max_size=4)),
        topology=draw(st.sampled_from(["grid", "torus", "hex", "orthogonal"])),
        flags=draw(st.sampled_from(["trusted", "untrusted"])),
        **arguments,
    )


@given(positions(), identities)
def test_what_is_written_is_read_back(position: Position, identity: str | int) -> None:
    line = dump_line(position, identity)
    assert "\n" not in line
    assert parse_line(line, 5) == (identity, position)
    assert parse_line(dump_line(position), 5) == (5, position)
    assert json_lines.parse(json_lines.dump(position)) == position


@given(st.lists(st.tuples(positions(), identities)))
def test_a_batch_is_read_line_by_line(batch: list[tuple[Position, str | int]]) -> None:
    lines = [dump_line(*pair) for pair in batch]
    for source in (lines, [f"{line}\r\n".encode() for line in lines]):
        records = list(read_lines(source))
        assert [(record.position, record.id) for record in records] == batch
        assert all(record.error is None for record in records)


def test_keys_and_values_as_they_can_be_written() -> None:
    expected = Position.from_rows(["+-", "~*"], 3)
    for line in (
        '{"mines": 3, "rows": ["+-", "~*"]}',
        ' {"rows":["\\u002b-","~*"],"mines":3,"topology":"grid","flags":"trusted"} \r\n',
        '\ufeff{"rows": ["+-", "~*"], "mines": 3}\n',
    ):
        assert parse_line(line, 1) == (1, expected)
    for mines in ("null", '"unknown"'):
        assert parse_line(f'{{"mines": {mines}, "rows": ["-"]}}', 1)[1].mines is None
    assert parse_line('{"rows": ["-"]}', 1)[1].mines is None
    found = parse_line('{"density": "2/6", "rows": ["-"], "id": ""}', 1)
    assert found == ("", Position.from_rows(["-"], density=Fraction(1, 3)))
    assert parse_line('{"id": -7, "rows": ["-"]}', 1)[0] == -7
    assert parse_line(f'{{"id": {10**639}, "rows": ["-"]}}', 1)[0] == 10**639


BAD = {
    "{": "JSON",
    "": "JSON",
    "{} {}": "JSON",
    "[]": "an empty list",
    "3": "not 3",
    '"text"': "'text'",
    "null": "null",
    "NaN": "NaN",
    "true": "true",
    "# a comment": "JSON",
    "{'rows': ['-']}": "JSON",
    "{}": '"rows" is missing',
    '{"rows": ["-"], "Mines": 3}': "'Mines'",
    '{"rows": ["-"], "mines": 3, "mines": 3}': '"mines" is given twice',
    '{"rows": ["-"], "rows": ["-"]}': '"rows" is given twice',
    '{"id": 1, "rows": ["-"], "id": 1}': '"id" is given twice',
    '{"rows": ["-"], "mines": true}': "total.* true",
    '{"rows": ["-"], "mines": 10.0}': "total.* 10.0",
    '{"rows": ["-"], "mines": 1e1}': "total.* 1e1",
    '{"rows": ["-"], "mines": NaN}': "total.* NaN",
    '{"rows": ["-"], "mines": -Infinity}': "total.* -Infinity",
    '{"rows": ["-"], "mines": -1}': "total.* -1",
    '{"rows": ["-"], "mines": -' + "9" * 600 + "}": "total.* -9999",
    '{"rows": ["-"], "mines": "10"}': "total.* '10'",
    '{"rows": ["-"], "mines": [1]}': "total.* a list",
    '{"rows": ["-"], "mines": {"a": 1}}': "total.* an object",
    '{"rows": ["-"], "mines": ' + "9" * 641 + "}": "total.* 9999",
    '{"rows": ["-"], "mines": ' + "9" * 10_000 + "}": "total.* 9999",
    '{"rows": ["-"], "mines": 1, "density": "1/2"}': "not both",
    '{"rows": ["-"], "mines": null, "density": "1/2"}': "not both",
    '{"rows": ["-"], "density": 0.5}': "0.5",
    '{"rows": ["-"], "density": null}': "null",
    '{"rows": ["-"], "density": "0.5"}': "'0.5'",
    '{"rows": ["-"], "density": "0/1"}': "'0/1'",
    '{"rows": ["-"], "density": "1/1"}': "'1/1'",
    '{"rows": ["-"], "density": "1/0"}': "'1/0'",
    '{"rows": ["-"], "density": "-1/-2"}': "'-1/-2'",
    '{"rows": ["-"], "topology": "cube"}': "'cube'",
    '{"rows": ["-"], "topology": null}': "null",
    '{"rows": ["-"], "flags": true}': "true",
    '{"rows": ["-"], "flags": "Trusted"}': "'Trusted'",
    '{"rows": []}': "an empty list",
    '{"rows": {}}': "an object",
    '{"rows": "-"}': "'-'",
    '{"rows": [["-"]]}': "row 1 .* a list",
    '{"rows": ["-", 1]}': "row 2 .* 1",
    '{"rows": [""]}': "row 1, column 1: empty",
    '{"rows": ["--", "-"]}': "row 2, column 2: .* 1 cells",
    '{"rows": ["--", "---"]}': "row 2, column 3: .* 3 cells",
    '{"rows": ["--", ""]}': "row 2, column 1",
    '{"rows": ["--", "-9"]}': "row 2, column 2: '9'",
    '{"rows": ["-\\n-", "---"]}': r"row 1, column 2: '\\n'",
    '{"rows": ["\\ud800"]}': r"row 1, column 1: '\\ud800' \(U\+D800\)",
    '{"rows": ["\u2212"]}': r"row 1, column 1: '\u2212' \(U\+2212\)",
    '{"id": true, "rows": ["-"]}': "id .* true",
    '{"id": null, "rows": ["-"]}': "id .* null",
    '{"id": 1.0, "rows": ["-"]}': "id .* 1.0",
    '{"id": [], "rows": ["-"]}': "id .* list",
    '{"id": ' + "9" * 641 + ', "rows": ["-"]}': "id .* 9999",
    "[" * DEEP: "deep",
    '{"a":' * DEEP: "deep",
    '{"rows": ' + "[" * DEEP + "]" * DEEP + "}": "deep",
}


@pytest.mark.parametrize("line", BAD, ids=lambda line: line[:50])
def test_a_bad_line_is_refused_by_its_number(line: str) -> None:
    with pytest.raises(InputError, match=BAD[line]) as caught:
        parse_line(line, 12)
    assert caught.value.line == 12
    message = str(caught.value)
    assert message.startswith("line 12")
    assert "\n" not in message
    assert len(message) < 250


def test_a_fault_of_the_json_has_a_column() -> None:
    for line, column in (('{"rows": ["-"}', 14), ("\ufeff{,", 2), ("{}x", 3)):
        with pytest.raises(InputError) as caught:
            parse_line(line, 1)
        assert (caught.value.line, caught.value.column) == (1, column)


def test_a_byte_order_mark_belongs_at_the_beginning() -> None:
    line = '\ufeff{"rows": ["-"]}'
    for again in (line, line.encode()):
        first, second = read_lines([again, again])
        assert first.position is not None
        assert second.error is not None
        assert "byte order mark" in second.error.problem


def test_a_list_nested_within_bounds_is_refused_too() -> None:
    for depth in range(1, 1200, 7):
        with pytest.raises(InputError):
            parse_line('{"mines": ' + "[" * depth + "]" * depth + "}", 1)


def test_bad_lines_end_nothing() -> None:
    good = '{"rows": ["-"]}'
    lines = [good, "", "junk", " \t\r\n", '{"id": "x", "rows": ["9"]}', '{"id": [], "id": 4}', good]
    records = list(read_lines(lines))
    assert [record.id for record in records] == [1, 3, "x", 6, 7]
    assert [record.position is None for record in records] == [False, True, True, True, False]
    for record, line in zip(records, (None, 3, 5, 6, None), strict=True):
        assert (record.error.line if record.error else None) == line


def test_a_byte_that_is_no_text_spoils_its_line_only() -> None:
    good = b'{"rows": ["-"]}\n'
    records = list(read_lines([good, b'{"rows": ["\xff"]}\n', good]))
    assert [record.error is None for record in records] == [True, False, True]
    error = records[1].error
    assert error is not None
    assert (error.line, error.column) == (2, 12)


def test_a_batch_streams() -> None:
    def lines() -> Iterator[str]:
        yield '{"rows": ["-"]}'
        raise AssertionError("a line was read before it was asked for")

    assert next(read_lines(lines())) == Record(1, Position.from_rows(["-"]), None)


def test_a_batch_of_one_is_a_position() -> None:
    line = '{"id": "x", "mines": 1, "rows": ["-1"]}'
    assert json_lines.parse(f"\ufeff\r\n{line}\r\n\r\n") == Position.from_rows(["-1"], 1)
    for content, problem, place in (
        (f"{line}\n{line}\n", "several", None),
        (f"{line}\n\nx", "several", None),
        ("\n\n", "no positions", 3),
        ("", "no positions", 1),
        ('\n{"rows": ["9"]}', "'9'", 2),
    ):
        with pytest.raises(InputError, match=problem) as caught:
            json_lines.parse(content)
        assert caught.value.line == place


@pytest.mark.parametrize(
    ("name", "count", "shapes"),
    [
        ("beginner", 200, {(9, 9, 10)}),
        ("intermediate", 200, {(16, 16, 40)}),
        ("expert", 200, {(16, 30, 99)}),
        ("big50", 30, {(50, 50, 500)}),
        ("big100", 10, {(100, 100, 2000)}),
        ("hard", 215, None),
    ],
)
def test_bench_files(
    name: str, count: int, shapes: set[tuple[int, int, int | None]] | None
) -> None:
    lines = (BENCH / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    plain = [json.loads(line) for line in lines]
    records = list(read_lines(lines))
    assert len(records) == count
    assert [record.id for record in records] == [line["id"] for line in plain]
    found = [record.position for record in records if record.position is not None]
    assert [(position.rows, position.mines) for position in found] == [
        (line["rows"], line["mines"]) for line in plain
    ]
    if shapes is not None:
        assert {(p.board.rows, p.board.columns, p.mines) for p in found} == shapes
    assert all(parse_line(dump_line(p, "a"), 1) == ("a", p) for p in found)
