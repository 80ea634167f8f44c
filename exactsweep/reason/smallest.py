"""The smallest sets of clues that have no placement, by implicit hitting sets.

In: elements, and what some placement keeps of them if it has to keep a part. Out: a part of least
size that no placement keeps. Every placement misses some elements, and what no placement keeps has
one of these; so a smallest set that hits all that were missed so far is either the answer or meets
a placement that misses more (Ignatiev, Previti, Liffiton and Marques-Silva, CP 2015).
"""

from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

from exactsweep.reason.hitting import HittingSets

Kept: TypeAlias = Callable[[Sequence[int]], Collection[int] | None]
"""From a part to all elements that some placement of it keeps; None where there is none."""


def smallest_unkept(elements: Sequence[int], kept: Kept, known: Sequence[int]) -> list[int]:
    """Return a part of *elements* of least size that no placement keeps; *known* is such a part.

    Raises what *kept* raises.
    """
    sets = HittingSets()
    part: Sequence[int] = []
    while len(part) < len(known):
        found = kept(part)
        if found is None:
            return list(part)
        missed = sorted(set(elements) - set(found))
        sets.add(_still_missed(list(found), missed, kept))
        part = sets.smallest()
    return list(known)


def _still_missed(found: list[int], missed: list[int], kept: Kept) -> list[int]:
    """Return what is left of *missed* when as much of it as fits is kept beside *found*."""
    if not missed:
        return []
    more = kept(found + missed[: len(missed) // 2 or 1])
    if more is None:
        if len(missed) == 1:
            return missed
        half = len(missed) // 2
        left = _still_missed(found, missed[:half], kept)
        found = found + [element for element in missed[:half] if element not in left]
        return left + _still_missed(found, missed[half:], kept)
    rest = [element for element in missed if element not in more]
    return _still_missed(list(more), rest, kept)
