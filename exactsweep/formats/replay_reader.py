"""The process that reads a replay: ``python -m exactsweep.formats.replay_reader KIND``.

In: a replay on standard input. Out: one JSON object on standard output: rows, columns, the mines as
pairs of row and column, and for each move that changes the board the row, column and code of every
cell that it changes. Ends with another exit code than 0 where the library cannot read the file,
usually by the library's own hand.
"""

import json
import sys

SECONDS = 30
BYTES = 2 * 1024**3
MOST_CELLS = 200_000_000
"""Cells of all the boards that the library keeps, one for each move."""


def main() -> None:
    """Read standard input and write what it says."""
    kind, data = sys.argv[1], sys.stdin.buffer.read()
    _limit()
    json.dump(read(kind, data), sys.stdout)


def read(kind: str, data: bytes) -> dict[str, object]:
    """Return the game in *data*; may end the process."""
    import ms_toollib

    video = getattr(ms_toollib, f"{kind.capitalize()}Video")("", data)
    video.parse()
    rows, columns = video.row, video.column
    if not rows or not columns:
        raise SystemExit("a board without cells")
    # Boards after an event can be asked for only when this has been done.
    video.analyse()
    events = [event for event in video.events if event.useful_level > 0]
    if len(events) * rows * columns > MOST_CELLS:
        raise SystemExit("too many moves")
    mines = [
        (row, column)
        for row, line in enumerate(video.board)
        for column, number in enumerate(line)
        if number == -1
    ]
    last = [[10] * columns for _ in range(rows)]
    changes = []
    for event in events:
        board = event.next_game_board.game_board
        changes.append(_difference(last, board))
        last = board
    return {"rows": rows, "columns": columns, "mines": mines, "changes": [c for c in changes if c]}


def _difference(before: list[list[int]], after: list[list[int]]) -> list[tuple[int, int, int]]:
    """Return row, column and new code of every cell that differs."""
    return [
        (row, column, code)
        for row, (old, new) in enumerate(zip(before, after, strict=True))
        if old != new
        for column, code in enumerate(new)
        if old[column] != code
    ]


def _limit() -> None:
    """Bound the time and the memory of this process, where the system can."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


if __name__ == "__main__":
    main()
