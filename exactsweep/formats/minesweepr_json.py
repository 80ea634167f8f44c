r"""What minesweepr is asked: rules without a board, or a board, as one JSON object.

    {"rules": [{"num_mines": 1, "cells": ["a", "b"]}], "total_cells": 9, "total_mines": 2}
    {"board": "..1x\n112x", "total_mines": 1}

``total_cells`` are the covered cells and every cell that a rule names; ``mine_prob``, each cell's
chance of a mine, may stand instead of both totals. A board is as in `minesweepr`. In: text. Out: a
`System` for rules, in which cells that no rule names are called ``_other1``, ``_other2``, .. , or a
`Position` for a board, and back. A total counts every mine, known ones too.
"""

import re
from fractions import Fraction

from exactsweep.errors import InputError, shorten
from exactsweep.formats.fields import writable
from exactsweep.formats.holding import board_held, refusal
from exactsweep.formats.json_lines import OTHERS
from exactsweep.formats.json_reading import (
    Literal,
    Pairs,
    first_keys,
    is_whole,
    read_object,
    shown,
    unique,
)
from exactsweep.formats.minesweepr import LEGEND
from exactsweep.position import Position
from exactsweep.system import Clue, System

name = "minesweepr-json"

_OTHER = "_other"
MOST_CELLS = 10_000_000
"""The most cells of a system; each takes memory, whether a rule names it or not."""

_DECIMAL = re.compile(r"[0-9]{1,300}(?:\.[0-9]{1,300})?(?:[eE][+-]?[0-9]{1,3})?")


def looks_like(text: str) -> bool:
    """Whether *text* begins with a JSON object that has one of the two keys."""
    start = text.removeprefix("\ufeff").lstrip(" \t\r\n")
    return start.startswith("{") and bool(OTHERS & first_keys(start))


def parse(text: str) -> Position | System:
    """Return what *text* says; `InputError` with what is wrong first."""
    pairs = read_object(text.removeprefix("\ufeff"))
    if "board" in {key for key, _ in pairs}:
        return _board(unique(pairs, ("board", "total_mines")))
    keys = unique(pairs, ("rules", "total_cells", "total_mines", "mine_prob"))
    clues, named = _clues(_needed(keys, "rules"))
    if "mine_prob" in keys:
        if len(keys) > 2:
            raise InputError("mine_prob stands instead of total_cells and total_mines")
        density = _probability(keys["mine_prob"])
        return System(list(range(len(named))), clues, None, density, None, named)
    cells = _count(keys, "total_cells")
    if not len(named) <= cells <= MOST_CELLS:
        problem = f"total_cells is {cells}; the rules name {len(named)} cells"
        raise InputError(problem if cells < len(named) else f"{problem}, {MOST_CELLS} can be held")
    names = [*named, *(f"{_OTHER}{number}" for number in range(1, cells - len(named) + 1))]
    return System(list(range(cells)), clues, _count(keys, "total_mines"), None, None, names)


def dump(source: Position | System) -> str:
    """Return the text that says *source*; `InputError` where the format cannot hold it."""
    import json

    keys = _board_keys(source) if isinstance(source, Position) else _system_keys(source)
    return json.dumps(keys) + "\n"


def _needed(keys: dict[str, object], key: str) -> object:
    if key not in keys:
        raise InputError(f'the key "{key}" is missing')
    return keys[key]


def _count(keys: dict[str, object], key: str) -> int:
    value = _needed(keys, key)
    if not isinstance(value, int) or not is_whole(value) or value < 0:
        raise InputError(f"{key} must be a whole number of at least 0, not {shown(value)}")
    return value


def _probability(value: object) -> Fraction:
    if isinstance(value, Literal) and _DECIMAL.fullmatch(value.text):
        fraction = Fraction(value.text)
        if 0 < fraction < 1:
            return fraction
    raise InputError(f"mine_prob must be a number between 0 and 1, not {shown(value)}")


def _board(keys: dict[str, object]) -> Position:
    text = _needed(keys, "board")
    if not isinstance(text, str) or not text:
        raise InputError(f"the board must be text, not {shown(text)}")
    lines = text.split("\n")
    try:
        rows = LEGEND.read(lines if lines[-1] else lines[:-1])
    except InputError as fault:
        place = f"line {fault.line}, column {fault.column}"
        raise InputError(f"the board, {place}: {fault.problem}") from None
    return Position.from_rows(rows, _count(keys, "total_mines"))


def _clues(rules: object) -> tuple[list[Clue], list[str]]:
    """Return the clues of *rules*, and the cells that these name, in order of first mention."""
    if not isinstance(rules, list) or isinstance(rules, Pairs):
        raise InputError(f"the rules must be a list, not {shown(rules)}")
    numbers: dict[str, int] = {}
    clues = []
    for index, rule in enumerate(rules):
        try:
            mines, names = _rule(rule)
        except InputError as fault:
            raise InputError(f"rule {index + 1}: {fault.problem}") from None
        cells = tuple(numbers.setdefault(cell, len(numbers)) for cell in names)
        clues.append(Clue(index, mines, cells))
    return clues, list(numbers)


def _rule(rule: object) -> tuple[int, list[str]]:
    """Return the mines and the cells of one rule."""
    if not isinstance(rule, Pairs):
        raise InputError(f"a rule must be an object, not {shown(rule)}")
    keys = unique(rule, ("num_mines", "cells"))
    mines, cells = _needed(keys, "num_mines"), _needed(keys, "cells")
    if not isinstance(mines, int) or not is_whole(mines):
        raise InputError(f"num_mines must be a whole number, not {shown(mines)}")
    if not isinstance(cells, list) or isinstance(cells, Pairs):
        raise InputError(f"the cells must be a list, not {shown(cells)}")
    for cell in cells:
        if not isinstance(cell, str) or cell.startswith(_OTHER):
            raise InputError(
                f"{shown(cell)} is no name of a cell; {_OTHER}1, .. are kept for others"
            )
    if len(set(cells)) != len(cells):
        raise InputError("a cell is named twice")
    return mines, cells


def _board_keys(source: Position) -> dict[str, object]:
    position = board_held(source, name, LEGEND.held, "needed")
    assert position.mines is not None
    board = "\n".join(LEGEND.write(position.rows))
    return {"board": board, "total_mines": writable(position.mines)}


def _system_keys(system: System) -> dict[str, object]:
    if system.position is not None:
        raise refusal(name, "the constraints of a board, only the board")
    named = {cell for clue in system.clues for cell in clue.cells}
    keys: dict[str, object] = {"rules": [_written(clue, system) for clue in system.clues]}
    if system.density is not None:
        if len(named) != len(system.covered):
            raise refusal(name, "a density beside cells that no rule names")
        return keys | {"mine_prob": _decimal(system.density)}
    if system.left is None:
        raise refusal(name, "constraints without a total", "--mines N gives one")
    return keys | {"total_cells": len(system.covered), "total_mines": writable(system.left)}


def _written(clue: Clue, system: System) -> dict[str, object]:
    names = [system.names[cell] for cell in clue.cells]
    for cell in names:
        if not isinstance(cell, str) or cell.startswith(_OTHER):
            raise refusal(name, f"the cell name {shorten(repr(cell))}")
    return {"num_mines": writable(clue.owed), "cells": names}


def _decimal(density: Fraction) -> float:
    """Return *density* as the float that JSON writes; `InputError` where that is another number."""
    value = float(density)
    if Fraction(repr(value)) != density:
        raise refusal(name, f"the density {density}, which has no short decimal form")
    return value
