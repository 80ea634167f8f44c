"""Matrices of the game in the thesis: 0 to 8 shown, -1 a mine, -2 covered.

In: text as `matrix` says. Out: a `Position`, and back. A mine is one that is shown. The format has
no place for a total: one read has none, and ``--mines N`` gives it, shown mines counted.
"""

from exactsweep.formats.cells import NUMBERS, LongLegend
from exactsweep.formats.matrix import Matrix
from exactsweep.position import COVERED, MINE

name = "thesis"

_MATRIX = Matrix(name, LongLegend({**NUMBERS, "-1": MINE, "-2": COVERED}), False)

looks_like = _MATRIX.looks_like
parse = _MATRIX.parse
dump = _MATRIX.dump
