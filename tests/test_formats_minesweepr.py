"""What minesweepr is asked, as JSON: against every subset of the cells, and each fault."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactsweep as xs
from exactsweep.errors import InputError
from exactsweep.formats import minesweepr_json, parse, write
from exactsweep.position import Position
from exactsweep.system import System
from tests.oracle import Riddle, Truth
from tests.strategies import RawCase, raw_systems


def rules_object(case: RawCase, more: int) -> dict[str, object]:
    """What minesweepr is asked, with *more* cells that no rule names."""
    rules = [{"num_mines": mines, "cells": list(names)} for mines, names in case.constraints]
    if case.density is not None:
        return {"rules": rules, "mine_prob": float(case.density)}
    cells = len({name for _, names in case.constraints for name in names}) + more
    return {"total_mines": case.mines, "rules": rules, "total_cells": cells}


decimals = st.sampled_from([Fraction(1, 5), Fraction(1, 10), Fraction(3, 8), Fraction(51, 256)])


@given(raw_systems(6), st.integers(0, 4), st.one_of(st.none(), decimals), st.integers(0, 6))
def test_rules_against_every_subset(
    case: RawCase, more: int, density: Fraction | None, mines: int
) -> None:
    case = RawCase(case.constraints, None if density else mines, density)
    asked = rules_object(case, more)
    system = parse(json.dumps(asked))
    assert isinstance(system, System)
    named = list(dict.fromkeys(name for _, names in case.constraints for name in names))
    others = [] if density else [f"_other{at}" for at in range(1, more + 1)]
    assert list(system.names) == named + others
    assert json.loads(write(system, "minesweepr-json")) == asked
    clues = [(frozenset(names), owed) for owed, names in case.constraints]
    truth = Truth(Riddle(named + others, clues, case.mines, density))
    solution = xs.solve(system)
    assert solution.consistent is truth.consistent
    assert solution.placements == truth.placements
    if truth.consistent:
        assert solution.mine == {name: truth.mine(name) for name in named + others}


@pytest.mark.parametrize(
    ("written", "density"),
    [("0.1", "1/10"), ("2.5e-1", "1/4"), ("0.30000000000000004", "7500000000000001/25" + "0" * 15)],
)
def test_a_chance_is_the_decimal_that_is_written(written: str, density: str) -> None:
    system = minesweepr_json.parse(f'{{"rules": [], "mine_prob": {written}}}')
    assert isinstance(system, System)
    assert system.density == Fraction(density)


def test_boards_of_minesweepr() -> None:
    text = json.dumps({"board": ".0x\n12*\n", "total_mines": 2})
    expected = Position.from_rows(["00-", "12*"], 2)
    assert parse(text) == parse(f"\n {text}") == expected
    assert parse(f"\ufeff{text}", "minesweepr-json") == expected


RULE = '{"num_mines": 1, "cells": ["a"]}'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"rules": [', "line 1, column 12: this is not JSON"),
        ("[]", "a JSON object is wanted here"),
        ("{}", 'the key "rules" is missing'),
        ('{"rules": {}, "total_cells": 1, "total_mines": 1}', "rules must be a list, not an obj"),
        ('{"rules": [], "total_cells": 1}', 'the key "total_mines" is missing'),
        ('{"rules": [], "total_mines": 1}', 'the key "total_cells" is missing'),
        ('{"rules": [], "rules": [], "mine_prob": 0.5}', "given twice"),
        ('{"rules": [], "mine_prob": 0.5, "x": 1}', "'x' is none of the keys"),
        ('{"rules": [], "mine_prob": 0.5, "total_mines": 1}', "stands instead of"),
        *(
            (f'{{"rules": [], "mine_prob": {chance}}}', "mine_prob must be a number between")
            for chance in ("0", "1", "0.0", "1.0", "1.5", "-0.5", '"0.5"', "NaN", "true", "1e-9999")
        ),
        *(
            (f'{{"rules": [], "total_cells": {count}, "total_mines": 1}}', "total_cells must be")
            for count in ("-1", "1.0", '"1"', "null", "true")
        ),
        ('{"rules": [], "total_cells": 1, "total_mines": -1}', "total_mines must be a whole"),
        ('{"rules": [], "total_cells": 1, "total_mines": 1e3}', "whole number .* not 1e3"),
        ('{"rules": [], "total_cells": 10000001, "total_mines": 1}', "10000000 can be held"),
        (f'{{"rules": [{RULE}], "total_cells": 0, "total_mines": 0}}', "the rules name 1 cells"),
        (f'{{"rules": [{RULE}, 5], "mine_prob": 0.5}}', "rule 2: a rule must be an object"),
        ('{"rules": [{"num_mines": 1}], "mine_prob": 0.5}', 'rule 1: the key "cells" is missing'),
        *(
            (f'{{"rules": [{{"num_mines": {mines}, "cells": []}}], "mine_prob": 0.5}}', "rule 1: n")
            for mines in ("1.0", "true", '"1"', "null")
        ),
        *(
            (f'{{"rules": [{{"num_mines": 1, "cells": {cells}}}], "mine_prob": 0.5}}', problem)
            for cells, problem in {
                '"ab"': "rule 1: the cells must be a list",
                "[1]": "rule 1: 1 is no name of a cell",
                '["_other1"]': "rule 1: '_other1' is no name",
                '["a", "a"]': "rule 1: a cell is named twice",
            }.items()
        ),
        ('{"board": "1x"}', 'the key "total_mines" is missing'),
        ('{"board": "", "total_mines": 1}', "the board must be text"),
        ('{"board": ["1x"], "total_mines": 1}', "the board must be text, not a list"),
        ('{"board": "1x\\n1", "total_mines": 1}', "the board, line 2, column 2: this row has 1"),
        ('{"board": "1x\\n1-", "total_mines": 1}', "the board, line 2, column 2: '-' is none"),
        ('{"board": "1x\\n\\n1x", "total_mines": 1}', "the board, line 2, column 1: a blank"),
        ('{"board": "1x", "total_mines": 1, "rules": []}', "'rules' is none of the keys"),
    ],
)
def test_faults_of_minesweepr_json(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        parse(text, "minesweepr-json")
