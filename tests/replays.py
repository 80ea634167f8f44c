"""Games with a mouse, played by hand, and written as replays of each kind.

In: a shape, mines and moves. Out: what a player sees after each, and the bytes of a file in which
the moves are presses and releases of buttons at the middle of a cell, so many a second.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from random import Random
from typing import TypeAlias

from tests.foreign import Cell, around, finished, grid
from tests.strategies import BoardCase

Move: TypeAlias = tuple[str, Cell]
"""``open``, ``flag`` or ``chord``, and where."""

Press: TypeAlias = tuple[int, str, int, int]
"""Milliseconds, a button and what becomes of it, x, y.

``lc`` is left down, ``rr`` right up, ``cc`` right down while left is.
"""

PIXELS = 16
PAUSE = 250
"""Milliseconds from one move to the next."""

BUTTONS = {
    "open": ("lc", "lr"),
    "flag": ("rc", "rr"),
    "chord": ("lc", "cc", "rr", "lr"),
}
LEVELS = {(8, 8, 10): 1, (16, 16, 40): 2, (16, 30, 99): 3}
CUSTOM = 4


@dataclass
class Game:
    """A game on *mines*: its *moves* and in *cases* what was seen first and after each change."""

    rows: int
    columns: int
    mines: frozenset[Cell]
    moves: list[Move] = field(default_factory=list, init=False)
    cases: list[BoardCase] = field(default_factory=list, init=False)
    marks: dict[Cell, str] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        lines = finished(self.rows, self.columns, self.mines)
        self.truth = {(r, c): lines[r][c] for r, c in grid(self.rows, self.columns)}
        self.near = {cell: list(around(cell, self.rows, self.columns)) for cell in self.truth}
        self.marks = dict.fromkeys(self.truth, "-")
        self.cases.append(self.case())

    @property
    def lost(self) -> bool:
        return "*" in self.marks.values()

    @property
    def won(self) -> bool:
        safe = self.truth.keys() - self.mines
        return (
            bool(safe)
            and not self.lost
            and all(self.marks[cell] == self.truth[cell] for cell in safe)
        )

    @property
    def level(self) -> int:
        return LEVELS.get((self.rows, self.columns, len(self.mines)), CUSTOM)

    def play(self, name: str, cell: Cell) -> None:
        """Make a move, which changes nothing where it makes no sense or the game is over."""
        self.moves.append((name, cell))
        if not (self.lost or self.won):
            {"open": self._open, "flag": self._flag, "chord": self._chord}[name](cell)
            case = self.case()
            if case != self.cases[-1]:
                self.cases.append(case)

    def case(self) -> BoardCase:
        lines = ["".join(self.marks[r, c] for c in range(self.columns)) for r in range(self.rows)]
        wrong = any(mark == "+" and cell not in self.mines for cell, mark in self.marks.items())
        flags = "untrusted" if wrong else "trusted"
        return BoardCase(tuple(lines), len(self.mines), None, "grid", flags)

    def _open(self, cell: Cell) -> None:
        waiting = [cell]
        while waiting:
            current = waiting.pop()
            if self.marks[current] == "-":
                self.marks[current] = self.truth[current]
                if self.truth[current] == "0":
                    waiting += self.near[current]

    def _flag(self, cell: Cell) -> None:
        self.marks[cell] = {"-": "+", "+": "-"}.get(self.marks[cell], self.marks[cell])

    def _chord(self, cell: Cell) -> None:
        flags = sum(self.marks[near] == "+" for near in self.near[cell])
        if self.marks[cell] == str(flags):
            for near in self.near[cell]:
                self._open(near)


def played(rows: int, columns: int, mines: Sequence[Cell], moves: Sequence[Move]) -> Game:
    """The game of these moves."""
    game = Game(rows, columns, frozenset(mines))
    for name, cell in moves:
        game.play(name, cell)
    return game


def random_game(random: Random, rows: int, columns: int, mines: int, careful: float) -> Game:
    """A game that ends sooner or later; every so many moves are *careful*, the others anything.

    Flags may come before the first opening; none is then taken away again, of which the kinds of
    replays say different things.
    """
    game = Game(rows, columns, frozenset(random.sample(grid(rows, columns), mines)))
    safe = sorted(game.truth.keys() - game.mines)
    for cell in random.sample(safe, min(len(safe), random.choice([1, 1, 2, 4])))[1:]:
        game.play("flag", cell)
    first = [
        cell for cell in (safe if random.random() < 0.9 else game.truth) if game.marks[cell] == "-"
    ]
    game.play("open", random.choice(first))
    for _ in range(random.choice([3, rows * columns, 3 * rows * columns])):
        if game.won or game.lost:
            break
        moves = _careful_moves(game) if random.random() < careful else []
        anything = (random.choice(list(BUTTONS)), random.choice(list(game.truth)))
        game.play(*random.choice(moves or [anything]))
    for _ in range(random.choice([0, 2]) if game.won or game.lost else 0):
        game.play(random.choice(list(BUTTONS)), random.choice(list(game.truth)))
    return game


def _careful_moves(game: Game) -> list[Move]:
    """One move a name and number that opens safe cells, flags mines, and takes wrong flags away."""
    moves: list[Move] = []
    for cell, mark in game.marks.items():
        hidden = [near for near in game.near[cell] if game.marks[near] == "-"]
        flags = [near for near in game.near[cell] if game.marks[near] == "+"]
        if mark == "-":
            moves.append(("flag" if cell in game.mines else "open", cell))
        elif mark == "+" and cell not in game.mines:
            moves.append(("flag", cell))
        elif mark == str(len(flags)) and hidden and game.mines.issuperset(flags):
            moves += [("chord", cell)] * 5
    return moves


def presses(moves: Sequence[Move]) -> list[Press]:
    return [
        (turn * PAUSE, button, column * PIXELS + PIXELS // 2, row * PIXELS + PIXELS // 2)
        for turn, (name, (row, column)) in enumerate(moves)
        for button in BUTTONS[name]
    ]


def big(value: int, size: int) -> bytes:
    return value.to_bytes(size, "big")


def avf(game: Game, marks: bytes = b"\x7f") -> bytes:
    """Minesweeper Arbiter: a head, the mines from 1, a text in brackets, events of eight bytes.

    The level is two more than ours, and only a custom one says its size, each less one. The text is
    recognized by what comes before its bracket: 0x11 with question marks, 0x7f without. An event is
    a mask of buttons, and x, y and the time in bytes that are not in order; seconds are from 1.
    """
    masks = {"lc": 3, "lr": 5, "rc": 9, "cc": 9, "rr": 17}
    made = bytearray(b"\x34\0\0\0\0") + bytes([game.level + 2])
    total, sizes = len(game.mines), b""
    if game.level == CUSTOM:
        made += bytes([game.columns - 1, game.rows - 1]) + big(total, 2)
        sizes = b"W%dH%dM%d|" % (game.columns, game.rows, total)
    made += b"".join(bytes([row + 1, column + 1]) for row, column in sorted(game.mines))
    events = presses(game.moves)
    end = events[-1][0] // 1000 + 1
    made += bytes(16) + marks + b"\0[%d|" % (game.level - 1) + sizes
    clock = b"%02d:%02d" % (end // 60 % 60, end % 60)
    made += b"1.1.2024.10:00:00:0000|1.10:%s:0000|B1T%d.00]" % (clock, end)
    for when, button, x, y in events:
        second, part = divmod(when + 1000, 1000)
        made += bytes([masks[button], x >> 8, second & 255, x & 255])
        made += bytes([part // 10, y >> 8, second >> 8, y & 255])
    return bytes(made + b"\1" + bytes(7) + b"RealTime: %d.00\rSkin: none\rplayer\rby hand" % end)


CODES = {"lc": 2, "lr": 3, "rc": 4, "rr": 5}
RMV_CODES = {**CODES, "cc": 4}
EVF_CODES = {**CODES, "cc": 9}


def evf(game: Game, version: int = 3) -> bytes:
    """Metasweeper: a head, texts that a zero ends, the layout as bits, events to a last byte.

    The head has rows before columns. Versions from 2 have one more text, from 3 one more byte of
    settings; 4 has times as integers, and in events what is added to time and place.
    """
    events = presses(game.moves)
    made = bytearray([version, 0x80 * game.won]) + bytes(version >= 3)
    made += bytes([game.rows, game.columns]) + big(len(game.mines), 2) + bytes([PIXELS])
    made += big(0, 2) + big(1, 2) + big(events[-1][0], 3 + (version >= 4))
    if version >= 4:
        made += b"XX" + bytes(16) + b"by hand\0player\0\0\0" + bytes(2)
    else:
        texts = [b"by hand", b"player", b"", b"", b"1704103200000000", b"1704103210000000", b""]
        made += b"".join(text + b"\0" for text in [*texts, *[b""] * (version >= 2)])
    bits = "".join("01"[cell in game.mines] for cell in grid(game.rows, game.columns))
    made += bytes(int(bits[at : at + 8].ljust(8, "0"), 2) for at in range(0, len(bits), 8))
    if version >= 4:
        return bytes(made + bytes(2) + b"".join(_steps(events)) + bytes(3))
    for when, button, x, y in events:
        made += bytes([EVF_CODES[button]]) + big(when, 3) + big(x, 2) + big(y, 2)
    return bytes(made + b"\xff")


def _steps(events: Sequence[Press]) -> Iterator[bytes]:
    """The events of version 4 of EVF."""
    now, left, top = 0, 0, 0
    for when, button, x, y in events:
        far = (x - left).to_bytes(2, "big", signed=True) + (y - top).to_bytes(2, "big", signed=True)
        yield bytes([EVF_CODES[button], when - now]) + far
        now, left, top = when, x, y


def rmv(game: Game, version: int = 1) -> bytes:
    """Viennasweeper: the sizes of all sections, then these.

    Cells are column before row; flags set before the first opening have a section of their own, and
    the press of that opening goes without saying. In version 1 the places of events are those in
    the window, the board being 12 and 56 off.
    """
    before = list(takewhile(lambda move: move[0] == "flag", game.moves))
    events = presses(game.moves)[2 * len(before) :]
    head, last = big(version, 2), big(events[-1][0] // 10, 3)
    flags = b"".join(bytes([column, row]) for _, (row, column) in before)
    board = big(1704103200, 4) + bytes([game.columns, game.rows]) + big(len(game.mines), 2)
    board += b"".join(bytes([column, row]) for row, column in sorted(game.mines))
    off, result = (
        (12, 56),
        b"\nLEVEL:Custom#SCORE:1.00#NAME:player#3BV: 1 #NF:0#TIMESTAMP:1704103200#",
    )
    sections = [b"\nby hand", big(1, 2) + b"\x06player", board]
    sections.append(big(len(before), 2) + flags)
    sections.append(bytes([0, 0, 0, game.level - 1]))
    if version == 1:
        sections.insert(0, result)
    else:
        off, head = (0, 0), head + b"\1\5"
        sections[-1] += bytes([1, 0, PIXELS])
        sections.append(big(0, 2))
    video = b"".join(
        bytes([RMV_CODES[button]]) + big(when, 3) + b"\0" + big(x + off[0], 2) + big(y + off[1], 2)
        for when, button, x, y in events[1:]
    )
    video += bytes([16 if game.won else 15 if game.lost else 17]) + last
    sizes = b"".join(big(len(section), 2) for section in sections) + big(len(video), 4) + big(0, 2)
    body = sizes + b"".join(sections) + video
    return b"*rmv" + head + big(len(body) + len(head) + 8, 4) + body


def mvf(game: Game, lead: int = 4321) -> bytes:
    """Minesweeper Clone 0.97: a head, the mines from 1, and events whose bits are shuffled.

    Cells are column before row. An event has 40 bits; the number *lead* in the file says where each
    of them lies.
    """
    events = presses(game.moves)
    seconds, part = divmod(events[-1][0], 1000)
    made = bytearray(b"\x11\x4d" + bytes(25) + b"5" + bytes(46))
    made += bytes([1, 1]) + big(2024, 2) + bytes([10, 0, 0, game.level, 1])
    made += big(seconds, 2) + bytes([part // 10]) + big(1, 2) + bytes(9)
    made += bytes([game.columns, game.rows]) + big(len(game.mines), 2)
    made += b"".join(bytes([column + 1, row + 1]) for row, column in sorted(game.mines))
    made += b"\x06player" + big(lead, 2) + big(len(events), 3)
    places, down = shuffle(lead), {"l": 0, "r": 0}
    for when, button, x, y in events:
        side, change = button.replace("cc", "rc")[0], button[1]
        down[side] = int(change == "c")
        seconds, part = divmod(when, 1000)
        word = down["r"] | down["l"] << 2 | y << 3 | x << 12 | part // 10 << 21 | seconds << 28
        shuffled = sum((word >> bit & 1) << place for bit, place in enumerate(places))
        made += shuffled.to_bytes(5, "little")
    return bytes(made)


def shuffle(lead: int) -> list[int]:
    """Where the bits of an event lie: in the order of digits of roots and cosines of *lead*."""
    root, other = math.sqrt(lead), math.sqrt(lead + 1000)
    third = math.sqrt(root + 1000)
    parts = (
        math.cos(third + 1000),
        math.sin(math.sqrt(other)),
        math.cos(third),
        math.sin(math.sqrt(root) + 1000),
        math.cos(math.sqrt(other + 1000)),
    )
    digits = "".join(f"{round(abs(part) * 1e8):08d}"[:8] for part in parts)
    return sorted(range(40), key=lambda bit: digits[bit])


WRITERS: dict[str, Callable[[Game], bytes]] = {"avf": avf, "evf": evf, "rmv": rmv, "mvf": mvf}
