"""Boards of emoji, as chats and bots show them.

A keycap digit is a shown number, a white large square is covered, a triangular flag on a post is a
flag, a bomb a mine. The variation selector U+FE0F may stand in every symbol or not; keycaps are
written with it. In: text. Out: a `Position`, and back. The format has no place for a total: one
read has none, and ``--mines N`` gives it, flags and shown mines counted.
"""

import re

from exactsweep.formats.cells import NUMBERS, LongLegend, Plain
from exactsweep.position import COVERED, FLAG, MINE, Position
from exactsweep.system import System

name = "emoji"

_SELECTOR = "\ufe0f"
_KEYCAP = "\u20e3"
_SYMBOL = re.compile(rf".{_SELECTOR}?{_KEYCAP}?", re.DOTALL)

_MARKS = {digit + _KEYCAP: mark for digit, mark in NUMBERS.items()}
_SHAPES = {"\u2b1c": COVERED, "\U0001f6a9": FLAG, "\U0001f4a3": MINE}
_PLAIN = Plain(name, LongLegend({**_MARKS, **_SHAPES}, _SYMBOL, "", optional=_SELECTOR))

looks_like = _PLAIN.looks_like
parse = _PLAIN.parse


def dump(source: Position | System) -> str:
    """Return the text that says *source*; `InputError` where the format cannot hold it."""
    return _PLAIN.dump(source).replace(_KEYCAP, _SELECTOR + _KEYCAP)
