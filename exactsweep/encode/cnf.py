"""A position as clauses alone: the formula of a certificate, as docs/certificates.md has it.

In: the clues of a `System`, perhaps its total. Out: a `Cnf`. The first variables are the covered
cells in their order; a small clue is written out, a large one and the total are counters (Sinz, CP
2005, defined in both directions), whose auxiliary variables are determined by the cells.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from exactsweep.system import System

Clause = list[int]

WRITTEN_OUT = 10
"""The most cells of a clue that is written out."""


class Cnf:
    """The clauses of all clues of a system and, where an *order* of its cells is given, its total.

    *of_clue* has the clauses of each clue, *of_total* those of the total; literals are DIMACS
    integers, variable i + 1 being the cell ``system.covered[i]``.
    """

    def __init__(self, system: System, order: Sequence[int] | None = None) -> None:
        self.variable = {cell: number for number, cell in enumerate(system.covered, 1)}
        self.variables = len(system.covered)
        self.of_clue: list[list[Clause]] = []
        for clue in system.clues:
            cells = sorted(self.variable[cell] for cell in clue.cells)
            self.of_clue.append(self._exactly(cells, clue.owed))
        self.of_total: list[Clause] = []
        if order is not None:
            assert system.left is not None
            self.of_total = self._counter(order, system.left)

    def clauses(self) -> Iterator[Clause]:
        """Yield all clauses."""
        for clauses in self.of_clue:
            yield from clauses
        yield from self.of_total

    def dimacs(self, comments: Sequence[str] = ()) -> str:
        """Return the formula in DIMACS, below *comments*."""
        clauses = list(self.clauses())
        lines = [f"c {comment}" for comment in comments]
        lines.append(f"p cnf {self.variables} {len(clauses)}")
        lines += (" ".join(map(str, [*clause, 0])) for clause in clauses)
        return "\n".join([*lines, ""])

    def _exactly(self, cells: list[int], number: int) -> list[Clause]:
        if len(cells) > WRITTEN_OUT:
            return self._counter(cells, number)
        if not 0 <= number <= len(cells):
            return [[]]
        least = map(list, combinations(cells, len(cells) - number + 1))
        most = ([-cell for cell in some] for some in combinations(cells, number + 1))
        return [*least, *most] if number else list(most)

    def _counter(self, cells: Sequence[int], number: int) -> list[Clause]:
        """Return the clauses that *number* of *cells* are true, with variables of their own."""
        if not 0 <= number <= len(cells):
            return [[]]
        clauses: list[Clause] = []
        before: list[int] = []
        for cell in cells:
            width = min(len(before) + 1, number + 1)
            after = list(range(self.variables + 1, self.variables + 1 + width))
            self.variables += width
            for at, least in enumerate(after):
                clauses += _defined(least, cell, before, at)
            before = after
        if number:
            clauses.append([before[number - 1]])
        if number < len(before):
            clauses.append([-before[number]])
        return clauses


def _defined(least: int, cell: int, before: list[int], at: int) -> Iterator[Clause]:
    """Yield the clauses by which *least* says that more than *at* cells are true, up to *cell*.

    *before* are the variables that say so for the cells before it: more than 0, more than 1, .. .
    """
    same = [before[at]] if at < len(before) else []
    one_less = [before[at - 1]] if at else []
    if same:
        yield [-same[0], least]
    yield [-cell, *(-other for other in one_less), least]
    yield [-least, *same, cell]
    if one_less:
        yield [-least, *same, *one_less]
