"""Explanations against brute force: sufficient, minimal, smallest, and the weakest rule."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactsweep.budget import Budget
from exactsweep.errors import BudgetExceeded, InputError
from exactsweep.position import Position
from exactsweep.reason.consistency import Decider
from exactsweep.reason.explanation import explain
from exactsweep.reason.results import Explanation
from exactsweep.reason.subsets import pairs
from exactsweep.reason.window import window
from exactsweep.structure import single_point
from exactsweep.system import System, system_of
from exactsweep.topology import Board, Cell
from tests.oracle import Truth
from tests.real import bench
from tests.strategies import BoardCase, Case, RawCase, boards, cases, raw_systems
from tests.verdicts import Patience

TOTAL = "total"

Member = int | str
"""A clue by its index, or the total."""


class Arguments:
    """What sets of clues and the total say of a small case, by trying all placements."""

    def __init__(self, case: Case) -> None:
        self.source = case.source()
        self.riddle = case.truth().riddle
        self.sources = [clue.source for clue in system_of(self.source).clues]
        self.members: list[Member] = list(range(len(self.riddle.clues)))
        if self.riddle.left is not None:
            self.members.append(TOTAL)
        cells = self.riddle.cells
        self.bit = {cell: 1 << at for at, cell in enumerate(cells)}
        everything = range(1 << len(cells))
        masks = [sum(self.bit[cell] for cell in seen) for seen, _ in self.riddle.clues]
        self.keeping: dict[Member, set[int]] = {
            number: {p for p in everything if (p & mask).bit_count() == owed}
            for number, (mask, (_, owed)) in enumerate(zip(masks, self.riddle.clues, strict=True))
        }
        self.keeping[TOTAL] = {p for p in everything if p.bit_count() == self.riddle.left}
        self.everything = set(everything)

    def verdict(self, members: Iterable[Member], cell: Cell | None) -> str:
        """What all placements that keep *members* agree on."""
        kept = self.everything.intersection(*(self.keeping[member] for member in members))
        if not kept:
            return "contradiction"
        bit = 0 if cell is None else self.bit[cell]
        mined = {bool(placement & bit) for placement in kept}
        return "undetermined" if len(mined) > 1 else "mine" if mined.pop() else "safe"

    def follows(self, members: Iterable[Member], why: Explanation) -> bool:
        """Whether *members* force what is said; a contradiction forces everything."""
        return self.verdict(members, why.cell) in (why.verdict, "contradiction")

    def members_of(self, why: Explanation) -> list[Member]:
        numbers: list[Member] = [self.sources.index(source) for source in why.clues]
        return [*numbers, TOTAL] if why.total else numbers

    def check(self, why: Explanation) -> None:
        members = self.members_of(why)
        assert len(set(members)) == len(members)
        assert why.minimal
        assert self.follows(members, why)
        for some in combinations(members, max(0, len(members) - 1)):
            assert len(members) == 0 or not self.follows(some, why)

    def least(self, why: Explanation) -> int:
        """The size of the smallest set that forces what is said."""
        return next(
            size
            for size in range(len(self.members) + 1)
            if any(self.follows(some, why) for some in combinations(self.members, size))
        )


def check_all(case: Case, smallest: bool) -> None:
    arguments = Arguments(case)
    source, truth = arguments.source, case.truth()
    if not truth.consistent:
        (why,) = explain(source, smallest=smallest)
        assert (why.cell, why.verdict, why.rule) == (None, "contradiction", None)
        check_one(arguments, why, smallest)
        for cell in truth.cells:
            assert explain(source, cell, smallest=smallest) == why
        return
    found = explain(source, smallest=smallest)
    forced = {**dict.fromkeys(truth.safe, "safe"), **dict.fromkeys(truth.mines, "mine")}
    assert [why.cell for why in found] == [cell for cell in truth.cells if cell in forced]
    for why in found:
        check_one(arguments, why, smallest)
        if case.density is None or not smallest:
            assert explain(source, why.cell, smallest=smallest).verdict == forced[why.cell]
    for cell in truth.cells:
        if cell not in forced:
            check_witnesses(truth, explain(source, cell, smallest=smallest), cell)


def check_one(arguments: Arguments, why: Explanation, smallest: bool) -> None:
    arguments.check(why)
    if smallest:
        assert len(arguments.members_of(why)) == arguments.least(why)
    if why.cell is not None:
        assert why.rule == weakest_rule(arguments.source, why)


def check_witnesses(truth: Truth, why: Explanation, cell: Cell) -> None:
    assert (why.cell, why.verdict, why.clues) == (cell, "undetermined", [])
    assert why.witnesses is not None
    for mines, mined in ((why.witnesses.mine, True), (why.witnesses.safe, False)):
        assert len(set(mines)) == len(mines)
        covered = [mine for mine in mines if mine in truth.bit]
        assert len(mines) - len(covered) == truth.riddle.known
        assert truth.mask(covered) in truth.found
        assert (cell in mines) is mined


def weakest_rule(source: Position | System, why: Explanation) -> str:
    """The rules run on the system of these clues alone, cells that they don't see left out."""
    system = system_of(source)
    clues = [clue for clue in system.clues if clue.source in why.clues]
    cells: Collection[int] = {cell for clue in clues for cell in clue.cells}
    part = System(sorted(cells), clues, None, None, system.position, system.names)
    assert why.cell is not None
    cell = system.number(why.cell)
    if cell in (single_point(part) or {}):
        return "single-point"
    if cell in (pairs(part) or {}):
        return "pairs"
    board = system.position is not None and isinstance(system.position.topology, Board)
    return "window" if board and cell in (window(part) or {}) else "sat"


@settings(max_examples=700, deadline=None)
@given(cases())
@example(BoardCase(("-",), 0))
@example(BoardCase(("--",), 2))
@example(BoardCase(("--",), 3))
@example(BoardCase(("2-",), None))
@example(BoardCase(("-1-", "---"), 1))
@example(BoardCase(("+1-", "---"), 2, flags="untrusted"))
@example(BoardCase(("1-", "--"), None, Fraction(1, 5)))
@example(RawCase((), 0, None))
@example(RawCase(((1, ""), (0, "a")), None, None))
def test_explanations_are_sufficient_and_minimal(case: Case) -> None:
    check_all(case, smallest=False)


@settings(max_examples=300, deadline=None)
@given(st.one_of(boards(most_rows=3, most_columns=4, most_covered=8), raw_systems(8)))
@example(BoardCase(("-1-1-",), 1))
@example(RawCase(((1, "ab"), (1, "bc"), (2, "abc")), 2, None))
def test_smallest_explanations_are_smallest(case: Case) -> None:
    check_all(case, smallest=True)


def test_the_total_can_replace_many_numbers() -> None:
    """Four numbers force the corner without the total; with it the sea is safe by one clue."""
    position = Position.from_rows(["+--", "---", "---"], mines=1)
    why = explain(position, (2, 2))
    assert (why.clues, why.total, why.verdict, why.rule) == ([], True, "safe", "sat")


def test_cells_that_cannot_be_explained() -> None:
    position = Position.from_rows(["1-", "+~"])
    for cell in ((0, 0), (1, 0), (1, 1), (5, 5), "a", (0, 1, 2)):
        with pytest.raises(InputError):
            explain(position, cell)


def test_time_that_runs_out() -> None:
    """What is proven by then is said: a conflict that is not minimal, or that nothing is known."""
    position = Position.from_rows(["1-1-1-1", "-------", "1-1-2-8"], mines=9)
    minimal = set()
    for looks in range(200):
        try:
            why = explain(position, (1, 1), budget=Patience(looks))
        except BudgetExceeded:
            continue
        assert why.verdict == "contradiction"
        minimal.add(why.minimal)
    assert minimal == {False, True}


def test_questions_stay_local(monkeypatch: pytest.MonkeyPatch) -> None:
    """A forced cell of an expert board takes a few dozen questions, not one for each number."""
    asked = []
    witness = Decider.witness

    def counted(decider: Decider, source: Position | System, left: int | None) -> list[int] | None:
        asked.append(len(source.clues) if isinstance(source, System) else 0)
        return witness(decider, source, left)

    monkeypatch.setattr(Decider, "witness", counted)
    for position in list(bench("expert").values())[::40]:
        for why in explain(position, budget=Budget(60))[:5]:
            asked.clear()
            again = explain(position, why.cell)
            assert replace(again) == why
            assert why.total or len(asked) < 60
