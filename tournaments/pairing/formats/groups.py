"""Groups: rounds within groups, a cut, and tables of the best down to the final one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from tournaments.pairing.formats.base import (
    Format,
    LateEntry,
    LeftOver,
    Note,
    TotalUnit,
    check_results,
    derived_seed,
    is_over,
    players_of,
    random_order,
    seatings,
    seeding_order,
)
from tournaments.pairing.formats.plan import next_seating, seating_of_members
from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.formats.settings import choice, whole, yes_or_no
from tournaments.pairing.formats.stages import (
    FINAL,
    GROUP,
    KNOCK_OUT,
    advancing_players,
    another_final,
    eliminated_players,
    max_stage_rounds,
    next_stage,
    stage_notes,
    stage_standings,
    stages_length,
)
from tournaments.pairing.formats.tables import snake_tables
from tournaments.pairing.rounds import Entrant, Round, Seating
from tournaments.pairing.seating.ways import Way
from tournaments.pairing.standings.lines import Standing, places, standings


@dataclass(frozen=True)
class Groups(Format):
    """Format with rounds in groups, then a cut, then a knock-out; seeds are spread over groups."""

    name: ClassVar[str] = "groups"
    late_entry: ClassVar[LateEntry] = "half_of_groups"
    rounds_can_be_skipped: ClassVar[bool] = False

    #: Number of groups; fewer if a group would have no full table.
    groups: int = whole(4, 1, 50)
    group_rounds: int = whole(3, 1, 40)
    #: Whether the best of each group or the best overall make the cut.
    cut: Literal["each", "overall"] = choice("each", "each", "overall")
    #: Number of players who make the cut, per group or overall.
    past_cut: int = whole(1, 1, 100)
    #: Number of players per table who advance if more than one table makes the cut.
    going_on: int = whole(2, 1, 7)
    #: Number of rounds at the last table.
    final_rounds: int = whole(1, 1, 20)
    #: Whether points of earlier rounds count in the final.
    carry: bool = yes_or_no(False)

    @property
    def total_unit(self) -> TotalUnit | None:
        """Points if those of all rounds count; None if the final's count alone."""
        return "points" if self.carry else None

    def length(self, players: int, context: SeatingContext) -> int:
        """Return the number of rounds of the groups, the stages after them and the last table."""
        best = self.past_group_stage(players, context)
        return self.group_rounds + stages_length(best, self.going_on, self.final_rounds, context)

    def max_rounds(self, players: int, context: SeatingContext) -> int:
        """Return the group rounds plus the maximum number of rounds of the stages after them."""
        best = self.past_group_stage(players, context)
        stages = max_stage_rounds(best, self.going_on, self.final_rounds, context)
        return self.group_rounds + stages

    def past_group_stage(self, players: int, context: SeatingContext) -> int:
        """Return the number of players who make the cut."""
        groups = 1 if self.cut == "overall" else self._group_count(players, context)
        return min(self.past_cut * groups, players)

    def group_sizes(self, players: int, context: SeatingContext) -> list[int]:
        """Return the sizes of the groups: full tables if possible, so that no player sits out."""
        count = self._group_count(players, context)
        unit = 1 if players % context.table_size else context.table_size
        units = players // unit
        return [unit * (units // count + (index < units % count)) for index in range(count)]

    def way(self, players: int, context: SeatingContext, round_number: int = 1) -> Way:
        """Return the way in which a round is seated; a group round is seated group by group."""
        if round_number > self.group_rounds:
            return context.way(players)
        of_groups = [context.way(size) for size in self.group_sizes(players, context)]
        return Way(
            tuple(sorted((size for way in of_groups for size in way.sizes), reverse=True)),
            out=sum(way.out for way in of_groups),
            bots=sum(way.bots for way in of_groups),
        )

    def max_left_over(self, players: int, context: SeatingContext) -> LeftOver:
        """Return the most bots and the most sit-outs of a round, summed over all groups."""
        each = super().max_left_over(players, context)
        return LeftOver(bots=self.groups * each.bots, out=self.groups * each.out)

    def latest_entry(self, players: int, context: SeatingContext) -> int:
        """Return the last round that can be joined: the one after half of the group rounds."""
        return self.group_rounds // 2 + 1

    def pair(
        self,
        history: Sequence[Round],
        entrants: Sequence[Entrant],
        seed: int,
        context: SeatingContext,
    ) -> Round | None:
        """Return the next round of the groups or the stages after them; None after the last one."""
        number = len(history) + 1
        playing = players_of(entrants, number)
        if number <= self.group_rounds:
            return self._group_round(history, entrants, seed, context) if len(playing) > 1 else None
        check_results(history)
        if history[-1].stage == FINAL:
            return another_final(history, entrants, self.final_rounds, seed, context)
        if history[-1].stage == KNOCK_OUT:
            order = advancing_players(history, entrants, self.going_on, seed, self.tie_breaks)
        else:
            order = self.qualifiers(history, entrants, seed, context)
        spare = eliminated_players(order, history, self.standings(history, entrants, seed), playing)
        return next_stage(order, spare, history, entrants, seed=seed, context=context)

    def standings(
        self, history: Sequence[Round], entrants: Sequence[Entrant], seed: int = 0
    ) -> tuple[Standing, ...]:
        """Return the standings: players who got further rank above all others."""
        lifted: list[int] = []
        if history and history[-1].stage == KNOCK_OUT and is_over(history[-1]):
            lifted = advancing_players(history, entrants, self.going_on, seed, self.tie_breaks)
        return stage_standings(
            history, entrants, lifted, carries_points=self.carry, tie_breaks=self.tie_breaks
        )

    def notes(
        self,
        history: Sequence[Round],
        proposed: Round,
        entrants: Sequence[Entrant],
        context: SeatingContext,
    ) -> tuple[Note, ...]:
        """Return general remarks, byes and lucky losers: eliminated players at the last table."""
        expected = None
        if history and history[-1].stage == KNOCK_OUT:
            expected = len(advancing_players(history, entrants, self.going_on, 0, self.tie_breaks))
        elif history and history[-1].stage == GROUP and proposed.stage == FINAL:
            # The draw of the groups does not affect how many make the cut, as long as each has
            # enough players left.
            expected = len(self.qualifiers(history, entrants, 0, context))
        return stage_notes(history, proposed, expected, context)

    def members(
        self, entrants: Sequence[Entrant], round_number: int, seed: int, context: SeatingContext
    ) -> list[list[int]]:
        """Return the members of each group in that round, including those who have left since.

        Late entrants join the smallest group.
        """
        starters = players_of(entrants, 1)
        sizes = self.group_sizes(len(starters), context)
        groups = snake_tables(seeding_order(starters, entrants, seed, "draw"), sizes)
        latest = min(round_number, self.latest_entry(len(starters), context))
        late = [each for each in entrants if 1 < each.joined <= latest and each.plays(each.joined)]
        known = {each.number: each for each in entrants}
        for each in sorted(late, key=lambda entrant: (entrant.joined, entrant.number)):
            smallest = min(
                groups, key=lambda group: sum(known[one].plays(each.joined) for one in group)
            )
            smallest.append(each.number)
        return groups

    def _group_count(self, players: int, context: SeatingContext) -> int:
        """Return the number of groups: as set, or fewer so that each fills a table."""
        return max(1, min(self.groups, players // context.table_size))

    def _group_round(
        self,
        history: Sequence[Round],
        entrants: Sequence[Entrant],
        seed: int,
        context: SeatingContext,
    ) -> Round:
        """Return the next round, in which each group is seated separately."""
        number = len(history) + 1
        known = {each.number: each for each in entrants}
        tables: list[tuple[int | None, ...]] = []
        out: list[int] = []
        groups = self.members(entrants, number, seed, context)
        for index, group in enumerate(
            _joined_groups(groups, set(players_of(entrants, number)), context)
        ):
            seating = next_seating(
                [seating_of_members(each, group) for each in seatings(history)],
                lambda at, group=group: frozenset(  # type: ignore[misc]
                    each for each in group if known[each].plays(at)
                ),
                self.group_rounds,
                derived_seed(seed, "group", index),
                context,
            )
            tables += seating.tables
            out += seating.out
        return Round(Seating(tuple(tables), tuple(sorted(out))), stage=GROUP)

    def qualifiers(
        self,
        history: Sequence[Round],
        entrants: Sequence[Entrant],
        seed: int,
        context: SeatingContext,
    ) -> list[int]:
        """Return the players who make the cut and are still in, best first; ties by lot."""
        number = len(history) + 1
        still = set(players_of(entrants, number))
        place = places(standings(history, entrants, tie_breaks=self.tie_breaks))
        groups = self.members(entrants, number, seed, context)
        order = sorted(
            random_order((each for group in groups for each in group), seed, "cut"),
            key=lambda each: place[each],
        )
        order = [each for each in order if each in still]
        if self.cut == "overall":
            return order[: self.past_cut]
        of_group = {each: index for index, group in enumerate(groups) for each in group}
        taken = [0] * len(groups)
        ranked: list[tuple[int, int, int]] = []
        for each in order:
            group = of_group[each]
            if taken[group] < self.past_cut:
                ranked.append((taken[group], len(ranked), each))
                taken[group] += 1
        # All group winners come before all runners-up.
        return [each for *_, each in sorted(ranked)]


def _joined_groups(
    groups: list[list[int]], playing: set[int], context: SeatingContext
) -> list[list[int]]:
    """Return the groups with players; one with too few for a table joins the smallest other.

    They share tables only; the cut still treats them as separate groups.
    """

    def playing_count(group: list[int]) -> int:
        """Return the number of members of the group who play in the round."""
        return sum(1 for each in group if each in playing)

    found = [group for group in groups if playing_count(group)]
    while len(found) > 1:
        lost = next((group for group in found if not context.way(playing_count(group)).sizes), None)
        if lost is None:
            break
        found.remove(lost)
        smallest = min(found, key=playing_count)
        found[found.index(smallest)] = [*smallest, *lost]
    return found
