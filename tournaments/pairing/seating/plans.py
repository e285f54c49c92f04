"""Designs with players in their places, for a way to divide them into tables."""

from dataclasses import dataclass
from random import Random

from tournaments.pairing.rounds import Seating
from tournaments.pairing.seating.designs import Group, design, whist
from tournaments.pairing.seating.past import Past
from tournaments.pairing.seating.ways import Way


@dataclass(frozen=True, slots=True)
class Plan:
    """Groups of player numbers for the first rounds by a design, the largest tables first."""

    rounds: list[list[Group]]
    #: Whether no groups can have fewer repeats.
    perfect: bool


def plan_by_design(past: Past, way: Way, rounds: int, random: Random) -> Plan | None:
    """Return a plan by a design for all rounds of an event, including past ones, or None.

    A plan that is not perfect may have fewer rounds.
    """
    groups = way.groups
    size, people = max(groups), past.people
    # With one seat empty, or one player left over from pairs, an absent player is added.
    absent = sum(groups) == len(groups) * size - 1 or (size == 2 and way.out == 1)
    places = people + absent
    found = design(places, size)
    if size == 4 and (rounds % (places - 1) == 0 or (rounds >= places and not found)):
        found = whist(places) or found
    if found is None:
        return None
    names = list(range(people))
    random.shuffle(names)
    planned: list[list[Group]] = []
    for round_ in found.rounds:
        tables = [tuple(names[x] for x in group if x < people) for group in round_]
        if size == 2:
            tables = [table for table in tables if len(table) == size]
        tables.sort(key=len, reverse=True)
        if tuple(map(len, tables)) != groups:
            return None
        planned.append(tables)
    length = len(planned)
    if found.balanced:
        planned *= -(-rounds // length)
    free = length * (size - 1) < places  # of repeats
    return Plan(planned, (free and rounds <= length) or (found.balanced and rounds % length == 0))


def follows(past: Past, plan: Plan) -> bool:
    """Return whether the past rounds have the same groups as the plan's first rounds."""
    return len(past.history) <= len(plan.rounds) and all(
        _groups(past, seating) == {frozenset(group) for group in groups}
        for seating, groups in zip(past.history, plan.rounds, strict=False)
    )


def _groups(past: Past, seating: Seating) -> set[frozenset[int]]:
    """Return the groups of player numbers at the tables of an earlier seating."""
    # An entrant who has left leaves an unused number.
    return {
        frozenset(past.index.get(entrant, -1) for entrant in table if entrant is not None)
        for table in seating.tables
    }
