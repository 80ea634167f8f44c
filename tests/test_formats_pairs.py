"""Every position through every pair of formats, or refused for a reason known beforehand."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactsweep.errors import InputError
from exactsweep.formats import by_name, load, names, parse, recognize, write
from exactsweep.layout import Recording
from exactsweep.position import Position
from exactsweep.system import System
from tests.foreign import (
    FORMATS,
    HEAD,
    LAYOUT_FORMATS,
    TAIL,
    carried,
    foreign_boards,
    mask,
    refusals,
    said,
    save_file,
)
from tests.strategies import BoardCase, GraphCase, RawCase, graphs, randomness, raw_systems

SYSTEM_FORMATS = ("constraints", "minesweepr-json")


def read_back(data: bytes, name: str) -> BoardCase:
    """The board that *data* say, finished where they are a layout."""
    content = load(data, name)[1]
    assert isinstance(content, Recording) is (name in LAYOUT_FORMATS)
    board = content.layout.finished() if isinstance(content, Recording) else content
    assert isinstance(board, Position)
    return said(board)


def passed_on(case: BoardCase, name: str) -> BoardCase | None:
    """What comes back of *case* from one format; None where that refuses it, as it should."""
    reasons = refusals(case, name)
    if not reasons:
        found = read_back(write(case.source(), name), name)
        assert found == carried(case, name)
        return found
    with pytest.raises(InputError) as caught:
        write(case.source(), name)
    assert any(reason in str(caught.value) for reason in reasons), (reasons, caught.value)
    return None


@settings(deadline=None)
@given(foreign_boards())
@example(BoardCase(("-" * 16,) * 16, 51))
@example(BoardCase(("-" * 16,) * 15 + ("+" * 16,), 51))
@example(BoardCase(("-" * 16,) * 16, 50))
@example(BoardCase(("-" * 16,) * 15, 51))
@example(BoardCase(("++", "22"), None, None, "grid", "untrusted"))
@example(BoardCase(("++", "22"), 2))
@example(BoardCase(("0",), 0))
def test_boards_survive_every_pair_of_formats(case: BoardCase) -> None:
    for first in FORMATS:
        once = passed_on(case, first)
        for second in FORMATS if once else ():
            passed_on(once or case, second)


def test_every_format_is_met() -> None:
    """No format is left out of the test above by what it draws."""
    held: Counter[str] = Counter()

    @settings(max_examples=400, database=None, derandomize=True)
    @given(foreign_boards())
    def count(case: BoardCase) -> None:
        held.update(name for name in FORMATS if not refusals(case, name))

    count()
    assert set(FORMATS) - set(held) == {"constraints"}
    assert min(held.values()) >= 5, held


def test_all_formats_are_in_the_table() -> None:
    assert set(names()) == {*FORMATS, "replay"}


def system_refusal(case: RawCase, name: str) -> str | None:
    """What is in the way of writing a system in the format called *name*, None if nothing is."""
    if name == "constraints":
        if case.mines is not None or case.density is not None:
            return "constraints are written without a total"
        return None if case.constraints else "no constraints"
    if name == "minesweepr-json":
        if case.density is None:
            return "without a total" if case.mines is None else None
        endless = 10**9 % case.density.denominator
        return "minesweepr-json cannot hold the density" if endless else None
    return f"{name} cannot hold constraints"


def facts(source: Position | System) -> tuple[object, ...]:
    """All that a system without a board says."""
    assert isinstance(source, System)
    assert source.position is None
    clues = [(clue.owed, [source.names[cell] for cell in clue.cells]) for clue in source.clues]
    return clues, [source.names[cell] for cell in source.covered], source.left, source.density


@given(raw_systems())
@example(RawCase((), 2, None))
@example(RawCase(((1, "ab"),), 1, None))
@example(RawCase(((0, ""), (-3, "a")), None, None))
@example(RawCase(((1, "ab"),), None, Fraction(1, 3)))
@example(RawCase(((1, "ab"),), None, Fraction(99, 128)))
def test_systems_survive_every_pair_of_formats(case: RawCase) -> None:
    source = case.source()
    for first in FORMATS:
        reason = system_refusal(case, first)
        if reason is not None:
            with pytest.raises(InputError, match=reason):
                write(source, first)
            continue
        once = load(write(source, first), first)[1]
        assert isinstance(once, System)
        assert facts(once) == facts(source)
        for second in SYSTEM_FORMATS:
            if system_refusal(case, second) is None:
                assert facts(parse(write(once, second), second)) == facts(source)


@given(graphs())
def test_no_format_holds_a_graph(case: GraphCase) -> None:
    for name in FORMATS:
        with pytest.raises(InputError, match=r"graph|board is not written as constraints"):
            write(case.source(), name)


def test_the_largest_boards_that_are_held() -> None:
    """Sides of a byte, of two and of four digits in base 62."""
    widest, wider = Position.from_rows(["0" * 255]), Position.from_rows(["0" * 256])
    assert read_back(write(widest, "mbf"), "mbf").rows == ("0" * 255,)
    with pytest.raises(InputError, match="mbf cannot hold a 1x256 board"):
        write(wider, "mbf")
    last = BoardCase(("-" * 3843,), 62**4 - 1)
    assert passed_on(last, "jsm-url") == last
    for rows, mines in ((["-" * 3844], 1), (["-"], 62**4)):
        with pytest.raises(InputError, match=r"jsm-url cannot hold the number (3844|14776336)"):
            write(Position.from_rows(rows, mines), "jsm-url")


EXAMPLES: dict[str, str | bytes] = {
    "text": "# c\ntopology: hex\n1-\n--\n",
    "constraints": "1:a,b\n2:b,c,d\n",
    "json-lines": '{"rows": ["1-"], "mines": 1}\n',
    "minesweepr-json": '{"total_mines": 1, "board": "1x"}\n',
    "jsm": "2x1x1\n1H\n",
    "jsm-url": "https://a.test/index.html?x=1&analysis=acabaaablS&y\n",
    "sgt": f"3x2:m{mask(2, 3, [(0, 0)])}\n",
    "sgt-save": save_file([*HEAD, ("CPARAMS", "2x1"), ("DESC", "u4"), *TAIL]),
    "thesis": "0 1 -2\n1 2 -2\n",
    "ms-toollib": "[[0, 1],\n [1, 10]]\n",
    "minesweepr": "..1x\n112x\n",
    "gecode": "2\n4\n001.\n112.\n",
    "codegolf": "3\n0 0 1 x\n0 0 1 !\n",
    "codingame": ". 1 ?\n. 1 ?\n",
    "codewars": "0 1 ?\n0 1 x\n",
    "emoji": "1\u20e3\u2b1c\ufe0f\n\U0001f6a9\U0001f4a3\n",
    "mbf": bytes([3, 2, 0, 2, 0, 0, 2, 1]),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_formats_are_recognized(name: str) -> None:
    data = EXAMPLES[name]
    found, content = recognize(data)
    assert found.name == name
    named, again = load(data, name)
    assert named is found
    assert looks(data, name)
    assert isinstance(content, System) or content == again


def looks(data: str | bytes, name: str) -> bool:
    raw = data.encode() if isinstance(data, str) else data
    return by_name(name).looks_like(raw if name == "mbf" else raw.decode())


def test_only_core_is_never_recognized() -> None:
    """Whatever it says is a row of our own marks as well."""
    assert set(FORMATS) - set(EXAMPLES) == {"core"}


AMBIGUOUS = [
    ("-" * 255 + "1", "text and core"),
    ("1\nx\n", "codegolf and minesweepr and codewars"),
    ("1\n1\n0\n", "text and gecode and codegolf"),
    ("11\n11\n", "text and ms-toollib"),
]


@pytest.mark.parametrize(("content", "called"), AMBIGUOUS)
def test_ambiguous_files_name_their_formats(content: str, called: str) -> None:
    with pytest.raises(InputError, match="--format") as caught:
        recognize(content)
    listed = str(caught.value).partition(" formats ")[2].partition(";")[0]
    assert sorted(listed.split(" and ")) == sorted(called.split(" and "))
    for name in called.split(" and "):
        assert parse(content, name)


@pytest.mark.parametrize(
    ("content", "name", "rows"),
    [
        ("[[0, 1], [1, 1]]\n", "thesis", ["01", "11"]),
        ("[[0, 1], [1, 12]]\n", "ms-toollib", ["01", "1-"]),
        ("1 1\n1 2\n", "thesis", ["11", "12"]),
        ("123\n321\n", "text", ["123", "321"]),
        ("1 ?\n", "codingame", ["1-"]),
    ],
)
def test_the_first_of_several_with_one_meaning(content: str, name: str, rows: list[str]) -> None:
    found, position = recognize(content)
    assert found.name == name
    assert position == Position.from_rows(rows)


def changed(text: str, random: Random) -> str:
    """The text with a little of it taken away, put in, or written as elsewhere."""
    for _ in range(random.choice([0, 1, 1, 2])):
        at = random.randint(0, len(text))
        end = min(len(text), at + random.choice([0, 1, 1, 5]))
        new = random.choice([*"\n\n 0123,-*~x?!.HFM[]#%:{", "1\n", "# \n", "[[", "analysis=", ""])
        text = text[:at] + new + text[end:]
    return text.replace("\n", random.choice(["\n", "\n", "\r\n"])).rstrip(random.choice("\n "))


@settings(max_examples=300, deadline=None)
@given(foreign_boards(), st.sampled_from(FORMATS), randomness())
def test_what_is_accepted_is_recognized(case: BoardCase, name: str, random: Random) -> None:
    """Under its own name, under one of the same meaning, or not without being told which."""
    if refusals(case, name) or random.randrange(3) == 0:
        data = EXAMPLES.get(name, "0" * 256)
    else:
        data = write(case.source(), name)
    if name != "mbf":
        data = changed(data if isinstance(data, str) else data.decode(), random)
    accepted = {}
    for other in FORMATS:
        try:
            accepted[other] = load(data, other)[1]
        except InputError:
            continue
        assert looks(data, other), (other, data)
    try:
        found, content = recognize(data)
    except InputError as fault:
        assert len(accepted) > 1 if "--format" in str(fault) else not accepted
        return
    if isinstance(content, System):
        assert list(accepted) == [found.name]
    else:
        assert all(other == content for other in accepted.values())
        assert min(accepted, key=names().index) == found.name
