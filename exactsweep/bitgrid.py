"""A rectangular grid as one int: the single-point rule and the boxes of the whole board at once.

In: the marks of a board with square neighbourhoods. Out: a `Reduction`. Every place is one byte of
a big int, the line end between rows among them, so that shifting by one place or by one row moves
every cell to its neighbour and nothing wraps. A clue's byte carries its owed mines under a high
bit; subtracting one board from another clears the high bit exactly where the result is below zero,
and no byte borrows from the next.
"""

from collections import defaultdict
from functools import lru_cache
from itertools import compress

from exactsweep.position import COVERED, DIGITS, FLAG, MINE, Position
from exactsweep.system import NO_REDUCTION, Reduction
from exactsweep.topology import Board

_BYTES = {
    trusted: (
        bytes(chr(b) in (COVERED if trusted else COVERED + FLAG) for b in range(256)),
        bytes(chr(b) in (MINE + FLAG if trusted else MINE) for b in range(256)),
    )
    for trusted in (True, False)
}
_CLUES = bytes(chr(b) in DIGITS for b in range(256))
_NUMBERS = bytes(128 + b - 48 if chr(b) in DIGITS else 0 for b in range(256))
_ANY = bytes(b > 0 for b in range(256))
_UP_TO_EIGHT = 15


def reduce_grid(position: Position) -> Reduction:
    """Run the single-point rule on *position* to its fixpoint and return what it leaves, in boxes.

    The position must lie on a board whose topology is ``grid``.
    """
    marks = position.marks
    assert isinstance(marks, str)
    data = marks.encode()
    size = len(data)
    covered_byte, mine_byte = _BYTES[position.trusted]
    numbers = int.from_bytes(data.translate(_NUMBERS), "little")
    clues = int.from_bytes(data.translate(_CLUES), "little")
    covered = int.from_bytes(data.translate(covered_byte), "little")
    known = int.from_bytes(data.translate(mine_byte), "little")
    board = position.topology
    assert isinstance(board, Board)
    stride = board.stride
    fixpoint = _single_point(numbers, clues, covered, known, stride)
    if fixpoint is None:
        return NO_REDUCTION
    rest, found, owed, active = fixpoint
    left = None if position.mines is None else position.mines - found.bit_count()
    mines = safe = b""
    if rest != covered:
        mines = (found ^ known).to_bytes(size, "little")
        safe = (covered ^ rest ^ found ^ known).to_bytes(size, "little")
    patterns = _patterns(rest, active, stride).to_bytes(size, "little")
    boxes, seen_by = _boxes(patterns, stride)
    front = int.from_bytes(patterns.translate(_ANY), "little")
    sea = (rest ^ front).to_bytes(size, "little")
    return Reduction(left, safe, mines, boxes, seen_by, owed.to_bytes(size, "little"), sea)


def _single_point(
    numbers: int, clues: int, covered: int, known: int, stride: int
) -> tuple[int, int, int, int] | None:
    """Return covered cells, known mines, owed mines and active clues at the fixpoint.

    *numbers* has the shown number under a high bit at each clue, *clues* a 1 there; active clues
    are those with covered cells left. None where some clue is owed less than none or more than its
    covered cells can pay.
    """
    row = 8 * stride
    high = clues << 7
    near = clues * _UP_TO_EIGHT
    while True:
        mines = known + (known << 8) + (known >> 8)
        mines += (mines << row) + (mines >> row)
        owed = numbers - (mines & near)
        if owed & high != high:
            return None
        room = covered + (covered << 8) + (covered >> 8)
        room += (room << row) + (room >> row)
        slack = (room & near | high) - (owed ^ high)
        if slack & high != high:
            return None
        owing = owed - clues & high
        slacking = slack - clues & high
        paid = (owing ^ high) >> 7
        paid |= paid << 8 | paid >> 8
        full = (slacking ^ high) >> 7
        full |= full << 8 | full >> 8
        mined = (full | full << row | full >> row) & covered
        forced = (paid | paid << row | paid >> row) & covered | mined
        if not forced:
            active = (owing & slacking) >> 7
            return covered, known, owed & active * _UP_TO_EIGHT, active
        covered ^= forced
        known |= mined


def _patterns(covered: int, active: int, stride: int) -> int:
    """Return a byte for each covered cell: which of its eight neighbours are active clues."""
    row = 8 * stride
    above, below = active << row, active >> row
    seen = above << 8 | above << 1 | above >> 6 | active << 11
    seen |= active >> 4 | below << 13 | below << 6 | below >> 1
    return seen & covered * 255


def _boxes(patterns: bytes, stride: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return the boxes of the cells that have a pattern, and the clues of each box."""
    shapes, offsets = _shapes(stride)
    boxes: defaultdict[int, list[int]] = defaultdict(list)
    places = compress(range(len(patterns)), patterns)
    for place, pattern in zip(places, patterns.translate(None, b"\0"), strict=False):
        boxes[(place << 8) + shapes[pattern]].append(place)
    found = list(boxes.values())
    seen_by = [[box[0] + offset for offset in offsets[patterns[box[0]]]] for box in found]
    return found, seen_by


@lru_cache(maxsize=64)
def _shapes(stride: int) -> tuple[list[int], list[list[int]]]:
    """Return for each pattern the key of its shape and the offsets of its clues.

    ``(place << 8) + key`` is equal for two cells exactly when the same clues see both: the key has
    the offset of the first clue, and beside it the number of the shape counted from that clue.
    """
    steps = [-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1]
    shapes: dict[tuple[int, ...], int] = {}
    keys = [0]
    offsets: list[list[int]] = [[]]
    for bits in range(1, 256):
        here = [step for k, step in enumerate(steps) if bits >> k & 1]
        shape = tuple(step - here[0] for step in here)
        keys.append((here[0] << 8) + shapes.setdefault(shape, len(shapes)))
        offsets.append(here)
    return keys, offsets
