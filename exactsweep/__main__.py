"""``python -m exactsweep``."""

from exactsweep.cli.main import run

run()
