"""Strict JSON: repeated keys, numbers that are no whole ones and deep nesting do not pass unseen.

In: text. Out: plain values, objects being `Pairs`; numbers other than whole ones of reasonable
length come as `Literal`, just as they are written.
"""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from exactsweep.errors import InputError, quote, shorten
from exactsweep.position import MOST_DIGITS

if TYPE_CHECKING:
    from json import JSONDecoder


@dataclass(frozen=True, slots=True)
class Literal:
    """A JSON number as it is written, where that is no whole number of reasonable length."""

    text: str


class Pairs(list[tuple[str, object]]):
    """A JSON object with its keys as they are written, repeated ones too."""


def read_object(text: str) -> Pairs:
    """Return the JSON object that *text* is; `InputError` with the place where it is none."""
    from json import JSONDecodeError

    try:
        value = _decoder().decode(text)
    except JSONDecodeError as error:
        problem = f"this is not JSON: {error.msg.removesuffix(' at')}"
        raise InputError(problem, error.lineno, error.colno) from None
    except RecursionError:
        raise InputError("the JSON is nested too deeply") from None
    if not isinstance(value, Pairs):
        raise InputError(f"a JSON object is wanted here, not {shown(value)}")
    return value


def first_keys(text: str) -> set[str]:
    """Return the keys of the object that *text* begins with; none where there is no such object."""
    from json import JSONDecodeError

    try:
        value, _ = _decoder().raw_decode(text)
    except (JSONDecodeError, RecursionError):
        return set()
    return {key for key, _ in value} if isinstance(value, Pairs) else set()


def unique(pairs: Pairs, allowed: tuple[str, ...]) -> dict[str, object]:
    """Return *pairs* by key; `InputError` at a key that is repeated or not one of *allowed*."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key not in allowed:
            raise InputError(f"{quote(key)} is none of the keys {', '.join(allowed)}")
        if key in found:
            raise InputError(f'the key "{key}" is given twice')
        found[key] = value
    return found


def is_whole(value: object) -> bool:
    """Whether *value* is a whole number; JSON's true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def shown(value: object) -> str:
    """Return a JSON value for a message, short: a container may be deep, a string long."""
    if isinstance(value, Literal):
        return shorten(value.text)
    if isinstance(value, list):
        return "an object" if isinstance(value, Pairs) else "a list" if value else "an empty list"
    if value is None:
        return "null"
    return quote(value) if isinstance(value, str) else shorten(str(value).lower())


@cache
def _decoder() -> "JSONDecoder":
    from json import JSONDecoder

    return JSONDecoder(
        object_pairs_hook=Pairs,
        parse_int=lambda text: int(text) if len(text) <= MOST_DIGITS else Literal(text),
        parse_float=Literal,
        parse_constant=Literal,
    )
