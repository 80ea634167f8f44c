"""Which covered cells have equal contents, and what has to be asked about them.

In: a system, its `Reduction` and its components. Out: kinds of cells, each with its questions.
Cells of one box that see as many known mines, as many cells of each box and as many of the sea are
of one kind. A kind touches the components of its own box and of the boxes that it sees.
"""

from collections import Counter as Multiset
from itertools import compress
from typing import NamedTuple, TypeAlias

from exactsweep.reason.kaye_sights import Sight
from exactsweep.structure import Component
from exactsweep.system import Reduction, System

Touched: TypeAlias = frozenset[int]
"""Components, by number."""


class Question(NamedTuple):
    """How many mines lie in a sight that may have cells of the sea, too.

    *touched* are the components of its boxes, *beside* the cells of the sea in it. *rest* cells of
    the sea are out of sight; the cell itself is not among them, and *taken* is 1 where it is a mine
    of the sea.
    """

    sight: Sight
    touched: Touched
    beside: int
    rest: int
    taken: int


class Kind(NamedTuple):
    """Cells with equal sets: whether they are mines, and what they see beside the *known* mines.

    *mine* and *number* are None where the single-point rule rules that out.
    """

    mine: Question | None
    number: Question | None
    known: int


def cells_by_kind(
    system: System, reduction: Reduction, components: list[Component]
) -> dict[Kind, list[int]]:
    """Return the cells of every kind, the kinds in order of their first cells."""
    box_of = {cell: box for box, cells in enumerate(reduction.boxes) for cell in cells}
    component_of = {box: n for n, component in enumerate(components) for box in component.boxes}
    ids = range(len(reduction.sea))
    sea = set(compress(ids, reduction.sea))
    mines = set(compress(ids, reduction.mines))

    def question(
        own: int | None, mined: bool, near: Multiset[int], beside: int, rest: int, taken: int
    ) -> Question:
        boxes = near.keys() if own is None else {*near, own}
        touched = frozenset(component_of[box] for box in boxes)
        return Question(
            Sight(own, mined, tuple(sorted(near.items()))), touched, beside, rest, taken
        )

    def kind_of(cell: int) -> Kind:
        own, of_sea = box_of.get(cell), cell in sea
        if cell in mines:
            return Kind(question(None, True, Multiset(), 0, len(sea), 0), None, 0)
        sight = system.sight(cell)
        near = Multiset(box_of[other] for other in sight.cells if other in box_of)
        beside = sum(other in sea for other in sight.cells)
        mine = None
        if own is not None or of_sea:
            mine = question(own, True, Multiset(), 0, len(sea) - of_sea, int(of_sea))
        number = question(own, False, near, beside, len(sea) - beside - of_sea, 0)
        return Kind(mine, number, sight.known + sum(other in mines for other in sight.cells))

    found: dict[Kind, list[int]] = {}
    for cell in system.covered:
        found.setdefault(kind_of(cell), []).append(cell)
    return found
