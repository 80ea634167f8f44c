"""One question, one function: forced cells by any method, and counts.

In: a `Position` or a `System`. Out: small results in the names of cells. `probability`, `events`
and `reason.consistency` hold the other questions.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from exactsweep.budget import UNLIMITED, Budget
from exactsweep.counting.base import Counter
from exactsweep.errors import BudgetExceeded, InputError, quote
from exactsweep.position import FLAG, Position
from exactsweep.probability import ELIMINATION, solve
from exactsweep.reason.results import ForcedCells
from exactsweep.structure import single_point
from exactsweep.system import System, names_of, system_of
from exactsweep.topology import Cell

METHODS = ("single-point", "pairs", "window", "sat", "count", "kaye")


class Rule(Protocol):
    """A rule that adds what it forces to *found*; None for a contradiction."""

    def __call__(self, system: System, *, found: dict[int, bool]) -> dict[int, bool] | None:
        """Return the forced cells, True for a mine."""


@dataclass(frozen=True, slots=True)
class Inference:
    """Covered cells that are safe and covered cells that are mines, in order of place.

    *consistent* is None where a rule found no contradiction: a rule can't show that there is none.
    *contents* are, by ``kaye`` only, what every covered cell can be: ``"mine"``, then numbers.
    """

    consistent: bool | None
    safe: list[Cell]
    mines: list[Cell]
    method: str
    contents: Mapping[Cell, Sequence[str | int]] | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """The placements under the total if there is one, and what holds whatever the total is.

    *profile* counts placements by their mines over covered cells that clues see; *feasible_totals*
    are the totals, known mines and sea included, under which there is a placement.
    """

    placements: int | None
    profile: dict[int, int]
    feasible_totals: list[int]

    @property
    def says_no(self) -> bool:
        """Whether there is no placement."""
        return self.placements == 0 or not self.profile


def infer(
    source: Position | System,
    method: str = "sat",
    *,
    subset_size: int = 2,
    window: int = 4,
    counter: Counter = ELIMINATION,
    budget: Budget = UNLIMITED,
) -> Inference:
    """Return the forced cells that *method* finds: all of them for ``sat``, ``count`` and ``kaye``.

    ``kaye`` asks what each covered cell can turn out to be (Kaye, Mathematical Intelligencer 22(2),
    2000), which needs a board.

    ``single-point``, ``pairs`` (of numbers, or *subset_size* numbers around a cell) and ``window``
    (squares of *window* cells a side) are run to their fixpoint and take no notice of the total.
    Raises `InputError` for an unknown method, `BudgetExceeded` with what is proven as its
    ``known``.

    >>> infer(Position.from_rows(["---", "121"]), "pairs").mines
    [(0, 0), (0, 2)]
    """
    check_method(method, subset_size, window)
    if method == "sat":
        return _infer_by_sat(source, budget)
    if method == "kaye":
        return _infer_by_kaye(source, budget)
    if method == "count":
        solution = solve(source, counter, budget)
        if not solution.consistent:
            return Inference(False, [], [], method)
        return Inference(True, solution.safe, solution.mines, method)
    system = system_of(source)
    found: dict[int, bool] = {}
    if method == "single-point":
        return _by_rule(system, single_point(system), method)
    try:
        forced = _rule(method, subset_size, window, budget)(system, found=found)
    except BudgetExceeded as error:
        error.known = _by_rule(system, found, method)
        raise
    return _by_rule(system, forced, method)


def check_method(method: str, subset_size: int, window: int) -> None:
    """Raise `InputError` where these are not what `infer` takes, whatever the position."""
    if method not in METHODS:
        raise InputError(f"method {quote(method)} is none of {', '.join(METHODS)}")
    if subset_size < 1 or window < 1:
        raise InputError("the subset size and the side of the window must be at least 1")


def _by_rule(system: System, forced: dict[int, bool] | None, method: str) -> Inference:
    if forced is None:
        return Inference(False, [], [], method)
    safe = (cell for cell, mined in forced.items() if not mined)
    mines = (cell for cell, mined in forced.items() if mined)
    return Inference(None, _named(system, safe), _named(system, mines), method)


def _rule(method: str, subset_size: int, window: int, budget: Budget) -> Rule:
    if method == "pairs":
        from exactsweep.reason.subsets import pairs

        return partial(pairs, size=subset_size, budget=budget)
    from exactsweep.reason.window import window as window_rule

    return partial(window_rule, size=window, budget=budget)


def _infer_by_sat(source: Position | System, budget: Budget) -> Inference:
    from exactsweep.reason.forced import forced_cells

    cells = names_of(source)

    def named(found: ForcedCells) -> Inference:
        safe, mines = ([cells[cell] for cell in sorted(part)] for part in (found.safe, found.mines))
        return Inference(found.consistent, safe, mines, "sat")

    try:
        return named(forced_cells(source, budget))
    except BudgetExceeded as error:
        if isinstance(error.known, ForcedCells):
            error.known = named(error.known)
        raise


def _infer_by_kaye(source: Position | System, budget: Budget) -> Inference:
    from exactsweep.reason.kaye import Possible, possible_contents

    cells = names_of(source)

    def named(possible: Possible) -> Inference:
        decided = [cell for cell in possible.contents if cell not in possible.undecided]
        safe = [cells[cell] for cell in decided if "mine" not in possible.contents[cell]]
        mines = [cells[cell] for cell in decided if possible.contents[cell] == ("mine",)]
        contents = {cells[cell]: found for cell, found in possible.contents.items()}
        return Inference(possible.consistent, safe, mines, "kaye", contents)

    try:
        return named(possible_contents(source, budget))
    except BudgetExceeded as error:
        if isinstance(error.known, Possible):
            error.known = named(error.known)
        raise


def count(
    source: Position | System, counter: Counter = ELIMINATION, budget: Budget = UNLIMITED
) -> Count:
    """Return the placements of *source*, their profile, and every total that is possible.

    Raises `BudgetExceeded`.

    >>> count(Position.from_rows(["1-", "--"]))
    Count(placements=None, profile={1: 3}, feasible_totals=[1])
    """
    solution = solve(source, counter, budget)
    profile = solution.profile()
    known = 0 if isinstance(source, System) else source.known_mines()
    totals: set[int] = set()
    for mines in profile:
        totals.update(range(known + mines, known + mines + solution.sea_size + 1))
    return Count(solution.placements, profile, sorted(totals))


def wrong_flags(position: Position, safe: Iterable[Cell]) -> list[Cell]:
    """Return the flags of a position with untrusted flags that stand on *safe* cells."""
    if position.trusted:
        return []
    return [cell for cell in safe if position.marks[position.topology.place(cell)] == FLAG]


def _named(system: System, cells: Iterable[int]) -> list[Cell]:
    return [system.names[cell] for cell in sorted(cells)]
