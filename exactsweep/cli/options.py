"""The options that verbs share, in groups, and how a function gets a group as one parameter.

In: a function with parameters whose types are groups. Out: the same function with the options of
the groups in their place, which is what typer reads.
"""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, get_type_hints

import typer

from exactsweep.budget import DEFAULT_STATES, Budget
from exactsweep.cli.progress import track

MinesText = Annotated[
    str | None, typer.Option("--mines", metavar="N|unknown", help="The total over the whole board.")
]
MinesLeftText = Annotated[
    str | None,
    typer.Option("--mines-left", metavar="N", help="The total without flags and shown mines."),
]
DensityText = Annotated[
    str | None,
    typer.Option("--density", metavar="P/Q", help="Each covered cell is a mine with this chance."),
]
Counter = Annotated[
    str, typer.Option("--counter", metavar="NAME", help="elimination, cpsat or brute.")
]
Decimals = Annotated[
    int | None,
    typer.Option("--decimals", metavar="N", help="Probabilities rounded to N places."),
]
StateLimit = Annotated[
    int, typer.Option("--state-limit", metavar="N", help="States of the elimination, a component.")
]


@dataclass(frozen=True)
class Reading:
    """What to read, how, and what the command line says instead of the file."""

    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A position or a batch of them; - is standard input."),
    ]
    format_name: Annotated[
        str,
        typer.Option(
            "--format", "--from", metavar="NAME", help="The file's format; auto goes by content."
        ),
    ] = "auto"
    mines: MinesText = None
    mines_left: MinesLeftText = None
    density: DensityText = None
    flags: Annotated[
        str | None, typer.Option("--flags", metavar="trusted|untrusted", help="Is a flag a mine?")
    ] = None
    reveal: Annotated[
        bool, typer.Option("--reveal", help="Of a layout or a game: the finished board.")
    ] = False
    opening: Annotated[
        str | None,
        typer.Option("--open", metavar="R,C", help="Of a layout: what a first click there opens."),
    ] = None
    move: Annotated[
        str | None,
        typer.Option("--move", metavar="K|all", help="Of a game: the position after move K."),
    ] = None
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Say which format the file was taken for.")
    ] = False


@dataclass(frozen=True)
class Answering:
    """How to answer, and for how long to look for the answer."""

    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", metavar="S", help="Seconds for each position.")
    ] = None

    def budget(self, states: int = DEFAULT_STATES) -> Budget:
        """Return a budget that starts now; `InputError` for limits that are none."""
        return Budget(self.time_limit, states, track)


def expanded(verb: Callable[..., int]) -> Callable[..., int]:
    """Return *verb* with the options of a group in place of each parameter that takes a group."""
    hints = get_type_hints(verb, include_extras=True)
    groups = {name: hints[name] for name in hints if is_dataclass(hints[name])}
    parameters: list[Parameter] = []
    for parameter in signature(verb).parameters.values():
        group = groups.get(parameter.name)
        parameters += _options(group) if group else [_option(parameter, hints[parameter.name])]

    def run(**given: Any) -> int:
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
        return verb(**given)

    run.__name__ = verb.__name__
    run.__doc__ = verb.__doc__
    run.__signature__ = Signature(parameters, return_annotation=int)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _options(group: type) -> list[Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        Parameter(
            field.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if field.default is MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in fields(group)
    ]


def _option(parameter: Parameter, hint: object) -> Parameter:
    return parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hint)
