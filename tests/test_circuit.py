"""Formulas as boards: possible exactly when satisfiable, and read back from placements."""

import random
from pathlib import Path

import pytest
from pysat.solvers import Cadical153  # type: ignore[import-untyped]

from exactsweep.budget import UNLIMITED
from exactsweep.circuit.compile import Circuit, compile_formula, dump, parse
from exactsweep.circuit.decode import decode, read_witness
from exactsweep.circuit.dimacs import Formula
from exactsweep.circuit.routing import simplified
from exactsweep.errors import InputError
from exactsweep.formats import read, text
from exactsweep.position import Position
from exactsweep.probability import solve
from exactsweep.reason.certificate import certify
from exactsweep.reason.consistency import Decider, check
from exactsweep.system import system_of
from exactsweep.verify.certificate import verify
from tests.circuits import Cell, flags, models, placements, random_formula, satisfies
from tests.real import EXPECTED, INSTANCES

SMALL = [
    Formula(0, ()),
    Formula(0, ((),)),
    Formula(3, ()),
    Formula(2, ((1, 2), ())),
    Formula(1, ((1,),)),
    Formula(1, ((-1,),)),
    Formula(1, ((1,), (-1,))),
    Formula(1, ((-1,), (-1,), (-1, -1))),
    Formula(1, ((1, -1),)),
    Formula(2, ((1, 1, 2), (-2, 2, 1))),
    Formula(4, ((2,), (-2, 2))),
    Formula(3, ((-1, -2, -3), (3, 2, 1))),
    Formula(4, ((4, -3, 2, -1),)),
    Formula(3, ((1, -2), (2, -3), (3, -1))),
    Formula(2, ((1, 2), (1, -2), (-1, 2), (-1, -2))),
    Formula(3, ((3,), (2,), (1,))),
    Formula(3, ((-1,), (-2,), (-3,))),
    Formula(4, ((-3, 4), (-3, 4), (1, -4))),
]
FORMULAS = {
    "circuit-sat.txt": Formula(3, ((1, -2), (2, 3))),
    "circuit-unsat.txt": Formula(2, ((1, 2), (-1,), (-2,))),
}
small = pytest.mark.parametrize("formula", SMALL, ids=lambda f: f"{f.variables}{f.clauses}")


def mines_of(circuit: Circuit, mined: frozenset[Cell]) -> list[Cell]:
    return sorted(mined | flags(circuit.position.rows))


def values_of(circuit: Circuit, mines: list[Cell]) -> tuple[bool, ...]:
    assignment = decode(circuit, mines)
    assert list(assignment) == list(range(1, len(circuit.variables) + 1))
    return tuple(assignment.values())


@small
def test_a_placement_for_every_model_and_no_other(formula: Formula) -> None:
    circuit = compile_formula(formula)
    found = [mines_of(circuit, mined) for mined in placements(circuit.position.rows)]
    read_back = [values_of(circuit, mines) for mines in found]
    assert len(read_back) == len(set(read_back))
    assert set(read_back) == models(formula)
    assert {len(mines) for mines in found} <= {circuit.position.mines}


@small
def test_exact_count_is_the_number_of_models(formula: Formula) -> None:
    position = compile_formula(formula).position
    for asked in (position, position.replace()):
        solution = solve(asked)
        assert solution.consistent == bool(models(formula))
    assert solve(position).placements == len(models(formula))


@pytest.mark.parametrize("seed", range(40))
def test_random_formulas_both_ways(seed: int) -> None:
    draw = random.Random(f"circuit {seed}")
    formula = random_formula(draw, draw.randint(1, 6), draw.randint(1, 8))
    circuit = compile_formula(formula)
    with Cadical153(bootstrap_with=list(map(list, formula.clauses))) as solver:
        satisfiable = solver.solve()
    # What check asks first; making a conflict minimal takes it long where wires are long.
    left = system_of(circuit.position).left
    assert (Decider(UNLIMITED).witness(circuit.position, left) is not None) is satisfiable
    if satisfiable:
        witness = check(circuit.position).witness
        assert witness is not None
        assert satisfies(values_of(circuit, pairs(witness)), formula)


def pairs(witness: list[object]) -> list[Cell]:
    return [cell for cell in witness if isinstance(cell, tuple)]


def test_formulas_that_nothing_satisfies() -> None:
    """Among few variables and many clauses most are such; these are decided both ways too."""
    draw = random.Random("circuit unsatisfiable")
    unsatisfiable = 0
    for _ in range(12):
        formula = random_formula(draw, 2, 8, 2)
        position = compile_formula(formula).position
        assert solve(position).placements == len(models(formula))
        unsatisfiable += not models(formula)
    assert 3 <= unsatisfiable <= 9


@pytest.mark.parametrize("seed", range(30))
def test_area(seed: int) -> None:
    """The board is as large as the documentation says."""
    draw = random.Random(f"area {seed}")
    formula = random_formula(draw, draw.randint(1, 9), draw.randint(1, 9), draw.randint(1, 5))
    clauses = [c for c in map(simplified, formula.clauses) if c is not None]
    literals, longest = sum(map(len, clauses)), max(map(len, clauses), default=-2)
    board = compile_formula(formula).position.board
    assert board.rows == 3 * (formula.variables + 2 + longest) + 2
    assert board.columns <= 21 * literals + 6 * len(clauses) + 8


@pytest.mark.parametrize("name", FORMULAS)
def test_instances(name: str) -> None:
    circuit = parse((INSTANCES / name).read_text(encoding="utf-8"))
    assert circuit == compile_formula(FORMULAS[name])
    assert read(INSTANCES / name) == circuit.position
    assert EXPECTED[name]["placements"] == str(len(models(FORMULAS[name])))


@small
def test_files(formula: Formula) -> None:
    circuit = compile_formula(formula)
    assert parse(dump(circuit)) == circuit
    assert text.parse(dump(circuit)) == circuit.position


@pytest.mark.parametrize(
    ("line", "instead", "problem"),
    [
        ("# circuit: 3 variables, 2 clauses\n", "", "no comment # circuit"),
        ("# circuit: 3 v", "# circuit: 03 v", "line 3: .* is no comment # circuit"),
        ("# circuit: 3 v", "# circuit: 4 v", "promise 4 variables and name 3"),
        ("# variable 2 at 5,3\n", "", "line 5: .* is not the comment # variable 2 at"),
        ("# variable 2 at 5,3", "# variable 2", "line 5: .* is not the comment # variable 2 at"),
        ("# variable 1", "# circuit: 0 variables, 0 clauses\n# variable 1", "line 4: a second"),
        ("2 at 5,3", "2 at 5,2", "variable 2: cell 5,2 is not covered"),
        ("2 at 5,3", "2 at 5,7", "variable 2: cell 5,8 is not covered"),
        ("2 at 5,3", "2 at 23,3", "variable 2: cell 23,3 has no wire"),
        ("2 at 5,3", "2 at 5,71", "variable 2: cell 5,71 has no wire"),
        ("mines: 191", "mines: many", "line 7"),
    ],
)
def test_bad_boards(line: str, instead: str, problem: str) -> None:
    content = (INSTANCES / "circuit-sat.txt").read_text(encoding="utf-8")
    assert content.count(line) == 1
    with pytest.raises(InputError, match=problem):
        parse(content.replace(line, instead))


def sat() -> tuple[Circuit, list[Cell]]:
    circuit = compile_formula(FORMULAS["circuit-sat.txt"])
    return circuit, mines_of(circuit, next(placements(circuit.position.rows)))


def test_every_mine_moved_is_refused() -> None:
    circuit, mines = sat()
    for at, (row, column) in enumerate(mines):
        known = circuit.position.rows[row][column] == "+"
        problem = "lacks the mine" if known else "breaks the board"
        with pytest.raises(InputError, match=f"{problem}|breaks the board"):
            decode(circuit, mines[:at] + mines[at + 1 :])


def test_bad_placements() -> None:
    circuit, mines = sat()
    with pytest.raises(InputError, match=f"{mines[0][0]},{mines[0][1]} twice"):
        decode(circuit, [*mines, mines[0]])
    with pytest.raises(InputError, match="cell 23,0 is outside"):
        decode(circuit, [*mines, (23, 0)])
    with pytest.raises(InputError, match="a mine at 0,0, which is not covered"):
        decode(circuit, [*mines, (0, 0)])
    with pytest.raises(InputError, match=r"breaks the board: cell .* shows . beside . mines"):
        decode(circuit, sorted({*mines} ^ {(2, 3)}))
    other = circuit.position.replace(mines=192)
    with pytest.raises(InputError, match="191 mines, the total says 192"):
        decode(Circuit(other, circuit.variables, 2), mines)


def test_known_mines_may_not_be_missing() -> None:
    circuit = Circuit(Position.from_rows(["-~+", "-~~"]), (), 0)
    assert decode(circuit, [(0, 2), (0, 0)]) == {}
    with pytest.raises(InputError, match="lacks the mine at 0,2"):
        decode(circuit, [(0, 0)])


@pytest.mark.parametrize(("mines", "what"), [([(0, 0), (0, 1)], "both mines"), ([], "both safe")])
def test_cut_wires(mines: list[Cell], what: str) -> None:
    circuit = Circuit(Position.from_rows(["--"]), ((0, 0),), 0)
    with pytest.raises(InputError, match=f"wire of variable 1 is impossible: .* {what}"):
        decode(circuit, mines)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('{"consistent": false, "conflict": {"clues": []}}', "there is no placement"),
        ("{}", "there are 0"),
        ('{"witness": [], "mines": []}', "there are 2"),
        ('{"mine": [], "safe": []}', "there are 0"),
        ('{"mines": 3}', "must be a list of cells, not 3"),
        ('{"mines": {}}', "must be a list of cells"),
        ('{"mines": [[1]]}', "a list is no cell"),
        ('{"mines": [[1, true]]}', "a list is no cell"),
        ('{"mines": ["1,2"]}', "'1,2' is no cell"),
        ("[[0, 1]]", "a JSON object is wanted"),
    ],
)
def test_bad_witnesses(content: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        read_witness(content)


def large(first: tuple[tuple[int, ...], ...]) -> tuple[Formula, Circuit]:
    draw = random.Random("large circuit")
    clauses = (
        tuple(draw.choice((-1, 1)) * v for v in draw.sample(range(1, 62), 3)) for _ in range(4)
    )
    formula = Formula(62, (*first, *clauses))
    circuit = compile_formula(formula)
    assert min(circuit.position.board.rows, circuit.position.board.columns) >= 200
    return formula, circuit


def test_large_and_satisfiable() -> None:
    formula, circuit = large(((62, -61), (-62, 61)))
    witness = check(circuit.position).witness
    assert witness is not None
    assert satisfies(values_of(circuit, pairs(witness)), formula)


def test_large_and_unsatisfiable(tmp_path: Path) -> None:
    certified(large(((),))[1], tmp_path)


@pytest.mark.slow
def test_large_and_unsatisfiable_through_wires(tmp_path: Path) -> None:
    certified(large(((62,), (-62,)))[1], tmp_path)


def certified(circuit: Circuit, folder: Path) -> None:
    """Assert that a certificate of the contradiction is accepted, and for no other board."""
    certificate = certify(circuit.position)
    assert certificate.claim["claim"] == "contradiction"
    certificate.write(folder)
    assert verify(circuit.position, folder).verified
    other = compile_formula(Formula(62, ((61, 62),)))
    assert not verify(other.position, folder).verified
