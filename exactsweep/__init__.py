"""An exact constraint engine for Minesweeper.

>>> import exactsweep as xs
>>> solution = xs.solve(xs.Position.from_rows(["1---", "----"], mines=2))
>>> solution.placements, solution.mine[0, 1], solution.mine[0, 3]
(12, Fraction(1, 3), Fraction(1, 4))

Names are loaded when they are first used, so that nothing heavy is imported for nothing. No module
has the name of one of them: importing it would put the module in the function's place.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from exactsweep.budget import Budget as Budget
    from exactsweep.engine import count as count
    from exactsweep.engine import infer as infer
    from exactsweep.errors import BudgetExceeded as BudgetExceeded
    from exactsweep.errors import Contradiction as Contradiction
    from exactsweep.errors import ExactsweepError as ExactsweepError
    from exactsweep.errors import InputError as InputError
    from exactsweep.errors import TotalUnknown as TotalUnknown
    from exactsweep.events import query as query
    from exactsweep.formats import parse as parse
    from exactsweep.formats import read as read
    from exactsweep.position import Position as Position
    from exactsweep.probability import solve as solve
    from exactsweep.reason.consistency import check as check
    from exactsweep.reason.explanation import explain as explain

_MODULE_OF = {
    "Budget": "budget",
    "BudgetExceeded": "errors",
    "Contradiction": "errors",
    "ExactsweepError": "errors",
    "InputError": "errors",
    "Position": "position",
    "TotalUnknown": "errors",
    "check": "reason.consistency",
    "count": "engine",
    "explain": "reason.explanation",
    "infer": "engine",
    "parse": "formats",
    "query": "events",
    "read": "formats",
    "solve": "probability",
}

__all__ = sorted(_MODULE_OF)
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'exactsweep' has no attribute {name!r}")
    return getattr(import_module(f"exactsweep.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
