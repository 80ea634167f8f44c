"""Reverse unit propagation: against a slow one, against what SAT solvers write, against dratify."""

from collections.abc import Sequence
from itertools import combinations, product
from random import Random
from typing import TypeAlias

import pytest
from dratify import check_proof, parse_dimacs
from hypothesis import given, settings
from pysat.solvers import Solver  # type: ignore[import-untyped]

from exactsweep.verify.rup import Checker
from tests.strategies import randomness

Clauses: TypeAlias = list[list[int]]
Step: TypeAlias = tuple[bool, list[int]]
"""Whether a line of a proof deletes, and its clause."""

SOLVERS = ["glucose4", "cadical195"]
PIGEONS = 6


def refutes(clauses: Sequence[Sequence[int]], denied: Sequence[int]) -> bool:
    """Whether unit propagation fails once all literals of *denied* are false; by going round."""
    true = {-literal for literal in denied}
    while True:
        if any(-literal in true for literal in true):
            return True
        before = len(true)
        for clause in clauses:
            if true.isdisjoint(clause):
                left = {literal for literal in clause if -literal not in true}
                if not left:
                    return True
                if len(left) == 1:
                    true |= left
        if len(true) == before:
            return False


def is_implied(clauses: Sequence[Sequence[int]], clause: Sequence[int], variables: int) -> bool:
    """Whether every assignment that satisfies *clauses* satisfies *clause*."""
    for signs in product((-1, 1), repeat=variables):
        true = {sign * variable for variable, sign in enumerate(signs, 1)}
        if true.isdisjoint(clause) and not any(true.isdisjoint(each) for each in clauses):
            return False
    return True


def drawn_clause(random: Random, variables: int, longest: int) -> list[int]:
    size = min(longest, random.choice([0, 1, 2, 2, 3, 3, 3, 4, 5]))
    return [random.choice((-1, 1)) * random.randint(1, variables) for _ in range(size)]


def drawn_formula(random: Random, variables: int) -> Clauses:
    """Clauses of at least two literals most of the time, with repeated and opposite literals."""
    count = random.randint(0, 5 * variables)
    drawn = [drawn_clause(random, variables, 5) for _ in range(count)]
    return [clause for clause in drawn if len(clause) > 1 or not random.randrange(8)]


def loaded(clauses: Sequence[Sequence[int]], variables: int) -> Checker:
    checker = Checker(variables)
    for clause in clauses:
        checker.add(clause)
    return checker


@settings(deadline=None, max_examples=1000)
@given(randomness())
def test_a_clause_follows_where_propagation_refutes_its_opposite(random: Random) -> None:
    variables = random.randint(1, 7)
    clauses = drawn_formula(random, variables)
    checker = loaded(clauses, variables)
    assert checker.refuted == refutes(clauses, [])
    for _ in range(20):
        clause = drawn_clause(random, variables, variables)
        assert checker.follows(clause) == refutes(clauses, clause)


@settings(deadline=None, max_examples=1000)
@given(randomness())
def test_clauses_come_and_go(random: Random) -> None:
    """What is deleted is gone, but for what is true without assumptions, which may stay."""
    variables = random.randint(2, 7)
    clauses = [sorted(set(clause)) for clause in drawn_formula(random, variables)]
    checker = loaded(clauses, variables)
    kept, ever = list(clauses), list(clauses)
    for _ in range(25):
        if kept and random.randrange(3) == 0:
            gone = random.choice(kept)
            kept.remove(gone)
            checker.delete(random.sample(gone, len(gone)))
        else:
            clause = sorted(set(drawn_clause(random, variables, variables)))
            found = checker.follows(clause)
            if refutes(kept, clause):
                assert found
            if found:
                assert is_implied(ever, clause, variables)
                checker.add(clause)
                kept.append(clause)
                ever.append(clause)


def test_a_deleted_clause_is_not_used() -> None:
    """Of clauses with two and with more literals, one copy at a time."""
    for clause in ([1, 2], [1, 2, 3], [1, -2, 3, 4]):
        probe = clause[:-1]
        checker = loaded([clause, clause, [-clause[-1], 5]], 5)
        assert checker.follows([*probe, 5])
        checker.delete(clause[::-1])
        assert checker.follows([*probe, 5])
        checker.delete(clause)
        assert not checker.follows([*probe, 5])
        checker.delete(clause)
        checker.delete([1, 5])
        assert not checker.follows([*probe, 5])


def test_deletions_count_only_where_they_are_announced() -> None:
    checker = Checker(2, deletions=False)
    checker.add([1, 2])
    checker.delete([1, 2])
    assert checker.follows([2, 1])


def test_what_is_true_outlives_the_deletion_of_its_reason() -> None:
    checker = loaded([[1], [-1, 2], [-1, -2, 3]], 3)
    checker.delete([-1, 2])
    checker.delete([1])
    assert checker.follows([2])
    assert checker.follows([3])
    assert not checker.follows([-3])


def proof_of(name: str, clauses: Clauses) -> tuple[bool, list[Step]]:
    """What a solver says of *clauses*, and the steps that it logs on the way."""
    with Solver(name=name, bootstrap_with=clauses, with_proof=True) as solver:
        satisfiable = solver.solve()
        steps = []
        for line in solver.get_proof() or []:
            words = line.split()
            deletes = words[0] == "d"
            steps.append((deletes, [int(word) for word in words[deletes:-1]]))
    return satisfiable, steps


def first_fault(clauses: Clauses, variables: int, steps: list[Step]) -> int | None:
    """The first step that does not follow."""
    checker = loaded(clauses, variables)
    for at, (deletes, clause) in enumerate(steps):
        if deletes:
            checker.delete(clause)
        elif checker.follows(clause):
            checker.add(clause)
        else:
            return at
    return None


def other_checker(clauses: Clauses, variables: int, steps: list[Step]) -> int | None:
    """The first step that dratify says does not follow."""
    lines = [f"p cnf {variables} {len(clauses)}"]
    lines += [" ".join(map(str, [*clause, 0])) for clause in clauses]
    proof = [("d " if deletes else "") + " ".join(map(str, [*c, 0])) for deletes, c in steps]
    result = check_proof(
        parse_dimacs("\n".join(lines)), "\n".join(proof), check_rat=False, engine="python"
    )
    return None if result.failed_step < 0 else result.failed_step - 1


def pigeonholes(pigeons: int) -> tuple[Clauses, int]:
    """So many pigeons in one hole less: each in a hole, no two in the same."""
    holes = pigeons - 1
    sits = [[holes * pigeon + hole + 1 for hole in range(holes)] for pigeon in range(pigeons)]
    apart = [
        [-one[hole], -other[hole]] for one, other in combinations(sits, 2) for hole in range(holes)
    ]
    return sits + apart, pigeons * holes


def hard_formula(random: Random, variables: int) -> Clauses:
    """Clauses of three different variables, about as many as leave a solution half of the time."""
    return [
        [
            random.choice((-1, 1)) * variable
            for variable in random.sample(range(1, variables + 1), 3)
        ]
        for _ in range(round(4.6 * variables))
    ]


@pytest.mark.parametrize("name", SOLVERS)
def test_proofs_of_solvers_check(name: str) -> None:
    clauses, variables = pigeonholes(PIGEONS)
    satisfiable, steps = proof_of(name, clauses)
    assert not satisfiable
    assert (False, []) in steps
    assert first_fault(clauses, variables, steps) is None
    # Without one pigeon there is a way, so the same proof must fail before its end.
    fewer = [clause for clause in clauses if 1 not in clause]
    assert first_fault(fewer, variables, steps) is not None


@pytest.mark.parametrize("name", SOLVERS)
def test_proofs_and_broken_proofs_as_the_other_checker_says(name: str) -> None:
    """Of random formulas, solved or refuted; whole, and with a literal or a step changed."""
    random = Random(f"proofs of {name}")
    broken = refuted = 0
    for _ in range(40):
        variables = random.randint(20, 60)
        clauses = hard_formula(random, variables)
        satisfiable, steps = proof_of(name, clauses)
        assert first_fault(clauses, variables, steps) is None
        assert other_checker(clauses, variables, steps) is None
        refuted += not satisfiable and (False, []) in steps
        for _ in range(10):
            changed = spoilt(steps, random)
            fault = first_fault(clauses, variables, changed)
            assert fault == other_checker(clauses, variables, changed)
            broken += fault is not None
    assert refuted >= 10
    assert broken >= 40


def spoilt(steps: list[Step], random: Random) -> list[Step]:
    """The steps with one left out, or with a literal of one turned round or left out."""
    if not steps:
        return []
    at = random.randrange(len(steps))
    deletes, clause = steps[at]
    if not clause or not random.randrange(3):
        return steps[:at] + steps[at + 1 :]
    place = random.randrange(len(clause))
    turned = [] if random.randrange(2) else [-clause[place]]
    return [*steps[:at], (deletes, clause[:place] + turned + clause[place + 1 :]), *steps[at + 1 :]]
