"""Limits on time and on states, and how work asks whether it may go on."""

import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from time import monotonic
from typing import Protocol, TypeVar

from exactsweep.errors import BudgetExceeded, InputError, shorten

DEFAULT_STATES = 8_000_000
"""States the elimination keeps for one component: some 3 GB."""


Part = TypeVar("Part")


class Track(Protocol):
    """Goes through the parts of long work, and may show how far it has come."""

    def __call__(self, parts: Sequence[Part], doing: str) -> Iterable[Part]:
        """Yield *parts* in order, while *doing* something with each (a phrase for a person)."""


def silently(parts: Sequence[Part], doing: str) -> Iterable[Part]:  # noqa: ARG001
    """Yield *parts* and show nothing."""
    return parts


class Budget:
    """How much time and how many states one position may take, and who watches it being spent.

    *seconds* is wall time from the making of the budget, None for no limit. *states* bounds the
    states that the elimination keeps for one component. *track* is asked to go through the parts of
    long work.

    >>> Budget(seconds=None).left() is None
    True
    """

    __slots__ = ("deadline", "seconds", "states", "track")

    def __init__(
        self,
        seconds: float | None = None,
        states: int = DEFAULT_STATES,
        track: Track = silently,
    ) -> None:
        if seconds is not None and not seconds > 0:
            raise InputError(f"the time limit must be above 0 seconds, not {seconds}")
        if states < 1:
            raise InputError(f"the state limit must be at least 1, not {shorten(str(states))}")
        self.seconds = seconds
        self.states = states
        self.track = track
        self.deadline = None if seconds is None else monotonic() + seconds

    def left(self) -> float | None:
        """Seconds left, at least 0; None where time is not limited."""
        return None if self.deadline is None else max(0.0, self.deadline - monotonic())

    def spent(self) -> bool:
        """Whether time has run out; raises a `KeyboardInterrupt` that got lost."""
        if _interrupts:
            raise KeyboardInterrupt
        return self.deadline is not None and monotonic() >= self.deadline

    def check(self, doing: str) -> None:
        """Raise `BudgetExceeded` if time has run out while *doing* (a phrase for a person)."""
        if self.spent():
            raise BudgetExceeded(f"the time limit of {self.seconds:g} s ran out while {doing}")


UNLIMITED = Budget()

_interrupts: list[int] = []


def heed_interrupts() -> None:
    """Let no Ctrl-C get lost: for a program, in its main thread.

    Python drops a `KeyboardInterrupt` that is raised while an object is deleted, and solvers are
    deleted by the thousand. Budgets raise it again.
    """

    def interrupt(number: int, _: object) -> None:
        _interrupts.append(number)
        raise KeyboardInterrupt

    def report(unraisable: "sys.UnraisableHookArgs") -> None:
        if unraisable.exc_type is not KeyboardInterrupt:
            sys.__unraisablehook__(unraisable)

    signal.signal(signal.SIGINT, interrupt)
    sys.unraisablehook = report


@contextmanager
def interrupt_later() -> Iterator[None]:
    """Hold Ctrl-C back while a library with compiled parts is loaded, for a second at most.

    Such parts turn a `KeyboardInterrupt` in their midst into errors of their own.
    """
    if current_thread() is not main_thread():
        yield
        return
    held: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
    if held and before is not signal.SIG_IGN:
        raise KeyboardInterrupt
