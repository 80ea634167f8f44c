"""Certificates as they are written: accepted, also by a checker that is not ours, and corrupted."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from dratify import check_proof, parse_dimacs
from hypothesis import given, settings

from exactsweep.budget import Budget
from exactsweep.errors import BudgetExceeded, ClaimFails, InputError
from exactsweep.formats import read
from exactsweep.position import Position
from exactsweep.reason.certificate import Certificate, certify
from exactsweep.system import System, system_of
from exactsweep.verify.certificate import verify
from tests.oracle import Truth
from tests.real import INSTANCES
from tests.strategies import BoardCase, Case, cases

FILES = sorted(path.name for path in INSTANCES.glob("*.txt"))
CORRUPTED = [
    "minesweepr-readme.txt",
    "zero-beside-one.txt",
    "corner-last-mine.txt",
    "codegolf-test2.txt",
    "rules-d-cascade.txt",
    "rules-a-inconsistent.txt",
]


def accepted(source: Position | System, certificate: Certificate, folder: Path) -> bool:
    write(folder, certificate.files())
    return verify(source, folder).verified


def write(folder: Path, files: dict[str, str]) -> None:
    for name in ("claim.json", "formula.cnf", "proof.drup", "witness.json"):
        (folder / name).unlink(missing_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def others_accept(certificate: Certificate) -> bool:
    """Whether dratify accepts the proof, for every claimed cell from the opposite on."""
    if certificate.proof is None:
        return True
    lines = certificate.formula.splitlines()
    formula = [line for line in lines if not line.startswith(("c", "p"))]
    header = next(line for line in lines if line.startswith("p"))
    variables = int(header.split()[2])
    named = {" ".join(line.split()[3:]): int(line.split()[2]) for line in lines if "c cell" in line}
    claims: list[list[str]] = [[]]
    if certificate.claim["claim"] == "forced":
        claims = [[f"{-literal} 0"] for literal in claimed(certificate, named)]
    for opposite in claims:
        clauses = [*formula, *opposite]
        text = "\n".join([f"p cnf {variables} {len(clauses)}", *clauses, ""])
        proof = certificate.proof + "0\n"
        if not check_proof(parse_dimacs(text), proof, check_rat=False, engine="python").ok:
            return False
    return True


def claimed(certificate: Certificate, named: dict[str, int]) -> Iterator[int]:
    """The literals that are claimed, by the names in the comments of the formula."""
    for key, sign in (("safe", -1), ("mines", 1)):
        cells: Any = certificate.claim[key]
        for cell in cells:
            name = ",".join(map(str, cell)) if isinstance(cell, list) else json.dumps(cell)
            yield sign * named[name]


@pytest.mark.parametrize("name", FILES)
def test_every_instance(name: str, tmp_path: Path) -> None:
    source = read(INSTANCES / name)
    certificate = certify(source)
    assert accepted(source, certificate, tmp_path)
    assert others_accept(certificate)
    again = tmp_path / "new" / "deep"
    certificate.write(again)
    assert verify(source, again).verified
    with pytest.raises(InputError, match="not empty"):
        certificate.write(again)


@settings(max_examples=150, deadline=None)
@given(cases())
def test_every_cell(tmp_path_factory: pytest.TempPathFactory, case: Case) -> None:
    folder = tmp_path_factory.mktemp("certificate")
    source, truth = case.source(), case.truth()
    if not nameable(source):
        return
    certificate = certify(source)
    assert accepted(source, certificate, folder)
    expected = "forced" if truth.consistent else "contradiction"
    assert certificate.claim["claim"] == expected
    for cell in truth.cells:
        check_cell(source, truth, cell, folder)


def check_cell(source: Position | System, truth: Truth, cell: Any, folder: Path) -> None:
    verdict = "mine" if cell in truth.mines else "safe" if cell in truth.safe else "undetermined"
    for claim in (None, "safe", "mine"):
        if truth.consistent and claim not in (None, verdict):
            with pytest.raises(ClaimFails):
                certify(source, cell, claim)
            continue
        certificate = certify(source, cell, claim)
        said = certificate.claim
        assert accepted(source, certificate, folder)
        assert others_accept(certificate)
        if not truth.consistent:
            assert said["claim"] == "contradiction"
        elif verdict == "undetermined":
            assert said["claim"] == "undetermined"
        else:
            only = [list(cell) if isinstance(cell, tuple) else cell]
            assert said["mines" if verdict == "mine" else "safe"] == only


def nameable(source: Position | System) -> bool:
    """Whether a certificate can name the cells: nodes of a graph may be anything."""
    system = system_of(source)
    return all(isinstance(system.names[cell], str | tuple) for cell in system.covered) and (
        isinstance(source, System) or source.topology.name != "graph"
    )


def changed(files: dict[str, str], name: str, text: str) -> dict[str, str]:
    return files | {name: text}


@pytest.mark.parametrize("name", CORRUPTED)
def test_corrupted_formulas(name: str, tmp_path: Path) -> None:
    source = read(INSTANCES / name)
    files = certify(source).files()
    lines = files["formula.cnf"].splitlines()
    at = [n for n, line in enumerate(lines) if not line.startswith(("c", "p"))]
    for number in at:
        dropped = [*lines[:number], *lines[number + 1 :]]
        corrupted = ["\n".join(dropped)]
        words = lines[number].split()
        for place in range(len(words) - 1):
            flipped = [*words[:place], str(-int(words[place])), *words[place + 1 :]]
            corrupted.append("\n".join([*lines[:number], " ".join(flipped), *lines[number + 1 :]]))
        for text in corrupted:
            write(tmp_path, changed(files, "formula.cnf", text + "\n"))
            verdict = verify(source, tmp_path)
            repeated = lines[number] in dropped
            assert not verdict.verified or (repeated and text == corrupted[0])
            assert verdict.file == "formula.cnf"


@pytest.mark.parametrize("name", CORRUPTED)
def test_changed_positions(name: str, tmp_path: Path) -> None:
    """A certificate is one for no position but its own."""
    source = read(INSTANCES / name)
    write(tmp_path, certify(source).files())
    if isinstance(source, System):
        for number, clue in enumerate(source.clues):
            clues = list(source.clues)
            clues[number] = type(clue)(clue.source, clue.owed + 1, clue.cells)
            assert not verify(System(source.covered, clues, names=source.names), tmp_path).verified
        return
    uses_total = json.loads((tmp_path / "claim.json").read_text(encoding="utf-8"))["total"]
    if source.mines is not None and uses_total:
        assert not verify(source.replace(mines=source.mines + 1), tmp_path).verified
    for (row, marks), digit in product(enumerate(source.rows), "012345678"):
        for column, mark in enumerate(marks):
            if mark in "012345678" and mark != digit:
                rows = list(source.rows)
                rows[row] = marks[:column] + digit + marks[column + 1 :]
                other = Position.from_rows(rows, source.mines)
                sees = any(
                    rows[r][c] == "-"
                    for r in range(max(0, row - 1), min(len(rows), row + 2))
                    for c in range(max(0, column - 1), min(len(marks), column + 2))
                )
                assert not verify(other, tmp_path).verified or not sees


@pytest.mark.parametrize("name", CORRUPTED)
def test_corrupted_witnesses(name: str, tmp_path: Path) -> None:
    source = read(INSTANCES / name)
    files = certify(source).files()
    if "witness.json" not in files:
        return
    mines = json.loads(files["witness.json"])["mines"]
    corrupted = [[*mines, mines[0]], [*mines, [99, 99]], [*mines, "zz"]]
    corrupted += [[*mines[:at], *mines[at + 1 :]] for at in range(len(mines))]
    for wrong in corrupted:
        write(tmp_path, changed(files, "witness.json", json.dumps({"mines": wrong})))
        verdict = verify(source, tmp_path)
        assert verdict.verified is still_true(source, wrong)
        assert verdict.verified or verdict.file == "witness.json"


def still_true(source: Position | System, mines: list[Any]) -> bool:
    """Whether *mines* are all mines of a placement, each once, by looking at every clue."""
    system = system_of(source)
    named = [tuple(mine) if isinstance(mine, list) else mine for mine in mines]
    if len(set(named)) != len(named):
        return False
    numbers = {name: number for number, name in enumerate(system.names)}
    known = set(source.places_of(source.mine_marks)) if isinstance(source, Position) else set()
    mined = {numbers.get(name, -1) for name in named}
    if not known <= mined or not mined - known <= set(system.covered):
        return False
    total = system.left is None or len(mined - known) == system.left
    return total and all(len(mined.intersection(c.cells)) == c.owed for c in system.clues)


@pytest.mark.parametrize("name", CORRUPTED)
def test_corrupted_claims_and_proofs(name: str, tmp_path: Path) -> None:
    source = read(INSTANCES / name)
    files = certify(source).files()
    claim = json.loads(files["claim.json"])
    for key, other in (("safe", "mines"), ("mines", "safe")):
        for cell in claim[key]:
            moved = claim | {
                key: [c for c in claim[key] if c != cell],
                other: [*claim[other], cell],
            }
            write(tmp_path, changed(files, "claim.json", json.dumps(moved)))
            assert not verify(source, tmp_path).verified
    system = system_of(source)
    forced = [*claim["safe"], *claim["mines"]]
    for number in system.covered:
        cell = system.names[number]
        written = list(cell) if isinstance(cell, tuple) else cell
        if claim["claim"] == "forced" and written not in forced:
            for key in ("safe", "mines"):
                more = claim | {key: [*claim[key], written]}
                write(tmp_path, changed(files, "claim.json", json.dumps(more)))
                assert not verify(source, tmp_path).verified
    proof = files["proof.drup"].splitlines()
    for at in range(len(proof)):
        write(tmp_path, changed(files, "proof.drup", "\n".join([*proof[:at], ""])))
        # A line that is repeated later, or not needed for any cell, may be missing.
        if not verify(source, tmp_path).verified:
            break
    else:
        assert len(proof) == 0 or claim["claim"] == "contradiction"
    flipped = 0
    for at, line in enumerate(proof):
        words = line.split()
        if len(words) == 2 and claim["claim"] == "forced":
            text = "\n".join([*proof[:at], f"{-int(words[0])} 0", *proof[at + 1 :], ""])
            write(tmp_path, changed(files, "proof.drup", text))
            assert not verify(source, tmp_path).verified
            flipped += 1
    for missing in files:
        write(tmp_path, {name: text for name, text in files.items() if name != missing})
        verdict = verify(source, tmp_path)
        assert (verdict.verified, verdict.file) == (False, missing)


def test_wrong_questions() -> None:
    position = Position.from_rows(["1-", "--"], mines=1)
    with pytest.raises(InputError, match="one of safe, mine"):
        certify(position, (0, 1), "maybe")
    with pytest.raises(InputError, match="about a cell"):
        certify(position, None, "safe")
    with pytest.raises(InputError, match="not covered"):
        certify(position, (0, 0))


def test_a_density_is_no_clause(tmp_path: Path) -> None:
    source = BoardCase(("121", "---"), None, Fraction(1, 5)).source()
    assert accepted(source, certify(source), tmp_path)


def test_time_runs_out() -> None:
    position = read(INSTANCES / "gecode-2-10x10.txt")
    with pytest.raises(BudgetExceeded):
        certify(position, budget=Budget(0.05))
