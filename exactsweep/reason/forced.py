"""Forced cells by SAT alone: the coNP side.

In: a `Position` or a `System`. Out: the covered cells that are safe, and those that are mines, in
every placement. Each component has one incremental solver; under a total, a component may only have
numbers of mines that the others and the sea complete. Inference is coNP-complete (Scott, Stege and
van Rooij, Mathematical Intelligencer 33(4), 2011; corrected by Hendrickson and Tockman, FUN 2024).
"""

from itertools import compress

from exactsweep.budget import UNLIMITED, Budget
from exactsweep.errors import BudgetExceeded
from exactsweep.position import Position
from exactsweep.reason.component import ComponentOracle
from exactsweep.reason.parts import fit, kept
from exactsweep.reason.results import ForcedCells
from exactsweep.structure import components_of
from exactsweep.system import Reduction, System


def forced_cells(source: Position | System, budget: Budget = UNLIMITED) -> ForcedCells:
    """Return all forced cells of *source*, the total taken into account; none for a contradiction.

    Raises `BudgetExceeded`, with what is proven so far as its ``known``.
    """
    reduction, components = components_of(source)
    if reduction.conflict:
        return ForcedCells(False, set(), set())
    ids = range(len(reduction.sea))
    found = ForcedCells(
        None, set(compress(ids, reduction.safe)), set(compress(ids, reduction.mines))
    )
    try:
        oracles = [ComponentOracle(component, budget) for component in components]
        if not _add_forced(oracles, reduction, found, budget):
            return ForcedCells(False, set(), set())
    except BudgetExceeded as error:
        error.known = found
        raise
    found.consistent = True
    return found


def _add_forced(
    oracles: list[ComponentOracle], reduction: Reduction, found: ForcedCells, budget: Budget
) -> bool:
    """Add all forced cells to *found*; False for a contradiction.

    What is forced without the total comes first, so that it is known if time runs out later.
    """
    for oracle in budget.track(oracles, "looking for forced cells, component by component"):
        if not oracle.consistent():
            return False
        oracle.settle()
        literals = {literal for literal, numbers in oracle.seen_with.items() if numbers}
        _add_boxes(oracle, literals, reduction, found)
    if reduction.left is None:
        return True
    sea = list(compress(range(len(reduction.sea)), reduction.sea))
    low, high = reduction.left - len(sea), reduction.left
    if fit(oracles, low, high) is None:
        return False
    for oracle, literals in zip(oracles, kept(oracles, low, high), strict=True):
        _add_boxes(oracle, literals, reduction, found)
    if sea and fit(oracles, low, high - 1) is None:
        found.safe.update(sea)
    elif sea and fit(oracles, low + 1, high) is None:
        found.mines.update(sea)
    return True


def _add_boxes(
    oracle: ComponentOracle, literals: set[int], reduction: Reduction, found: ForcedCells
) -> None:
    """Add the boxes without a mine, or without a safe cell, in all that *literals* allow."""
    for at, box in enumerate(oracle.component.boxes):
        if oracle.has_mine(at) not in literals:
            found.safe.update(reduction.boxes[box])
        elif oracle.has_safe(at) not in literals:
            found.mines.update(reduction.boxes[box])
