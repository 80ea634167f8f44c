"""Count placements by listing, with OR-tools CP-SAT, how many mines each box can have.

One integer variable a box and one equation a clue; a solution stands for as many placements as the
product of the binomials of its boxes. Slower than elimination by orders of magnitude, and searched
by other people's code: the two agreeing is worth something.
"""

from collections.abc import Sequence
from math import comb, prod

from exactsweep.budget import Budget
from exactsweep.counting.base import Joint, Tally
from exactsweep.counting.gather import Found, JointGatherer, TallyGatherer
from exactsweep.counting.ortools_model import Equation, each_solution
from exactsweep.errors import BudgetExceeded
from exactsweep.order import boxes_by_clue
from exactsweep.structure import Component


class CpSat:
    """The counter that asks a constraint solver."""

    def tally(self, component: Component, budget: Budget) -> Tally | None:
        """Return the profile and the mines of every box; None for a contradiction.

        Raises `BudgetExceeded`, and `KeyboardInterrupt` on Ctrl-C.
        """
        gatherer = TallyGatherer(component)
        list_all(component, gatherer.add, budget)
        return gatherer.tally()

    def joint(self, component: Component, marked: Sequence[bool], budget: Budget) -> Joint:
        """Return the placements by their mines and by the mines in *marked* boxes.

        Raises `BudgetExceeded`, and `KeyboardInterrupt` on Ctrl-C.
        """
        gatherer = JointGatherer(marked)
        list_all(component, gatherer.add, budget)
        return gatherer.joint()


def list_all(component: Component, found: Found, budget: Budget) -> None:
    """Call *found* for every way to spread mines over the boxes that pays the clues."""
    sizes = component.sizes
    solutions = placements = 0

    def add(mines: list[int]) -> None:
        nonlocal solutions, placements
        ways = prod(map(comb, sizes, mines))
        solutions += 1
        placements += ways
        found(mines, ways)

    budget.check("starting CP-SAT")
    if not each_solution(sizes, equations(component), add, budget.left()):
        raise BudgetExceeded(
            f"the time limit of {budget.seconds or 0:g} s ran out in CP-SAT: {placements} "
            f"placements found in a component of {len(sizes)} boxes, in {solutions} solutions"
        )


def equations(component: Component) -> list[Equation]:
    """Return for each clue its boxes and what it is owed.

    CP-SAT has integers of 64 bits, so what is owed is cut to one less than none and one more than
    there are cells: as impossible, and in range.
    """
    found: list[Equation] = []
    for clue, boxes in boxes_by_clue(component.seen_by).items():
        room = sum(component.sizes[box] for box in boxes)
        found.append((boxes, min(max(component.owed[clue], -1), room + 1)))
    return found
