"""Components together under a total, as far as a question needs it.

In: the oracles of all components, and the window for the sum of their mines: the total less what
the sea can take, up to the total. Out: a placement of every component, or word that there is none.
What has been seen so far is tried first, then one component is asked for what the others'
placements leave to it; only then all feasible numbers of mines are sought, since proving that there
are no more can be hard.
"""

from collections.abc import Collection, Sequence

from exactsweep.reason.component import ComponentOracle, Mined
from exactsweep.reason.totals import choose, completed


def fit(oracles: list[ComponentOracle], low: int, high: int) -> list[Mined] | None:
    """Return a placement of each component with *low* to *high* mines in all; None for none.

    Every component must have a placement. Raises `BudgetExceeded`.
    """
    found = _seen_fit(oracles, low, high)
    if found is not None:
        return found
    smallest_first = sorted(range(len(oracles)), key=lambda at: oracles[at].cells)
    runs = completed([oracle.seen for oracle in oracles], low, high)
    for at in smallest_first:
        for run in runs[at]:
            if oracles[at].placement(low=run[0], high=run[-1]) is not None:
                return _seen_fit(oracles, low, high)
    for at in smallest_first:
        oracles[at].feasible()
        found = _seen_fit(oracles, low, high)
        if found is not None:
            return found
    return None


def _seen_fit(oracles: list[ComponentOracle], low: int, high: int) -> list[Mined] | None:
    numbers = choose([oracle.seen for oracle in oracles], low, high)
    if numbers is None:
        return None
    return [oracle.seen[number] for oracle, number in zip(oracles, numbers, strict=True)]


def kept(oracles: list[ComponentOracle], low: int, high: int) -> list[set[int]]:
    """Return for each component its literals that some placement of all components keeps.

    The literals are those of ``seen_with``, settled before; the sum has to be in *low*..*high*, and
    some placement of all components is. Raises `BudgetExceeded`.
    """
    runs = completed([oracle.seen for oracle in oracles], low, high)
    found = []
    for at, oracle in enumerate(oracles):
        literals = [literal for literal, numbers in oracle.seen_with.items() if numbers]
        easy = {literal for literal in literals if _any_in(runs[at], oracle.seen_with[literal])}
        rest = [literal for literal in literals if literal not in easy]
        found.append(
            easy | {literal for literal in rest if _keeps(oracles, at, literal, low, high)}
        )
    return found


def _keeps(oracles: list[ComponentOracle], at: int, literal: int, low: int, high: int) -> bool:
    """Whether some placement with a sum in *low*..*high* keeps a literal of component *at*."""
    if _ask(oracles, at, literal, low, high):
        return True
    for other in oracles[:at] + oracles[at + 1 :]:
        other.feasible()
    return _ask(oracles, at, literal, low, high)


def _ask(oracles: list[ComponentOracle], at: int, literal: int, low: int, high: int) -> bool:
    """Whether component *at* keeps *literal* beside a placement that each other one has shown."""
    runs = completed([oracle.seen for oracle in oracles], low, high)[at]
    return _any_in(runs, oracles[at].seen_with[literal]) or any(
        oracles[at].placement([literal], run[0], run[-1]) is not None for run in runs
    )


def _any_in(runs: Sequence[range], numbers: Collection[int]) -> bool:
    return any(number in run for run in runs for number in numbers)
