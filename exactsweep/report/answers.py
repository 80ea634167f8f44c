"""Answers as JSON objects: the keys and their order are the command line's promise.

In: results of the engine. Out: dicts for `json.dumps`. Cells are ``[row, column]``, and the name
for a system without a board; counts are strings, probabilities strings of fractions or decimals.
"""

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Any, TypeAlias

from exactsweep.engine import Count, Inference, wrong_flags
from exactsweep.errors import BudgetExceeded
from exactsweep.position import Position
from exactsweep.probability import Ratio, Solution
from exactsweep.reason.results import Consistency, Explanation, ForcedCells
from exactsweep.report.numbers import Write
from exactsweep.system import Reduction, System, names_of
from exactsweep.topology import Board, Cell

Object: TypeAlias = dict[str, Any]

LARGEST_EXACT = 2**53
"""Readers of JSON may hold larger integers as floats, so these are written as strings."""


def solution_object(solution: Solution, write: Write, with_contents: bool) -> Object:
    """Return what ``solve`` says; *write* gives a probability its form."""
    source = solution.source
    answer = _header(source)
    answer["consistent"] = solution.consistent
    placements = solution.placements
    answer["placements"] = None if placements is None else str(placements)
    answer["cells"], answer["sea"] = [], None
    if not solution.consistent:
        return answer
    texts: dict[Ratio, str | None] = {}

    def text(ratio: Ratio) -> str | None:
        if ratio not in texts:
            certain = ratio[0] in (0, ratio[1])
            texts[ratio] = write(ratio) if solution.has_prior or certain else None
        return texts[ratio]

    for cell, ratio in solution.front:
        entry = {**_cell_keys(source, cell), "mine": text(ratio)}
        if with_contents:
            entry["contents"] = _contents(solution, cell, write)
        answer["cells"].append(entry)
    if solution.sea is not None:
        cells, ratio = solution.sea
        answer["sea"] = {"cells": cells, "mine": text(ratio)}
        if with_contents:
            answer["sea"] |= _sea_contents(solution, write)
    return answer | _wrong_flags(source, solution.safe)


def consistency_object(result: Consistency) -> Object:
    """Return what ``check`` says."""
    if result.witness is not None:
        return {"consistent": True, "witness": cell_list(result.witness)}
    assert result.conflict is not None
    conflict = result.conflict
    return {
        "consistent": False,
        "conflict": {
            "clues": cell_list(conflict.clues),
            "total": conflict.total,
            "minimal": conflict.minimal,
        },
    }


def inference_object(inference: Inference, source: Position | System) -> Object:
    """Return what ``infer`` says."""
    return {
        "consistent": inference.consistent,
        "safe": cell_list(inference.safe),
        "mines": cell_list(inference.mines),
        "method": inference.method,
        **_wrong_flags(source, inference.safe),
        **_possible(inference, source),
    }


def _possible(inference: Inference, source: Position | System) -> Object:
    """Return the key for what covered cells can be, which only Kaye's procedure says."""
    if inference.contents is None:
        return {}
    found = inference.contents.items()
    return {"contents": [{**_cell_keys(source, cell), "possible": [*some]} for cell, some in found]}


def explanations_object(found: Sequence[Explanation], is_list: bool) -> Object:
    """Return what ``explain`` says: of one cell, or of a list of them, or of a contradiction."""
    if not is_list or [why.verdict for why in found] == ["contradiction"]:
        return _explanation(found[0])
    return {"explanations": [_explanation(why) for why in found]}


def _explanation(why: Explanation) -> Object:
    answer: Object = {
        "cell": None if why.cell is None else cell_list([why.cell])[0],
        "verdict": why.verdict,
        "clues": cell_list(why.clues),
        "total": why.total,
        "minimal": why.minimal,
    }
    if why.verdict != "contradiction":
        answer["rule"] = why.rule
    if why.witnesses is not None:
        mine, safe = cell_list(why.witnesses.mine), cell_list(why.witnesses.safe)
        answer["witnesses"] = {"mine": mine, "safe": safe}
    return answer


def count_object(result: Count) -> Object:
    """Return what ``count`` says."""
    return {
        "placements": None if result.placements is None else str(result.placements),
        "profile": {str(mines): str(count) for mines, count in result.profile.items()},
        "feasible_totals": result.feasible_totals,
    }


def budget_object(error: BudgetExceeded, source: Position | System) -> Object:
    """Return what is known where a budget ran out."""
    answer: Object = {"error": "budget", "message": str(error)}
    if error.states is not None:
        answer["states"] = error.states
    if error.width is not None:
        answer["width"] = round(error.width, 1)
    proven = proven_cells(error, source)
    if proven is not None:
        answer["safe"], answer["mines"] = map(cell_list, proven)
    return answer


def proven_cells(
    error: BudgetExceeded, source: Position | System
) -> tuple[list[Cell], list[Cell]] | None:
    """Return the safe cells and the mines that were proven before the budget ran out."""
    known = error.known
    if isinstance(known, Inference):
        return known.safe, known.mines
    names = names_of(source)
    if isinstance(known, ForcedCells):
        safe, mines = sorted(known.safe), sorted(known.mines)
        return [names[cell] for cell in safe], [names[cell] for cell in mines]
    if isinstance(known, Reduction):
        return list(compress(names, known.safe)), list(compress(names, known.mines))
    return None


def cell_list(cells: Iterable[Cell]) -> list[object]:
    """Return cells as JSON: pairs as lists, names as they are."""
    return [list(cell) if isinstance(cell, tuple) else cell for cell in cells]


def _header(source: Position | System) -> Object:
    header: Object = {}
    if isinstance(source, Position) and isinstance(source.topology, Board):
        header = {"rows": source.topology.rows, "columns": source.topology.columns}
    mines = source.mines if isinstance(source, Position) else source.left
    header["mines"] = mines if mines is None or mines <= LARGEST_EXACT else str(mines)
    if source.density is not None:
        header["density"] = str(source.density)
    return header


def _wrong_flags(source: Position | System, safe: Iterable[Cell]) -> Object:
    """Return the key for flags on *safe* cells, which only untrusted flags have."""
    if isinstance(source, Position) and not source.trusted:
        return {"wrong_flags": cell_list(wrong_flags(source, safe))}
    return {}


def _cell_keys(source: Position | System, cell: Cell) -> Object:
    if isinstance(source, Position) and isinstance(cell, tuple):
        return {"row": cell[0], "column": cell[1]}
    return {"cell": cell}


def _contents(solution: Solution, cell: Cell, write: Write) -> Object:
    """Return the contents of a cell; under an unknown total null for what is possible only."""
    names: Sequence[int | str] = ("mine", *range(9))
    if solution.has_prior:
        found = solution.contents(cell)
        shares = {name: found.get(name) for name in names}
        return {
            str(name): write((0, 1) if share is None else (share.numerator, share.denominator))
            for name, share in shares.items()
        }
    possible = solution.possible(cell)
    certain = write((1, 1)) if len(possible) == 1 else None
    return {str(name): certain if name in possible else write((0, 1)) for name in names}


def _sea_contents(solution: Solution, write: Write) -> Object:
    """Return the contents of the sea where all its cells have the same."""
    found = None
    for cell in solution.sea_cells():
        contents = _contents(solution, cell, write)
        if found is not None and contents != found:
            return {}
        found = contents
    return {} if found is None else {"contents": found}
