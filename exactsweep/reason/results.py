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
