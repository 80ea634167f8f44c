"""From a file's bytes to lines, for every format.

In: a path or bytes. Out: text and its lines. UTF-8 only, with or without a byte order mark; a line
ends in LF or CR LF and in nothing else, whatever Unicode calls a line break. Places are 1-based.
"""

import sys
from pathlib import Path

from exactsweep.errors import InputError

BYTE_ORDER_MARK = "\ufeff"


def read_bytes(path: str | Path) -> bytes:
    """Return the bytes of a file, ``-`` being standard input; `InputError` where that fails."""
    try:
        if str(path) != "-":
            return Path(path).read_bytes()
        if sys.stdin is None:
            raise InputError("standard input is closed")
        return sys.stdin.buffer.read()
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    except ValueError as error:
        # A NUL in a path is not an OSError.
        raise InputError(f"cannot read {str(path)!r}: {error}") from None


def decode(data: bytes) -> str:
    """Return *data* as text without a byte order mark; `InputError` at a byte that is not UTF-8."""
    try:
        return data.decode().removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        start = data.rfind(b"\n", 0, error.start) + 1
        before = data[start : error.start].decode().removeprefix(BYTE_ORDER_MARK)
        problem = f"byte 0x{data[error.start]:02x} is not UTF-8; is this a text file?"
        line = data.count(b"\n", 0, error.start) + 1
    raise InputError(problem, line, len(before) + 1)


def split_lines(text: str) -> list[str]:
    """Return the lines of *text* without their ends; `InputError` at a carriage return alone."""
    text = text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n")
    at = text.find("\r")
    if at >= 0:
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise InputError(
            "a carriage return that ends no line; lines end in LF or CR LF", line, column
        )
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def significant_lines(text: str, most: int) -> list[str]:
    """Return the first lines, at most *most*, that are neither blank nor comments."""
    found: list[str] = []
    start = int(text.startswith(BYTE_ORDER_MARK))
    while start < len(text) and len(found) < most:
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end].removesuffix("\r")
        if line.strip() and not line.startswith("#"):
            found.append(line)
        start = end + 1
    return found
