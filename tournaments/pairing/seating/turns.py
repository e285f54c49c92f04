"""Sit-outs over all rounds, past and planned: no player sits out twice before all have once."""

from collections.abc import Sequence
from random import Random


class Turns:
    """Sit-outs of the rounds ahead, and exchanges between them.

    `before` has the previous sit-outs of each player. The nth sit-out of a player belongs to cycle
    n: in a cycle every player sits out once, and a cycle is complete before the next begins.
    """

    def __init__(self, before: Sequence[int], out: Sequence[Sequence[int]]) -> None:
        self.before = before
        self.out = [set(round_) for round_ in out]

    def cycle(self, round_index: int, x: int, skipped_round: int = -1) -> int:
        """Return how often x sat out before a round, past ones included, except `skipped_round`."""
        return self.before[x] + sum(
            x in self.out[earlier] for earlier in range(round_index) if earlier != skipped_round
        )

    def can_exchange(self, round_index: int, x: int, other_round: int, z: int) -> bool:
        """Return whether x, who sits out in a round, and z, who does in another, can swap.

        Both must stay in their cycle, without two sit-outs in a row.
        """
        if x in self.out[other_round] or z in self.out[round_index]:
            return False
        cycle = self.cycle(round_index, x)
        if not (
            cycle
            == self.cycle(other_round, z)
            == self.cycle(other_round, x, round_index)
            == self.cycle(round_index, z, other_round)
        ):
            return False
        return z not in self._adjacent_sit_outs(
            round_index, other_round
        ) and x not in self._adjacent_sit_outs(other_round, round_index)

    def exchange(self, round_index: int, x: int, other_round: int, z: int) -> None:
        """Swap the sit-outs of x in one round and z in the other."""
        self.out[round_index].remove(x)
        self.out[round_index].add(z)
        self.out[other_round].remove(z)
        self.out[other_round].add(x)

    def _adjacent_sit_outs(self, round_index: int, skipped_round: int) -> set[int]:
        """Return the players who sit out right before or after a round, without `skipped_round`."""
        around: set[int] = set()
        for beside in (round_index - 1, round_index + 1):
            if 0 <= beside < len(self.out) and beside != skipped_round:
                around |= self.out[beside]
        return around


def sit_outs(
    before: Sequence[int], last: set[int], rounds: int, out: int, random: Random
) -> list[tuple[int, ...]]:
    """Return the `out` players who sit out in each round ahead: those with the fewest sit-outs.

    :param before: number of earlier sit-outs of each player
    :param last: players who sat out in the previous round; others with as many come first
    """
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
