"""Matrices of ms_toollib: 0 to 8 shown, 10 hidden, 11 a flag, 12 a cell proven safe.

In: text as `matrix` says. Out: a `Position`, and back. A cell proven safe is still covered: what a
solver has found out about it is no part of the position. The format has no place for a total: one
read has none, and ``--mines N`` gives it, flags counted.
"""

from exactsweep.formats.cells import NUMBERS, LongLegend
from exactsweep.formats.matrix import Matrix
from exactsweep.position import COVERED, FLAG

name = "ms-toollib"

_SYMBOLS = {**NUMBERS, "12": COVERED, "10": COVERED, "11": FLAG}
_MATRIX = Matrix(name, LongLegend(_SYMBOLS, between=", "), True)

looks_like = _MATRIX.looks_like
parse = _MATRIX.parse
dump = _MATRIX.dump
