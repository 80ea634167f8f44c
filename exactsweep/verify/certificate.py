"""Whether a certificate proves what it claims of a position.

In: a `Position` or a `System`, and the directory with the files that docs/certificates.md
describes. Out: a `Verdict`. Whatever is wrong with the files is a verdict too; only a budget that
runs out and Ctrl-C come as exceptions.
"""

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from exactsweep.budget import UNLIMITED, Budget
from exactsweep.errors import InputError, quote
from exactsweep.formats.reading import read_bytes
from exactsweep.position import Position
from exactsweep.system import System
from exactsweep.verify.files import (
    CONTRADICTION,
    UNDETERMINED,
    Claim,
    Formula,
    has_deletions,
    read_claim,
    read_formula,
    read_proof,
    read_witness,
)
from exactsweep.verify.formula import (
    Clause,
    Facts,
    Name,
    clauses,
    facts_of,
    in_digits,
    in_words,
    variable_count,
    written,
)
from exactsweep.verify.rup import Checker

CLAIM, FORMULA, PROOF, WITNESS = "claim.json", "formula.cnf", "proof.drup", "witness.json"

_OFTEN = 4096

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the certificate is *verified*, and where not, the *problem* and its *file*.

    *claim* is the kind of claim and *stated* all of it, None where that could not be read.
    """

    verified: bool
    claim: str | None
    problem: str | None = None
    file: str | None = None
    stated: Claim | None = None


class _Rejected(Exception):
    """A file is not what it has to be."""

    def __init__(self, file: str, problem: str) -> None:
        self.file = file
        super().__init__(f"{file}: {problem}")


def verify(source: Position | System, directory: str | Path, budget: Budget = UNLIMITED) -> Verdict:
    """Return whether the certificate in *directory* is one for *source*.

    Raises `BudgetExceeded` where time runs out.
    """
    claim: Claim | None = None
    try:
        facts = facts_of(source)
        where = Path(directory)
        claim = _in(CLAIM, lambda: _claim(facts, read_bytes(where / CLAIM)))
        _check_files(facts, claim, where, budget)
    except _Rejected as rejected:
        kind = None if claim is None else claim.kind
        return Verdict(False, kind, str(rejected), rejected.file, claim)
    except InputError as error:
        return Verdict(False, None, str(error))
    return Verdict(True, claim.kind, stated=claim)


def _check_files(facts: Facts, claim: Claim, where: Path, budget: Budget) -> None:
    if claim.consistent:
        _in(WITNESS, lambda: _check_witness(facts, claim, read_bytes(where / WITNESS)))
    formula = _in(FORMULA, lambda: read_formula(read_bytes(where / FORMULA), budget))
    _in(FORMULA, lambda: _check_formula(facts, claim, formula, budget))
    if claim.kind != UNDETERMINED:
        _in(PROOF, lambda: _check_proof(facts, claim, formula, read_bytes(where / PROOF), budget))


def _in(file: str, work: Callable[[], Result]) -> Result:
    """Return what *work* on *file* does; its `InputError` rejects the file."""
    try:
        return work()
    except InputError as error:
        raise _Rejected(file, str(error)) from None


def _claim(facts: Facts, data: bytes) -> Claim:
    """Return the claim, whose cells are covered cells of the position."""
    claim = read_claim(data)
    cell = [] if claim.cell is None else [claim.cell]
    for each in (*claim.safe, *claim.mines, *cell):
        if each not in facts.variables:
            raise InputError(f"{written(each)} is not a covered cell")
    if claim.order is not None:
        if facts.left is None:
            raise InputError("total is true, but the position has no total")
        if sorted(claim.order) != list(range(1, len(facts.cells) + 1)):
            raise InputError(f"order must have each number from 1 to {len(facts.cells)} once")
    return claim


def _check_formula(facts: Facts, claim: Claim, formula: Formula, budget: Budget) -> None:
    variables = variable_count(facts, claim.order)
    if formula.variables != variables:
        raise InputError(f"there must be {variables} variables, not {formula.variables}")
    _check_names(facts, formula)
    given = {tuple(sorted(literals)) for _, literals in formula.clauses}
    wanted: set[Clause] = set()
    for number, (source, clause) in enumerate(clauses(facts, claim.order)):
        if number % _OFTEN == 0:
            budget.check("comparing the formula with the position")
        if clause not in given:
            raise InputError(f"a clause of {source} is missing: {in_words(clause, facts)}")
        wanted.add(clause)
    for line, literals in formula.clauses:
        clause = tuple(sorted(literals))
        if clause not in wanted:
            said = in_words(clause, facts)
            raise InputError(f"the position does not say this clause: {said}", line)


def _check_names(facts: Facts, formula: Formula) -> None:
    for variable, name in enumerate(facts.cells, 1):
        line, given = formula.names.get(variable, (None, None))
        if given is None:
            raise InputError(f"no comment says that variable {variable} is {written(name)}")
        if not _is_name(given, name):
            raise InputError(f"variable {variable} is {written(name)}, not {quote(given)}", line)
    for variable, (line, _) in formula.names.items():
        if variable > len(facts.cells):
            raise InputError(f"variable {variable} is not a cell's", line)


def _is_name(text: str, name: Name) -> bool:
    if not isinstance(name, str):
        return text == f"{name[0]},{name[1]}"
    try:
        return bool(json.loads(text) == name)
    except (ValueError, RecursionError):
        return False


def _check_proof(facts: Facts, claim: Claim, formula: Formula, data: bytes, budget: Budget) -> None:
    """Reject a proof with a line that does not follow, or that does not reach the claim."""
    checker = Checker(formula.variables, has_deletions(data))
    reached: set[Clause] = set()
    for number, (_, literals) in enumerate(formula.clauses):
        if number % _OFTEN == 0:
            budget.check("taking the formula in")
        checker.add(literals)
        reached.update(_short(literals))
    for line, deletes, literals in read_proof(data, formula.variables):
        budget.check(f"checking line {line} of the proof")
        if deletes:
            checker.delete(literals)
            continue
        if not checker.follows(literals):
            said = in_words(tuple(literals), facts)
            raise InputError(f"this does not follow by unit propagation: {said}", line)
        checker.add(literals)
        reached.update(_short(literals))
    _check_reached(facts, claim, reached)


def _short(literals: list[int]) -> list[Clause]:
    """Return the clause where it is one that a proof has to reach: a unit, or empty."""
    distinct = set(literals)
    return [tuple(distinct)] if len(distinct) < 2 else []


def _check_reached(facts: Facts, claim: Claim, reached: Collection[Clause]) -> None:
    if claim.kind == CONTRADICTION and () not in reached:
        raise InputError("the proof does not reach the empty clause")
    for cells, sign, state in ((claim.safe, -1, "safe"), (claim.mines, 1, "a mine")):
        for cell in cells:
            if (sign * facts.variables[cell],) not in reached:
                raise InputError(f"the proof does not reach that {written(cell)} is {state}")


def _check_witness(facts: Facts, claim: Claim, data: bytes) -> None:
    wanted = ("mine", "safe") if claim.kind == UNDETERMINED else ("mines",)
    for key, cells in read_witness(data, wanted).items():
        try:
            _check_placement(facts, cells)
        except InputError as error:
            raise InputError(f"{key}: {error}") from None
        if claim.cell is not None and (claim.cell in cells) != (key == "mine"):
            state = "no mine" if key == "mine" else "a mine"
            raise InputError(f"{key}: {written(claim.cell)} is {state} here")


def _check_placement(facts: Facts, cells: Collection[Name]) -> None:
    """Raise `InputError` where *cells* are not all the mines of one placement, known ones too."""
    mined = set(cells)
    for cell in cells:
        if cell not in facts.variables and cell not in facts.known:
            raise InputError(f"{written(cell)} is neither a covered cell nor a known mine")
    for cell in facts.known:
        if cell not in mined:
            raise InputError(f"the known mine {written(cell)} is missing")
    numbers = {facts.variables[cell] for cell in mined if cell in facts.variables}
    for each in facts.sums:
        found = len(numbers.intersection(each.variables))
        if found != each.mines:
            owed = in_digits(each.mines)
            raise InputError(f"{each.source} is owed {owed} among covered cells, not {found}")
    if facts.left is not None and len(numbers) != facts.left:
        left, found = in_digits(facts.left), len(numbers)
        raise InputError(f"the total leaves {left} among covered cells, not {found}")
