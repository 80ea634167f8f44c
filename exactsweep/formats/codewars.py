"""Boards of the Codewars kata "Mine Sweeper": symbols with a space between.

    0 0 1 ?
    1 1 2 x

``0`` to ``8`` are shown, ``?`` is covered, ``x`` a mine. In: text. Out: a `Position`, and back. The
format has no place for a total: one read has none, and ``--mines N`` gives it, flags and shown
mines counted.
"""

from exactsweep.formats.cells import NUMBERS, LongLegend, Plain
from exactsweep.position import COVERED, MINE

name = "codewars"

_PLAIN = Plain(name, LongLegend({**NUMBERS, "?": COVERED, "x": MINE}))

looks_like = _PLAIN.looks_like
parse = _PLAIN.parse
dump = _PLAIN.dump
