"""Formulas as positions: Kaye's reduction, on a grid of tiles.

A formula in DIMACS CNF is read (`dimacs`), routed as tiles on a grid (`routing`), drawn from the
tiles' pictures (`tiles`) and joined to a position that is consistent exactly when the formula is
satisfiable (`compile`). A placement is read back as an assignment (`decode`). docs/circuits.md
shows the tiles and says what a wire means.

The board has 3 (v + 2 + k) + 2 rows and at most 21 n + 6 m + 8 columns, for v variables and m
clauses of at most k and together n literals, repeated literals and tautologies left out. As k is at
most v, the area grows with (n + m) v at most.
"""
