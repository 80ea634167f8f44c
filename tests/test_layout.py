"""Layouts, and the games that save files tell, against Mines as it is played here by hand."""

from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactsweep.errors import InputError
from exactsweep.formats import sgt_save
from exactsweep.layout import Layout, Recording
from exactsweep.position import Position
from tests.foreign import (
    HEAD,
    Cell,
    around,
    finished,
    grid,
    layouts,
    mask,
    number,
    said,
    save_file,
)
from tests.strategies import BoardCase, randomness


@dataclass
class Game:
    """Mines as it is played: *marks* of all cells, *rows* and *columns* of them."""

    rows: int
    columns: int
    mines: frozenset[Cell]
    marks: dict[Cell, str]
    dead: bool = False

    def open(self, cell: Cell) -> None:
        if cell in self.mines:
            self.dead = True
            self.marks[cell] = "*"
            return
        self.marks[cell] = str(number(cell, self.mines))
        if self.marks[cell] == "0":
            for near in around(cell, self.rows, self.columns):
                if self.marks[near] == "-":
                    self.open(near)

    def chord(self, cell: Cell) -> None:
        for near in [*around(cell, self.rows, self.columns), cell]:
            if self.marks[near] == "-":
                self.open(near)

    def toggle(self, cell: Cell) -> None:
        self.marks[cell] = "-" if self.marks[cell] == "+" else "+"

    def settle(self) -> None:
        """Flag what is left once only mines are hidden."""
        hidden = [cell for cell, mark in self.marks.items() if mark in "-+"]
        if not self.dead and len(hidden) == len(self.mines):
            self.marks.update(dict.fromkeys(hidden, "+"))

    def solve(self) -> None:
        for cell in self.marks:
            if not self.dead:
                self.marks[cell] = "+" if cell in self.mines else str(number(cell, self.mines))
            elif self.marks[cell] == "-" and cell in self.mines:
                self.marks[cell] = "*"

    def case(self) -> BoardCase:
        lines = ["".join(self.marks[r, c] for c in range(self.columns)) for r in range(self.rows)]
        wrong = any(mark == "+" and cell not in self.mines for cell, mark in self.marks.items())
        flags = "untrusted" if wrong else "trusted"
        return BoardCase(tuple(lines), len(self.mines), None, "grid", flags)


def fresh(rows: int, columns: int, mines: frozenset[Cell], click: Cell | None = None) -> Game:
    """A game in which nothing was done beside the first *click*."""
    game = Game(rows, columns, mines, dict.fromkeys(grid(rows, columns), "-"))
    if click is not None:
        game.open(click)
    return game


Shape = tuple[int, int, frozenset[Cell]]


def layout_of(shape: Shape) -> Layout:
    return Layout.from_cells(*shape)


@given(layouts())
@example((1, 1, frozenset()))
@example((1, 1, frozenset({(0, 0)})))
def test_what_a_layout_shows(shape: Shape) -> None:
    rows, columns, mines = shape
    layout = layout_of(shape)
    assert said(layout.covered()) == BoardCase(("-" * columns,) * rows, len(mines))
    whole = finished(rows, columns, mines)
    assert said(layout.finished()) == BoardCase(tuple(whole), len(mines))
    assert Layout.of(layout.finished()) == layout
    assert Layout.of(Position.from_rows([row.replace("*", "+") for row in whole])) == layout
    assert {layout: 1}[Layout.of(Position.from_rows(whole))] == 1
    assert layout != Layout.from_cells(rows + 1, columns, mines)


@given(layouts(), st.data())
def test_a_first_click(shape: Shape, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(grid(*shape[:2])))
    assert said(layout_of(shape).opened(cell)) == fresh(*shape, cell).case()


def test_what_is_outside_of_the_board() -> None:
    for cell in ((2, 0), (0, 3), (-1, 0)):
        with pytest.raises(InputError, match="outside the 2x3 board"):
            Layout.from_cells(2, 3, [cell])
        with pytest.raises(InputError, match="outside the 2x3 board"):
            Layout.from_cells(2, 3, []).opened(cell)


@pytest.mark.parametrize(
    ("rows", "mines", "flags", "problem"),
    [
        (["0-"], None, "trusted", "cell 0,1: .* covered"),
        (["00", "0~"], None, "trusted", "cell 1,1: .* no cell there"),
        (["*1", "12"], 1, "trusted", "cell 1,1: it shows 2 beside 1 mines"),
        (["*0"], None, "trusted", "cell 0,1: it shows 0 beside 1 mines"),
        (["*1"], 2, "trusted", "has 1 mines, its total says 2"),
        (["*1"], 0, "trusted", "has 1 mines, its total says 0"),
        (["+1"], None, "untrusted", "cell 0,0: .* covered"),
    ],
)
def test_boards_that_are_no_layouts(
    rows: list[str], mines: int | None, flags: str, problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        Layout.of(Position.from_rows(rows, mines, flags=flags))


def test_moves_of_a_recording() -> None:
    layout = Layout.from_cells(1, 3, [(0, 2)])
    positions = layout.covered(), layout.opened((0, 1)), layout.finished()
    recording = Recording(layout, positions, 1)
    assert recording.current == positions[1] == Position.from_rows(["-1-"], 1)
    assert [recording.after(move) for move in range(3)] == list(positions)
    for move in (3, -1):
        with pytest.raises(InputError, match=f"no move {move}; the game has moves 1 to 2"):
            recording.after(move)


Entries = list[tuple[str, str]]


def moves_of(game: Game, random: Random) -> str:
    """One value of a MOVE, of one move or several, made in *game*."""
    made = []
    for _ in range(random.choice([1, 1, 1, 3])):
        cell = random.choice(grid(game.rows, game.columns))
        hidden = game.marks[cell] in "-+"
        kind = random.choice("OOCFF" if hidden else "OCC")
        if hidden and cell in game.mines and random.randrange(4):
            kind = "F"
        {"O": game.open, "C": game.chord, "F": game.toggle}[kind](cell)
        if kind != "F":
            game.settle()
        made.append(f"{kind}{cell[1]},{cell[0]}")
    return ";".join(made)


def played(shape: Shape, random: Random) -> tuple[str, Entries, list[BoardCase]]:
    """A random game: its description, its moves, and the position before and after each."""
    rows, columns, mines = shape
    click = random.choice([None, random.choice(grid(rows, columns))])
    before = f"{click[1]},{click[0]}," if click else ""
    description = f"{before}m{mask(rows, columns, mines)}"
    game = fresh(rows, columns, mines, click)
    entries: Entries = []
    cases = [game.case()]
    for _ in range(random.randint(0, 12)):
        kind = random.choice(["MOVE"] * 9 + ["SOLVE", "RESTART"])
        if game.dead:
            # A flag that is shown to be wrong has no mark.
            wrong = game.case().flags == "untrusted"
            kind = "RESTART" if wrong else random.choice(["SOLVE", "RESTART"])
        if kind == "SOLVE":
            entries.append((random.choice(["SOLVE", "MOVE"]), "S"))
            game.solve()
        elif kind == "MOVE":
            entries.append((kind, moves_of(game, random)))
        else:
            entries.append((kind, description))
            game = fresh(rows, columns, mines, click)
        cases.append(game.case())
    return description, entries, cases


@settings(max_examples=300, deadline=None)
@given(layouts(5), randomness())
def test_games_are_played_as_they_are_saved(shape: Shape, random: Random) -> None:
    rows, columns, mines = shape
    if len(mines) == rows * columns:
        mines -= {(0, 0)}
    description, entries, cases = played((rows, columns, mines), random)
    now = random.randint(1, len(cases))
    size = f"{columns}x{rows}n{len(mines)}"
    meaningless = [("UI", "D1"), ("TIME", "3.5"), ("AUXINFO", "00ff"), ("PARAMS", "9x9n10a")]
    told = [
        *HEAD,
        *random.sample(meaningless, random.randint(0, 4)),
        ("CPARAMS", size),
        ("SEED", "1234"),
        ("DESC", description),
        *[("PRIVDESC", description)] * random.randrange(2),
        ("NSTATES", str(len(cases))),
        ("STATEPOS", str(now)),
        *entries,
    ]
    recording = sgt_save.parse(save_file(told))
    assert [said(position) for position in recording.positions] == cases
    assert recording.layout == Layout.from_cells(rows, columns, mines)
    assert said(recording.current) == cases[now - 1]


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (-1, 2)])
def test_a_board_has_rows_and_columns(shape: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="rows and columns"):
        Layout.from_cells(*shape, [])
