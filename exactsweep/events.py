"""Joint and conditional probabilities of events.

In: a position or a system, an event and a condition: cells with what they are to be. Out: a
fraction. An event is more clues: a safe cell is owed no mine, a mine is owed one, a number is a
safe cell and a clue over its neighbours; so an event's probability is the quotient of two counts.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

from exactsweep.budget import UNLIMITED, Budget
from exactsweep.counting.base import Counter
from exactsweep.errors import Contradiction, InputError, TotalUnknown, quote, shorten
from exactsweep.position import HOLE, LINE_END, MOST_DIGITS, Position
from exactsweep.probability import ELIMINATION, ONE, ZERO, solve
from exactsweep.system import Clue, System, system_of
from exactsweep.topology import Cell

Outcome: TypeAlias = Literal["safe", "mine"] | int
Event: TypeAlias = Mapping[Cell, Outcome]

IMPOSSIBLE = Clue("event", 1, ())
_WHOLE = re.compile(rf"[0-9]{{1,{MOST_DIGITS}}}")


def query(
    source: Position | System,
    event: Event,
    given: Event | None = None,
    *,
    counter: Counter = ELIMINATION,
    budget: Budget = UNLIMITED,
) -> Fraction:
    """Return the probability that every cell of *event* is what it says, if *given* holds.

    An outcome is ``"safe"``, ``"mine"`` or the number that a safe cell shows. Raises
    `Contradiction` where the position, or the position and *given*, have no placement;
    `TotalUnknown` where the total is unknown and the answer depends on it; `InputError` for a cell
    that is not there; `BudgetExceeded`.

    >>> position = Position.from_rows(["1-", "--"], mines=1)
    >>> query(position, {(0, 1): "mine"}, given={(1, 1): "safe"})
    Fraction(1, 2)
    """
    system = system_of(source)
    condition = list(event_clues(system, given or {}))
    wanted = list(event_clues(system, event))
    whole = solve(system.with_clues(condition), counter, budget)
    if not whole.consistent:
        what = "the position and the condition together have" if given else "the position has"
        raise Contradiction(f"{what} no placement")
    part = solve(system.with_clues([*condition, *wanted]), counter, budget)
    chance = part.likelihood / whole.likelihood
    if system.left is None and system.density is None and chance not in (ZERO, ONE):
        raise TotalUnknown("the probability of this event needs the total, or a density")
    return chance


def event_clues(system: System, event: Event) -> Iterator[Clue]:
    """Yield the clues that say the same as *event*."""
    covered = set(system.covered)
    for cell, outcome in event.items():
        if outcome not in ("safe", "mine") and (type(outcome) is not int or outcome < 0):
            shown = shorten(repr(outcome))
            raise InputError(f"{shown} is neither 'safe' nor 'mine' nor a number of at least 0")
        number = system.number(cell)
        if number not in covered:
            if not _shows(system, number, outcome):
                yield IMPOSSIBLE
            continue
        yield Clue("event", int(outcome == "mine"), (number,))
        if not isinstance(outcome, str):
            sight = system.sight(number)
            yield Clue("event", outcome - sight.known, sight.cells)


def parse_event(text: str, system: System | None = None) -> dict[Cell, Outcome]:
    """Read ``"0,3=safe 5,1=mine 2,2=3"``; cells of a *system* without a board are their names."""
    event: dict[Cell, Outcome] = {}
    for term in text.split():
        name, equals, value = term.rpartition("=")
        if not equals:
            raise InputError(
                f"{quote(term)} in an event is not CELL=safe, CELL=mine or CELL=NUMBER"
            )
        is_named = system is not None and system.position is None
        cell = name if is_named else parse_cell(name)
        if cell in event:
            raise InputError(f"an event names cell {shorten(name)} twice")
        event[cell] = _outcome(term, value)
    if not event:
        raise InputError("an event needs at least one term such as 0,3=safe")
    return event


def parse_cell(text: str) -> tuple[int, int]:
    """Read a cell written as ``row,column``, both counted from 0."""
    row, comma, column = text.partition(",")
    if not comma or not all(_WHOLE.fullmatch(part) for part in (row, column)):
        shown = quote(text)
        raise InputError(f"{shown} is not a cell written as ROW,COLUMN, both counted from 0")
    return int(row), int(column)


def _outcome(term: str, value: str) -> Outcome:
    if value == "safe":
        return "safe"
    if value == "mine":
        return "mine"
    if _WHOLE.fullmatch(value):
        return int(value)
    raise InputError(f"{quote(term)}: {quote(value)} is neither safe nor mine nor a number")


def _shows(system: System, number: int, outcome: Outcome) -> bool:
    """Whether a cell that is not covered is what *outcome* says."""
    position = system.position
    assert position is not None
    mark = position.marks[number]
    if mark in HOLE + LINE_END:
        raise InputError(f"there is no cell at {position.topology.cells[number]}")
    if mark in position.mine_marks:
        return outcome == "mine"
    return outcome == "safe" or outcome == int(mark)
