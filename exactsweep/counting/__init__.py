"""Counters of the placements of one component, by name."""

from importlib import import_module
from typing import TYPE_CHECKING

from exactsweep.errors import InputError, quote

if TYPE_CHECKING:
    from exactsweep.counting.base import Counter

_CLASSES = {"elimination": "Elimination", "cpsat": "CpSat", "brute": "Brute"}

COUNTERS = tuple(_CLASSES)
"""The names that `by_name` knows, the default one first."""


def by_name(name: str) -> "Counter":
    """Return the counter called *name*; `InputError` naming the known ones if there is none.

    >>> by_name("brute")  # doctest: +ELLIPSIS
    <exactsweep.counting.brute.Brute object at ...>
    """
    if name not in _CLASSES:
        raise InputError(f"counter {quote(name)} is none of {', '.join(COUNTERS)}")
    module = import_module(f"exactsweep.counting.{name}")
    counter: Counter = getattr(module, _CLASSES[name])()
    return counter
