"""Reverse unit propagation: whether a clause follows from others by unit propagation alone.

In: clauses, as literals (variables from 1, a minus sign for not). Out: yes or no, for one clause
after another (Goldberg and Novikov, Verification of proofs of unsatisfiability for CNF formulas,
DATE 2003). Two literals of a clause are watched (Moskewicz et al., Chaff, DAC 2001); clauses of two
literals are kept apart, as what either of them implies when it is false.

What is true at the root, assuming nothing, stays true: literals that are false there are left out
of clauses to come, and clauses that are true there are not kept. So a clause that has become a unit
outlives its deletion, which is sound, since every clause kept follows from the formula.
"""

from collections.abc import Collection, Iterable
from typing import TypeAlias

Literals: TypeAlias = list[int]


class Checker:
    """Clauses over variables 1 to *variables*.

    >>> checker = Checker(2)
    >>> for clause in (1, 2), (1, -2), (-1, 2): checker.add(clause)
    >>> checker.follows([2]), checker.follows([-1])
    (True, False)
    """

    __slots__ = ("_implied", "_kept", "_trail", "_true", "_watching", "refuted")

    def __init__(self, variables: int, deletions: bool = True) -> None:
        size = 2 * variables + 1
        # A literal is an index of these: -1 is the last place, the next to it -2, and so on.
        self._true = bytearray(size)
        self._implied: list[Literals] = [[] for _ in range(size)]
        self._watching: list[list[Literals]] = [[] for _ in range(size)]
        self._trail: Literals = []
        self._kept: dict[tuple[int, ...], list[Literals]] | None = {} if deletions else None
        self.refuted = False
        """Whether unit propagation from nothing meets a clause without a true literal."""

    def add(self, clause: Collection[int]) -> None:
        """Take *clause* in as true, without a check."""
        true = self._true
        literals = set(clause)
        if any(map(true.__getitem__, literals)):
            return
        left = [literal for literal in literals if not true[-literal]]
        if len(left) > 2:
            self._watching[left[0]].append(left)
            self._watching[left[1]].append(left)
        elif len(left) == 2:
            self._implied[left[0]].append(left[1])
            self._implied[left[1]].append(left[0])
        else:
            self._settle(left)
            return
        if self._kept is not None:
            self._kept.setdefault(tuple(sorted(literals)), []).append(left)

    def _settle(self, left: Literals) -> None:
        """Make the one literal that is left of a clause true for good; without one all is lost."""
        start = len(self._trail)
        for literal in left:
            self._true[literal] = 1
            self._trail.append(literal)
        if not left or self._conflict(start):
            self.refuted = True

    def follows(self, clause: Iterable[int]) -> bool:
        """Whether unit propagation refutes that every literal of *clause* is false."""
        true, trail = self._true, self._trail
        start = len(trail)
        found = self.refuted
        for literal in clause:
            if true[literal]:
                found = True
                break
            if not true[-literal]:
                true[-literal] = 1
                trail.append(-literal)
        found = found or self._conflict(start)
        for literal in trail[start:]:
            true[literal] = 0
        del trail[start:]
        return found

    def delete(self, clause: Collection[int]) -> None:
        """Forget one copy of *clause*; nothing happens where none is kept."""
        literals = set(clause)
        copies = self._kept.get(tuple(sorted(literals))) if self._kept is not None else None
        if not copies:
            return
        gone = copies.pop()
        if len(gone) == 2:
            self._implied[gone[0]].remove(gone[1])
            self._implied[gone[1]].remove(gone[0])
            return
        for literal in gone[:2]:
            watching = self._watching[literal]
            at = next(number for number, each in enumerate(watching) if each is gone)
            watching[at] = watching[-1]
            watching.pop()

    def _conflict(self, start: int) -> bool:
        """Propagate what the trail has from *start* on; whether a clause has no true literal."""
        true, trail, implied, watching = self._true, self._trail, self._implied, self._watching
        while start < len(trail):
            false = -trail[start]
            start += 1
            for other in implied[false]:
                if not true[other]:
                    if true[-other]:
                        return True
                    true[other] = 1
                    trail.append(other)
            if watching[false] and self._unwatch(false):
                return True
        return False

    def _unwatch(self, false: int) -> bool:
        """Watch another literal where *false* was watched; whether a clause has no true literal.

        Where all others but the second one watched are false too, that one is made true.
        """
        true, watching, watched = self._true, self._watching, self._watching[false]
        at = 0
        while at < len(watched):
            clause = watched[at]
            second = clause[0] if clause[0] != false else clause[1]
            if true[second]:
                at += 1
                continue
            for place in range(2, len(clause)):
                literal = clause[place]
                if not true[-literal]:
                    clause[0], clause[1], clause[place] = second, literal, false
                    watching[literal].append(clause)
                    watched[at] = watched[-1]
                    watched.pop()
                    break
            else:
                if true[-second]:
                    return True
                true[second] = 1
                self._trail.append(second)
                at += 1
        return False
