"""Queries against brute force, against each other, and against solutions; events in words."""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from random import Random
from typing import TypeAlias

import networkx as nx
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from exactsweep.counting import by_name
from exactsweep.errors import Contradiction, InputError, TotalUnknown
from exactsweep.events import Event, Outcome, parse_cell, parse_event, query
from exactsweep.position import Position
from exactsweep.probability import solve
from exactsweep.system import constraint_system, system_of
from tests.oracle import Truth
from tests.real import bench
from tests.strategies import BoardCase, Case, RawCase, boards, cases, graphs, raw_systems
from tests.verdicts import board_of

Events: TypeAlias = Mapping[Hashable, Outcome]

quick = settings(deadline=None, suppress_health_check=list(HealthCheck))


class Reality:
    """What every cell of a case is in each of its placements, shown cells and known mines too."""

    def __init__(self, case: Case) -> None:
        self.truth: Truth = case.truth()
        self.fixed: dict[Hashable, Outcome] = {}
        if not isinstance(case, RawCase):
            marks, _ = board_of(case)
            self.fixed = {
                cell: int(mark) if mark.isdigit() else "mine"
                for cell, mark in marks.items()
                if cell not in self.truth.bit
            }
        self.cells = [*self.fixed, *self.truth.cells]

    def outcome(self, placement: int, cell: Hashable) -> Outcome:
        """A mine, the number that a safe cell shows, or just safe where there are no numbers."""
        if cell in self.fixed:
            return self.fixed[cell]
        if placement & self.truth.bit[cell]:
            return "mine"
        if cell not in self.truth.riddle.sights:
            return "safe"
        known, covered = self.truth.riddle.sights[cell]
        return known + (placement & self.truth.mask(covered)).bit_count()

    def holds(self, placement: int, event: Events) -> bool:
        for cell, wanted in event.items():
            outcome = self.outcome(placement, cell)
            if outcome != wanted and (wanted != "safe" or outcome == "mine"):
                return False
        return True

    def weight(self, event: Events) -> Fraction:
        """What the placements weigh in which the event happens."""
        weighed = zip(self.truth.found, self.truth.weights, strict=True)
        return sum((w for p, w in weighed if self.holds(p, event)), Fraction(0))

    def draw(self, random: Random, most: int) -> dict[Hashable, Outcome]:
        """An event that some placement has, mostly, and else whatever comes."""
        chosen = random.sample(self.cells, min(len(self.cells), random.randint(1, most)))
        placements = self.truth.found or [0]
        placement = random.choice(placements)
        event: dict[Hashable, Outcome] = {}
        for cell in chosen:
            outcome = self.outcome(placement, cell)
            if not random.randrange(5):
                outcome = self.outcome(random.choice(placements), cell)
            if outcome != "mine" and not random.randrange(3):
                outcome = "safe"
            if not random.randrange(12):
                outcome = random.choice(["mine", "safe", *range(10)])
            if outcome not in ("mine", "safe") and self.truth.riddle.sights == {}:
                outcome = "safe"
            event[cell] = outcome
        return event


def assert_query_is_true(case: Case, random: Random, counter: str = "elimination") -> None:
    """One query, conditional half of the time, has the answer that brute force gives."""
    reality = Reality(case)
    if not reality.cells:
        return
    event = reality.draw(random, 3)
    given = reality.draw(random, 2) if random.randrange(2) else None
    source, how = case.source(), by_name(counter)
    whole = reality.weight(given or {})
    if not whole:
        with pytest.raises(Contradiction, match="no placement"):
            query(source, event, given, counter=how)
        return
    shares = [(cell, outcome) for cell, outcome in (given or {}).items()]
    part = reality.weight(event) if given is None else both(reality, event, shares)
    if not reality.truth.has_prior and 0 < part < whole:
        with pytest.raises(TotalUnknown, match="needs the total"):
            query(source, event, given, counter=how)
        return
    answer = query(source, event, given, counter=how)
    assert type(answer) is Fraction
    assert answer == part / whole


def both(reality: Reality, event: Events, given: list[tuple[Hashable, Outcome]]) -> Fraction:
    """What weighs in which an event and a condition happen, which may be about the same cells."""
    weighed = zip(reality.truth.found, reality.truth.weights, strict=True)
    return sum(
        (w for p, w in weighed if reality.holds(p, event) and reality.holds(p, dict(given))),
        Fraction(0),
    )


seeds = st.integers(0, 2**32 - 1).map(Random)


@settings(quick, max_examples=1500)
@given(cases(), seeds)
def test_queries_are_true(case: Case, random: Random) -> None:
    assert_query_is_true(case, random)


@settings(quick, max_examples=250)
@given(st.one_of(graphs(), raw_systems(), boards(["torus", "hex"])), seeds)
def test_queries_beyond_the_grid_are_true(case: Case, random: Random) -> None:
    assert_query_is_true(case, random)


@pytest.mark.parametrize("counter", ["brute", "cpsat"])
@settings(quick, max_examples=40)
@given(cases(), seeds)
def test_every_counter_answers(counter: str, case: Case, random: Random) -> None:
    assert_query_is_true(case, random, counter)


@settings(quick, max_examples=60)
@given(boards(), seeds)
def test_the_system_of_a_position_answers_the_same(case: BoardCase, random: Random) -> None:
    reality = Reality(case)
    assume(reality.truth.consistent and reality.truth.has_prior)
    event = reality.draw(random, 3)
    assert query(system_of(case.source()), event) == query(case.source(), event)


@settings(quick, max_examples=80)
@given(boards())
def test_contents_are_queries_about_one_cell(case: BoardCase) -> None:
    """A mine and all numbers sum to one and are what the solution says."""
    truth = case.truth()
    assume(truth.consistent and truth.has_prior and truth.cells)
    position = case.source()
    solution = solve(position)
    for cell in truth.cells[:3]:
        outcomes: list[Outcome] = ["mine", *range(9)]
        chances = {outcome: query(position, {cell: outcome}) for outcome in outcomes}
        assert sum(chances.values()) == 1
        assert {what: p for what, p in chances.items() if p} == solution.contents(cell)
        assert query(position, {cell: "safe"}) == 1 - chances["mine"]


def test_real_boards() -> None:
    """On boards too large for brute force: the chain rule, contents, and single probabilities."""
    random = Random(1)
    asked = 0
    for position in [*bench("expert").values(), *bench("intermediate").values()][::20]:
        solution = solve(position)
        open_cells = [cell for cell, p in solution.mine.items() if 0 < p < 1]
        if len(open_cells) < 2:
            continue
        asked += 1
        one, other = random.sample(open_cells, 2)
        assert query(position, {one: "mine"}) == solution.mine[one]
        contents = solution.contents(one)
        number, chance = random.choice([(n, p) for n, p in contents.items() if n != "mine"])
        a: Event = {one: number}  # type: ignore[dict-item]
        b: Event = {other: "mine"}
        assert query(position, a) == chance
        joint = query(position, {**a, **b})
        assert joint == chance * query(position, b, a)
        assert joint == query(position, b) * query(position, a, b)
        assert query(position, a) == joint + query(position, {**a, other: "safe"})
    assert asked > 10


@pytest.mark.parametrize(
    ("event", "given", "chance"),
    [
        ({(0, 1): "mine"}, None, Fraction(1, 3)),
        ({(0, 1): "mine", (1, 1): "mine"}, None, Fraction(0)),
        ({(0, 1): "safe", (1, 0): "safe"}, None, Fraction(1, 3)),
        ({(0, 1): "mine"}, {(1, 1): "safe"}, Fraction(1, 2)),
        ({(0, 1): "mine"}, {(0, 1): "safe"}, Fraction(0)),
        ({(0, 1): "mine"}, {(0, 1): "mine"}, Fraction(1)),
        ({(0, 1): 0}, None, Fraction(0)),
        ({(0, 1): 1}, None, Fraction(2, 3)),
        ({(0, 1): 1, (1, 0): 1, (1, 1): "mine"}, None, Fraction(1, 3)),
        ({(0, 0): 1}, None, Fraction(1)),
        ({(0, 0): 1, (0, 1): "mine"}, None, Fraction(1, 3)),
        ({(0, 0): 0}, None, Fraction(0)),
        ({(0, 0): "safe"}, None, Fraction(1)),
        ({(0, 0): "mine"}, None, Fraction(0)),
        ({}, None, Fraction(1)),
        ({(0, 1): "mine"}, {}, Fraction(1, 3)),
        ({(0, 1): 9}, None, Fraction(0)),
        ({(0, 1): 10**30}, None, Fraction(0)),
    ],
)
def test_a_one_in_a_corner(event: Event, given: Event | None, chance: Fraction) -> None:
    """Three cells beside a 1, one of them a mine."""
    assert query(Position.from_rows(["1-", "--"], mines=1), event, given) == chance


@pytest.mark.parametrize(
    ("rows", "event", "chance"),
    [
        (["+-*-"], {(0, 0): "mine"}, Fraction(1)),
        (["+-*-"], {(0, 0): "safe"}, Fraction(0)),
        (["+-*-"], {(0, 0): 1}, Fraction(0)),
        (["+-*-"], {(0, 2): "mine"}, Fraction(1)),
        (["+-*-"], {(0, 2): 0}, Fraction(0)),
        (["+-*-"], {(0, 1): 2}, Fraction(1, 2)),
        (["+-*-"], {(0, 1): 1}, Fraction(0)),
        (["+-*-"], {(0, 3): 1}, Fraction(1, 2)),
        (["+-*-"], {(0, 3): 2}, Fraction(0)),
    ],
)
def test_known_mines(rows: list[str], event: Event, chance: Fraction) -> None:
    """Three mines, two of them known, the third in one of two cells."""
    assert query(Position.from_rows(rows, mines=3), event) == chance


def test_an_untrusted_flag_is_a_covered_cell() -> None:
    position = Position.from_rows(["+1-"], mines=1, flags="untrusted")
    assert query(position, {(0, 0): "mine"}) == Fraction(1, 2)


def test_sea_cells() -> None:
    position = Position.from_rows(["1---", "----"], mines=3)
    assert query(position, {(0, 3): "mine"}) == Fraction(2, 4)
    assert query(position, {(0, 3): "mine", (1, 3): "mine"}) == Fraction(1, 6)
    assert query(position, {(0, 3): 0}) == Fraction(0)
    assert query(position, {(0, 2): "mine"}, {(0, 3): "mine", (1, 2): "mine"}) == 0


def test_density() -> None:
    position = Position.from_rows(["1---"], density="1/4")
    assert query(position, {(0, 1): "mine"}) == 1
    assert query(position, {(0, 2): "mine", (0, 3): "safe"}) == Fraction(3, 16)
    assert query(position, {(0, 2): 0}) == 0
    assert query(position, {(0, 2): 1}) == Fraction(9, 16)
    assert query(position, {(0, 2): 2}) == Fraction(3, 16)


def test_unknown_totals() -> None:
    position = Position.from_rows(["1---"])
    assert query(position, {(0, 1): "mine"}) == 1
    assert query(position, {(0, 1): "safe"}) == 0
    assert query(position, {(0, 2): 0}) == 0
    assert query(position, {(0, 2): 2}, {(0, 2): "safe", (0, 3): "mine"}) == 1
    with pytest.raises(TotalUnknown):
        query(position, {(0, 3): "mine"})


def test_contradictions() -> None:
    position = Position.from_rows(["1-", "--"], mines=1)
    with pytest.raises(Contradiction, match="condition"):
        query(position, {(0, 1): "mine"}, {(0, 1): "mine", (1, 0): "mine"})
    with pytest.raises(Contradiction, match="condition"):
        query(position, {(0, 1): "mine"}, {(0, 0): "mine"})
    with pytest.raises(Contradiction, match="the position has no placement"):
        query(Position.from_rows(["1"], mines=0), {(0, 0): 1})


def test_graphs() -> None:
    position = Position.from_graph(nx.cycle_graph(5), {0: 1}, mines=2)
    assert query(position, {1: "mine"}) == Fraction(1, 2)
    assert query(position, {2: 2}) == Fraction(1, 4)
    assert query(position, {0: 1}) == 1
    with pytest.raises(InputError, match="no node 9"):
        query(position, {9: "mine"})


def test_raw_systems_have_mines_but_no_numbers() -> None:
    system = constraint_system([(1, "ab"), (2, "bcd")])
    assert query(system, {"a": "safe", "b": "safe"}) == 0
    with pytest.raises(InputError, match="no contents"):
        query(system, {"a": 1})
    with pytest.raises(InputError, match="names a cell 'z'"):
        query(system, {"z": "mine"})


@pytest.mark.parametrize(
    "event",
    [
        {(2, 0): "mine"},
        {(0, 3): "mine"},
        {(-1, 0): "mine"},
        {(1, 1): "mine"},
        {(1, 1): "safe"},
        {0: "mine"},
        {(0, 1, 0): "mine"},
        {"0,1": "mine"},
    ],
)
def test_cells_that_are_not_there(event: Event) -> None:
    position = Position.from_rows(["1--", "-~-"], mines=1)
    with pytest.raises(InputError):
        query(position, event)
    with pytest.raises(InputError):
        query(position, {(0, 1): "mine"}, event)


@pytest.mark.parametrize("outcome", ["Mine", "mined", "", "1", "safe "])
@pytest.mark.parametrize("cell", [(0, 0), (0, 1)])
def test_outcomes_that_are_none(cell: Hashable, outcome: str) -> None:
    """A misspelt outcome must not pass for another one."""
    with pytest.raises(InputError, match="safe"):
        query(Position.from_rows(["1-", "--"], mines=1), {cell: outcome})  # type: ignore[dict-item]


def parsed(text: str, rows: tuple[str, ...] = ("1--", "-~-", "---")) -> dict[Hashable, Outcome]:
    return parse_event(text, system_of(Position.from_rows(rows, mines=1)))


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("0,1=safe", {(0, 1): "safe"}),
        ("0,1=safe 2,0=mine 2,2=3", {(0, 1): "safe", (2, 0): "mine", (2, 2): 3}),
        (" 0,1=0\t\n2,1=12 ", {(0, 1): 0, (2, 1): 12}),
        ("00,01=007", {(0, 1): 7}),
    ],
)
def test_events_in_words(text: str, event: Events) -> None:
    assert parsed(text) == event


def test_events_of_raw_systems_in_words() -> None:
    system = constraint_system([(1, ["a", "b=c", "0,1"])])
    assert parse_event("a=mine b=c=safe 0,1=safe", system) == {
        "a": "mine",
        "b=c": "safe",
        "0,1": "safe",
    }


HUGE = "9" * 10_000

FAULTS = [
    ("", "at least one term such as 0,3=safe"),
    ("  \n", "at least one term such as 0,3=safe"),
    ("0,3", "'0,3' in an event is not CELL=safe, CELL=mine or CELL=NUMBER"),
    ("0,3=", "neither safe nor mine nor a number"),
    ("0,3=9x", "'9x' is neither safe nor mine nor a number"),
    ("0,3=-1", "'-1' is neither safe nor mine nor a number"),
    ("0,3=SAFE", "'SAFE' is neither safe nor mine nor a number"),
    ("0,1=²", "'²' is neither safe nor mine nor a number"),
    ("0,1=٣", "'٣' is neither safe nor mine nor a number"),
    ("x,1=safe", "'x,1' is not a cell written as ROW,COLUMN, both counted from 0"),
    ("²,1=safe", "'²,1' is not a cell"),
    ("-1,0=safe", "'-1,0' is not a cell"),
    ("+1,0=safe", "'\\+1,0' is not a cell"),
    ("01=safe", "'01' is not a cell"),
    ("0,=safe", "'0,' is not a cell"),
    (",=safe", "',' is not a cell"),
    ("=safe", "'' is not a cell"),
    ("0,1,2=safe", "'0,1,2' is not a cell"),
    ("0, 1=safe", "'0,' in an event is not"),
    ("0,1=safe=mine", "'0,1=safe' is not a cell"),
    ("0,1=safe 0,1=mine", "cell 0,1 twice"),
    ("0,1=safe 0,1=safe", "cell 0,1 twice"),
    ("0,1=safe 00,01=mine", "twice"),
    ("0,1=safe; 0,2=mine", "'safe;' is neither safe nor mine nor a number"),
]


@pytest.mark.parametrize(("text", "problem"), FAULTS)
def test_faulty_events(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as caught:
        parsed(text)
    assert len(str(caught.value)) < 120
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        f"0,1={HUGE}",
        f"0,0={HUGE}",
        f"0,1=0{HUGE}",
        f"{HUGE},0=safe",
        f"0,{HUGE}=mine",
        f"0,1=x{HUGE}",
        f"0x{HUGE},1=safe",
        f"0,1{HUGE}",
        "0,1=safe " * 10_000,
    ],
)
def test_huge_events_are_refused_in_few_words(text: str) -> None:
    """Numbers longer than the interpreter reads, and faults in long text."""
    position = Position.from_rows(("1--", "-~-", "---"), mines=1)
    with pytest.raises(InputError) as caught:
        query(position, parse_event(text, system_of(position)))
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", ["3,0=safe", "0,3=mine", "1,1=safe", "1,1=mine", "999999,0=1"])
def test_events_beside_the_board(text: str) -> None:
    with pytest.raises(InputError, match=r"no cell|outside"):
        query(Position.from_rows(["1--", "-~-", "---"], mines=1), parsed(text))


@pytest.mark.parametrize("text", ["", ",", "1", "1,", ",1", "1,2,3", "1;2", "a,b", "1.0,2", "²,0"])
def test_faulty_cells(text: str) -> None:
    with pytest.raises(InputError, match="ROW,COLUMN"):
        parse_cell(text)


@settings(quick, max_examples=50)
@given(st.integers(0, 10**12), st.integers(0, 10**12))
def test_cells_in_words(row: int, column: int) -> None:
    assert parse_cell(f"{row},{column}") == (row, column)


@settings(quick, max_examples=200)
@given(st.text("0123456789,=- safemin²x", max_size=20))
def test_any_event_is_read_or_refused(text: str) -> None:
    try:
        event = parsed(text)
    except InputError as error:
        assert len(str(error)) < 300
    else:
        assert event


@pytest.mark.parametrize("cell", [("0", 1), (0, 0.5), (True, 1), (0,), "01", 0])
def test_cells_that_are_no_pairs_of_integers(cell: object) -> None:
    position = Position.from_rows(["1-", "--"], mines=1)
    with pytest.raises(InputError, match="pair of integers"):
        query(position, {cell: "safe"})
