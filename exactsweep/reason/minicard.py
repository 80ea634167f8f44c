"""The one door to python-sat: Minicard, which knows cardinality constraints without encoding them.

python-sat carries no types. A call works in slices of conflicts and propagations, so that a time
limit holds and Ctrl-C ends the program from Python's own handler; interrupting a running call from
another thread hangs with some of its solvers. Minicard writes no proofs.
"""

from collections.abc import Iterable, Sequence

from pysat.solvers import Minicard  # type: ignore[import-untyped]

from exactsweep.budget import Budget
from exactsweep.encode.cardinality import Formula

CONFLICTS = 2_000
PROPAGATIONS = 2_000_000
"""One slice of work: some hundredths of a second."""


class Oracle:
    """An incremental solver over one formula."""

    def __init__(self, formula: Formula) -> None:
        self._solver = Minicard()
        self._refuted = not all(formula.clauses)
        for clause in formula.clauses:
            if clause:
                self._solver.add_clause(clause)
        for literals, number in formula.at_most:
            self._solver.add_atmost(literals, number)

    def solve(self, assumptions: Sequence[int], budget: Budget) -> bool | None:
        """Return whether a model keeps *assumptions*; None where the budget's time ran out."""
        if self._refuted:
            return False
        while not budget.spent():
            self._solver.conf_budget(CONFLICTS)
            self._solver.prop_budget(PROPAGATIONS)
            # Only so does python-sat leave Ctrl-C to Python, whose handler runs between slices.
            answer: bool | None = self._solver.solve_limited(
                list(assumptions), expect_interrupt=True
            )
            if answer is not None:
                return answer
        return None

    def model(self) -> list[int]:
        """Return the literals of the model that the last call found."""
        found: list[int] = self._solver.get_model()
        return found

    def prefer(self, literals: Iterable[int]) -> None:
        """Try these literals first when branching."""
        self._solver.set_phases(list(literals))
