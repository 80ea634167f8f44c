"""Save files of Mines in Simon Tatham's Portable Puzzle Collection.

    SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
    VERSION :1:1
    GAME    :5:Mines
    ..
    MOVE    :4:O0,0

A line is a key of eight characters, the length of its value, and the value. Moves: ``Ox,y`` opens,
``Fx,y`` sets a flag or takes it away, ``Cx,y`` opens what is around a number, ``S`` shows all. In:
text. Out: a `Recording` of the moves, and back from a finished board, without a move. The total is
the number of mines; flags are trusted where each of them is on a mine.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from exactsweep.errors import InputError, quote
from exactsweep.formats.holding import layout_held
from exactsweep.formats.reading import split_lines
from exactsweep.formats.sgt import Size, describe, read_game, read_size
from exactsweep.layout import Layout, Recording
from exactsweep.position import COVERED, FLAG, MINE, Position
from exactsweep.system import System

name = "sgt-save"

Result = TypeVar("Result")

_TITLE = "Simon Tatham's Portable Puzzle Collection"
_LINE = re.compile(r"([A-Z]{1,8}) *:([0-9]{1,9}):(.*)")
_WIDTH = 8
_MOVE = re.compile(r"([OFC])([0-9]{1,6}),([0-9]{1,6})")
_FIXED = {"SAVEFILE": _TITLE, "VERSION": "1", "GAME": "Mines"}
_WITHOUT_MEANING = {"PARAMS", "SEED", "AUXINFO", "UI", "TIME"}
_NEEDED = ("CPARAMS", "DESC", "NSTATES", "STATEPOS")
_MOVES = ("MOVE", "SOLVE", "RESTART")
_KEYS = {*_FIXED, *_WITHOUT_MEANING, *_NEEDED, "PRIVDESC", *_MOVES}


class Entry(NamedTuple):
    """A key, its value and the line that they are on."""

    key: str
    value: str
    line: int

    @property
    def column(self) -> int:
        """Where the value begins."""
        return _WIDTH + len(str(len(self.value))) + 3


def looks_like(text: str) -> bool:
    """Whether *text* begins like a save file."""
    return text.removeprefix("\ufeff").startswith("SAVEFILE:")


def parse(text: str) -> Recording:
    """Return what *text* says; `InputError` with the place of its first fault."""
    lines = split_lines(text) or [""]
    entries = [_entry(line, number) for number, line in enumerate(lines, 1)]
    moves = [entry for entry in entries if entry.key in _MOVES]
    said = _values([entry for entry in entries if entry.key not in _MOVES], len(lines) + 1)
    size = _at(said["CPARAMS"], read_size)
    public = _at(said["DESC"], lambda value: read_game(size, value))
    start = public
    if "PRIVDESC" in said:
        start = _at(said["PRIVDESC"], lambda value: read_game(size, value))
        if start.layout != public.layout:
            raise _fault(said["PRIVDESC"], "this is another layout than DESC has")
    states = _number(said["NSTATES"], 1, len(moves) + 1)
    if states != len(moves) + 1:
        raise _fault(said["NSTATES"], f"{states} states want {states - 1} moves, not {len(moves)}")
    now = _number(said["STATEPOS"], 1, states) - 1
    return Recording(start.layout, tuple(_play(start, public, moves)), now)


def dump(source: Position | System) -> str:
    """Return the save file of a finished board; `InputError` for anything else."""
    size, description = describe(layout_held(source, name))
    values = {
        **_FIXED,
        "PARAMS": size,
        "CPARAMS": size,
        "DESC": description,
        "NSTATES": "1",
        "STATEPOS": "1",
    }
    return "".join(f"{key:{_WIDTH}}:{len(value)}:{value}\n" for key, value in values.items())


def _entry(line: str, number: int) -> Entry:
    found = _LINE.fullmatch(line)
    if found is None or line.find(":") != _WIDTH:
        raise InputError(f"{quote(line)} is no key, length and value", number, 1)
    key, length, value = found.groups()
    if key not in _KEYS:
        raise InputError(f"{quote(key)} is none of the keys of a save file of Mines", number, 1)
    if int(length) != len(value):
        problem = f"the value has {len(value)} characters, not {quote(length)}"
        raise InputError(problem, number, _WIDTH + 2)
    return Entry(key, value, number)


def _values(entries: list[Entry], after: int) -> dict[str, Entry]:
    """Return the entries by their keys, all that are needed among them."""
    said: dict[str, Entry] = {}
    for entry in entries:
        if entry.key in said:
            raise InputError(f"{entry.key} is given twice", entry.line, 1)
        if _FIXED.get(entry.key, entry.value) != entry.value:
            raise _fault(entry, f"{entry.key} must be {_FIXED[entry.key]}")
        said[entry.key] = entry
    for key in (*_FIXED, *_NEEDED):
        if key not in said:
            raise InputError(f"{key} is missing", after, 1)
    return said


def _play(start: Recording, public: Recording, moves: list[Entry]) -> Iterator[Position]:
    """Yield the position before the first move and after each."""
    layout = start.layout
    marks = list(start.current.marks)
    yield layout.position(marks)
    for entry in moves:
        if entry.key == "RESTART":
            again = _at(entry, lambda value: read_game(_size_of(layout), value))
            if again != public:
                raise _fault(entry, "this is another game than DESC has")
            marks = list(again.current.marks)
        elif entry.value == "S":
            marks = _shown(layout, marks, entry)
        elif MINE in marks:
            raise _fault(entry, "a mine was opened before: the game is lost")
        else:
            for move in entry.value.split(";"):
                _make(layout, marks, move, entry)
        yield layout.position(marks)


def _make(layout: Layout, marks: list[str], move: str, entry: Entry) -> None:
    """Change *marks* by one move."""
    found = _MOVE.fullmatch(move)
    if found is None:
        raise _fault(entry, f"{quote(move)} is no move")
    kind, x, y = found[1], int(found[2]), int(found[3])
    where = layout.board
    if x >= where.columns or y >= where.rows:
        raise _fault(entry, f"{quote(move)} is outside the board")
    place = y * where.stride + x
    if kind == "F":
        if marks[place] not in COVERED + FLAG:
            raise _fault(entry, f"{quote(move)}: this cell is open")
        marks[place] = COVERED if marks[place] == FLAG else FLAG
        return
    near = [cell for cell in (place, *where.neighbours(place)) if marks[cell] == COVERED]
    for cell in [place] if kind == "O" else near:
        layout.open(marks, cell)
    hidden = [place for place, mark in enumerate(marks) if mark in COVERED + FLAG]
    if MINE not in marks and len(hidden) == len(layout.mines):
        for place in hidden:
            marks[place] = FLAG


def _shown(layout: Layout, marks: list[str], entry: Entry) -> list[str]:
    """Return *marks* after the solution was asked for: all is shown, or after a loss the mines."""
    if MINE not in marks:
        finished = layout.finished().marks
        return [FLAG if mark == MINE else mark for mark in finished]
    shown = list(marks)
    for place, mark in enumerate(marks):
        if mark == COVERED and place in layout.mines:
            shown[place] = MINE
        if mark == FLAG and place not in layout.mines:
            raise _fault(entry, "a flag is shown to be wrong: a position has no mark for that")
    return shown


def _size_of(layout: Layout) -> Size:
    return Size(layout.board.rows, layout.board.columns, len(layout.mines))


def _number(entry: Entry, least: int, most: int) -> int:
    if not entry.value.isascii() or not entry.value.isdigit() or len(entry.value) > 9:
        raise _fault(entry, f"{entry.key} must be a whole number, not {quote(entry.value)}")
    number = int(entry.value)
    if entry.key == "STATEPOS" and not least <= number <= most:
        raise _fault(entry, f"{entry.key} must be from {least} to {most}, not {number}")
    return number


def _at(entry: Entry, read: Callable[[str], Result]) -> Result:
    """Return what *read* makes of a value; its faults get the value's place."""
    try:
        return read(entry.value)
    except InputError as fault:
        raise _fault(entry, fault.problem) from None


def _fault(entry: Entry, problem: str) -> InputError:
    return InputError(problem, entry.line, entry.column)
