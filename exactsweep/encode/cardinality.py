"""Components as clauses and cardinality constraints.

In: a `Component`. Out: a `Formula` over one variable a cell, with no auxiliary variables but the
slack that bounds ask for. The cells of a box are interchangeable, so its variables are sorted: the
first k of them are true where the box has k mines. Literals are DIMACS integers.
"""

from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from exactsweep.structure import Component


@dataclass(slots=True)
class Formula:
    """Clauses, and constraints "at most k of these literals"."""

    variables: int = 0
    clauses: list[list[int]] = field(default_factory=list)
    at_most: list[tuple[list[int], int]] = field(default_factory=list)

    def exactly(self, literals: list[int], number: int) -> None:
        """Demand that exactly *number* of the *literals* are true."""
        if not 0 <= number <= len(literals):
            self.clauses.append([])
            return
        self.at_most.append((literals, number))
        self.at_most.append(([-literal for literal in literals], len(literals) - number))


def box_variables(component: Component) -> list[range]:
    """Return the variables of each box: cells are numbered from 1, box after box."""
    ends = list(accumulate(component.sizes, initial=1))
    return [range(start, end) for start, end in pairwise(ends)]


def encode_component(component: Component) -> Formula:
    """Return the formula whose models are the placements of *component*, up to order in a box."""
    boxes = box_variables(component)
    formula = Formula(sum(component.sizes))
    literals: dict[int, list[int]] = {clue: [] for clue in component.owed}
    for variables, clues in zip(boxes, component.seen_by, strict=True):
        for clue in clues:
            literals[clue].extend(variables)
        for first, second in pairwise(variables):
            formula.clauses.append([-second, first])
    for clue, owed in component.owed.items():
        formula.exactly(literals[clue], owed)
    return formula


@dataclass(frozen=True, slots=True)
class Bounds:
    """Slack literals by which assumptions bound the number of mines of a whole formula.

    Each slack literal that is assumed makes room for one mine fewer, or for one safe cell fewer.
    """

    fewer: range
    more: range

    def assume(self, low: int, high: int) -> list[int]:
        """Return the assumptions that leave from *low* to *high* mines."""
        return [*self.fewer[: len(self.fewer) - high], *self.more[:low]]


def add_bounds(formula: Formula) -> Bounds:
    """Add the slack for bounds on the number of true variables to *formula* and return it."""
    cells = formula.variables
    fewer = range(cells + 1, 2 * cells + 1)
    more = range(2 * cells + 1, 3 * cells + 1)
    formula.variables = 3 * cells
    formula.at_most.append(([*range(1, cells + 1), *fewer], cells))
    formula.at_most.append(([*range(-cells, 0), *more], cells))
    return Bounds(fewer, more)
