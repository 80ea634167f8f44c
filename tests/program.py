"""The program in a process of its own, as people run it: in a pipe, in a terminal, interrupted."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Run: TypeAlias = subprocess.CompletedProcess[str]

COMMAND = (sys.executable, "-m", "exactsweep")
PATIENCE = 120
"""Seconds that a run may take on a busy machine; most take a fraction of one."""

ESCAPE = re.compile(r"\x1b\[([0-9;?]*)([a-zA-Z])")
SURROUNDINGS = {"COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"}
terminals = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
COLOURS = {*range(30, 39), *range(40, 49), *range(90, 98), *range(100, 108)}


def environment(**more: str) -> dict[str, str]:
    """This process's environment without what changes colours, widths and encodings."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in SURROUNDINGS and not name.startswith(("PYTHONIO", "TERM", "TTY_"))
    }
    return {**kept, "TERM": "xterm-256color", **more}


def run(*arguments: str | Path, text: str = "", cwd: Path | None = None, **more: str) -> Run:
    """Run the program with *text* on standard input and *more* in its environment."""
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=text,
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=cwd,
        env=environment(**more),
        timeout=PATIENCE,
    )


def answer(*arguments: str | Path, text: str = "", code: int = 0) -> Any:
    """The one object that the program prints with ``--json``, nothing beside it."""
    done = run(*arguments, "--json", text=text)
    assert (done.returncode, done.stderr) == (code, "")
    (line,) = whole_lines(done.stdout)
    return line


def whole_lines(output: str) -> list[Any]:
    """The objects of JSON Lines, each ended by a line end."""
    assert not output or output.endswith("\n")
    return [json.loads(line) for line in output.split("\n")[:-1]]


def complaint(done: Run, longest: int = 1000) -> str:
    """The one line with which the program refuses; nothing is on standard output."""
    assert done.returncode == 2, done
    assert done.stdout == ""
    return one_line(done.stderr, longest)


def one_line(errors: str, longest: int = 1000) -> str:
    """The only line of standard error, readable and not long."""
    assert errors.endswith("\n")
    line = errors[:-1]
    assert line.startswith("exactsweep: ")
    assert line.isprintable()
    assert len(line) <= longest
    return line


def in_terminal(*arguments: str | Path, columns: int = 80, **more: str) -> str:
    """What the program writes to a terminal of so many columns, escape sequences and all."""
    import fcntl
    import pty
    import struct
    import termios

    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    command = [*COMMAND, *map(str, arguments)]
    with subprocess.Popen(
        command, stdin=its, stdout=its, stderr=its, env=environment(**more)
    ) as process:
        os.close(its)
        written = b"".join(iter(lambda: read_terminal(ours), b""))
        process.wait(PATIENCE)
    os.close(ours)
    return written.decode().replace("\r\n", "\n")


def read_terminal(ours: int) -> bytes:
    """Some of what was written to a terminal, nothing once its last writer has ended."""
    try:
        return os.read(ours, 1 << 16)
    except OSError:
        return b""


def plain(written: str) -> str:
    """What was written without escape sequences."""
    return ESCAPE.sub("", written)


def is_coloured(written: str) -> bool:
    """Whether some escape sequence sets a colour."""
    set_to = (
        number
        for found, end in ESCAPE.findall(written)
        if end == "m"
        for number in found.split(";")
    )
    return any(number.isdigit() and int(number) in COLOURS for number in set_to)


def heed_ctrl_c() -> None:
    """Take Ctrl-C even where these tests run in the background of a shell, which ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(directory: Path, content: str, delay: float, *arguments: str) -> Run:
    """Run the program on *content* and send Ctrl-C so many seconds after it has read it."""
    channel = directory / "channel"
    os.mkfifo(channel)
    verb, *options = arguments
    command = [*COMMAND, verb, str(channel), *options]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
        preexec_fn=heed_ctrl_c,
    ) as process:
        # This opens only when the program does: from then on all of its own code is loaded.
        channel.write_text(content, encoding="utf-8")
        time.sleep(delay)
        assert process.poll() is None, "the program ended by itself"
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(command, process.returncode, out, errors)
