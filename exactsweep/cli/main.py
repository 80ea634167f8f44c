"""The program: its verbs, and what becomes of errors.

Exit codes: 0 answered, 1 answered and the answer is no, 2 bad input or usage, 3 a budget ran out,
130 interrupted. An error is one line on standard error, never a traceback.
"""

import io
import os
import signal
import sys

import typer

from exactsweep.budget import heed_interrupts
from exactsweep.cli import circuits
from exactsweep.cli.converting import convert
from exactsweep.cli.options import expanded
from exactsweep.cli.proving import certify, explain, verify
from exactsweep.cli.verbs import check, count, infer, query, solve
from exactsweep.errors import ExactsweepError

INTERRUPTED = 130
LONGEST_LINE = 500

app = typer.Typer(
    name="exactsweep",
    help="Exact answers about Minesweeper positions: possible or not, forced cells, probabilities.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(circuits.app)
for verb in (solve, check, infer, count, query, explain, certify, verify, convert):
    app.command()(expanded(verb))


def run() -> None:
    """Run the program and leave the interpreter with its exit code."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        heed_interrupts()
    sys.set_int_max_str_digits(0)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(exit_code())


def exit_code() -> int:
    """Run the program on the command line's arguments and return its exit code."""
    try:
        code: int = app(sys.argv[1:] or ["--help"], standalone_mode=False) or 0
        # Typer catches Ctrl-C and gives this code, or else it raises Abort.
        return code if code != INTERRUPTED else _refuse("interrupted", INTERRUPTED)
    except typer.Abort:
        return _refuse("interrupted", INTERRUPTED)
    except typer.TyperException as error:
        return _refuse(getattr(error, "format_message", error.__str__)(), 2)
    except ExactsweepError as error:
        return _refuse(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _refuse("interrupted", INTERRUPTED)
    except MemoryError:
        return _refuse("out of memory; --state-limit bounds what is kept", 3)


def _refuse(problem: str, code: int) -> int:
    line = " ".join(problem.split())
    if len(line) > LONGEST_LINE:
        line = f"{line[:LONGEST_LINE]} .."
    print(f"exactsweep: {line}", file=sys.stderr)
    sys.stderr.flush()
    if code == INTERRUPTED:
        # Solvers may still hold threads that would delay a tidy exit.
        sys.stdout.flush()
        os._exit(code)
    return code
