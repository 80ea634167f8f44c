"""The verbs: each turns its options into a question and answers it."""

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from exactsweep.budget import DEFAULT_STATES, Budget
from exactsweep.cli.answering import Question, answer
from exactsweep.cli.inputs import Source, read_input
from exactsweep.cli.options import Answering, Counter, Decimals, Reading, StateLimit
from exactsweep.counting import by_name
from exactsweep.engine import METHODS, Count, Inference, check_method
from exactsweep.engine import count as count_placements
from exactsweep.engine import infer as infer_cells
from exactsweep.errors import InputError, shorten
from exactsweep.events import parse_event
from exactsweep.events import query as query_event
from exactsweep.probability import Solution
from exactsweep.probability import solve as solve_source
from exactsweep.report import answers
from exactsweep.report.numbers import Write, decimal_text, fraction_text, percent_text
from exactsweep.system import system_of

if TYPE_CHECKING:
    from rich.console import Console

    from exactsweep.reason.results import Conflict, Consistency

EXPLAIN_SECONDS = 10.0
"""How long ``solve``, ``infer`` and ``count`` look for the conflict that they show to a person."""


def solve(
    reading: Reading,
    answering: Answering,
    contents: Annotated[
        bool, typer.Option("--contents", help="Add what each cell turns out to be (JSON).")
    ] = False,
    counter: Counter = "elimination",
    decimals: Decimals = None,
    state_limit: StateLimit = DEFAULT_STATES,
) -> int:
    """Give every covered cell's exact probability of a mine."""
    write = _writer(decimals)
    chosen = by_name(counter)
    answering.budget(state_limit)

    def show(console: "Console", solution: Solution, source: Source) -> None:
        from exactsweep.report.terminal import show_contradiction, show_solution

        if solution.consistent:
            show_solution(console, solution, write)
        else:
            show_contradiction(console, _conflict(source), source)

    question: Question[Solution] = Question(
        ask=lambda source: solve_source(source, chosen, answering.budget(state_limit)),
        write=lambda solution, _: answers.solution_object(solution, write, contents),
        show=show,
        says_no=lambda solution: not solution.consistent,
    )
    return answer(question, read_input(reading), answering.as_json)


def check(
    reading: Reading,
    answering: Answering,
) -> int:
    """Say whether a position is possible: one placement, or a minimal conflict."""
    answering.budget()

    def ask(source: Source) -> "Consistency":
        from exactsweep.reason.consistency import check as check_source

        return check_source(source, answering.budget())

    def show(console: "Console", result: "Consistency", source: Source) -> None:
        from exactsweep.report.terminal import show_consistency

        show_consistency(console, result, source)

    question: Question[Consistency] = Question(
        ask=ask,
        write=lambda result, _: answers.consistency_object(result),
        show=show,
        says_no=lambda result: not result.consistent,
    )
    return answer(question, read_input(reading), answering.as_json)


def infer(
    reading: Reading,
    answering: Answering,
    method: Annotated[
        str, typer.Option("--method", metavar="NAME", help=f"One of {', '.join(METHODS)}.")
    ] = "sat",
    subset_size: Annotated[
        int, typer.Option("--subset-size", metavar="K", help="Numbers taken together by pairs.")
    ] = 2,
    window: Annotated[
        int, typer.Option("--window", metavar="N", help="Side of the squares of window.")
    ] = 4,
    state_limit: StateLimit = DEFAULT_STATES,
) -> int:
    """List the cells that are certainly safe and those that are certainly mines."""
    check_method(method, subset_size, window)
    answering.budget(state_limit)

    def ask(source: Source) -> Inference:
        budget = answering.budget(state_limit)
        return infer_cells(source, method, subset_size=subset_size, window=window, budget=budget)

    def show(console: "Console", inference: Inference, source: Source) -> None:
        from exactsweep.report.terminal import show_contradiction, show_inference

        if inference.consistent is False:
            show_contradiction(console, _conflict(source), source)
        else:
            show_inference(console, inference, source)

    question: Question[Inference] = Question(
        ask=ask,
        write=answers.inference_object,
        show=show,
        says_no=lambda inference: inference.consistent is False,
    )
    return answer(question, read_input(reading), answering.as_json)


def count(
    reading: Reading,
    answering: Answering,
    counter: Counter = "elimination",
    state_limit: StateLimit = DEFAULT_STATES,
) -> int:
    """Count placements, by mines next to numbers, and list the totals that are possible."""
    chosen = by_name(counter)
    answering.budget(state_limit)

    def show(console: "Console", result: Count, source: Source) -> None:
        from exactsweep.report.terminal import show_contradiction, show_count

        if result.says_no:
            show_contradiction(console, _conflict(source), source)
        show_count(console, result)

    question: Question[Count] = Question(
        ask=lambda source: count_placements(source, chosen, answering.budget(state_limit)),
        write=lambda result, _: answers.count_object(result),
        show=show,
        says_no=lambda result: result.says_no,
    )
    return answer(question, read_input(reading), answering.as_json)


def query(
    reading: Reading,
    answering: Answering,
    event: Annotated[
        str, typer.Option("--event", metavar="EVENT", help='Such as "0,3=safe 5,1=mine 2,2=3".')
    ],
    given: Annotated[
        str | None, typer.Option("--given", metavar="EVENT", help="A condition, likewise.")
    ] = None,
    counter: Counter = "elimination",
    decimals: Decimals = None,
    state_limit: StateLimit = DEFAULT_STATES,
) -> int:
    """Give the exact probability of an event, under a condition if one is given."""
    write = _writer(decimals)
    chosen = by_name(counter)
    answering.budget(state_limit)

    def ask(source: Source) -> Fraction:
        system = system_of(source)
        condition = None if given is None else parse_event(given, system)
        budget = answering.budget(state_limit)
        return query_event(
            source, parse_event(event, system), condition, counter=chosen, budget=budget
        )

    def show(console: "Console", chance: Fraction, _: Source) -> None:
        ratio = (chance.numerator, chance.denominator)
        console.print(f"{write(ratio)} ({percent_text(ratio)}%)", soft_wrap=True)

    question: Question[Fraction] = Question(
        ask=ask,
        write=lambda chance, _: {"probability": write((chance.numerator, chance.denominator))},
        show=show,
        says_no=lambda _: False,
    )
    read = read_input(reading)
    if read.is_batch:
        parse_event(event)
        parse_event(given or event)
    return answer(question, read, answering.as_json)


def _writer(decimals: int | None) -> Write:
    if decimals is None:
        return fraction_text
    if not 0 <= decimals <= 10_000:
        raise InputError(f"--decimals wants 0 to 10000 places, not {shorten(str(decimals))}")
    return partial(decimal_text, places=decimals)


def _conflict(source: Source) -> "Conflict | None":
    """The conflict to show to a person; None where it is not found soon enough."""
    from exactsweep.errors import BudgetExceeded
    from exactsweep.reason.consistency import check as check_source

    try:
        return check_source(source, Budget(EXPLAIN_SECONDS)).conflict
    except BudgetExceeded:
        return None
