"""Certificates of small cases, written from docs/certificates.md by means of their own.

Formulas come from the oracle's riddle, and proofs need no solver: they try everything, one clause
for each choice of mines among the first cells, the longest first.
"""

import json
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from pathlib import Path
from typing import Any, TypeAlias

from tests.oracle import Riddle, Truth
from tests.strategies import Case, RawCase
from tests.verdicts import board_of

Clauses: TypeAlias = list[list[int]]
Literal: TypeAlias = int | bool
"""A literal, or what is known to be true or false."""


class Counter:
    """At least how many of the first variables are true, as a table of literals."""

    def __init__(self, variables: Sequence[int], mines: int, last: int) -> None:
        self.variables = variables
        self.mines = mines
        self.table: dict[tuple[int, int], int] = {}
        for i in range(1, len(variables) + 1):
            for j in range(1, min(i, mines + 1) + 1):
                last += 1
                self.table[i, j] = last
        self.last = last

    def at_least(self, i: int, j: int) -> Literal:
        return self.table[i, j] if 0 < j <= i else j == 0

    def clauses(self) -> Clauses:
        found: Clauses = []
        for (i, j), here in self.table.items():
            mined = self.variables[i - 1]
            without, fewer = self.at_least(i - 1, j), self.at_least(i - 1, j - 1)
            found += clause(opposite(without), here)
            found += clause(-mined, opposite(fewer), here)
            found += clause(-here, without, mined)
            found += clause(-here, without, fewer)
        size = len(self.variables)
        if self.mines:
            found.append([self.table[size, self.mines]])
        if self.mines < size:
            found.append([-self.table[size, self.mines + 1]])
        return found


def opposite(literal: Literal) -> Literal:
    return not literal if isinstance(literal, bool) else -literal


def clause(*literals: Literal) -> Clauses:
    """The clause without false literals; none where one is true."""
    if any(literal is True for literal in literals):
        return []
    return [[literal for literal in literals if not isinstance(literal, bool)]]


def listed(variables: Collection[int], mines: int) -> Clauses:
    """Every choice of cells that would be too many mines or too many safe cells."""
    size = len(variables)
    safe = [list(some) for some in combinations(sorted(variables), size - mines + 1)]
    return safe + [[-v for v in some] for some in combinations(sorted(variables), mines + 1)]


def formula_of(truth: Truth, order: Sequence[int] | None) -> tuple[int, Clauses]:
    """How many variables and which clauses there must be, for the total where there is an order."""
    last = len(truth.cells)
    number = {cell: at for at, cell in enumerate(truth.cells, 1)}
    sums = [([number[c] for c in truth.cells if c in cells], k) for cells, k in truth.riddle.clues]
    counted = [len(variables) > 10 for variables, _ in sums]
    if order is not None:
        assert truth.riddle.left is not None
        sums.append((list(order), truth.riddle.left))
        counted.append(True)
    found: Clauses = []
    for (variables, mines), by_counter in zip(sums, counted, strict=True):
        if not 0 <= mines <= len(variables):
            found.append([])
        elif by_counter:
            counter = Counter(variables, mines, last)
            last = counter.last
            found += counter.clauses()
        else:
            found += listed(variables, mines)
    return last, found


def tree_proof(cells: int, literals: Iterable[int | None]) -> Clauses:
    """Lines that reach each of *literals*, None being the empty clause, by trying everything."""
    lines: Clauses = []
    for literal in literals:
        end = [] if literal is None else [literal]
        for size in range(cells, -1, -1):
            for signs in product((-1, 1), repeat=size):
                denied = [-sign * variable for variable, sign in enumerate(signs, 1)]
                lines.append([*denied, *end])
    return lines


def spelt(cell: Hashable) -> Any:
    """A cell as it stands in JSON."""
    return list(cell) if isinstance(cell, tuple) else cell


def dimacs(clauses: Clauses) -> list[str]:
    return [" ".join(map(str, [*each, 0])) for each in clauses]


@dataclass
class Certificate:
    """What the files of a certificate say."""

    claim: dict[str, Any]
    variables: int
    names: list[str]
    clauses: Clauses
    proof: Clauses | None = None
    witness: dict[str, Any] | None = None
    header: str | None = field(default=None)

    def files(self) -> dict[str, str]:
        header = self.header or f"p cnf {self.variables} {len(self.clauses)}"
        named = [f"c cell {number} {name}" for number, name in enumerate(self.names, 1)]
        found = {
            "claim.json": json.dumps(self.claim),
            "formula.cnf": "\n".join([*named, header, *dimacs(self.clauses), ""]),
        }
        if self.proof is not None:
            found["proof.drup"] = "".join(f"{line}\n" for line in dimacs(self.proof))
        if self.witness is not None:
            found["witness.json"] = json.dumps(self.witness)
        return found


def write(files: Mapping[str, str | bytes], directory: Path) -> Path:
    """The directory, with these files and no others in it."""
    directory.mkdir(exist_ok=True)
    for old in directory.iterdir():
        old.unlink()
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        (directory / name).write_bytes(data)
    return directory


def known_mines(case: Case) -> list[Hashable]:
    if isinstance(case, RawCase):
        return []
    mines = "*+" if case.flags == "trusted" else "*"
    marks, _ = board_of(case)
    return [cell for cell, mark in marks.items() if mark in mines]


def mines_of(case: Case, truth: Truth, placement: int) -> list[Any]:
    """All mines of a placement, as they stand in a witness."""
    mined = [cell for cell in truth.cells if placement & truth.bit[cell]]
    return [spelt(cell) for cell in [*known_mines(case), *mined]]


def base(case: Case, order: Sequence[int] | None) -> tuple[Truth, Certificate]:
    """The truth about a case, and a certificate of it that claims nothing yet."""
    truth = case.truth()
    variables, clauses = formula_of(truth, order)
    claim = {
        "certificate": 1,
        "claim": "forced",
        "safe": [],
        "mines": [],
        "cell": None,
        "consistent": False,
        "total": order is not None,
        "order": None if order is None else list(order),
    }
    names = [
        f"{cell[0]},{cell[1]}" if isinstance(cell, tuple) else json.dumps(cell)
        for cell in truth.cells
    ]
    return truth, Certificate(claim, variables, names, clauses)


def contradiction(case: Case, order: Sequence[int] | None) -> Certificate:
    truth, made = base(case, order)
    made.claim["claim"] = "contradiction"
    made.proof = tree_proof(len(truth.cells), [None])
    return made


def forced(
    case: Case,
    order: Sequence[int] | None,
    safe: Sequence[Hashable],
    mines: Sequence[Hashable],
    consistent: bool = True,
) -> Certificate:
    """The claim that these cells are safe and those mines, true or not."""
    truth, made = base(case, order)
    made.claim["safe"], made.claim["mines"] = list(map(spelt, safe)), list(map(spelt, mines))
    number = {cell: at for at, cell in enumerate(truth.cells, 1)}
    wanted = [*(-number[cell] for cell in safe), *(number[cell] for cell in mines)]
    made.proof = tree_proof(len(truth.cells), wanted)
    made.claim["consistent"] = consistent
    if consistent:
        made.witness = {"mines": mines_of(case, truth, truth.found[0] if truth.found else 0)}
    return made


def undetermined(case: Case, order: Sequence[int] | None, cell: Hashable) -> Certificate:
    """The claim that *cell* may be a mine and may be safe."""
    truth, made = base(case, order)
    made.claim |= {"claim": "undetermined", "cell": spelt(cell), "consistent": True}
    mine = next(p for p in truth.found if p & truth.bit[cell])
    safe = next(p for p in truth.found if not p & truth.bit[cell])
    made.witness = {"mine": mines_of(case, truth, mine), "safe": mines_of(case, truth, safe)}
    return made


def all_true(case: Case, order: Sequence[int] | None) -> list[Certificate]:
    """Certificates of all that is true of the case and follows from the formula."""
    truth = case.truth()
    # Without the total the formula says less; the witnesses still have the right total.
    alone = truth if order is not None else Truth(Riddle(truth.cells, truth.riddle.clues))
    if not alone.consistent:
        cells = truth.cells[:1]
        return [contradiction(case, order), forced(case, order, cells, cells, consistent=False)]
    made = [forced(case, order, alone.safe, alone.mines, truth.consistent)]
    open_cells = [c for c in truth.cells if truth.consistent and c not in truth.safe + truth.mines]
    return made + [undetermined(case, order, cell) for cell in open_cells[:2]]
