"""Explanations against brute force: sufficient, minimal, smallest, and the weakest rule."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactsweep.errors import BudgetExceeded, InputError
from exactsweep.position import Position
from exactsweep.reason.consistency import Decider
from exactsweep.reason.explanation import explain
from exactsweep.reason.results import Explanation
from exactsweep.system import System
from exactsweep.topology import BOARDS
from tests.naive_rules import naive_subsets, naive_window, singles, to_fixpoint
from tests.oracle import Cell, Riddle, Truth, neighbours
from tests.strategies import (
    FLAGS,
    BoardCase,
    Case,
    RawCase,
    boards,
    cases,
    changed,
    drawn_kinds,
    marks_of,
    prior,
    raw_systems,
)
from tests.verdicts import Patience, sources_of

TOTAL = "total"
Member: TypeAlias = int | str
"""A clue by its index, or the total."""

LATE_CONFLICT = Position.from_rows(["1-1-1-1", "-------", "1-1-2-8"], mines=9)


class Arguments:
    """What sets of clues and the total say of a small case, by trying all placements."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.riddle = case.truth().riddle
        self.sources = sources_of(case)
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

    def follows(self, members: Iterable[Member], why: Explanation) -> bool:
        """Whether all placements that keep *members* have what is said; for a conflict, none."""
        kept = self.everything.intersection(*(self.keeping[member] for member in members))
        if why.cell is None:
            return not kept
        bit, mined = self.bit[why.cell], why.verdict == "mine"
        return all(bool(placement & bit) is mined for placement in kept)

    def members_of(self, why: Explanation) -> list[Member]:
        numbers: list[Member] = [self.sources.index(source) for source in why.clues]
        return [*numbers, TOTAL] if why.total else numbers

    def check(self, why: Explanation, smallest: bool) -> None:
        """The argument is sufficient and minimal, perhaps smallest, and its rule the weakest."""
        members = self.members_of(why)
        assert why.minimal
        assert set(members) <= set(self.members)
        assert members == sorted(set(members), key=self.members.index)
        assert self.follows(members, why)
        for dropped in members:
            assert not self.follows([each for each in members if each != dropped], why)
        if smallest and members:
            fewer = combinations(self.members, len(members) - 1)
            assert not any(self.follows(some, why) for some in fewer)
        assert why.rule == (None if why.cell is None else self.weakest_rule(why))

    def weakest_rule(self, why: Explanation) -> str:
        """The weakest rule that says it, by naive ones on these clues alone."""
        clues = [self.riddle.clues[n] for n in self.members_of(why) if isinstance(n, int)]
        seen = frozenset().union(*(cells for cells, _ in clues))
        part = Riddle([cell for cell in self.riddle.cells if cell in seen], clues)
        if why.cell in (to_fixpoint(singles(part)) or {}):
            return "single-point"
        if why.cell in (naive_subsets(part, 2) or {}):
            return "pairs"
        if not isinstance(self.case, BoardCase):
            return "sat"
        # Nothing is owed to a hole, and it says nothing: so the board of these clues alone.
        said = seen.union(why.clues)
        rows = [
            "".join(mark if mark in "*+" or (r, c) in said else "~" for c, mark in enumerate(row))
            for r, row in enumerate(self.case.rows)
        ]
        found = naive_window(rows, 4, self.case.topology, self.case.flags)
        return "window" if why.cell in (found or {}) else "sat"


def check_all(case: Case, smallest: bool) -> list[Explanation]:
    """Hold all that is said of a case against the truth; return it."""
    source, truth, arguments = case.source(), case.truth(), Arguments(case)
    found = explain(source, smallest=smallest)
    if truth.consistent:
        expected = [(c, "safe") for c in truth.safe] + [(c, "mine") for c in truth.mines]
        expected.sort(key=lambda pair: truth.cells.index(pair[0]))
    else:
        expected = [(None, "contradiction")]
    assert [(why.cell, why.verdict) for why in found] == expected
    for why in found:
        assert why.witnesses is None
        arguments.check(why, smallest)
    alone = {why.cell: why for why in found}
    for cell in truth.cells:
        why = explain(source, cell, smallest=smallest)
        if not truth.consistent:
            assert why == found[0]
        elif cell in alone and smallest:
            # There may be several smallest sets, and cells that are alike share one in a list.
            assert size_of(why) == size_of(alone[cell])
            arguments.check(why, smallest)
        elif cell in alone:
            assert why == alone[cell]
        else:
            check_witnesses(truth, why, cell)
    return found


def size_of(why: Explanation) -> int:
    return len(why.clues) + why.total


def check_witnesses(truth: Truth, why: Explanation, cell: Cell) -> None:
    """The cell is undetermined: two placements, all known mines among their mines."""
    assert why == Explanation(cell, "undetermined", [], False, True, None, why.witnesses)
    assert why.witnesses is not None
    for mines, mined in ((why.witnesses.mine, True), (why.witnesses.safe, False)):
        assert len(set(mines)) == len(mines)
        covered = [mine for mine in mines if mine in truth.bit]
        assert len(mines) - len(covered) == truth.riddle.known
        assert truth.mask(covered) in truth.found
        assert (cell in mines) is mined


@settings(max_examples=500, deadline=None)
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
# Cells that the same numbers see, of which a window yields only some.
@example(BoardCase(("-2-1---", "--22-4-", "-2-~-21"), 7, flags="untrusted"))
def test_explanations_are_sufficient_and_minimal(case: Case) -> None:
    check_all(case, smallest=False)


@settings(max_examples=250, deadline=None)
@example(BoardCase(("22-1", "--11", "22-1"), 2, topology="torus"))
@given(st.one_of(boards(most_rows=3, most_columns=4, most_covered=8), raw_systems(8)))
@example(BoardCase(("-1-1-",), 1))
@example(RawCase(((1, "ab"), (1, "bc"), (2, "abc")), 2, None))
def test_smallest_explanations_are_smallest(case: Case) -> None:
    check_all(case, smallest=True)


def drawn_board(random: Random, topology: str) -> BoardCase:
    rows, columns = random.choice([(2, 7), (3, 4), (3, 5), (4, 3), (5, 4)])
    around = neighbours(topology, rows, columns)
    marks, mines = marks_of(drawn_kinds(around, random, 9), around)
    marks = changed(marks, random)
    lines = tuple("".join(marks[r, c] for c in range(columns)) for r in range(rows))
    return BoardCase(lines, *prior(mines, random), topology, random.choice(FLAGS))


@pytest.mark.parametrize("topology", sorted(BOARDS))
def test_many_boards(topology: str) -> None:
    """Enough of them that every verdict and rule comes up, with the total and without."""
    random = Random(f"explanations on {topology}")
    kinds = set()
    for number in range(320):
        case = drawn_board(random, topology)
        for why in check_all(case, smallest=number % 4 == 0):
            kinds |= {why.verdict, why.rule, (why.verdict, why.total)}
    assert kinds >= {"safe", "mine", "contradiction", "single-point", "pairs", "sat"}
    for verdict in ("safe", "mine", "contradiction"):
        assert kinds >= {(verdict, True), (verdict, False)}


@pytest.mark.parametrize("topology", ["grid", "hex"])
def test_windows_are_named_where_pairs_do_not_suffice(topology: str) -> None:
    random = Random(f"windows on {topology}")
    rules = set()
    for _ in range(400):
        case = drawn_board(random, topology)
        rules |= {why.rule for why in check_all(replace(case, mines=None), smallest=False)}
        if "window" in rules:
            return
    pytest.fail("no board needed a window")


def test_the_total_alone() -> None:
    position = Position.from_rows(["+--", "---", "---"], mines=1)
    why = explain(position, (2, 2))
    assert (why.clues, why.total, why.verdict, why.rule) == ([], True, "safe", "sat")


def test_smallest_may_be_smaller_than_minimal() -> None:
    """Some minimal argument is not smallest: else the two would be one thing."""
    random = Random("smaller than minimal")
    sizes = set()
    for _ in range(150):
        source = drawn_board(random, "grid").source()
        one, other = explain(source), explain(source, smallest=True)
        for minimal, smallest in zip(one, other, strict=True):
            size = len(minimal.clues) + minimal.total
            sizes.add(size - len(smallest.clues) - smallest.total)
    assert min(sizes) == 0 < max(sizes)


def test_cells_that_cannot_be_explained() -> None:
    position = Position.from_rows(["1-", "+~"])
    for cell in ((0, 0), (1, 0), (1, 1), (5, 5), "a", (0, 1, 2)):
        with pytest.raises(InputError):
            explain(position, cell)


def test_time_that_runs_out_on_a_conflict() -> None:
    """What is proven by then is said: a conflict, minimal or not; that it is smallest, never."""
    minimal: set[bool | None] = set()
    for looks in range(200):
        try:
            budget = Patience(looks)
            why = explain(LATE_CONFLICT, (1, 1), smallest=True, budget=budget)
        except BudgetExceeded:
            minimal.add(None)
            continue
        assert why.verdict == "contradiction"
        minimal.add(why.minimal)
    assert minimal == {None, False, True}


def test_arguments_that_time_did_not_make_minimal_are_arguments() -> None:
    case = BoardCase(("--------", "12211221"), None)
    arguments, said = Arguments(case), set()
    for looks in range(300):
        for cell in case.truth().mines:
            try:
                why = explain(case.source(), cell, budget=Patience(looks))
            except BudgetExceeded:
                continue
            assert why.verdict == "mine"
            assert arguments.follows(arguments.members_of(why), why)
            said.add(why.minimal)
    assert said == {False, True}


def half_shown(size: int) -> list[str]:
    """A square board, a fifth of it mines, half of the other cells shown."""
    random = Random("half shown")
    around = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
    mined = {(r, c) for r in range(size) for c in range(size) if not random.randrange(5)}
    return [
        "".join(
            str(sum((r + down, c + right) in mined for down, right in around))
            if (r, c) not in mined and random.randrange(2)
            else "-"
            for c in range(size)
        )
        for r in range(size)
    ]


def test_questions_stay_local(monkeypatch: pytest.MonkeyPatch) -> None:
    """On 80,000 cells: two questions of all numbers, all others as on a small part alone."""
    asked: list[tuple[str, int]] = []
    witness = Decider.witness

    def counted(decider: Decider, source: Position | System, left: int | None) -> list[int] | None:
        asked.append((type(source).__name__, len(getattr(source, "clues", ()))))
        return witness(decider, source, left)

    def questions(rows: list[str], cell: Cell | None) -> tuple[Explanation, list[int]]:
        asked.clear()
        assert cell is not None
        why = explain(Position.from_rows(rows), cell)
        assert [kind for kind, _ in asked] == ["Position", *["System"] * (len(asked) - 1)]
        return why, [clues for _, clues in asked[2:]]

    part, copies = half_shown(40), 7
    forced = [why.cell for why in explain(Position.from_rows(part)) if len(why.clues) > 2]
    many = [*[*("~".join([row] * copies) for row in part), "~" * (41 * copies - 1)] * copies]
    monkeypatch.setattr(Decider, "witness", counted)
    for cell in forced[:: len(forced) // 3]:
        why, few = questions(part, cell)
        again, same = questions(many, cell)
        assert again == why
        assert same == few
        assert 3 <= len(few) < 100
