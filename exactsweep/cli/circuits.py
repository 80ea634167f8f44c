"""The verbs ``circuit encode`` and ``circuit decode``: formulas as boards, and back.

In: files. Out: the file of a circuit, or the values of its variables.
"""

import sys
from typing import Annotated

import typer

from exactsweep.cli.answering import print_object
from exactsweep.cli.options import expanded
from exactsweep.files import write_whole
from exactsweep.formats.reading import decode as as_text
from exactsweep.formats.reading import read_bytes


def encode(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A formula in DIMACS CNF; - is standard input.")
    ],
    out: Annotated[
        str | None, typer.Option("--out", metavar="BOARD", help="Where to, else standard output.")
    ] = None,
) -> int:
    """Write a formula as a board that is possible exactly when the formula is satisfiable."""
    from exactsweep.circuit.compile import compile_formula, dump
    from exactsweep.circuit.dimacs import read_formula

    text = dump(compile_formula(read_formula(as_text(read_bytes(file)))))
    if out is None:
        sys.stdout.write(text)
    else:
        write_whole(out, text.encode())
    return 0


def decode(
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help="A board that circuit encode has written.")
    ],
    witness: Annotated[
        str,
        typer.Argument(
            metavar="WITNESS", help="What check --json prints, or a certificate's witness.json."
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """Read a placement of such a board back as the values of the variables."""
    from exactsweep.circuit.compile import parse
    from exactsweep.circuit.decode import decode as decode_circuit
    from exactsweep.circuit.decode import read_witness

    circuit = parse(as_text(read_bytes(board)))
    values = decode_circuit(circuit, read_witness(as_text(read_bytes(witness))))
    if as_json:
        print_object({"assignment": {str(variable): value for variable, value in values.items()}})
    else:
        literals = (variable if value else -variable for variable, value in values.items())
        print(" ".join(map(str, ["v", *literals, 0])))
    return 0


app = typer.Typer(name="circuit", help="Formulas as boards.", rich_markup_mode=None)
for verb in (encode, decode):
    app.command()(expanded(verb))
