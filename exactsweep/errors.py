"""Everything exactsweep raises on purpose, and the exit code the command line gives it."""

_LONGEST_QUOTE = 30


class ExactsweepError(Exception):
    """Base of all errors of this package; the message is one line for a person."""

    exit_code = 2


class InputError(ExactsweepError):
    """A file, an option or a value that is not what it has to be.

    *line* and *column* are 1-based places in the text that was read, where there is one.
    """

    def __init__(self, problem: str, line: int | None = None, column: int | None = None) -> None:
        self.problem = problem
        self.line = line
        self.column = column
        place = ", ".join(
            f"{name} {number}"
            for name, number in (("line", line), ("column", column))
            if number is not None
        )
        super().__init__(f"{place}: {problem}" if place else problem)


class Contradiction(ExactsweepError):
    """A probability was asked of a position that has no placement."""

    exit_code = 1


class ClaimFails(ExactsweepError):
    """A certificate was asked for a claim that does not follow from the position."""

    exit_code = 1


class TotalUnknown(ExactsweepError):
    """A probability was asked of a position whose total is not known."""


class BudgetExceeded(ExactsweepError):
    """A limit on time or states stopped the work; the message says how far it came.

    *states* and *width* (bits: the logarithm of the widest level's estimated states) are set where
    the elimination stopped; *known* is what had been proven by then, where there is something.
    """

    exit_code = 3

    def __init__(self, problem: str, states: int | None = None, width: float | None = None) -> None:
        self.states = states
        self.width = width
        self.known: object = None
        super().__init__(problem)


def quote(text: str) -> str:
    """Return *text* for a message: quoted, on one line and not long."""
    return repr(shorten(text))


def shorten(text: str) -> str:
    """Return *text*, or its beginning where it is too long for a message.

    >>> shorten("9" * 1000)
    '999999999999999999999999999999..'
    """
    return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + ".."
