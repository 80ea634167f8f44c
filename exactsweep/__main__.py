"""``python -m exactsweep``, and the program's door: Ctrl-C is heeded before anything is loaded."""

import os
import sys


def main() -> None:
    """Load the program and run it; Ctrl-C while it loads ends it like any other."""
    try:
        from exactsweep.cli.main import run
    except KeyboardInterrupt:
        sys.stderr.write("exactsweep: interrupted\n")
        sys.stderr.flush()
        os._exit(130)
    run()


if __name__ == "__main__":
    main()
