"""Answers for a person: a coloured board, then a short table or a sentence.

In: results of the engine. Out: text on a rich console. Nothing is rounded without saying so: a
percentage of 0 or 100 is certain, the fractions stand in the table.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from rich.console import Console
from rich.text import Text

from exactsweep.engine import Count, Inference, wrong_flags
from exactsweep.errors import BudgetExceeded
from exactsweep.position import Position
from exactsweep.probability import Ratio, Solution
from exactsweep.reason.results import Conflict, Consistency
from exactsweep.report.answers import proven_cells
from exactsweep.report.board import LEGENDS, board_text, column_width, ratio_label
from exactsweep.report.numbers import Write, count_text, percent_text
from exactsweep.system import System
from exactsweep.topology import Board, Cell, cell_name

MOST_NAMED = 8


class Facts:
    """Lines of a label and what is to be said of it."""

    def __init__(self) -> None:
        self._lines: list[tuple[str, str]] = []

    def add(self, label: str, text: str) -> None:
        """Add a line."""
        self._lines.append((label, text))

    def show(self, console: Console) -> None:
        """Print the lines with their texts below each other."""
        width = max((len(label) for label, _ in self._lines), default=0)
        for label, text in self._lines:
            console.print(Text(label.ljust(width), style="dim"), Text(text))


def show_solution(console: Console, solution: Solution, write: Write) -> None:
    """Show the probabilities on the board, then the count, the sea and the safest cells."""
    source = solution.source
    ratios = _ratios(solution)
    if isinstance(source, Position):
        _show_board(console, source, ratios)
    else:
        _show_names(console, ratios, write)
    facts = Facts()
    if solution.placements is not None:
        facts.add("placements", count_text(solution.placements))
    if solution.sea is not None:
        cells, ratio = solution.sea
        chance = f"a mine with probability {_chance(ratio, write)}"
        if ratios[solution.sea_cells()[0]] is None:
            chance = "not decided, since the total is unknown"
        facts.add("sea", f"{cells} cell{'s' * (cells > 1)} that no number sees: {chance}")
    facts.add("safe", _cells(solution.safe))
    facts.add("mines", _cells(solution.mines))
    if not solution.safe and ratios and None not in ratios.values():
        _add_safest(facts, ratios, write)
    _add_wrong_flags(facts, solution.safe, source)
    facts.show(console)


def show_contradiction(
    console: Console, conflict: Conflict | None, source: Position | System
) -> None:
    """Say that there is no placement and, where it is known, which numbers conflict."""
    console.print("No placement exists: the position is a contradiction.", style="bold red")
    if conflict is None:
        return
    if isinstance(source, Position):
        marked = {cell: (mark_of(source, cell), "bold white on red") for cell in conflict.clues}
        draw(console, source, marked)
    if not conflict.clues:
        console.print("The total alone is impossible here.")
        return
    verb = "conflicts" if len(conflict.clues) == 1 else "conflict"
    names = ", ".join(f"{cell_name(cell)}={mark_of(source, cell)}" for cell in conflict.clues)
    tail = "; fewer of them would not" if conflict.minimal and len(conflict.clues) > 1 else ""
    noun = "number" if isinstance(source, Position) else "constraint"
    if len(conflict.clues) == 1 and not conflict.total:
        console.print(f"The {noun} {names} alone is impossible.")
        return
    plural = "s" if len(conflict.clues) > 1 else ""
    against = "with the total" if conflict.total else "with each other"
    console.print(f"The {noun}{plural} {names} {verb} {against}{tail}.")


def show_consistency(console: Console, result: Consistency, source: Position | System) -> None:
    """Show one placement, or the conflict."""
    if result.witness is None:
        show_contradiction(console, result.conflict, source)
        return
    console.print("Consistent: this is one placement.", style="bold green")
    if isinstance(source, Position):
        witness = set(result.witness)
        covered = source.covered()
        draw(console, source, {c: forced_label(c in witness) for c in covered})
    else:
        console.print(f"mines: {_cells(result.witness)}")


def show_inference(console: Console, inference: Inference, source: Position | System) -> None:
    """Show the forced cells."""
    facts = _show_forced(console, inference.safe, inference.mines, source)
    facts.add("method", inference.method)
    if inference.consistent is None:
        facts.add("consistent", "not decided: this rule found no contradiction")
    alike: dict[str, list[Cell]] = {}
    for cell, contents in (inference.contents or {}).items():
        alike.setdefault(" ".join(map(str, contents)), []).append(cell)
    for contents, cells in alike.items():
        facts.add(f"can be {contents}", _cells(cells))
    facts.show(console)


def _show_forced(
    console: Console, safe: list[Cell], mines: list[Cell], source: Position | System
) -> Facts:
    """Draw forced cells and return the facts about them."""
    facts = Facts()
    facts.add("safe", _cells(safe))
    facts.add("mines", _cells(mines))
    if isinstance(source, Position):
        labels = {cell: forced_label(False) for cell in safe}
        labels |= {cell: forced_label(True) for cell in mines}
        draw(console, source, labels)
    _add_wrong_flags(facts, safe, source)
    return facts


def show_count(console: Console, result: Count) -> None:
    """Show the counts and the profile."""
    from rich.table import Table

    facts = Facts()
    if result.placements is not None:
        facts.add("placements", count_text(result.placements))
    facts.add("feasible totals", _ranges(result.feasible_totals))
    facts.show(console)
    profile = Table("mines next to numbers", "placements", box=None, header_style="dim")
    for column in profile.columns:
        column.justify = "right"
    for mines, placements in result.profile.items():
        profile.add_row(str(mines), count_text(placements))
    console.print(profile)


def show_budget(console: Console, error: BudgetExceeded, source: Position | System) -> None:
    """Show what was proven before the budget ran out."""
    proven = proven_cells(error, source)
    if proven is not None:
        console.print("Proven before the budget ran out:")
        _show_forced(console, *proven, source).show(console)


def _ratios(solution: Solution) -> dict[Cell, Ratio | None]:
    """The ratio of each covered cell, None where the unknown total leaves it open."""
    ratios = dict(solution.front)
    if solution.sea is not None:
        ratios |= dict.fromkeys(solution.sea_cells(), solution.sea[1])
    if solution.has_prior:
        return {**ratios}
    return {c: r if r[0] in (0, r[1]) else None for c, r in ratios.items()}


def _show_board(console: Console, position: Position, ratios: Mapping[Cell, Ratio | None]) -> None:
    width = width_of(console, position)
    labels = {cell: ratio_label(ratio, width) for cell, ratio in ratios.items()} if width else {}
    draw(console, position, labels)
    if width:
        console.print(LEGENDS[width], style="dim")


def _show_names(console: Console, ratios: Mapping[Cell, Ratio | None], write: Write) -> None:
    """Show the cells of constraints without a board, one a line."""
    facts = Facts()
    for cell, ratio in ratios.items():
        facts.add(cell_name(cell), "?" if ratio is None else _chance(ratio, write))
    facts.show(console)


def draw(console: Console, position: Position, labels: Mapping[Cell, tuple[str, str]]) -> None:
    """Draw the board with text and style for some cells, where it is not too wide."""
    width = width_of(console, position)
    if width:
        console.print(board_text(position, labels, width))
    else:
        board = position.board
        console.print(
            f"The {board.rows}x{board.columns} board is too wide for {console.width} columns."
        )


def width_of(console: Console, position: Position) -> int:
    """Return how wide the columns of a board are, 0 where it is not drawn."""
    if not isinstance(position.topology, Board):
        return 0
    return column_width(position.topology, console.width)


def _add_wrong_flags(facts: Facts, safe: list[Cell], source: Position | System) -> None:
    wrong = wrong_flags(source, safe) if isinstance(source, Position) else []
    if wrong:
        facts.add("wrong flags", _cells(wrong))


def _add_safest(facts: Facts, ratios: Mapping[Cell, Ratio | None], write: Write) -> None:
    least = min(Fraction(*ratio) for ratio in set(ratios.values()) if ratio is not None)
    if least == 1:
        return
    safest = [c for c, ratio in ratios.items() if ratio is not None and Fraction(*ratio) == least]
    chance = _chance((least.numerator, least.denominator), write)
    facts.add("safest", f"{_cells(safest)}: a mine with probability {chance}")


def _chance(ratio: Ratio, write: Write) -> str:
    text = write(ratio)
    if len(text) > 60:
        return f"{percent_text(ratio)}%"
    return text if ratio[0] in (0, ratio[1]) else f"{text} ({percent_text(ratio)}%)"


def forced_label(mined: bool) -> tuple[str, str]:
    """Return text and style of a forced cell."""
    return ratio_label((int(mined), 1), 1)


def _cells(cells: Iterable[Cell]) -> str:
    named = list(map(cell_name, cells))
    if not named:
        return "none"
    more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
    return " ".join(named[:MOST_NAMED]) + more


def mark_of(source: Position | System, cell: Cell) -> str:
    """Return the number of a clue, or the mark of a cell."""
    if isinstance(source, Position):
        return source.marks[source.topology.place(cell)]
    return next(str(clue.owed) for clue in source.clues if clue.source == cell)


def _ranges(numbers: list[int]) -> str:
    if not numbers:
        return "none"
    if len(numbers) == numbers[-1] - numbers[0] + 1:
        return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
    return " ".join(map(str, numbers[:20])) + (" .." if len(numbers) > 20 else "")
