"""The verbs that say why: explanations, certificates, and checking certificates.

A certificate is checked by `exactsweep.verify`, which shares nothing with what wrote it.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from exactsweep.cli.answering import Question, answer, make_console, print_object
from exactsweep.cli.inputs import Source, read_input
from exactsweep.cli.options import Answering, Reading
from exactsweep.errors import InputError
from exactsweep.events import parse_cell
from exactsweep.report import answers
from exactsweep.system import System
from exactsweep.topology import Cell

if TYPE_CHECKING:
    from rich.console import Console

    from exactsweep.reason.results import Explanation

CellText = Annotated[
    str | None, typer.Option("--cell", metavar="R,C", help="A covered cell, or its name.")
]
Directory = Annotated[
    str, typer.Option("--out", metavar="DIR", help="A new or an empty directory.")
]


def explain(
    reading: Reading,
    answering: Answering,
    cell: CellText = None,
    smallest: Annotated[
        bool, typer.Option("--smallest", help="A set of numbers of proven least size.")
    ] = False,
) -> int:
    """Say why a cell is safe or a mine: a minimal set of numbers that forces it."""
    answering.budget()

    def ask(source: Source) -> "list[Explanation]":
        from exactsweep.reason.explanation import explain as explain_source

        budget = answering.budget()
        if cell is None:
            return explain_source(source, smallest=smallest, budget=budget)
        return [explain_source(source, named(cell, source), smallest=smallest, budget=budget)]

    def show(console: "Console", found: "list[Explanation]", source: Source) -> None:
        from exactsweep.report.explaining import show_explanation, show_explanations

        if cell is None:
            show_explanations(console, found, source)
        else:
            show_explanation(console, found[0], source)

    question: Question[list[Explanation]] = Question(
        ask=ask,
        write=lambda found, _: answers.explanations_object(found, cell is None),
        show=show,
        says_no=lambda found: any(why.verdict == "contradiction" for why in found),
    )
    return answer(question, read_input(reading), answering.as_json)


def certify(
    reading: Reading,
    answering: Answering,
    out: Directory,
    cell: CellText = None,
    claim: Annotated[
        str | None, typer.Option("--claim", metavar="safe|mine", help="What the cell has to be.")
    ] = None,
) -> int:
    """Write files that prove what is forced, so that other programs can check it."""
    from exactsweep.reason.certificate import certify as certify_source

    source = _only(reading, "certify")
    name = None if cell is None else named(cell, source)
    certificate = certify_source(source, name, claim, answering.budget())
    certificate.write(out)
    if answering.as_json:
        print_object({"claim": certificate.claim["claim"], "files": sorted(certificate.files())})
    else:
        files = ", ".join(sorted(certificate.files()))
        make_console().print(f"{certificate.claim['claim']}: {files} in {out}", soft_wrap=True)
    return 0


def verify(
    reading: Reading,
    directory: Annotated[
        str, typer.Argument(metavar="DIR", help="The directory that certify has written.")
    ],
    answering: Answering,
) -> int:
    """Check a certificate of a position, with code that shares nothing with what wrote it."""
    from exactsweep.verify.certificate import verify as verify_source

    source = _only(reading, "verify")
    verdict = verify_source(source, directory, answering.budget())
    if answering.as_json:
        print_object(
            {
                "verified": verdict.verified,
                "claim": verdict.claim,
                "file": verdict.file,
                "problem": verdict.problem,
            }
        )
    elif verdict.verified:
        make_console().print(f"verified: {verdict.stated}", soft_wrap=True)
    else:
        make_console().print(f"rejected: {verdict.problem}", soft_wrap=True)
    return int(not verdict.verified)


def named(text: str, source: Source) -> Cell:
    """Return the cell that *text* names; `InputError` where it is no cell of a board."""
    return text if isinstance(source, System) and source.position is None else parse_cell(text)


def _only(reading: Reading, verb: str) -> Source:
    source_input = read_input(reading)
    if source_input.is_batch:
        raise InputError(f"{verb} takes one position, not a batch")
    return source_input.single()
