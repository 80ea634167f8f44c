"""From a question to standard output and an exit code, for one position and for a batch.

In: a `Question`: how to answer one source, how to write the answer as JSON, how to show it. Out:
what the program prints. A batch gives JSON Lines, one object a position, in order; a bad line or a
stopped one says so and the run goes on.
"""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from exactsweep.cli.inputs import Input, Source
from exactsweep.errors import BudgetExceeded, Contradiction, ExactsweepError, TotalUnknown
from exactsweep.report.answers import Object, budget_object

if TYPE_CHECKING:
    from rich.console import Console

Result = TypeVar("Result")

WIDTH_OF_A_FILE = 200
"""How wide lines may be where output is no terminal and COLUMNS does not say."""


@dataclass(frozen=True)
class Question(Generic[Result]):
    """One verb: *ask* a source, *write* the result as JSON, *show* it, and whether it means no."""

    ask: Callable[[Source], Result]
    write: Callable[[Result, Source], Object]
    show: Callable[["Console", Result, Source], None]
    says_no: Callable[[Result], bool]


def answer(question: Question[Result], source_input: Input, as_json: bool) -> int:
    """Answer for a whole input and return the exit code."""
    if source_input.is_batch:
        return answer_batch(question, source_input)
    source = source_input.single()
    try:
        result = question.ask(source)
    except BudgetExceeded as error:
        _print_budget(error, source, as_json)
        raise
    except Contradiction as error:
        if as_json:
            print_object({"error": str(error)})
        raise
    if as_json:
        print_object(question.write(result, source))
    else:
        question.show(make_console(), result, source)
    return int(question.says_no(result))


def answer_batch(question: Question[Result], source_input: Input) -> int:
    """Answer line by line; 2 if any line was bad, else 3 if any was stopped, else 0."""
    worst = 0
    for identity, source in _progress(source_input):
        if isinstance(source, ExactsweepError):
            worst = 2
            print_object({"id": identity, "error": str(source)})
            continue
        try:
            line = question.write(question.ask(source), source)
        except BudgetExceeded as error:
            worst = worst or 3
            line = budget_object(error, source)
        except (Contradiction, TotalUnknown) as error:
            line = {"error": str(error)}
        except ExactsweepError as error:
            worst = 2
            line = {"error": str(error)}
        print_object({"id": identity, **line})
    return worst


def print_object(answer: Object) -> None:
    """Print one JSON object as a line of its own, at once."""
    import json

    print(json.dumps(answer), flush=True)


def make_console() -> "Console":
    """Return the console for people; where output is no terminal, boards need not fit one."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = WIDTH_OF_A_FILE
    return console


def _print_budget(error: BudgetExceeded, source: Source, as_json: bool) -> None:
    if as_json:
        print_object(budget_object(error, source))
        return
    from exactsweep.report.terminal import show_budget

    show_budget(make_console(), error, source)


def _progress(source_input: Input) -> Iterator[tuple[str | int, Source | ExactsweepError]]:
    """Show progress on standard error where that is a terminal and standard output is not."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield from source_input.records()
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), redirect_stdout=False) as progress:
        yield from progress.track(
            source_input.records(), source_input.size, description="positions"
        )
