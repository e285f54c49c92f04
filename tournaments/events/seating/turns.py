"""Sit-outs over all rounds, past and planned: no player sits out twice before all have once."""

from collections.abc import Sequence
from random import Random


class Turns:
    """The sit-outs of the rounds ahead.

    `before` has the previous sit-outs of each player. The nth sit-out of a player belongs to cycle
    n: in a cycle every player sits out once, and a cycle is complete before the next begins.
    """

    def __init__(self, before: Sequence[int], out: Sequence[Sequence[int]]) -> None:
        self.before = before
        self.out = [set(round_) for round_ in out]

    def cycle(self, number: int, x: int, without: int = -1) -> int:
        """Return the cycle of a sit-out of x in a round, leaving out the one in round `without`."""
        return self.before[x] + sum(
            x in self.out[earlier] for earlier in range(number) if earlier != without
        )

    def can_exchange(self, number: int, x: int, later: int, z: int) -> bool:
        """Return whether x, who sits out in one round, and z, who does in another, can swap."""
        if x in self.out[later] or z in self.out[number]:
            return False
        cycle = self.cycle(number, x)
        if not (
            cycle
            == self.cycle(later, z)
            == self.cycle(later, x, number)
            == self.cycle(number, z, later)
        ):
            return False
        return z not in self._around(number, later) and x not in self._around(later, number)

    def exchange(self, number: int, x: int, later: int, z: int) -> None:
        """Swap the sit-outs of x and z."""
        self.out[number].remove(x)
        self.out[number].add(z)
        self.out[later].remove(z)
        self.out[later].add(x)

    def _around(self, number: int, apart_from: int) -> set[int]:
        """Return the players who sit out in the rounds before and after one."""
        around: set[int] = set()
        for beside in (number - 1, number + 1):
            if 0 <= beside < len(self.out) and beside != apart_from:
                around |= self.out[beside]
        return around


def sit_outs(
    before: Sequence[int], last: set[int], rounds: int, out: int, random: Random
) -> list[tuple[int, ...]]:
    """Return the sit-outs of each round ahead, where `last` sat out in the last one."""
    counts = list(before)
    found: list[tuple[int, ...]] = []
    for _ in range(rounds):
        people = list(range(len(counts)))
        random.shuffle(people)
        people.sort(key=lambda x: (counts[x], x in last))
        chosen = tuple(sorted(people[:out]))
        for x in chosen:
            counts[x] += 1
        last = set(chosen)
        found.append(chosen)
    return found
