"""What the formula of a certificate must say, rebuilt from the position alone.

In: a `Position` or a `System`. Out: its `Facts`, and from these the clauses that
docs/certificates.md asks for, one after another. Nothing here is shared with what writes
certificates: clues are counted again from the marks, and the clauses have loops of their own.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

from exactsweep.errors import InputError, quote, shorten
from exactsweep.position import Position
from exactsweep.system import System
from exactsweep.topology import Cell

Name: TypeAlias = str | tuple[int, int]
Clause: TypeAlias = tuple[int, ...]

MOST_LISTED = 10
"""The most cells of a clue whose clauses are listed one by one; more have a counter."""

_MOST_SHOWN = 12
_VERY_MANY = 10**18


@dataclass(frozen=True, slots=True)
class Sum:
    """Exactly *mines* of *variables* are mines; *source* says who says so, for a person."""

    source: str
    mines: int
    variables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """All that a certificate needs of a position: variable i is the cell ``cells[i - 1]``.

    *known* are the mines that the marks give away, in order; *left* is the total less these, None
    where no total is known.
    """

    cells: list[Name]
    known: dict[Name, None]
    sums: list[Sum]
    left: int | None
    variables: dict[Name, int] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        variables = {cell: number for number, cell in enumerate(self.cells, 1)}
        object.__setattr__(self, "variables", variables)


def facts_of(source: Position | System) -> Facts:
    """Return the facts of *source*; `InputError` where a certificate cannot name its cells.

    >>> facts_of(Position.from_rows(["1-", "*-"], mines=1)).sums
    [Sum(source='the 1 at 0,0', mines=0, variables=(1, 2))]
    """
    return _of_position(source) if isinstance(source, Position) else _of_system(source)


def _of_position(position: Position) -> Facts:
    marks, topology = position.marks, position.topology
    covered: dict[int, int] = {}
    known: dict[int, None] = {}
    for place, mark in enumerate(marks):
        if mark == "-" or (mark == "+" and not position.trusted):
            covered[place] = len(covered) + 1
        elif mark in ("+", "*"):
            known[place] = None
    sums = []
    for place, mark in enumerate(marks):
        if mark.isdigit():
            around = set(topology.neighbours(place))
            seen = tuple(sorted(covered[near] for near in around & covered.keys()))
            source = f"the {mark} at {written(name_of(topology.cells[place]))}"
            sums.append(Sum(source, int(mark) - len(around & known.keys()), seen))
    names = topology.cells
    left = None if position.mines is None else position.mines - len(known)
    cells = [name_of(names[place]) for place in covered]
    return Facts(cells, {name_of(names[place]): None for place in known}, sums, left)


def _of_system(system: System) -> Facts:
    names = system.names
    numbers = {cell: number for number, cell in enumerate(system.covered, 1)}
    sums = []
    for index, clue in enumerate(system.clues, 1):
        seen = tuple(sorted({numbers[cell] for cell in clue.cells}))
        sums.append(Sum(f"constraint {index}", clue.owed, seen))
    known = {} if system.position is None else _of_position(system.position).known
    return Facts([name_of(names[cell]) for cell in system.covered], known, sums, system.left)


def name_of(cell: Cell) -> Name:
    """Return *cell* as a name in a certificate; `InputError` where it cannot be one."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, tuple) and len(cell) == 2:
        row, column = cell
        if type(row) is int and type(column) is int:
            return row, column
    raise InputError(f"a certificate cannot name the cell {shorten(repr(cell))}")


def written(name: Name) -> str:
    """Return *name* for a message.

    >>> written((0, 3)), written("a")
    ('0,3', "'a'")
    """
    return quote(name) if isinstance(name, str) else f"{name[0]},{name[1]}"


def in_digits(count: int) -> str:
    """Return *count* for a message, however long it is.

    >>> in_digits(-1), in_digits(10**9999)
    ('-1', 'very many')
    """
    return str(count) if abs(count) < _VERY_MANY else "very many"


def variable_count(facts: Facts, order: Sequence[int] | None) -> int:
    """Return how many variables the formula has, with the total's counter if there is an *order*.

    >>> variable_count(facts_of(Position.from_rows(["--1"], mines=1)), [1, 2])
    5
    """
    counted = [len(each.variables) for each in facts.sums]
    counters = [
        (each.mines, size)
        for each, size in zip(facts.sums, counted, strict=True)
        if size > MOST_LISTED
    ]
    if order is not None and facts.left is not None:
        counters.append((facts.left, len(order)))
    return len(facts.cells) + sum(_auxiliaries(mines, size) for mines, size in counters)


def _auxiliaries(mines: int, size: int) -> int:
    if not 0 <= mines <= size:
        return 0
    return sum(min(number, mines + 1) for number in range(1, size + 1))


def clauses(facts: Facts, order: Sequence[int] | None) -> Iterator[tuple[str, Clause]]:
    """Yield every clause, its literals in increasing order, with the source that it comes from.

    *order* is that of the total's counter, None for a formula without the total.

    >>> [clause for _, clause in clauses(facts_of(Position.from_rows(["-1-"])), None)]
    [(1, 2), (-2, -1)]
    """
    following = len(facts.cells)
    for each in facts.sums:
        if len(each.variables) <= MOST_LISTED:
            found = _listed(each.mines, each.variables)
        else:
            found = _counter(each.mines, each.variables, following)
            following += _auxiliaries(each.mines, len(each.variables))
        for clause in found:
            yield each.source, tuple(sorted(clause))
    if order is not None and facts.left is not None:
        for clause in _counter(facts.left, order, following):
            yield "the total", tuple(sorted(clause))


def _listed(mines: int, variables: Sequence[int]) -> Iterator[Iterable[int]]:
    size = len(variables)
    if not 0 <= mines <= size:
        yield ()
        return
    # Of any size - mines + 1 cells one is a mine, and of any mines + 1 cells one is safe.
    yield from combinations(variables, size - mines + 1)
    yield from combinations([-variable for variable in variables], mines + 1)


def _counter(mines: int, variables: Sequence[int], following: int) -> Iterator[Iterable[int]]:
    """Yield the clauses of a counter; its auxiliary variables come after *following*."""
    if not 0 <= mines <= len(variables):
        yield ()
        return
    before: list[int] = []
    for number, mined in enumerate(variables, 1):
        width = min(number, mines + 1)
        now = list(range(following + 1, following + width + 1))
        following += width
        for least in range(1, width + 1):
            yield from _step(mined, before, now, least)
        before = now
    if mines > 0:
        yield (before[mines - 1],)
    if mines < len(variables):
        yield (-before[mines],)


def _step(mined: int, before: list[int], now: list[int], least: int) -> Iterator[list[int]]:
    """Yield what makes ``now[least - 1]`` say that at least *least* have been mines up to here.

    ``before[j - 1]`` says the same of j without *mined*: false for a j above its length, and true
    for no mine at all.
    """
    here = now[least - 1]
    same = before[least - 1 : least]
    fewer = before[least - 2 : least - 1] if least > 1 else []
    if same:
        yield [-same[0], here]
    yield [-mined, *(-literal for literal in fewer), here]
    yield [-here, *same, mined]
    if least > 1:
        yield [-here, *same, *fewer]


def in_words(clause: Clause, facts: Facts) -> str:
    """Return *clause* for a person, in the names of the cells.

    >>> in_words((-2, 1, 3), facts_of(Position.from_rows(["-1-"])))
    '(0,2 safe or 0,0 mined or variable 3 true)'
    """
    if not clause:
        return "(nothing: the empty clause)"
    said = []
    for literal in clause[:_MOST_SHOWN]:
        number = abs(literal)
        if number <= len(facts.cells):
            state = "mined" if literal > 0 else "safe"
            said.append(f"{written(facts.cells[number - 1])} {state}")
        else:
            said.append(f"variable {number} {'true' if literal > 0 else 'false'}")
    more = [".."] if len(clause) > _MOST_SHOWN else []
    return f"({' or '.join(said + more)})"
