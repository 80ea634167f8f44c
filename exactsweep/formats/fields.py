"""What the formats of boards share: the keys beside the rows.

In: values as text. Out: what `Position.from_rows` takes under the same names. The errors raised
here have no line; the format, which knows it, adds it.
"""

import re

from exactsweep.errors import InputError, quote
from exactsweep.position import MOST_DIGITS, Position, validated_trust

KEYS = ("mines", "density", "topology", "flags")
UNKNOWN = "unknown"

_WHOLE = re.compile(rf"[0-9]{{1,{MOST_DIGITS}}}")


def read_total(text: str) -> int | None:
    """Return a total from its digits, None from ``unknown``; `InputError` from anything else."""
    if text == UNKNOWN:
        return None
    if not _WHOLE.fullmatch(text):
        raise InputError(wrong_total(quote(text)))
    return int(text)


def wrong_total(shown: str) -> str:
    """Say that *shown* is no total."""
    return (
        f"the total must be a whole number of at least 0 and at most {MOST_DIGITS} digits, "
        f"or {UNKNOWN}, not {shown}"
    )


def read_flags(text: str) -> str:
    """Return *text* where it says what flags are worth, else raise `InputError`."""
    validated_trust(text)
    return text


def check_prior(keys: frozenset[str]) -> None:
    """Raise `InputError` where *keys* give a total and a density."""
    if {"mines", "density"} <= keys:
        raise InputError("a position has mines or density, not both")


def keys_of(position: Position) -> dict[str, int | str | None]:
    """Return the keys that say all of *position* beside its rows; an unknown total is None.

    `InputError` where a number has more digits than the formats read.
    """
    keys: dict[str, int | str | None] = {}
    if position.density is None:
        keys["mines"] = None if position.mines is None else writable(position.mines)
    else:
        writable(position.density.denominator)
        keys["density"] = str(position.density)
    if position.topology.name != "grid":
        keys["topology"] = position.topology.name
    if not position.trusted:
        keys["flags"] = "untrusted"
    return keys


def writable(number: int) -> int:
    """Return *number*; `InputError` where it has more digits than the formats read."""
    if abs(number) >= 10**MOST_DIGITS:
        raise InputError(f"a number of more than {MOST_DIGITS} digits cannot be written")
    return number
