"""DIMACS as it is read, and the verbs that turn formulas into boards and placements back."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from pysat.formula import CNF  # type: ignore[import-untyped]

from exactsweep.circuit.compile import compile_formula, parse
from exactsweep.circuit.dimacs import Formula, read_formula
from exactsweep.cli.circuits import app, decode, encode
from exactsweep.errors import InputError
from exactsweep.reason.certificate import certify
from exactsweep.reason.consistency import check
from tests.circuits import random_formula
from tests.program import run

Capture = pytest.CaptureFixture[str]

FORMULA = "c a comment\np cnf 3 2\n1 -2 0\n2 3 0\n"


@pytest.mark.parametrize(
    ("content", "formula"),
    [
        (FORMULA, Formula(3, ((1, -2), (2, 3)))),
        ("p cnf 0 0\n", Formula(0, ())),
        ("p cnf 0 1\n0\n", Formula(0, ((),))),
        ("p cnf 5 2\n1 0 -2 0\n", Formula(5, ((1,), (-2,)))),
        ("p cnf 2 1\r\n1\r\n\r\nc within\r\n-2 0\r\n", Formula(2, ((1, -2),))),
        ("\ufeffp  cnf\t2 1 \n\t1   2\t0", Formula(2, ((1, 2),))),
        ("p cnf 2 1\n1 1 -1 0\n%\n0\n\n", Formula(2, ((1, 1, -1),))),
    ],
)
def test_read(content: str, formula: Formula) -> None:
    assert read_formula(content) == formula


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "line 1: there is no header"),
        ("c only\n", "line 2: there is no header"),
        ("1 0\np cnf 1 1\n", "line 1: '1 0' stands before the header"),
        ("p cnf 1\n1 0\n", "line 1: 'p cnf 1' is no header"),
        ("p wcnf 1 1\n1 0\n", "line 1: .* is no header"),
        ("p cnf -1 1\n1 0\n", "line 1: .* is no header"),
        ("p cnf 1 1\np cnf 1 1\n1 0\n", "line 2: a second header"),
        ("p cnf 1 1\n\n2 0\n", "line 3: variable 2 is not among the 1 of the header"),
        ("p cnf 1 1\n-2 0\n", "line 2: variable 2 is not among"),
        ("p cnf 2 1\n1 x 0\n", "line 2: 'x' is no literal"),
        ("p cnf 2 1\n1 +2 0\n", "line 2: '\\+2' is no literal"),
        ("p cnf 2 1\n1 -0 0\n", "line 2: '-0' is no literal"),
        ("p cnf 2 1\n1 2.0 0\n", "line 2: '2.0' is no literal"),
        ("p cnf 2 1\n1 \u0662 0\n", "line 2: '\u0662' is no literal"),
        ("p cnf 2 1\n1 2\n", "line 2: the last clause has no 0"),
        ("p cnf 2 2\n1 2 0\n", "line 2: the header promises 2 clauses, there are 1"),
        ("p cnf 2 0\n1 2 0\n", "line 2: the header promises 0 clauses, there are 1"),
        ("p cnf 2 1\n1\r2 0\n", "line 2, column 2: a carriage return"),
    ],
)
def test_bad_formulas(content: str, problem: str) -> None:
    with pytest.raises(InputError, match=f"^{problem}"):
        read_formula(content)


def test_as_python_sat_reads_and_writes() -> None:
    import random

    draw = random.Random("dimacs")
    for _ in range(50):
        formula = random_formula(draw, draw.randint(1, 9), draw.randint(1, 9))
        clauses = list(map(list, formula.clauses))
        written = CNF(from_clauses=clauses)
        read = read_formula(written.to_dimacs())
        assert list(map(list, read.clauses)) == CNF(from_string=written.to_dimacs()).clauses
        assert read.variables == max(abs(n) for clause in clauses for n in clause)


@pytest.fixture
def board(tmp_path: Path) -> Path:
    (tmp_path / "formula.cnf").write_text(FORMULA, encoding="utf-8")
    path = tmp_path / "board.txt"
    assert encode(file=str(tmp_path / "formula.cnf"), out=str(path)) == 0
    return path


def test_encode_writes_the_board(board: Path, capsys: Capture) -> None:
    assert capsys.readouterr().out == ""
    content = board.read_text(encoding="utf-8")
    assert parse(content) == compile_formula(read_formula(FORMULA))
    assert encode(file=str(board.with_name("formula.cnf"))) == 0
    assert capsys.readouterr().out == content


def of_check(board: Path) -> str:
    """What the program itself says of a board."""
    done = run("check", board, "--json")
    assert done.returncode == 0
    return done.stdout


def of_certificate(board: Path) -> str:
    return certify(parse(board.read_text(encoding="utf-8")).position).files()["witness.json"]


@pytest.mark.parametrize("witness_of", [of_check, of_certificate])
def test_decode(board: Path, capsys: Capture, witness_of: Callable[[Path], str]) -> None:
    witness = board.with_name("witness.json")
    witness.write_text(witness_of(board), encoding="utf-8")
    assert decode(board=str(board), witness=str(witness)) == 0
    line = capsys.readouterr().out
    assert line.startswith("v ") and line.endswith(" 0\n")
    values = [int(word) for word in line.split()[1:-1]]
    assert list(map(abs, values)) == [1, 2, 3]
    assert {1, -2} & {*values} and {2, 3} & {*values}
    assert decode(board=str(board), witness=str(witness), as_json=True) == 0
    assignment = {str(abs(value)): value > 0 for value in values}
    assert json.loads(capsys.readouterr().out) == {"assignment": assignment}


def test_decode_refuses(board: Path) -> None:
    witness = board.with_name("witness.json")
    found = check(parse(board.read_text(encoding="utf-8")).position).witness
    assert found is not None
    witness.write_text(json.dumps({"witness": found[1:]}), encoding="utf-8")
    with pytest.raises(InputError, match=r"lacks the mine|breaks the board"):
        decode(board=str(board), witness=str(witness))
    with pytest.raises(InputError, match="cannot read"):
        decode(board=str(board), witness=str(witness.with_name("none.json")))


def test_verbs_from_a_command_line(board: Path, capsys: Capture) -> None:
    formula = str(board.with_name("formula.cnf"))
    assert app(["encode", formula], standalone_mode=False) == 0
    assert capsys.readouterr().out == board.read_text(encoding="utf-8")
    with pytest.raises(InputError, match="stands before the header"):
        app(["encode", str(board)], standalone_mode=False)
