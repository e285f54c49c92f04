"""Who sits out when: nobody twice before everybody once, counting the rounds before."""

from collections.abc import Sequence
from random import Random


class Turns:
    """The sit-outs of the rounds ahead.

    `before` are the sit-outs that each person had already. Somebody's sit-out after so many others
    belongs to a cycle of that number; in a cycle everybody sits out once, and one cycle is over
    before the next begins.
    """

    def __init__(self, before: Sequence[int], out: Sequence[Sequence[int]]) -> None:
        self.before = before
        self.out = [set(round_) for round_ in out]

    def cycle(self, number: int, x: int, without: int = -1) -> int:
        """Return the cycle of a sit-out of x in a round, the one in round `without` left out."""
        return self.before[x] + sum(
            x in self.out[earlier] for earlier in range(number) if earlier != without
        )

    def can_exchange(self, number: int, x: int, later: int, z: int) -> bool:
        """Tell whether x, who sits out in one round, and z, who does in another, can change."""
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
        """Let x and z change their sit-outs."""
        self.out[number].remove(x)
        self.out[number].add(z)
        self.out[later].remove(z)
        self.out[later].add(x)

    def _around(self, number: int, apart_from: int) -> set[int]:
        """Return who sits out in the rounds next to one."""
        around: set[int] = set()
        for beside in (number - 1, number + 1):
            if 0 <= beside < len(self.out) and beside != apart_from:
                around |= self.out[beside]
        return around


def sit_outs(
    before: Sequence[int], last: set[int], rounds: int, out: int, random: Random
) -> list[tuple[int, ...]]:
    """Return who sits out in each round ahead, where `last` sat out in the last one."""
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
