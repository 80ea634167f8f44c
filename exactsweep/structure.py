"""Boxes and components.

In: a `Position` or a `System`. Out: its `Reduction` and its components. A box is covered cells seen
by exactly the same clues; a component is boxes and clues linked to each other and to nothing else.
There are two lanes to the same result: `bitgrid` for a position on a grid, and for everything else
the constraint graph below, which networkx splits.
"""

from collections import deque
from typing import TYPE_CHECKING

from exactsweep.bitgrid import reduce_grid
from exactsweep.order import BoxesOf, boxes_by_clue, breadth_first
from exactsweep.position import Position
from exactsweep.system import NO_REDUCTION, Reduction, System, system_of

if TYPE_CHECKING:
    import networkx as nx

Vertex = tuple[str, int]


class Component:
    """Boxes in an order, breadth-first at first, and their clues.

    *boxes* are indices into the reduction's boxes, *sizes* their numbers of cells, *seen_by* the
    clues of each, *owed* what each of these clues is owed.
    """

    __slots__ = ("boxes", "owed", "seen_by", "sizes")

    def __init__(
        self,
        boxes: list[int],
        sizes: list[int],
        seen_by: list[list[int]],
        owed: dict[int, int],
    ) -> None:
        self.boxes = boxes
        self.sizes = sizes
        self.seen_by = seen_by
        self.owed = owed

    def reordered(self, order: list[int]) -> "Component":
        """Return the same component with its boxes in another *order*, given by their places."""
        return Component(
            [self.boxes[at] for at in order],
            [self.sizes[at] for at in order],
            [self.seen_by[at] for at in order],
            self.owed,
        )


def components_of(source: Position | System) -> tuple[Reduction, list[Component]]:
    """Return what the single-point rule leaves of *source*, and its components."""
    if isinstance(source, Position) and source.topology.name == "grid":
        reduction = reduce_grid(source)
        return reduction, split_boxes(reduction)
    reduction = reduce_system(system_of(source))
    return reduction, split_graph(reduction)


def components_of_part(part: System) -> tuple[Reduction, list[Component]]:
    """Return the same as `components_of`, without networkx: for hundreds of parts of one system."""
    reduction = reduce_system(part)
    return reduction, split_boxes(reduction)


def split_boxes(reduction: Reduction) -> list[Component]:
    """Return the components of *reduction*, found by breadth-first search over its boxes."""
    seen_by = reduction.seen_by
    boxes_of = boxes_by_clue(seen_by)
    found = []
    reached = bytearray(len(seen_by))
    for start, clues in enumerate(seen_by):
        if reached[start]:
            continue
        for clue in clues:
            if len(boxes_of[clue]) > 1:
                order = breadth_first(start, seen_by, boxes_of)
                for box in order:
                    reached[box] = 1
                found.append(_component(order[-1], reduction, boxes_of))
                break
        else:
            owed = {clue: reduction.owed[clue] for clue in clues}
            found.append(Component([start], [len(reduction.boxes[start])], [clues], owed))
    return found


def constraint_graph(reduction: Reduction) -> "nx.Graph[Vertex]":
    """Return the bipartite graph of boxes and clues: ``("box", i)`` and ``("clue", c)``.

    A box's vertex has its cells as attribute ``cells``, a clue's has what it is ``owed``.

    >>> from exactsweep import Position
    >>> reduction, _ = components_of(Position.from_rows(["---", "1-1", "---"]))
    >>> sorted(len(cells) for _, cells in constraint_graph(reduction).nodes("cells") if cells)
    [2, 2, 3]
    """
    import networkx as nx

    graph: nx.Graph[Vertex] = nx.Graph()
    for box, (cells, clues) in enumerate(zip(reduction.boxes, reduction.seen_by, strict=True)):
        graph.add_node(("box", box), cells=cells)
        for clue in clues:
            graph.add_node(("clue", clue), owed=reduction.owed[clue])
            graph.add_edge(("box", box), ("clue", clue))
    return graph


def split_graph(reduction: Reduction) -> list[Component]:
    """Return the components of *reduction*, found by networkx on its constraint graph."""
    import networkx as nx

    boxes_of = boxes_by_clue(reduction.seen_by)
    found = []
    for vertices in nx.connected_components(constraint_graph(reduction)):
        start = min(number for kind, number in vertices if kind == "box")
        order = breadth_first(start, reduction.seen_by, boxes_of)
        found.append(_component(order[-1], reduction, boxes_of))
    return found


def _component(far: int, reduction: Reduction, boxes_of: BoxesOf) -> Component:
    """Return the component of a box that lies at one of its ends.

    Starting from a box that a first breadth-first search reached last keeps the front narrow where
    the component is long.
    """
    order = breadth_first(far, reduction.seen_by, boxes_of)
    sizes = [len(reduction.boxes[box]) for box in order]
    seen_by = [reduction.seen_by[box] for box in order]
    owed = {clue: reduction.owed[clue] for clues in seen_by for clue in clues}
    return Component(order, sizes, seen_by, owed)


def reduce_system(system: System) -> Reduction:
    """Run the single-point rule on *system* to its fixpoint and return what it leaves, in boxes.

    A clue is its index in ``system.clues``.
    """
    forced = single_point(system)
    if forced is None:
        return NO_REDUCTION
    ids = max(system.covered, default=-1) + 1
    masks = {False: bytearray(ids), True: bytearray(ids)}
    for cell, mined in forced.items():
        masks[mined][cell] = 1
    owed: dict[int, int] = {}
    clues_of: dict[int, list[int]] = {}
    for number, clue in enumerate(system.clues):
        open_cells = [cell for cell in clue.cells if cell not in forced]
        if open_cells:
            owed[number] = clue.owed - sum(forced.get(cell, False) for cell in clue.cells)
            for cell in open_cells:
                clues_of.setdefault(cell, []).append(number)
    boxes: dict[tuple[int, ...], list[int]] = {}
    sea = bytearray(ids)
    for cell in system.covered:
        if cell in clues_of:
            boxes.setdefault(tuple(clues_of[cell]), []).append(cell)
        elif cell not in forced:
            sea[cell] = 1
    left = None if system.left is None else system.left - sum(forced.values())
    seen_by = [list(clues) for clues in boxes]
    safe, mines = bytes(masks[False]), bytes(masks[True])
    return Reduction(left, safe, mines, list(boxes.values()), seen_by, owed, bytes(sea))


def single_point(system: System) -> dict[int, bool] | None:
    """Return the cells that the single-point rule forces, True for a mine; None for a conflict."""
    sees: dict[int, list[int]] = {}
    for number, clue in enumerate(system.clues):
        for cell in clue.cells:
            sees.setdefault(cell, []).append(number)
    owed = [clue.owed for clue in system.clues]
    room = [len(clue.cells) for clue in system.clues]
    forced: dict[int, bool] = {}
    waiting = deque(range(len(system.clues)))
    while waiting:
        number = waiting.popleft()
        if not 0 <= owed[number] <= room[number]:
            return None
        mined = owed[number] > 0
        if owed[number] and owed[number] < room[number]:
            continue
        for cell in system.clues[number].cells:
            if cell not in forced:
                forced[cell] = mined
                for near in sees[cell]:
                    owed[near] -= mined
                    room[near] -= 1
                waiting.extend(sees[cell])
    return forced
