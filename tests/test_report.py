"""Exact numbers as text, and boards as text of a given width."""

import re
from collections.abc import Mapping
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from math import gcd

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exactsweep.position import Position
from exactsweep.probability import Ratio
from exactsweep.report.board import board_text, column_width, ratio_label
from exactsweep.report.numbers import count_text, decimal_text, fraction_text, percent_text
from exactsweep.topology import Board
from tests.strategies import BoardCase, boards

WIDTHS = [1, 2, 3, 4]


@st.composite
def ratios(draw: st.DrawFn) -> Ratio:
    """Probabilities as two integers, in lowest terms or not, many of them close to 0 or to 1."""
    denominator = draw(st.one_of(st.integers(1, 2000), st.integers(1, 10**40)))
    numerator = draw(
        st.one_of(
            st.integers(0, denominator),
            st.sampled_from([0, 1, denominator // 2, denominator - 1, denominator]),
        )
    )
    factor = draw(st.integers(1, 10**6))
    return min(numerator, denominator) * factor, denominator * factor


def rounded(value: Fraction, places: int) -> Decimal:
    """The value to so many places, ties to even, by the decimal module."""
    with localcontext() as context:
        # Numerators and denominators here have far fewer digits, so that ties stay ties.
        context.prec = 400
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        return exact.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN)


@given(ratios())
@example((0, 7))
@example((14, 14))
def test_fractions(ratio: Ratio) -> None:
    text = fraction_text(ratio)
    assert re.fullmatch(r"0|1|[1-9]\d*/[1-9]\d*", text)
    numerator, denominator = map(int, (*text.split("/"), "1")[:2])
    assert numerator * ratio[1] == denominator * ratio[0]
    assert gcd(numerator, denominator) == 1


@given(ratios(), st.integers(0, 60))
@example((1, 2), 0)
@example((3, 2 * 10**3), 3)
@example((5, 2 * 10**3), 3)
@example((999, 1000), 2)
def test_decimals(ratio: Ratio, places: int) -> None:
    text = decimal_text(ratio, places)
    assert re.fullmatch(rf"[01]\.\d{{{places}}}" if places else r"[01]", text)
    assert Decimal(text) == rounded(Fraction(*ratio), places)


@given(ratios())
@example((1, 200))
@example((3, 200))
@example((199, 200))
@example((1, 10**30))
@example((10**30 - 1, 10**30))
def test_percentages(ratio: Ratio) -> None:
    """Whole, and never 0 or 100 unless that is certain."""
    value = Fraction(*ratio)
    text = percent_text(ratio)
    if value in (0, 1):
        assert text == str(100 * value)
        return
    percent = int(rounded(100 * value, 0))
    assert text == {0: "<1", 100: ">99"}.get(percent, str(percent))


@given(st.integers(0, 10**30 - 1))
def test_counts_of_a_few_digits(number: int) -> None:
    text = count_text(number)
    assert int(text.replace(",", "")) == number
    assert re.fullmatch(r"\d{1,3}(,\d{3})*", text)


@given(st.integers(30, 4000), st.integers(0, 10**30))
def test_counts_of_many_digits(digits: int, low: int) -> None:
    number = 10**digits + low * 10 ** (digits - 30)
    found = re.fullmatch(r"(\d\.\d+)e\+(\d+) \((\d+) digits\)", count_text(number))
    assert found
    assert int(found[3]) == len(str(number))
    assert int(found[2]) == len(str(number)) - 1
    unit = Fraction(1, 10 ** (len(found[1]) - 2))
    assert abs(Fraction(found[1]) - Fraction(number, 10 ** int(found[2]))) < unit


@given(ratios(), st.sampled_from(WIDTHS))
@example((0, 1), 4)
@example((7, 7), 4)
@example((1, 1000), 4)
@example((999, 1000), 4)
@example((1, 1000), 3)
@example((999, 1000), 3)
def test_labels_of_covered_cells(ratio: Ratio, width: int) -> None:
    """A label fits its column, and is never taken for a mark, nor a chance for a certainty."""
    label, style = ratio_label(ratio, width)
    assert 1 <= len(label) <= width
    assert label not in set("012345678-+*~. ")
    assert style
    certain = {0: "o", 1: "#"}
    value = Fraction(*ratio)
    assert (label in certain.values()) is (value in certain)
    if value in certain:
        assert label == certain[int(value)]
    elif width < 3:
        assert label == "abcdefghij"[int(10 * value)]
    else:
        percent = int(rounded(100 * value, 0))
        shown = int(re.sub(r"\D", "", label))
        assert shown == {0: 1, 100: 99}.get(percent, percent)


@pytest.mark.parametrize("width", WIDTHS)
def test_label_of_an_undefined_chance(width: int) -> None:
    assert ratio_label(None, width)[0] == "?"


@given(st.integers(1, 2000), st.integers(1, 300), st.integers(1, 300))
def test_columns_are_as_wide_as_fits(rows: int, columns: int, available: int) -> None:
    labels = len(str(rows - 1))
    width = column_width(Board("grid", rows, columns), available)
    assert width in (0, *WIDTHS)
    assert not width or columns * width + labels + (width == 1) <= available
    # A board with room to spare has the widest columns, one that is far too wide has none.
    if available >= columns * 4 + labels + 1:
        assert width == 4
    if available < columns + labels:
        assert width == 0


def drawn(position: Position, covered: Mapping[object, tuple[str, str]], width: int) -> list[str]:
    """The lines of a board without its heading."""
    heading, *lines = board_text(position, covered, width).plain.split("\n")
    assert lines.pop() == ""
    assert len(lines) == position.board.rows
    assert len({len(line) for line in (heading, *lines)}) == 1
    return lines


MARKS = {"0": ".", "~": " "} | {mark: mark for mark in "12345678-+*"}


@given(boards(most_rows=12), st.sampled_from(WIDTHS))
@example(BoardCase(("0123", "4567", "8-+*", "~~~~")), 4)
@example(BoardCase(("012345678-+*~",)), 1)
@example(BoardCase(("1",) * 12), 1)
def test_boards_show_every_mark(case: BoardCase, width: int) -> None:
    position = case.source()
    columns = len(case.rows[0])
    for number, (row, line) in enumerate(zip(case.rows, drawn(position, {}, width), strict=True)):
        cells = line[-width * columns :]
        assert [cells[at : at + width].strip() for at in range(0, len(cells), width)] == [
            MARKS[mark].strip() for mark in row
        ]
        assert int(line[: -width * columns]) == number


@given(boards(), st.sampled_from(WIDTHS), ratios())
def test_boards_show_labels_of_covered_cells(case: BoardCase, width: int, ratio: Ratio) -> None:
    position = case.source()
    label = ratio_label(ratio, width)
    covered = dict.fromkeys(position.covered(), label)
    lines = drawn(position, covered, width)
    columns = len(case.rows[0])
    for r, row in enumerate(case.rows):
        for c in range(columns):
            start = len(lines[r]) - width * (columns - c)
            cell = lines[r][start : start + width]
            expected = label[0] if (r, c) in covered else MARKS[row[c]]
            assert cell == expected.rjust(width)


def test_styles_are_where_the_labels_are() -> None:
    position = BoardCase(("1-", "--")).source()
    text = board_text(position, {(0, 1): ("o", "bold green"), (1, 0): ("38%", "yellow")}, 4)
    styled = {text.plain[span.start : span.end]: span.style for span in text.spans}
    assert styled["o"] == "bold green"
    assert styled["38%"] == "yellow"


def test_headings_count_columns_from_zero() -> None:
    position = BoardCase(("-" * 12,) * 2).source()
    heading = board_text(position, {}, 4).plain.split("\n")[0]
    assert heading.split() == [str(number) for number in range(12)]
    narrow = board_text(position, {}, 1).plain.split("\n")[0]
    assert narrow.strip() == "012345678901"


@pytest.mark.parametrize("width", WIDTHS)
def test_row_numbers_stand_apart_from_marks(width: int) -> None:
    """A row number beside a shown number must not read as one longer number."""
    position = BoardCase(("11",) * 12).source()
    for number, line in enumerate(drawn(position, {}, width)):
        assert line.split()[0] == str(number)
