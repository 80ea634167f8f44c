"""`verify` on certificates written by hand: good ones pass, spoilt ones do not."""

import json
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from dratify import check_proof, parse_dimacs
from hypothesis import HealthCheck, given, settings

from exactsweep.budget import Budget
from exactsweep.errors import BudgetExceeded
from exactsweep.verify.certificate import Verdict, verify
from tests.handmade import (
    Certificate,
    all_true,
    contradiction,
    forced,
    known_mines,
    mines_of,
    undetermined,
    write,
)
from tests.strategies import BoardCase, Case, RawCase, randomness
from tests.test_rup import refutes
from tests.test_verify_formula import drawn_order, named_cases

ONE_OF_TWO = BoardCase(("1--", "+--"), 3, flags="untrusted")
KNOWN = BoardCase(("+2-", "*3-", "---"), 3)
ELEVEN = RawCase(((1, "abcdefghijk"), (1, "ab"), (0, "cde")), None, None)
IMPOSSIBLE = BoardCase(("1-1", "--2", "-+0"), None, flags="untrusted")
TOO_MANY = BoardCase(("1--", "---"), 6)
HEX = BoardCase(("1-2", "---", "1-~"), 3, topology="hex")
TORUS = BoardCase(("1---", "-2--"), 3, topology="torus")
NARROW = BoardCase(("-2", "--", "1-"), 2, topology="torus")


def order_of(case: Case) -> list[int] | None:
    truth = case.truth()
    return None if truth.riddle.left is None else list(range(len(truth.cells), 0, -1))


EXAMPLES = [
    (case, certificate)
    for case in (ONE_OF_TWO, KNOWN, IMPOSSIBLE, TOO_MANY, HEX, TORUS, NARROW)
    for certificate in all_true(case, order_of(case))
]


def said(case: Case, certificate: Certificate, directory: Path) -> Verdict:
    return verify(case.source(), write(certificate.files(), directory))


def assert_rejects(verdict: Verdict, file: str) -> None:
    """The file is named in one line of reasonable length."""
    assert not verdict.verified
    assert verdict.file == file
    assert verdict.problem is not None
    assert verdict.problem.startswith(f"{file}: ")
    assert verdict.problem.isprintable()
    assert len(verdict.problem) < 500


def is_true(case: Case, claim: dict[str, Any]) -> bool:
    """Whether the claim holds for all placements of the case, found by brute force."""
    truth = case.truth()

    def cell(spelt: Any) -> Any:
        return tuple(spelt) if isinstance(spelt, list) else spelt

    if claim["claim"] == "contradiction":
        return not truth.consistent
    if claim["claim"] == "undetermined":
        open_cells = set(truth.cells) - set(truth.safe) - set(truth.mines)
        return truth.consistent and cell(claim["cell"]) in open_cells
    holds = set(map(cell, claim["safe"])) <= set(truth.safe)
    holds = holds and set(map(cell, claim["mines"])) <= set(truth.mines)
    return holds and (truth.consistent or not claim["consistent"])


@settings(
    deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(named_cases().filter(lambda case: len(case.truth().cells) <= 8), randomness())
def test_what_is_true_is_verified(tmp_path: Path, case: Case, random: Random) -> None:
    truth = case.truth()
    for certificate in all_true(case, drawn_order(truth, random)):
        verdict = said(case, certificate, tmp_path)
        assert verdict.problem is None
        assert verdict.verified
        assert verdict.claim == certificate.claim["claim"]


def test_counters_of_clues(tmp_path: Path) -> None:
    """Eleven cells are too many for trying everything: what propagation alone shows."""
    safe = list("cdefghijk")
    certificate = forced(ELEVEN, None, [], [])
    certificate.claim["safe"] = safe
    certificate.proof = [[-1, -number] for number in range(6, 12)]
    certificate.proof += [[-2, -number] for number in range(6, 12)]
    certificate.proof += [[-number] for number in range(3, 12)]
    assert said(ELEVEN, certificate, tmp_path).problem is None
    certificate.claim["safe"] = ["a"]
    assert_rejects(said(ELEVEN, certificate, tmp_path), "proof.drup")


def test_the_verdict_states_the_claim(tmp_path: Path) -> None:
    case = KNOWN
    truth = case.truth()
    verdict = said(case, forced(case, None, truth.safe, truth.mines), tmp_path)
    assert verdict.stated is not None
    assert verdict.stated.safe == tuple(truth.safe)
    assert verdict.stated.mines == tuple(truth.mines)
    assert (verdict.stated.consistent, verdict.stated.order) == (True, None)
    assert (
        str(verdict.stated) == "2 safe cells and 0 mines, without the total; there is a placement"
    )
    opened = said(case, undetermined(case, [1, 2, 3, 4, 5], (2, 1)), tmp_path)
    assert str(opened.stated) == "2,1 may be safe and may be a mine"
    none = said(TOO_MANY, contradiction(TOO_MANY, order_of(TOO_MANY)), tmp_path)
    assert str(none.stated) == "there is no placement, with the total"


@pytest.mark.parametrize(("case", "certificate"), EXAMPLES)
def test_every_clause_counts(case: Case, certificate: Certificate, tmp_path: Path) -> None:
    """Any clause dropped, any literal turned round, left out or moved to another variable."""
    said_once = {frozenset(clause) for clause in certificate.clauses}
    assert said(case, certificate, tmp_path).verified
    spoilt = deepcopy(certificate)
    for spoilt.clauses in changes(certificate):
        verdict = said(case, spoilt, tmp_path)
        if {frozenset(clause) for clause in spoilt.clauses} == said_once:
            assert verdict.verified
        else:
            assert_rejects(verdict, "formula.cnf")


def changes(certificate: Certificate) -> Iterator[list[list[int]]]:
    clauses = certificate.clauses
    for at, clause in enumerate(clauses):
        before, after = clauses[:at], clauses[at + 1 :]
        yield before + after
        yield [*before, clause, clause, *after]
        for place, literal in enumerate(clause):
            start, end = clause[:place], clause[place + 1 :]
            yield [*before, start + end, *after]
            yield [*before, [*start, -literal, *end], *after]
            other = abs(literal) % certificate.variables + 1
            if other not in map(abs, clause):
                yield [*before, [*start, other, *end], *after]
    yield [*clauses, [1, -1]]
    yield [*clauses, []]


@pytest.mark.parametrize(("case", "certificate"), EXAMPLES)
def test_every_number_counts(case: BoardCase, certificate: Certificate, tmp_path: Path) -> None:
    """The certificate is not one of a position with another number or another total."""
    write(certificate.files(), tmp_path)
    for r, row in enumerate(case.rows):
        for c, mark in enumerate(row):
            for other in "012345678" if mark.isdigit() else "":
                rows = [*case.rows[:r], row[:c] + other + row[c + 1 :], *case.rows[r + 1 :]]
                changed = BoardCase(tuple(rows), case.mines, None, case.topology, case.flags)
                assert verify(changed.source(), tmp_path).verified == (other == mark)
    if certificate.claim["total"]:
        for mines in range(9):
            changed = BoardCase(case.rows, mines, None, case.topology, case.flags)
            most = len(case.truth().cells) + len(known_mines(case))
            # Totals that are too large for the board are all the empty clause.
            same = min(mines, most + 1) == min(case.mines or 0, most + 1)
            assert verify(changed.source(), tmp_path).verified == same


@pytest.mark.parametrize(("case", "certificate"), EXAMPLES)
def test_every_mine_of_a_witness_counts(
    case: Case, certificate: Certificate, tmp_path: Path
) -> None:
    """Any mine moved, left out or added: verified where that is another placement, else not."""
    truth = case.truth()
    placements = [sorted(mines_of(case, truth, placement)) for placement in truth.found]
    everywhere = [[r, c] for r in range(-1, 4) for c in range(-1, 4)]
    for key, cells in (certificate.witness or {}).items():
        spoilt = deepcopy(certificate)
        assert spoilt.witness is not None
        moved = [[*cells[:at], *new, *cells[at + 1 :]] for at in range(len(cells))
                 for new in [[], *([cell] for cell in everywhere)]]  # fmt: skip
        for spoilt.witness[key] in [*moved, *([*cells, cell] for cell in everywhere)]:
            now = spoilt.witness[key]
            fits = sorted(now) in placements
            if certificate.claim["cell"] is not None:
                fits = fits and (certificate.claim["cell"] in now) == (key == "mine")
            verdict = said(case, spoilt, tmp_path)
            assert verdict.verified == fits
            if not fits:
                assert_rejects(verdict, "witness.json")


@pytest.mark.parametrize(("case", "certificate"), EXAMPLES)
def test_a_truncated_proof_fails(case: Case, certificate: Certificate, tmp_path: Path) -> None:
    proof = certificate.proof or []
    needed = bool(certificate.claim["safe"] + certificate.claim["mines"])
    needed = needed or certificate.claim["claim"] == "contradiction"
    spoilt = deepcopy(certificate)
    for size in {*range(0, len(proof), 9), *range(max(0, len(proof) - 3), len(proof))}:
        reached = map(set, certificate.clauses + proof[:size])
        if set(proof[-1]) not in reached:
            spoilt.proof = proof[:size]
            assert needed
            assert_rejects(said(case, spoilt, tmp_path), "proof.drup")


@pytest.mark.parametrize(
    ("case", "certificate"), [each for each in EXAMPLES if 0 < len(each[1].proof or []) < 200]
)
def test_changed_proofs_as_slow_propagation_says(
    case: Case, certificate: Certificate, tmp_path: Path
) -> None:
    """A line left out, or a literal turned round, left out or exchanged."""
    random = Random("changed proofs")
    spoilt = deepcopy(certificate)
    assert certificate.proof
    for _ in range(40):
        at = random.randrange(len(certificate.proof))
        line = list(certificate.proof[at])
        place = random.randrange(len(line)) if line else 0
        if line:
            line[place] *= random.choice((-1, 0, 1))
        changed = [[literal for literal in line if literal]] if random.randrange(4) else []
        spoilt.proof = certificate.proof[:at] + changed + certificate.proof[at + 1 :]
        assert said(case, spoilt, tmp_path).verified == is_good(spoilt)


def is_good(certificate: Certificate) -> bool:
    """Whether every line follows and every claimed cell is reached, by slow propagation."""
    known = list(certificate.clauses)
    for line in certificate.proof or []:
        if not refutes(known, line):
            return False
        known.append(line)
    number = {name: at for at, name in enumerate(certificate.names, 1)}
    claim = certificate.claim
    wanted = [[-number[f"{r},{c}"]] for r, c in claim["safe"]]
    wanted += [[number[f"{r},{c}"]] for r, c in claim["mines"]]
    return all(unit in known for unit in (wanted if claim["claim"] == "forced" else [[]]))


@pytest.mark.parametrize(("case", "certificate"), EXAMPLES)
def test_the_other_checker_agrees(case: Case, certificate: Certificate, tmp_path: Path) -> None:
    """On the files themselves: names in comments are no trouble to it, nor are units."""
    if certificate.proof is None:
        return
    files = certificate.files()
    result = check_proof(
        parse_dimacs(files["formula.cnf"]), files["proof.drup"], check_rat=False, engine="python"
    )
    assert result.failed_step < 0
    if certificate.claim["claim"] == "contradiction":
        assert result.ok
    assert said(case, certificate, tmp_path).verified


def test_what_is_false_is_rejected(tmp_path: Path) -> None:
    """With the best proof there could be, and with a proof that just says so."""
    truth = KNOWN.truth()
    open_cells = [cell for cell in truth.cells if cell not in truth.safe + truth.mines]
    assert open_cells
    for cell in open_cells:
        for safe, mines in ([cell], []), ([], [cell]):
            certificate = forced(KNOWN, None, safe, mines)
            assert_rejects(said(KNOWN, certificate, tmp_path), "proof.drup")
            certificate.proof = [certificate.proof[-1]] if certificate.proof else []
            assert_rejects(said(KNOWN, certificate, tmp_path), "proof.drup")
    assert_rejects(said(KNOWN, contradiction(KNOWN, None), tmp_path), "proof.drup")
    impossible = forced(IMPOSSIBLE, None, [(0, 1)], [])
    assert_rejects(said(IMPOSSIBLE, impossible, tmp_path), "witness.json")


def test_a_witness_has_the_total_even_where_the_formula_has_not(tmp_path: Path) -> None:
    case = BoardCase(("1--", "---"), 2)
    without = BoardCase(case.rows)
    certificate = forced(without, None, [], [])
    assert certificate.witness == {"mines": [[0, 1]]}
    assert said(without, certificate, tmp_path).verified
    verdict = said(case, certificate, tmp_path)
    assert_rejects(verdict, "witness.json")
    assert "the total leaves 2" in str(verdict.problem)


@settings(
    deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(randomness())
def test_whatever_is_done_to_the_files_nothing_false_is_verified(
    tmp_path: Path, random: Random
) -> None:
    case, certificate = random.choice(EXAMPLES)
    good = certificate.files()
    for _ in range(10):
        files: dict[str, str | bytes] = dict(good)
        for _ in range(random.choice([1, 1, 2, 3])):
            name = random.choice(sorted(files))
            files[name] = mutated(files[name], random)
        verdict = verify(case.source(), write(files, tmp_path))
        if verdict.verified:
            assert is_true(case, json.loads(files["claim.json"]))
        else:
            assert_rejects(verdict, str(verdict.file))


def mutated(content: str | bytes, random: Random) -> bytes:
    """One place changed: a byte, a number, a word, or all from there on."""
    data = content.encode() if isinstance(content, str) else content
    at, much = random.randrange(len(data) + 1), random.choice([1, 1, 1, 2, 8])
    words = [b"", b"0", b"1", b"-", b"7 ", b"[", b"true", b"\n", b"\xff", b"0\n", b"d ", b'"']
    kept = b"" if random.randrange(20) == 0 else data[at + random.randrange(much + 1) :]
    return data[:at] + random.choice(words) + kept


def test_time_runs_out(tmp_path: Path) -> None:
    case, certificate = EXAMPLES[0]
    write(certificate.files(), tmp_path)
    with pytest.raises(BudgetExceeded, match="time limit"):
        verify(case.source(), tmp_path, Budget(1e-9))


def test_it_shares_no_code_with_what_writes_certificates() -> None:
    """Neither in its imports nor in what is loaded in the end."""
    program = (
        "import sys; from exactsweep.position import Position;"
        "from exactsweep.verify.certificate import verify;"
        "print(verify(Position.from_rows(['1-'], 1), 'none').verified, *sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    said_no, *modules = done.stdout.split()
    assert said_no == "False"
    assert "exactsweep.verify.rup" in modules
    shared = ("exactsweep.reason", "exactsweep.encode", "exactsweep.structure", "pysat", "ortools")
    assert [name for name in modules if name.startswith(shared)] == []
