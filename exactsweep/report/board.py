"""A board for the terminal: shown marks as they are, covered cells by what is known of them.

In: a position and a style and text for each covered cell. Out: a rich `Text`. Each column is as
wide as the terminal allows: a percentage where four or three characters fit, a letter for each
tenth where only one does; a board that is wider still is not drawn.
"""

from collections.abc import Mapping

from rich.text import Text

from exactsweep.position import FLAG, HOLE, MINE, Position
from exactsweep.probability import Ratio
from exactsweep.report.numbers import percent_text
from exactsweep.topology import Board, Cell

SAFE, MINED, UNKNOWN = "o", "#", "?"
TENTHS = "abcdefghij"
_LETTERS = (
    f"{SAFE} safe, {MINED} mine, letters: its chance, a under 10%, b under 20%, .. j from 90%"
)
LEGENDS = {
    4: f"{SAFE} safe, {MINED} mine, else the chance of a mine",
    3: f"{SAFE} safe, {MINED} mine, two digits: the chance of a mine in percent",
    2: _LETTERS,
    1: _LETTERS,
}
"""What the labels mean, by the width of a column."""


def column_width(board: Board, available: int) -> int:
    """Return how wide a column can be: 4, 3, 2 or 1; 0 where the board does not fit."""
    for width in (4, 3, 2, 1):
        if label_width(board.rows, width) + width * board.columns <= available:
            return width
    return 0


def label_width(rows: int, width: int) -> int:
    """Return the width of the rows' labels: columns of one character need a space before them."""
    return len(str(rows - 1)) + (width == 1)


def board_text(position: Position, covered: Mapping[Cell, tuple[str, str]], width: int) -> Text:
    """Return the board with *width* characters a column; *covered* gives text and style.

    Cells that are not in *covered* are drawn as their mark. Rows and columns are labelled from 0.
    """
    board = position.board
    labels = label_width(board.rows, width)
    text = Text(" " * labels, no_wrap=True, end="")
    heading = "".join(
        str(column % 10 ** max(1, width - 1)).rjust(width) for column in range(board.columns)
    )
    text.append(heading + "\n", style="dim")
    for row, marks in enumerate(position.rows):
        text.append(str(row).rjust(len(str(board.rows - 1))).ljust(labels), style="dim")
        for column, mark in enumerate(marks):
            label, style = covered.get((row, column)) or _plain(mark)
            text.append(" " * (width - len(label)))
            text.append(label, style=style)
        text.append("\n")
    return text


def ratio_label(ratio: Ratio | None, width: int) -> tuple[str, str]:
    """Return the text and the style of a covered cell; None stands for an undefined chance."""
    if ratio is None:
        return UNKNOWN, "yellow"
    numerator, denominator = ratio
    if numerator == 0:
        return SAFE, "bold green"
    if numerator == denominator:
        return MINED, "bold red"
    style = ("green", "yellow", "magenta", "red")[4 * numerator // denominator]
    if width < 3:
        return TENTHS[10 * numerator // denominator], style
    percent = percent_text(ratio)
    if width == 3:
        # Two digits always, so that a percentage can't be taken for a shown number.
        return percent.strip(">").rjust(2, "0"), style
    return f"{percent}%", style


def _plain(mark: str) -> tuple[str, str]:
    if mark == HOLE:
        return " ", ""
    if mark in MINE + FLAG:
        return mark, "red"
    return ("." if mark == "0" else mark), "dim" if mark == "0" else "cyan"
