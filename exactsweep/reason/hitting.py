"""The door to python-sat's smallest hitting sets, which are found by MaxSAT.

python-sat carries no types.
"""

from collections.abc import Iterable

from pysat.examples.hitman import Hitman  # type: ignore[import-untyped]


class HittingSets:
    """Smallest sets that have a member in common with each set that was added."""

    def __init__(self) -> None:
        self._hitman = Hitman(htype="sorted")

    def add(self, elements: Iterable[int]) -> None:
        """Ask for a member of *elements* from now on."""
        self._hitman.hit(sorted(elements))

    def smallest(self) -> list[int]:
        """Return a smallest set; every set that was added has a member."""
        found: list[int] = self._hitman.get()
        return sorted(found)
