"""An event as its format knows it: the hall, the entrants, the rounds that were played."""

from typing import Final, cast

from games.rules.ruleset import RuleSet, smaller_form
from tournaments.events import formats, seating, standings
from tournaments.events.models import Entry, EntryPenalty, Event, EventRound, EventSeat
from tournaments.events.rounds import Round, RoundResult

#: The formats that events are played in so far: those whose rounds are seated one after the other.
#: A season counts other events, a club night has no rounds, and where all tables get the same packs
#: nothing may be seen of a deal before all have played it.
PLAYED: Final = ("fixed_rounds", "rotation", "swiss", "groups", "knock_out")


def format_of(event: Event) -> formats.Format:
    """Return the event's format with its settings."""
    return formats.make(event.format, event.format_settings)


def hall_of(event: Event) -> formats.Hall:
    """Return what the format needs to seat people. One query."""
    uneven = event.uneven
    if uneven == Event.Uneven.SMALLER and smaller_rules(event) is None:
        uneven = Event.Uneven.OUT
    pairs = event.apart_pairs.values_list("one__number", "other__number")
    return formats.Hall(
        seater=cast(formats.Seater, seating),
        table_size=event.rule_set.players,
        uneven=cast(formats.Uneven, uneven),
        forbidden=frozenset(map(frozenset, pairs)),
    )


def smaller_rules(event: Event) -> RuleSet | None:
    """Return the event's rules as one player less plays them, where there is such a game."""
    rules = event.rule_set
    return smaller_form(rules, rules.players - 1)


def entrants_of(event: Event) -> list[standings.Entrant]:
    """Return all who take part or took part, with their penalties; those waiting are not in."""
    penalties: dict[int, list[standings.Penalty]] = {}
    held = EntryPenalty.objects.filter(entry__event=event, reversed_at=None)
    for entry_id, points, number in held.values_list("entry", "points", "round"):
        penalties.setdefault(entry_id, []).append(standings.Penalty(points, number))
    given = _for_sitting_out(event)
    return [
        standings.Entrant(
            number=entry.number,
            joined=entry.joined,
            left=entry.left,
            penalties=tuple(penalties.get(entry.pk, ())),
            adjustments=tuple(given.get(entry.number, ())),
        )
        for entry in event.entries.order_by("number")
        if entry.status == Entry.Status.HERE or entry.left is not None
    ]


def _for_sitting_out(event: Event) -> dict[int, list[standings.Adjustment]]:
    """Return what entrants are given for the rounds that they sat out; at most one query."""
    given: dict[int, list[standings.Adjustment]] = {}
    if event.sit_out_points:
        rounds = event.rounds.exclude(status=EventRound.Status.PROPOSED)
        for each in rounds:
            for entrant in each.seated.out:
                point = standings.Adjustment(event.sit_out_points, each.number)
                given.setdefault(entrant, []).append(point)
    return given


def history_of(event: Event) -> list[Round]:
    """Return the rounds that were published, with the results that are in; three queries."""
    results: dict[int, dict[int, RoundResult]] = {}
    known = EventSeat.objects.filter(
        event_table__round__event=event, entry__isnull=False, net__isnull=False
    ).values_list("event_table__round__number", "entry__number", "net", "deals_won", "deals_played")
    for number, entrant, net, won, played in known:
        assert net is not None
        results.setdefault(number, {})[entrant] = RoundResult(net, won, played)
    rounds = event.rounds.exclude(status=EventRound.Status.PROPOSED).order_by("number")
    return [Round(each.seated, results.get(each.number, {}), each.stage) for each in rounds]


def latest_entry(event: Event) -> int:
    """Return the last round that somebody may enter for, by the format."""
    found = format_of(event).latest_entry(len(entrants_of(event)), hall_of(event))
    return 10**6 if found is None else found


def standings_of(event: Event) -> tuple[standings.Standing, ...]:
    """Return the standings as they are now."""
    return format_of(event).standings(history_of(event), entrants_of(event))
