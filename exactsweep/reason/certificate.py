"""Certificates: a claim about a position, its formula, and a proof or placements, as files.

In: a `Position` or a `System`, perhaps a cell and a claim about it. Out: a `Certificate`, as
docs/certificates.md says, which `verify` checks without anything of this. A cell is claimed from
the few clues that explain it, so that its proof is short: Glucose refutes their clauses beside the
opposite, and every clause of the refutation gets the claimed literal, which makes it one that
follows without the opposite.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from exactsweep.budget import UNLIMITED, Budget
from exactsweep.encode.cnf import Clause, Cnf
from exactsweep.errors import ClaimFails, InputError
from exactsweep.files import write_whole
from exactsweep.position import Position
from exactsweep.reason.consistency import all_mines
from exactsweep.reason.explanation import Argument, Explainer
from exactsweep.reason.forced import forced_cells
from exactsweep.reason.proofs import refutation
from exactsweep.structure import components_of
from exactsweep.system import System
from exactsweep.topology import Cell, cell_name

VERSION = 1
CLAIMS = ("safe", "mine")


@dataclass(frozen=True)
class Certificate:
    """The contents of the files of a certificate; *proof* or *witness* may be missing."""

    claim: dict[str, object]
    formula: str
    proof: str | None
    witness: Mapping[str, object] | None

    def files(self) -> dict[str, str]:
        """Return the text of each file by its name, the claim last."""
        named = {"formula.cnf": self.formula, "proof.drup": self.proof}
        if self.witness is not None:
            named["witness.json"] = json.dumps(self.witness) + "\n"
        named["claim.json"] = json.dumps(self.claim) + "\n"
        return {name: text for name, text in named.items() if text is not None}

    def write(self, directory: str | Path) -> None:
        """Write the files into *directory*; `InputError` where it is not new or empty."""
        folder = Path(directory)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise InputError(f"{str(directory)!r} is not empty")
        except OSError as error:
            raise InputError(f"cannot write {str(directory)!r}: {error.strerror}") from None
        for name, text in self.files().items():
            write_whole(folder / name, text.encode())


def certify(
    source: Position | System,
    cell: Cell | None = None,
    claim: str | None = None,
    budget: Budget = UNLIMITED,
) -> Certificate:
    """Return a certificate of what *cell* is, or of everything that is forced.

    With *claim*, ``safe`` or ``mine``, it has to be that. A contradiction is certified whatever was
    asked. Raises `InputError` for a cell that is not covered, `ClaimFails` where *claim* does not
    follow, `BudgetExceeded`.
    """
    if claim is not None and claim not in CLAIMS:
        raise InputError(f"the claim must be one of {', '.join(CLAIMS)}, not {claim!r}")
    if claim is not None and cell is None:
        raise InputError("a claim is about a cell")
    writer = _Writer(source, budget)
    if cell is None:
        return writer.everything()
    return writer.cell(cell, claim)


class _Writer:
    """Writes the certificates of one source."""

    def __init__(self, source: Position | System, budget: Budget) -> None:
        self._source = source
        self._budget = budget
        self._explainer = Explainer(source, budget)
        self._system = self._explainer.system

    def everything(self) -> Certificate:
        """Certify the contradiction, or all forced cells beside a placement."""
        found = forced_cells(self._source, self._budget)
        if not found.consistent:
            return self._contradiction()
        cells = sorted(found.safe | found.mines)
        return self._forced({cell: cell in found.mines for cell in cells})

    def cell(self, name: Cell, claim: str | None) -> Certificate:
        """Certify what one cell is."""
        explainer = self._explainer
        cell = explainer.number(name)
        if explainer.witness is None:
            return self._contradiction()
        mined, other = cell in explainer.witness, explainer.other(cell)
        if claim is not None and (other is not None or mined != (claim == "mine")):
            what = "it is undetermined" if other is not None else "it is certainly the other"
            raise ClaimFails(f"cell {cell_name(name)} is not certainly {claim}: {what}")
        if other is None:
            return self._forced({cell: mined})
        with_mine, without = (explainer.witness, other) if mined else (other, explainer.witness)
        said = self._claim("undetermined", consistent=True, cell=_json(name))
        witness = {"mine": self._mines(with_mine), "safe": self._mines(without)}
        cnf, order = self._formula(total=self._system.left is not None)
        return self._certificate(said, cnf, order, None, witness)

    def _contradiction(self) -> Certificate:
        argument = self._explainer.conflict()
        cnf, order = self._formula(argument.total)
        proof = refutation(_clauses(cnf, argument), self._budget)
        return self._certificate(self._claim("contradiction"), cnf, order, proof, None)

    def _forced(self, cells: dict[int, bool]) -> Certificate:
        """Certify forced *cells*, True for a mine."""
        arguments = {
            cell: self._explainer.argument(cell, cells[cell])
            for cell in self._budget.track(list(cells), "explaining cells")
        }
        total = any(argument.total for argument in arguments.values())
        cnf, order = self._formula(total)
        proof: list[Clause] = []
        for cell in self._budget.track(list(cells), "writing proofs"):
            mined = cells[cell]
            literal = cnf.variable[cell] if mined else -cnf.variable[cell]
            clauses = [*_clauses(cnf, arguments[cell]), [-literal]]
            for clause in refutation(clauses, self._budget):
                if -literal not in clause:
                    proof.append(clause if literal in clause else [*clause, literal])
        names = self._system.names
        safe, mines = (
            [_json(names[c]) for c in cells if cells[c] is kind] for kind in (False, True)
        )
        said = self._claim("forced", consistent=True, safe=safe, mines=mines)
        assert self._explainer.witness is not None
        witness = {"mines": self._mines(self._explainer.witness)}
        return self._certificate(said, cnf, order, proof, witness)

    def _claim(self, claim: str, **said: object) -> dict[str, object]:
        nothing = {"safe": (), "mines": (), "cell": None, "consistent": False}
        return {"certificate": VERSION, "claim": claim, **nothing, **said}

    def _mines(self, witness: Sequence[int]) -> list[object]:
        return [_json(name) for name in all_mines(self._system, witness)]

    def _formula(self, total: bool) -> tuple[Cnf, list[int] | None]:
        """Return the formula of all clues, with the total or without, and the total's order.

        The cells of a component stand together in it, so that what a component adds is a lemma of
        its own.
        """
        if not total:
            return Cnf(self._system), None
        variable = Cnf(self._system).variable
        order = [variable[cell] for cell in _by_component(self._system)]
        return Cnf(self._system, order), order

    def _certificate(
        self,
        said: dict[str, object],
        cnf: Cnf,
        order: list[int] | None,
        proof: list[Clause] | None,
        witness: Mapping[str, object] | None,
    ) -> Certificate:
        names = self._system.names
        comments = [f"cell {variable} {_comment(names[c])}" for c, variable in cnf.variable.items()]
        lines = (
            None if proof is None else "".join(f"{' '.join(map(str, [*c, 0]))}\n" for c in proof)
        )
        claim = said | {"total": order is not None, "order": order}
        return Certificate(claim, cnf.dimacs(comments), lines, witness)


def _clauses(cnf: Cnf, argument: Argument) -> list[Clause]:
    """Return the clauses of the members of *argument*."""
    clauses = [clause for number in argument.clues for clause in cnf.of_clue[number]]
    return [*clauses, *cnf.of_total] if argument.total else clauses


def _by_component(system: System) -> list[int]:
    """Return the covered cells, those of a component together and the sea last."""
    reduction, components = components_of(system)
    boxes = [box for component in components for box in component.boxes]
    together = [cell for box in boxes for cell in reduction.boxes[box]]
    linked = set(together)
    seen = {cell for clue in system.clues for cell in clue.cells}
    alone = [cell for cell in system.covered if cell not in linked]
    return [*(c for c in alone if c in seen), *together, *(c for c in alone if c not in seen)]


def _json(name: Cell) -> object:
    return list(name) if isinstance(name, tuple) else name


def _comment(name: Cell) -> str:
    return cell_name(name) if isinstance(name, tuple) else json.dumps(name)
