"""The door to Glucose, which writes DRUP proofs.

python-sat carries no types. A call works in slices, so that a time limit holds and Ctrl-C ends the
program from Python's own handler.
"""

from collections.abc import Iterable

from pysat.solvers import Glucose4  # type: ignore[import-untyped]

from exactsweep.budget import Budget

CONFLICTS = 5_000
PROPAGATIONS = 5_000_000
"""One slice of work: some hundredths of a second."""


def refutation(clauses: Iterable[list[int]], budget: Budget) -> list[list[int]]:
    """Return clauses, the empty one last, each of which unit propagation derives from the others.

    *clauses* have no model. Raises `BudgetExceeded` where time ran out before that was proven.
    """
    with Glucose4(with_proof=True) as solver:
        for clause in clauses:
            if not clause:
                return [[]]
            solver.add_clause(clause)
        answer = None
        while answer is None:
            budget.check("writing a proof")
            solver.conf_budget(CONFLICTS)
            solver.prop_budget(PROPAGATIONS)
            answer = solver.solve_limited(expect_interrupt=True)
        assert answer is False, "these clauses have a model"
        lines = (line.split() for line in solver.get_proof() or ())
        proof = [[int(word) for word in line[:-1]] for line in lines if line[0] != "d"]
    # What is refuted while clauses are added has no proof but propagation.
    return proof if proof and not proof[-1] else [*proof, []]
