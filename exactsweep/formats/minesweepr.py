"""Boards of minesweepr: one character a cell.

    ..1x
    112x

``.`` and ``0`` are a shown zero, ``1`` to ``8`` are shown, ``x`` is covered, ``*`` a known mine.
In: text. Out: a `Position`, and back. Such a board has no place for a total: one read has none, and
``--mines N`` gives it, known mines counted. Boards with a total are `minesweepr_json`.
"""

from exactsweep.formats.cells import NUMBERS, Legend, Plain
from exactsweep.position import COVERED, MINE

name = "minesweepr"

LEGEND = Legend({**NUMBERS, ".": "0", "x": COVERED, "*": MINE})
_PLAIN = Plain(name, LEGEND)

looks_like = _PLAIN.looks_like
parse = _PLAIN.parse
dump = _PLAIN.dump
