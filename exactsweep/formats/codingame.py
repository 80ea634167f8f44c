"""Boards of the CodinGame puzzle "Minesweeper": symbols with a space between.

    . . 1 ?
    1 1 2 ?

``1`` to ``8`` are shown, ``.`` is a shown zero, ``?`` is covered. In: text. Out: a `Position`, and
back. The format has no place for a total: one read has none, and ``--mines N`` gives it.
"""

from exactsweep.formats.cells import NUMBERS, LongLegend, Plain
from exactsweep.position import COVERED

name = "codingame"

_SYMBOLS = {("." if symbol == "0" else symbol): mark for symbol, mark in NUMBERS.items()}
_PLAIN = Plain(name, LongLegend({**_SYMBOLS, "?": COVERED}))

looks_like = _PLAIN.looks_like
parse = _PLAIN.parse
dump = _PLAIN.dump
