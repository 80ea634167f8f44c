"""The rule of pairs, and of larger subsets of the clues around a covered cell.

In: a `System`. Out: the cells that some pair of clues forces, or some subset of the size asked for,
by all ways to pay these clues at once; None where some subset cannot be paid. Clues that share no
covered cell say nothing together that they do not say alone.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

from exactsweep.budget import UNLIMITED, Budget
from exactsweep.errors import BudgetExceeded, InputError
from exactsweep.reason.rules import Forced, Knowledge, first_knowledge, fixpoint
from exactsweep.system import System

Subset: TypeAlias = tuple[int, ...]


class Subsets:
    """Subsets of clues, numbered as they are *listed*."""

    __slots__ = ("_around", "_listed")

    def __init__(self, listed: Sequence[Subset]) -> None:
        self._listed = listed
        self._around: defaultdict[int, list[int]] = defaultdict(list)
        for number, subset in enumerate(listed):
            for clue in subset:
                self._around[clue].append(number)

    def around(self, clue: int) -> Sequence[int]:
        """Return the subsets that have *clue* in them."""
        return self._around[clue]

    def view(self, group: int) -> tuple[Subset, None]:
        """Return the clues of a subset, which looks at all their cells."""
        return self._listed[group], None


def pairs(
    system: System, size: int = 2, budget: Budget = UNLIMITED, found: Forced | None = None
) -> Forced | None:
    """Return the cells that pairs of clues force, or subsets of *size* clues around a covered cell.

    Where fewer clues see that cell, all of them are taken. None where a subset cannot be paid.
    *found*, if given, is a dict that gets the cells as they are forced, so that `BudgetExceeded`
    does not lose them. Raises `InputError` for a size below 1.

    >>> from exactsweep.position import Position
    >>> from exactsweep.system import system_of
    >>> pairs(system_of(Position.from_rows(["---", "121"]))) == {0: True, 1: False, 2: True}
    True
    """
    if size < 1:
        raise InputError(f"the subset size must be at least 1, not {size}")
    knowledge = first_knowledge(system, found)
    if knowledge is None:
        return None
    return fixpoint(knowledge, Subsets(subsets_of(knowledge, size, budget)), budget)


def subsets_of(knowledge: Knowledge, size: int, budget: Budget) -> list[Subset]:
    """Return the subsets of *size* open clues around one cell, all of these where they are fewer.

    That cell may be known: its clues may still share other cells, two by two. Raises
    `BudgetExceeded` where there are more subsets than the budget allows states.
    """
    is_open = set(knowledge.open_clues())
    around = {tuple(c for c in clues if c in is_open) for clues in knowledge.sees.values()}
    listed: dict[Subset, None] = {}
    for clues in sorted(around):
        for subset in combinations(clues, min(size, len(clues))):
            budget.check("listing subsets of numbers")
            listed[subset] = None
            if len(listed) > budget.states:
                raise BudgetExceeded(f"more than {budget.states} subsets of numbers", len(listed))
    return list(listed)
