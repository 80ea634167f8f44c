"""Small positions of every kind, with what the program is to say of them, worked out by hand."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.strategies import BoardCase, Case, RawCase
from tests.verdicts import assert_is_placement


def text_of(case: BoardCase | RawCase) -> str:
    """The case as a file."""
    if isinstance(case, RawCase):
        return "".join(f"{owed}:{','.join(names)}\n" for owed, names in case.constraints)
    keys = [f"{key}: {value}\n" for key, value in keys_of(case).items()]
    return "".join([*keys, *(f"{row}\n" for row in case.rows)])


def keys_of(case: BoardCase) -> dict[str, Any]:
    """The keys that say all of a board beside its rows."""
    keys: dict[str, Any] = {"mines": case.mines} if case.mines is not None else {}
    if case.density is not None:
        keys["density"] = str(case.density)
    return {**keys, "topology": case.topology, "flags": case.flags}


def line_of(case: BoardCase, **more: Any) -> str:
    """The board as a line of a batch."""
    return json.dumps({**more, **keys_of(case), "rows": case.rows}) + "\n"


def assert_says(found: object, expected: object) -> None:
    """Equal, and in the same types and the same order of keys."""
    assert json.dumps(found) == json.dumps(expected)


def assert_is_witness(case: Case, witness: list[Any]) -> None:
    """The cells are all the mines of one placement, in order of place."""
    mined = [tuple(cell) if isinstance(cell, list) else cell for cell in witness]
    assert mined == sorted(mined)
    assert_is_placement(case, mined)


def cells_of(mines: Mapping[tuple[int, int], str | None]) -> list[dict[str, Any]]:
    return [{"row": r, "column": c, "mine": mine} for (r, c), mine in mines.items()]


@dataclass(frozen=True)
class Kind:
    """A position and what the verbs say of it; `check` of a contradiction its *conflict*."""

    case: BoardCase | RawCase
    solve: dict[str, Any]
    infer: dict[str, Any]
    count: dict[str, Any]
    conflict: dict[str, Any] | None = None


def assert_checks(kind: Kind, found: dict[str, Any]) -> None:
    """What `check` says of a kind: some placement, or the conflict."""
    if kind.conflict is not None:
        assert_says(found, {"consistent": False, "conflict": kind.conflict})
        return
    assert list(found) == ["consistent", "witness"]
    assert found["consistent"] is True
    assert_is_witness(kind.case, found["witness"])


def header(
    rows: int, columns: int, mines: int | None, density: Fraction | None = None
) -> dict[str, Any]:
    head: dict[str, Any] = {"rows": rows, "columns": columns, "mines": mines}
    return head if density is None else head | {"density": str(density)}


def solved(placements: str | None, cells: list[dict[str, Any]], sea: object) -> dict[str, Any]:
    return {"consistent": True, "placements": placements, "cells": cells, "sea": sea}


NO_SOLUTION: dict[str, Any] = {"consistent": False, "placements": "0", "cells": [], "sea": None}
NO_INFERENCE: dict[str, Any] = {"consistent": False, "safe": [], "mines": [], "method": "sat"}


def inferred(safe: list[object], mines: list[object]) -> dict[str, Any]:
    return {"consistent": True, "safe": safe, "mines": mines, "method": "sat"}


def counted(placements: str | None, profile: dict[str, str], totals: list[int]) -> dict[str, Any]:
    return {"placements": placements, "profile": profile, "feasible_totals": totals}


KINDS = {
    # One mine in the three cells around the 1, the other in one of four more.
    "a total": Kind(
        BoardCase(("1---", "----"), 2),
        header(2, 4, 2)
        | solved(
            "12",
            cells_of(dict.fromkeys([(0, 1), (1, 0), (1, 1)], "1/3")),
            {"cells": 4, "mine": "1/4"},
        ),
        inferred([], []),
        counted("12", {"1": "3"}, [1, 2, 3, 4, 5]),
    ),
    "an unknown total": Kind(
        BoardCase(("1--1---0-",)),
        header(1, 9, None)
        | solved(
            None,
            cells_of({(0, 1): "1", (0, 2): None, (0, 4): None, (0, 6): "0", (0, 8): "0"}),
            {"cells": 1, "mine": None},
        ),
        inferred([[0, 6], [0, 8]], [[0, 1]]),
        counted(None, {"2": "2"}, [2, 3]),
    ),
    # Either shared cell alone, weight pq^3, or the two outer cells together, p^2 q^2.
    "a density": Kind(
        BoardCase(("1-1", "---"), density=Fraction(1, 5)),
        header(2, 3, None, Fraction(1, 5))
        | solved(
            None,
            cells_of({(0, 1): "4/9", (1, 0): "1/9", (1, 1): "4/9", (1, 2): "1/9"}),
            None,
        ),
        inferred([], []),
        counted(None, {"1": "2", "2": "1"}, [1, 2]),
    ),
    "numbers in conflict": Kind(
        BoardCase(("-2-0-",)),
        header(1, 5, None) | NO_SOLUTION,
        NO_INFERENCE,
        counted("0", {}, []),
        {"clues": [[0, 1], [0, 3]], "total": False, "minimal": True},
    ),
    "one impossible number": Kind(
        BoardCase(("--", "4-"), 3),
        header(2, 2, 3) | NO_SOLUTION,
        NO_INFERENCE,
        counted("0", {}, []),
        {"clues": [[1, 0]], "total": False, "minimal": True},
    ),
    "a number and the total": Kind(
        BoardCase(("-1--",), 0),
        header(1, 4, 0) | NO_SOLUTION,
        NO_INFERENCE,
        counted("0", {"1": "2"}, [1, 2]),
        {"clues": [[0, 1]], "total": True, "minimal": True},
    ),
    "an impossible total": Kind(
        BoardCase(("--*", "-1-"), 6),
        header(2, 3, 6) | NO_SOLUTION,
        NO_INFERENCE,
        counted("0", {"0": "1"}, [1]),
        {"clues": [], "total": True, "minimal": True},
    ),
    "untrusted flags": Kind(
        BoardCase(("0+1+--",), 2, flags="untrusted"),
        header(1, 6, 2)
        | solved("2", cells_of({(0, 1): "0", (0, 3): "1"}), {"cells": 2, "mine": "1/2"})
        | {"wrong_flags": [[0, 1]]},
        inferred([[0, 1]], [[0, 3]]) | {"wrong_flags": [[0, 1]]},
        counted("2", {"1": "1"}, [1, 2, 3]),
    ),
    "trusted flags": Kind(
        BoardCase(("*1-+-",), 2),
        header(1, 5, 2) | solved("1", cells_of({(0, 2): "0"}), {"cells": 1, "mine": "0"}),
        inferred([[0, 2], [0, 4]], []),
        counted("1", {"0": "1"}, [2, 3]),
    ),
    # Around the edge the 1 sees both ends of its row, and nothing else of it.
    "a torus": Kind(
        BoardCase(("1---",), 1, topology="torus"),
        header(1, 4, 1)
        | solved("2", cells_of({(0, 1): "1/2", (0, 3): "1/2"}), {"cells": 1, "mine": "0"}),
        inferred([[0, 2]], []),
        counted("2", {"1": "2"}, [1, 2]),
    ),
    "hexagons": Kind(
        BoardCase(("---", "1--"), 2, topology="hex"),
        header(2, 3, 2)
        | solved(
            "6",
            cells_of(dict.fromkeys([(0, 0), (0, 1), (1, 1)], "1/3")),
            {"cells": 2, "mine": "1/2"},
        ),
        inferred([], []),
        counted("6", {"1": "3"}, [1, 2, 3]),
    ),
    "a hole": Kind(
        BoardCase(("1~-", "-~-"), 2),
        header(2, 3, 2) | solved("2", cells_of({(1, 0): "1"}), {"cells": 2, "mine": "1/2"}),
        inferred([], [[1, 0]]),
        counted("2", {"1": "1"}, [1, 2, 3]),
    ),
    "all covered": Kind(
        BoardCase(("----", "----"), 3),
        header(2, 4, 3) | solved("56", [], {"cells": 8, "mine": "3/8"}),
        inferred([], []),
        counted("56", {"0": "1"}, [0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ),
    "nothing covered": Kind(
        BoardCase(("12*1", "1*21"), 2),
        header(2, 4, 2) | solved("1", [], None),
        inferred([], []),
        counted("1", {"0": "1"}, [2]),
    ),
    # b alone leaves c or d; without b all the others are mines.
    "constraints": Kind(
        RawCase(((1, "ab"), (2, "bcd")), None, None),
        {"mines": None} | solved(None, [{"cell": name, "mine": None} for name in "abcd"], None),
        inferred([], []),
        counted(None, {"2": "2", "3": "1"}, [2, 3]),
    ),
    "constraints in conflict": Kind(
        RawCase(((1, "xy"), (1, "ab"), (2, "ab")), None, None),
        {"mines": None} | NO_SOLUTION,
        NO_INFERENCE,
        counted("0", {}, []),
        {"clues": [1, 2], "total": False, "minimal": True},
    ),
}


EASY = BoardCase(("1-", "--"), 1)
WIDE = BoardCase(("-" * 14, "2" * 14, "-" * 14), 14)
"""One component of 28 cells: more than brute force takes."""
