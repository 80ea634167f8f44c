"""`verify` reads the files of a certificate strictly, and says in one line what is wrong."""

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from exactsweep.position import Position
from exactsweep.verify.certificate import verify
from tests.handmade import contradiction, forced, undetermined, write
from tests.strategies import BoardCase, RawCase
from tests.test_verify import TOO_MANY, assert_rejects, order_of, said

PLAIN = BoardCase(("-1-", "---", "0--"), 2)
CLEAN = forced(PLAIN, order_of(PLAIN), PLAIN.truth().safe, PLAIN.truth().mines)
OPEN = next(c for c in PLAIN.truth().cells if c not in PLAIN.truth().safe + PLAIN.truth().mines)
OPENED = undetermined(PLAIN, order_of(PLAIN), OPEN)


def test_the_plain_certificates_are_good(tmp_path: Path) -> None:
    assert CLEAN.claim["safe"]
    assert said(PLAIN, CLEAN, tmp_path).verified
    assert said(PLAIN, OPENED, tmp_path).verified


@pytest.mark.parametrize("file", ["claim.json", "formula.cnf", "proof.drup", "witness.json"])
def test_missing_and_unreadable_files(file: str, tmp_path: Path) -> None:
    files = CLEAN.files()
    for content in (b"\xff\xfe", b"\0", b"\r", b"[" * 100_000, b'{"a":' * 100_000, b"9" * 10_000):
        assert_rejects(verify(PLAIN.source(), write({**files, file: content}, tmp_path)), file)
    (tmp_path / file).unlink()
    assert_rejects(verify(PLAIN.source(), tmp_path), file)
    (tmp_path / file).mkdir()
    assert_rejects(verify(PLAIN.source(), tmp_path), file)


def test_directories_that_are_none(tmp_path: Path) -> None:
    for directory in (tmp_path / "none", str(tmp_path / "nul\0"), Path(__file__)):
        assert_rejects(verify(PLAIN.source(), directory), "claim.json")


CLAIMS: list[tuple[str, Any]] = [
    ("certificate", 2),
    ("certificate", True),
    ("certificate", "1"),
    ("certificate", None),
    ("claim", "Forced"),
    ("claim", None),
    ("claim", ["forced"]),
    ("claim", "contradiction"),
    ("claim", "undetermined"),
    ("safe", None),
    ("safe", {}),
    ("safe", "0,0"),
    ("safe", [0, 2]),
    ("safe", [[0]]),
    ("safe", [[0, 2, 0]]),
    ("safe", [[0, 2.0]]),
    ("safe", [[True, False]]),
    ("safe", [{"row": 0}]),
    ("safe", [[10**700, 0]]),
    ("safe", [[0, 1]]),
    ("safe", [[3, 0]]),
    ("safe", [[-1, 0]]),
    ("safe", [[0, 3]]),
    ("safe", ["0,0"]),
    ("safe", [*CLEAN.claim["safe"], CLEAN.claim["safe"][0]]),
    ("mines", [None]),
    ("mines", [[2, 0]]),
    ("cell", [0, 0]),
    ("cell", 0),
    ("consistent", None),
    ("consistent", 1),
    ("total", None),
    ("total", 1),
    ("total", False),
    ("order", None),
    ("order", {}),
    ("order", "7654321"),
    ("order", []),
    ("order", [1, 2, 3, 4, 5, 6]),
    ("order", [1, 2, 3, 4, 5, 6, 6]),
    ("order", [0, 1, 2, 3, 4, 5, 6]),
    ("order", [True, 2, 3, 4, 5, 6, 7]),
    ("order", [1, 2, 3, 4, 5, 6, "7"]),
    ("order", [1, 2, 3, 4, 5, 6, 7, 8]),
    ("order", [1, 2, 3, 4, 5, 6, 10**900]),
]


@pytest.mark.parametrize(("key", "value"), CLAIMS)
def test_claims_that_are_none(key: str, value: Any, tmp_path: Path) -> None:
    spoilt = deepcopy(CLEAN)
    spoilt.claim[key] = value
    assert_rejects(said(PLAIN, spoilt, tmp_path), "claim.json")


def test_keys_of_a_claim(tmp_path: Path) -> None:
    for key in CLEAN.claim:
        spoilt = deepcopy(CLEAN)
        del spoilt.claim[key]
        assert_rejects(said(PLAIN, spoilt, tmp_path), "claim.json")
        files = CLEAN.files()
        again = f'{{"{key}": {json.dumps(CLEAN.claim[key])}, {files["claim.json"][1:]}'
        assert_rejects(
            verify(PLAIN.source(), write({**files, "claim.json": again}, tmp_path)), "claim.json"
        )
    spoilt = deepcopy(CLEAN)
    spoilt.claim["more"] = None
    assert_rejects(said(PLAIN, spoilt, tmp_path), "claim.json")


def test_claims_that_say_two_things(tmp_path: Path) -> None:
    for key, value in (("cell", None), ("consistent", False), ("safe", [[0, 0]])):
        spoilt = deepcopy(OPENED)
        spoilt.claim[key] = value
        assert_rejects(said(PLAIN, spoilt, tmp_path), "claim.json")
    spoilt = contradiction(TOO_MANY, order_of(TOO_MANY))
    spoilt.claim["consistent"] = True
    assert_rejects(said(TOO_MANY, spoilt, tmp_path), "claim.json")


def test_a_total_that_the_position_has_not(tmp_path: Path) -> None:
    write(CLEAN.files(), tmp_path)
    for unknown in (BoardCase(PLAIN.rows), BoardCase(PLAIN.rows, density=Position.from_rows(
        ["-"], density="1/2").density)):  # fmt: skip
        assert_rejects(verify(unknown.source(), tmp_path), "claim.json")


LINES: list[tuple[str, str, str, str]] = [
    ("formula.cnf", "p cnf ", "p dnf ", "is no header"),
    ("formula.cnf", "p cnf ", "p cnf -", "is no header"),
    ("formula.cnf", "p cnf ", "p cnf 1", "variables, not"),
    ("formula.cnf", "p cnf ", "p cnf 99999999999999", "is no header"),
    ("formula.cnf", "p cnf ", "c cnf ", "before the header"),
    ("formula.cnf", "p cnf ", "p cnf 9 9\np cnf ", "a second header"),
    ("formula.cnf", "p cnf ", "1 0\np cnf ", "before the header"),
    ("formula.cnf", "c cell 1 0,0\n", "", "no comment says that variable 1 is 0,0"),
    ("formula.cnf", "c cell 1 0,0", "c cell 1 0,1", "variable 1 is 0,0"),
    ("formula.cnf", "c cell 1 0,0", "c cell 1 0, 0", "variable 1 is 0,0"),
    ("formula.cnf", "c cell 1 0,0", "c cell 1 \"0,0\"", "variable 1 is 0,0"),
    ("formula.cnf", "c cell 1 0,0", "c cell 1", "is no comment"),
    ("formula.cnf", "c cell 1 0,0", "c cell x 0,0", "is no comment"),
    ("formula.cnf", "c cell 1 0,0", "c cell 1 0,0\nc cell 1 0,0", "named twice"),
    ("formula.cnf", "c cell 1 0,0", "c cell 1 0,0\nc cell 8 0,1", "not a cell's"),
    ("formula.cnf", "c cell 1 0,0", "cell 1 0,0", "neither a clause nor a comment"),
    ("formula.cnf", " 0\n", " 0 1\n", "is no clause"),
    ("formula.cnf", " 0\n", "\n", "is no clause"),
    ("formula.cnf", " 0\n", " 0 0\n", "is no clause"),
    ("formula.cnf", " 0\n", " +1 0\n", "is no clause"),
    ("formula.cnf", " 0\n", " 1_0 0\n", "is no clause"),
    ("formula.cnf", " 0\n", " -0 0\n", "is no clause"),
    ("formula.cnf", " 0\n", " 01 0\n", "is no clause"),
    ("formula.cnf", " 0\n", " \u0661 0\n", "is no clause"),
    ("formula.cnf", " 0\n", " 1.0 0\n", "is no clause"),
    ("formula.cnf", " 0\n", " 0\n\n", "is no clause"),
    ("formula.cnf", " 0\n", " 0\n%\n", "is no clause"),
    ("formula.cnf", " 0\n", " 0\nd 1 0\n", "is no clause"),
    ("formula.cnf", " 0\n", " 999999999 0\n", "is not among"),
    ("formula.cnf", " 0\n", " -999999999 0\n", "is not among"),
    ("formula.cnf", " 0\n", " " + "9" * 5000 + " 0\n", "is no clause"),
    ("formula.cnf", " 0\n", " 0\n1 2 3 4 5 0\n", "the header promises"),
    ("proof.drup", " 0\n", " 0 0\n", "is no clause"),
    ("proof.drup", " 0\n", "\n", "is no clause"),
    ("proof.drup", " 0\n", " 999 0\n", "is not among"),
    ("proof.drup", " 0\n", " 0\nc a comment\n", "is no clause"),
    ("proof.drup", " 0\n", " 0\n\n", "is no clause"),
    ("proof.drup", " 0\n", " 0\ndd 1 0\n", "is no clause"),
    ("proof.drup", " 0\n", " 0\nd 1\n", "is no clause"),
    ("proof.drup", " 0\n", " 0\nd 999 0\n", "is not among"),
    ("proof.drup", " 0\n", " 0\nd1 0\n", "is no clause"),
    ("proof.drup", " 0\n", " 0\n-7 6 0\n", "does not follow"),
    ("witness.json", "{", "", "not JSON"),
    ("witness.json", "mines", "mine", "is none of the keys"),
    ("witness.json", "{", '{"mines": [], ', "twice"),
    ("witness.json", "]}", "], \"safe\": []}", "is none of the keys"),
    ("witness.json", "[[", "[[0, 0], [0, 0], [", "twice"),
    ("witness.json", "[[", "[null, [", "is no cell"),
    ("witness.json", "[[", "[[0, 9], [", "0,9 is neither"),
    ("witness.json", "[[", "[[0, 1], [", "0,1 is neither"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "problem"), LINES)
def test_lines_that_are_wrong(file: str, old: str, new: str, problem: str, tmp_path: Path) -> None:
    files = CLEAN.files()
    assert old in files[file]
    changed = files[file].replace(old, new, 1)
    verdict = verify(PLAIN.source(), write({**files, file: changed}, tmp_path))
    assert_rejects(verdict, file)
    assert problem in str(verdict.problem)
    assert verdict.claim == "forced"


def test_problems_name_cells_and_lines(tmp_path: Path) -> None:
    case = BoardCase(("-1-", "1--"), None)
    good = forced(case, None, [], [])
    lines = good.files()["formula.cnf"].split("\n")
    assert lines[4:6] == ["p cnf 4 9", "1 2 3 4 0"]
    spoilt = deepcopy(good)
    spoilt.clauses[0] = [1, 2, 3]
    problem = said(case, spoilt, tmp_path).problem
    clause = "(0,0 mined or 0,2 mined or 1,1 mined or 1,2 mined)"
    assert problem == f"formula.cnf: a clause of the 1 at 0,1 is missing: {clause}"
    spoilt.clauses[0:1] = [good.clauses[0], [-1, 2]]
    problem = said(case, spoilt, tmp_path).problem
    clause = "(0,0 safe or 0,2 mined)"
    assert problem == f"formula.cnf: line 7: the position does not say this clause: {clause}"
    spoilt = deepcopy(good)
    spoilt.proof = [[1, 3], [2]]
    problem = said(case, spoilt, tmp_path).problem
    assert problem == "proof.drup: line 2: this does not follow by unit propagation: (0,2 mined)"
    spoilt = deepcopy(good)
    spoilt.witness = {"mines": [[0, 2]]}
    problem = said(case, spoilt, tmp_path).problem
    assert problem == "witness.json: mines: the 1 at 1,0 is owed 1 among covered cells, not 0"


def test_harmless_changes(tmp_path: Path) -> None:
    """The order of clauses and literals, repeated clauses, blanks, comments, line ends, escapes."""
    random = Random("harmless")
    other = deepcopy(CLEAN)
    other.clauses = [random.sample(clause, len(clause)) for clause in [*CLEAN.clauses] * 2]
    random.shuffle(other.clauses)
    files = other.files()
    files["formula.cnf"] = "c\nc a comment\n" + files["formula.cnf"].replace(" 0\n", "\t 0 \r\n")
    files["proof.drup"] = files["proof.drup"].replace(" 0\n", " 0\nd 1 -2 3 0\n", 1)
    assert verify(PLAIN.source(), write(files, tmp_path)).problem is None
    files = forced(RawCase(((1, "é"),), None, None), None, [], ["é"]).files()
    files["formula.cnf"] = files["formula.cnf"].replace('"\\u00e9"', '"é"')
    assert '"é"' in files["formula.cnf"]
    source = RawCase(((1, "é"),), None, None).source()
    assert verify(source, write(files, tmp_path)).verified


def test_names_are_compared_as_names(tmp_path: Path) -> None:
    case = RawCase(((1, "ab"),), None, None)
    files = forced(case, None, [], []).files()
    for wrong in ("a", '"A"', '"a" ""', '["a"]', "1", '"a', "[" * 100_000):
        changed = files["formula.cnf"].replace('1 "a"', f"1 {wrong}")
        verdict = verify(case.source(), write({**files, "formula.cnf": changed}, tmp_path))
        assert_rejects(verdict, "formula.cnf")
