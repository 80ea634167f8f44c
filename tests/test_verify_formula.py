"""What the formula of a certificate must say: against brute force and against a second writer."""

from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver  # type: ignore[import-untyped]

from exactsweep.errors import InputError
from exactsweep.position import Position
from exactsweep.system import System, constraint_system, system_of
from exactsweep.topology import BOARDS
from exactsweep.verify.formula import Sum, clauses, facts_of, in_words, variable_count
from tests.handmade import formula_of
from tests.oracle import Riddle, Truth
from tests.strategies import Case, RawCase, boards, graphs, long_boards, randomness, raw_systems

NAMES = "abcdefghijkl"


@st.composite
def wide_systems(draw: st.DrawFn) -> RawCase:
    """Constraints of more than ten cells beside short ones, most of them met by hidden mines."""
    random = draw(randomness())
    mined = {name for name in NAMES if random.randrange(3) == 0}
    lists = [random.sample(NAMES, random.choice([2, 3, 11, 11, 12])) for _ in range(3)]
    constraints = [(len(mined.intersection(some)), "".join(some)) for some in lists]
    if not random.randrange(4):
        constraints[0] = random.randint(-1, 13), constraints[0][1]
    named = {name for _, listed in constraints for name in listed}
    return RawCase(tuple(constraints), random.choice([None, len(mined & named), 4]), None)


def named_cases() -> st.SearchStrategy[Case]:
    """Cases of every kind whose cells a certificate can name."""
    strings = graphs().filter(lambda case: all(isinstance(node, str) for node in case.marks))
    return st.one_of(
        boards(most_covered=8), boards(["torus", "hex"], 3, 3, 8), long_boards(), strings,
        raw_systems(8), wide_systems(),
    )  # fmt: skip


def drawn_order(truth: Truth, random: Random) -> list[int] | None:
    """A random order of the cells where there is a total, or none."""
    if truth.riddle.left is None or not random.randrange(3):
        return None
    return random.sample(range(1, len(truth.cells) + 1), len(truth.cells))


@settings(deadline=None, max_examples=300)
@given(named_cases(), randomness())
def test_models_are_placements(case: Case, random: Random) -> None:
    truth = case.truth()
    facts = facts_of(case.source())
    order = drawn_order(truth, random)
    assert facts.cells == list(truth.cells)
    assert facts.left == truth.riddle.left
    assert len(facts.known) == truth.riddle.known
    found = []
    with Solver(bootstrap_with=[clause for _, clause in clauses(facts, order)]) as solver:
        for placement in range(1 << len(truth.cells)):
            cells = range(1, len(truth.cells) + 1)
            if solver.solve([cell if placement >> cell - 1 & 1 else -cell for cell in cells]):
                found.append(placement)
    assert found == (truth.paying if order is None else truth.found)


@settings(deadline=None, max_examples=300)
@given(named_cases(), randomness())
def test_it_is_what_another_writer_makes_of_the_document(case: Case, random: Random) -> None:
    truth = case.truth()
    facts = facts_of(case.source())
    order = drawn_order(truth, random)
    variables, wanted = formula_of(truth, order)
    found = [clause for _, clause in clauses(facts, order)]
    assert sorted(found) == sorted(tuple(sorted(clause)) for clause in wanted)
    assert variable_count(facts, order) == variables


def test_a_counter_worked_out_by_hand() -> None:
    """One mine in two cells: at least one of the first (3), one of both (4), two of both (5)."""
    facts = facts_of(Position.from_rows(["--"], mines=1))
    written = "3 -1, -3 1, -3 4, -2 4, 3 2 -4, -2 -3 5, -5 2, -5 3, 4, -5"
    wanted = [tuple(sorted(map(int, clause.split()))) for clause in written.split(", ")]
    assert sorted(clause for _, clause in clauses(facts, [1, 2])) == sorted(wanted)
    assert {source for source, _ in clauses(facts, [1, 2])} == {"the total"}


@pytest.mark.parametrize("size", range(1, 9))
def test_auxiliary_variables_do_not_multiply_placements(size: int) -> None:
    for mines in range(size + 1):
        facts = facts_of(Position.from_rows(["-" * size], mines=mines))
        with Solver(bootstrap_with=[c for _, c in clauses(facts, range(1, size + 1))]) as solver:
            models = [model[:size] for model in solver.enum_models()]
        everything = Truth(Riddle(range(size), [], mines))
        assert len(models) == len(everything.found)
        assert len({tuple(model) for model in models}) == len(models)
        assert all(sum(literal > 0 for literal in model) == mines for model in models)


@pytest.mark.parametrize("mines", [-1, 12, 10**9999], ids=["less", "more", "vast"])
def test_what_cannot_be_is_the_empty_clause(mines: int) -> None:
    """And takes no variables, so that nothing large is built."""
    facts = facts_of(constraint_system([(mines, NAMES[:11]), (1, "ab"), (mines, "")], mines))
    order = range(1, 12)
    found = [clause for _, clause in clauses(facts, order)]
    assert found.count(()) == 3
    assert sorted(found) == [(), (), (), (-2, -1), (1, 2)]
    assert variable_count(facts, order) == 11


@pytest.mark.parametrize("topology", BOARDS)
def test_a_system_of_a_position_has_the_same_facts(topology: str) -> None:
    rows = ["1-+~", "--*2", "+3--"]
    for flags in ("trusted", "untrusted"):
        position = Position.from_rows(rows, 5, topology=topology, flags=flags)
        facts, other = facts_of(position), facts_of(system_of(position))
        assert (facts.cells, facts.known, facts.left) == (other.cells, other.known, other.left)
        assert list(map(pairs, facts.sums)) == list(map(pairs, other.sums))


def pairs(each: Sum) -> tuple[int, tuple[int, ...]]:
    return each.mines, each.variables


def test_cells_that_no_constraint_names_come_last() -> None:
    system = System([0, 1, 2], constraint_system([(1, "ab")]).clues, 2, None, None, ["a", "b", "x"])
    facts = facts_of(system)
    assert facts.cells == ["a", "b", "x"]
    assert [clause for _, clause in clauses(facts, None)] == [(1, 2), (-2, -1)]


def test_cells_that_cannot_be_named() -> None:
    position = Position.from_graph(nx.path_graph(3), {1: 1})
    with pytest.raises(InputError, match="cannot name the cell 1"):
        facts_of(position)
    lattice = Position.from_graph(nx.grid_2d_graph(2, 2), {(0, 1): 1})
    assert facts_of(lattice).cells == [(0, 0), (1, 0), (1, 1)]


def test_clauses_in_words() -> None:
    facts = facts_of(Position.from_rows(["-1-"], mines=1))
    assert in_words((), facts) == "(nothing: the empty clause)"
    assert in_words((2, -1), facts) == "(0,2 mined or 0,0 safe)"
    assert in_words((-5, 4), facts) == "(variable 5 false or variable 4 true)"
    assert in_words((1,) * 99, facts).endswith("0,0 mined or ..)")
    assert in_words((-1,), facts_of(constraint_system([(1, ["a\nb"])]))) == r"('a\nb' safe)"
