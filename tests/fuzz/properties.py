"""What holds for every format's reader and writer, whatever the data are.

In: data, and the name of a format. Out: nothing, or an `AssertionError`.
"""

from exactsweep.errors import InputError
from exactsweep.formats import BINARIES, Content, by_name, decode, names, recognize, write
from exactsweep.layout import Layout, Recording
from exactsweep.position import Position
from exactsweep.system import System

OURS = "text"
REPLAY = "replay"
READERS = [name for name in names() if name != REPLAY]
"""A replay is read in a process of its own."""

MOST_PLACES = 2000
"""Larger layouts are read and not finished: a few bytes can say a large one, again and again."""

WITHOUT_LINES = {"mbf", "json-lines", "minesweepr-json"}
"""Formats some of whose faults have no place in a text."""


def is_one_short_line(error: InputError) -> bool:
    message = str(error)
    return len(message) < 300 and message.isprintable()


def data_for(name: str, data: str | bytes) -> str | bytes:
    """The data as the format takes them; `InputError` where they are no text."""
    if name in BINARIES:
        return data.encode() if isinstance(data, str) else data
    return decode(data) if isinstance(data, bytes) else data


def said(content: Content) -> object:
    """A content as a value: constraints have no equality of their own."""
    if isinstance(content, System):
        return content.clues, content.covered, content.left, content.density, list(content.names)
    return content


def check_reader(name: str, data: str | bytes) -> Content:
    """Return what *data* say in a format, which is written and read back as the same.

    Else raise the format's `InputError`, which is short and has a place.
    """
    format_ = by_name(name)
    try:
        found = format_.parse(data_for(name, data))
    except InputError as error:
        assert is_one_short_line(error)
        assert error.line is not None or name in WITHOUT_LINES
        raise
    assert format_.looks_like(data_for(name, data))
    if isinstance(found, Recording):
        if found.layout.board.places <= MOST_PLACES:
            assert _read_back(name, found.layout.finished()) == found.layout
        return found
    try:
        again = _read_back(name, found)
    except InputError:
        # Only a density that no float has is read and not written.
        assert name == "minesweepr-json" and isinstance(found, System) and found.density
    else:
        assert again == said(found)
    return found


def check_recording(
    rows: int, columns: int, mines: list[tuple[int, int]], changes: list[list[tuple[int, int, int]]]
) -> None:
    """A game that a replay's reader could report is refused, or shows what its mines say."""
    from exactsweep.formats.replay import recording

    try:
        found = recording(rows, columns, mines, changes)
    except InputError as error:
        assert is_one_short_line(error)
        return
    for position in found.positions:
        assert position.mines == len(set(mines))
        for row, line in enumerate(position.rows):
            for column, mark in enumerate(line):
                if mark.isdigit() or mark == "*":
                    assert mark == _truth(row, column, set(mines))


def _truth(row: int, column: int, mines: set[tuple[int, int]]) -> str:
    """What the cell shows once it is open."""
    if (row, column) in mines:
        return "*"
    return str(sum(max(abs(row - r), abs(column - c)) == 1 for r, c in mines))


def check_all_writers(found: Content) -> None:
    """What was read is refused by a format, or written and read back as the same."""
    source = found.current if isinstance(found, Recording) else found
    if isinstance(source, Position) and "+" not in source.marks:
        # Few formats say whether to trust flags that are not there.
        source = source.replace(mines=source.mines, density=source.density, flags="trusted")
    for name in READERS:
        try:
            again = _read_back(name, source)
        except InputError as error:
            assert is_one_short_line(error)
            continue
        if isinstance(again, Layout):
            assert isinstance(source, Position)
            assert again == Layout.of(source)
        else:
            assert again == said(source)


def check_all_readers(data: str | bytes) -> None:
    """What is recognized is what the formats say that fit, where these agree.

    Data that begin with one of our own keys fit no other format.
    """
    taken: dict[str, Content] = {}
    faults: dict[str, InputError] = {}
    for name in READERS:
        try:
            taken[name] = check_reader(name, data)
        except InputError as error:
            faults[name] = error
    if by_name(REPLAY).looks_like(data if isinstance(data, bytes) else data.encode()):
        return
    if _has_our_keys(data):
        taken = {name: content for name, content in taken.items() if name == OURS}
    meanings = [said(content) for content in taken.values()]
    different = [n for n, meant in zip(taken, meanings, strict=True) if meant != meanings[0]]
    try:
        recognized, found = recognize(data)
    except InputError as error:
        assert is_one_short_line(error)
        if taken:
            assert different
            assert "--format" in error.problem
            assert all(name in error.problem for name in different)
        elif _has_our_keys(data):
            assert str(error) == str(faults[OURS])
        else:
            assert str(error) == _fault(data, faults)
        return
    assert meanings
    assert not different
    assert recognized.name == next(iter(taken))
    assert said(found) == meanings[0]
    check_all_writers(found)


def _fault(data: str | bytes, faults: dict[str, InputError]) -> str:
    """The message of the fault in the only format that *data* look like, else in our own."""
    similar = []
    for name in READERS:
        try:
            if by_name(name).looks_like(data_for(name, data)):
                similar.append(name)
        except InputError:
            continue
    if len(similar) == 1:
        return str(faults[similar[0]])
    fault = faults[OURS]
    problem = f"{fault.problem} (read as text: no known format fits)"
    return str(InputError(problem, fault.line, fault.column))


def _has_our_keys(data: str | bytes) -> bool:
    """Whether the first line that is neither blank nor a comment begins with one of our keys."""
    try:
        content = data if isinstance(data, str) else data.decode()
    except UnicodeDecodeError:
        return False
    lines = content.removeprefix("\ufeff").split("\n")
    first = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    return first.startswith(("mines:", "density:", "topology:", "flags:"))


def _read_back(name: str, source: Position | System) -> object:
    """What a format says of *source* once it is written; `InputError` where it is not."""
    data = write(source, name)
    try:
        found = by_name(name).parse(data_for(name, data))
    except InputError as error:
        raise AssertionError(f"{name} does not read what it writes: {error}") from error
    return found.layout if isinstance(found, Recording) else said(found)
