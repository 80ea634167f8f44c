"""Explanations for a person: the board with the argument on it, and a sentence.

In: an `Explanation`, or all of a position. Out: text on a rich console. The numbers that force the
cell stand out on the board; every sentence says whether the total is needed.
"""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from exactsweep.position import Position
from exactsweep.reason.results import Conflict, Explanation
from exactsweep.report.terminal import draw, forced_label, mark_of, show_contradiction, width_of
from exactsweep.system import System
from exactsweep.topology import cell_name

CLUE = "bold white on blue"
VERDICTS = {"safe": "certainly safe", "mine": "certainly a mine"}


def show_explanation(console: Console, why: Explanation, source: Position | System) -> None:
    """Show one explanation on the board and say it in a sentence."""
    if why.verdict == "contradiction":
        show_contradiction(console, Conflict(why.clues, why.total, why.minimal), source)
        return
    if why.witnesses is not None:
        _show_witnesses(console, why, source)
        return
    if isinstance(source, Position):
        # Where there is room, an argument is seen without colours too.
        around = "({})" if width_of(console, source) > 3 else "{}"
        labels = {clue: (around.format(mark_of(source, clue)), CLUE) for clue in why.clues}
        labels[why.cell] = forced_label(why.verdict == "mine")
        draw(console, source, labels)
    console.print(
        f"Cell {cell_name(why.cell)} is {VERDICTS[why.verdict]}: {_because(why, source)}."
    )


def show_explanations(
    console: Console, found: Sequence[Explanation], source: Position | System
) -> None:
    """Show all forced cells on the board and their explanations in a table."""
    if [why.verdict for why in found] == ["contradiction"]:
        show_explanation(console, found[0], source)
        return
    if not found:
        console.print("No cell is forced.")
        return
    if isinstance(source, Position):
        draw(console, source, {why.cell: forced_label(why.verdict == "mine") for why in found})
    table = Table("cell", "is", "since", "rule", box=None, header_style="dim")
    for why in found:
        table.add_row(cell_name(why.cell), why.verdict, _clues(why, source), why.rule)
    console.print(table)


def _show_witnesses(console: Console, why: Explanation, source: Position | System) -> None:
    assert why.witnesses is not None
    console.print(f"Cell {cell_name(why.cell)} is undetermined: here it is a mine, and here safe.")
    for mines in (why.witnesses.mine, why.witnesses.safe):
        if isinstance(source, Position):
            mined = set(mines)
            draw(console, source, {cell: forced_label(cell in mined) for cell in source.covered()})
        else:
            console.print(f"mines: {' '.join(map(cell_name, mines))}")


def _because(why: Explanation, source: Position | System) -> str:
    rule = "" if why.rule in (None, "sat") else f" (the rule {why.rule} is enough)"
    least = "" if why.minimal else ", perhaps with fewer: time ran out"
    if not why.clues:
        return f"{'the total alone says so' if why.total else 'nothing else fits'}{rule}"
    verb = "says" if len(why.clues) == 1 and not why.total else "together say"
    needed = "" if why.total else "; the total is not needed"
    return f"{_clues(why, source)} {verb} so{least}{needed}{rule}"


def _clues(why: Explanation, source: Position | System) -> str:
    """Name the members of an argument."""
    names = [f"{cell_name(clue)}={mark_of(source, clue)}" for clue in why.clues]
    return " ".join([*names, *(["the total"] if why.total else [])])
