"""What reasoning answers, free of any solver, so that results can be shown without loading one."""

from dataclasses import dataclass

from exactsweep.topology import Cell


@dataclass(frozen=True, slots=True)
class Conflict:
    """Clues without a placement, by the cells of their numbers; *total* where it takes part.

    *minimal*: without any one of these there is a placement. An impossible total alone has no
    clues.
    """

    clues: list[Cell]
    total: bool
    minimal: bool


@dataclass(frozen=True, slots=True)
class Consistency:
    """Every mine of one placement, known ones too, or a conflict."""

    consistent: bool
    witness: list[Cell] | None = None
    conflict: Conflict | None = None


@dataclass(frozen=True, slots=True)
class Witnesses:
    """Every mine of a placement with a mine in some cell, and of one where that cell is safe."""

    mine: list[Cell]
    safe: list[Cell]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a *cell* is what it is.

    *verdict* is ``safe``, ``mine``, ``undetermined`` or ``contradiction``, the last without a cell.
    *clues*, by the cells of their numbers, and the total where *total* is True force the cell, or
    conflict; *minimal*: without any one of them they would not. *rule* is the weakest of
    single-point, pairs, window and sat that yields the cell from these clues alone, None where time
    ran out before that was known. *witnesses* show that a cell is undetermined.
    """

    cell: Cell | None
    verdict: str
    clues: list[Cell]
    total: bool
    minimal: bool
    rule: str | None = None
    witnesses: Witnesses | None = None


@dataclass(slots=True)
class ForcedCells:
    """Forced cells by number; *consistent* is None as long as that is not decided."""

    consistent: bool | None
    safe: set[int]
    mines: set[int]
