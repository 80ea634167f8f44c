"""What `check` says of a small case, held against brute force, and a clock that counts.

Placements are verified on the board itself, conflicts by trying everything with some clues alone.
"""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import replace

from exactsweep.budget import Budget
from exactsweep.reason.results import Conflict, Consistency
from tests.oracle import Around, Riddle, Truth, neighbours
from tests.strategies import BoardCase, Case, GraphCase, RawCase, linked


def board_of(case: BoardCase | GraphCase) -> tuple[Mapping[Hashable, str], Around]:
    """The marks of a position, holes left out, and who neighbours whom."""
    if isinstance(case, GraphCase):
        return case.marks, linked(case.marks, case.edges)
    marks: dict[Hashable, str] = {
        (r, c): mark for r, row in enumerate(case.rows) for c, mark in enumerate(row) if mark != "~"
    }
    return marks, neighbours(case.topology, len(case.rows), len(case.rows[0]))


def sources_of(case: Case) -> list[Hashable]:
    """What names each clue of the case's riddle: a number's cell, or a constraint's index."""
    if isinstance(case, RawCase):
        return list(range(len(case.constraints)))
    marks, _ = board_of(case)
    return [cell for cell, mark in marks.items() if mark.isdigit()]


def assert_is_placement(case: Case, mined: Sequence[Hashable]) -> None:
    """These are all the mines of a placement: every number, the total and the marks agree."""
    assert len(set(mined)) == len(mined)
    if case.mines is not None:
        assert len(mined) == case.mines
    if isinstance(case, RawCase):
        assert set(mined) <= {name for _, names in case.constraints for name in names}
        for owed, names in case.constraints:
            assert len(set(names).intersection(mined)) == owed
        return
    marks, around = board_of(case)
    assert set(mined) <= set(marks)
    for cell, mark in marks.items():
        if mark.isdigit():
            assert cell not in mined
            assert len(set(around[cell]).intersection(mined)) == int(mark)
        if mark == "*" or (mark == "+" and case.flags == "trusted"):
            assert cell in mined


def possible(case: Case, clues: Collection[Hashable], with_total: bool) -> bool:
    """Whether some placement pays these clues, and has the total where that is asked for."""
    riddle = case.truth().riddle
    named = zip(sources_of(case), riddle.clues, strict=True)
    chosen = [clue for source, clue in named if source in clues]
    return Truth(Riddle(riddle.cells, chosen, riddle.left if with_total else None)).consistent


def assert_is_conflict(case: Case, conflict: Conflict) -> None:
    """The conflict is one, is minimal where it says so, and has the total only where it must."""
    clues, total = conflict.clues, conflict.total
    assert len(set(clues)) == len(clues)
    assert set(clues) <= set(sources_of(case))
    assert not possible(case, clues, total)
    if total:
        assert case.mines is not None
        assert possible(case, sources_of(case), False)
    if conflict.minimal:
        for clue in clues:
            assert possible(case, set(clues) - {clue}, total)


def assert_verdict_is_true(case: Case, verdict: Consistency) -> None:
    """The verdict is right and what it shows is real."""
    assert verdict.consistent == case.truth().consistent
    assert (verdict.witness is None) is not verdict.consistent
    assert (verdict.conflict is None) is verdict.consistent
    if verdict.witness is not None:
        assert_is_placement(case, verdict.witness)
    if verdict.conflict is not None:
        assert_is_conflict(case, verdict.conflict)


def with_total(case: Case, mines: int | None) -> Case:
    """The same case under another total, or under none."""
    return replace(case, mines=mines, density=None)


class Patience(Budget):
    """A budget whose time runs out after it was asked for the time so many times."""

    def __init__(self, looks: int) -> None:
        super().__init__(1.0)
        self.looks = looks

    def spent(self) -> bool:
        self.looks -= 1
        return self.looks < 0

    def left(self) -> float:
        return float(max(0, self.looks))
