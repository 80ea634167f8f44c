"""Files that are there whole or not at all.

In: a path and bytes. Out: the file; a kill while it is written leaves the old one as it was.
"""

import os
from pathlib import Path

from exactsweep.errors import InputError


def write_whole(path: str | Path, data: bytes) -> None:
    """Write *data* as the file at *path*; `InputError` where that fails.

    A special file, such as a pipe or a device, is written to directly.
    """
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            part.write_bytes(data)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise InputError(f"cannot write {str(path)!r}: {problem}") from None
