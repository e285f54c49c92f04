"""An event as its format knows it: the hall, the entrants, the rounds that were played."""

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Final, cast

from games.rules.ruleset import RuleSet, rules_for_fewer
from tournaments.events import formats, seating, standings
from tournaments.events.formats.club_night import ClubNight
from tournaments.events.models import (
    Entry,
    EntryPenalty,
    Event,
    EventRound,
    EventSeat,
    stored_seating,
)
from tournaments.events.rounds import Round, RoundResult

#: The formats that events are played in. A league is none of them: it counts other events
#: (`Season`).
PLAYED: Final = (
    "fixed_rounds",
    "rotation",
    "swiss",
    "groups",
    "knock_out",
    "duplicate",
    ClubNight.name,
)


def format_of(event: Event) -> formats.Format:
    """Return the event's format with its settings."""
    return formats.make(event.format, event.format_settings)


def is_night(event: Event) -> bool:
    """Tell whether no rounds are seated: people sit down as they like, and all of it counts."""
    return event.format == ClubNight.name


def plays_same_packs(event: Event) -> bool:
    """Tell whether all tables of a round get the same packs."""
    return formats.FORMATS[event.format].same_packs


def hall_of(event: Event) -> formats.Hall:
    """Return what the format needs to seat people. One query."""
    return plain_hall(event, event.apart_pairs.values_list("one__number", "other__number"))


def plain_hall(event: Event, pairs: Iterable[tuple[int, int]] = ()) -> formats.Hall:
    """Return the same with these pairs kept apart, or with nobody kept apart. No query."""
    uneven = event.uneven
    if uneven == Event.Uneven.SMALLER and smaller_rules(event) is None:
        uneven = Event.Uneven.OUT
    return formats.Hall(
        seater=cast(formats.Seater, seating),
        table_size=event.rule_set.players,
        uneven=cast(formats.Uneven, uneven),
        forbidden=frozenset(map(frozenset, pairs)),
    )


def smaller_rules(event: Event) -> RuleSet | None:
    """Return the event's rules as one player less plays them, where there is such a game."""
    rules = event.rule_set
    return rules_for_fewer(rules, rules.players - 1)


def rules_at(event: Event, players: int) -> RuleSet:
    """Return the rules that a table of so many plays by."""
    rules = event.rule_set
    form = rules if players == rules.players else smaller_rules(event)
    assert form is not None, "its seating was checked"
    return form


def entrants_of(event: Event) -> list[standings.Entrant]:
    """Return all who take part or took part, with their penalties; those waiting are not in."""
    return entrants_of_all([event])[event.pk]


def entrants_of_all(events: Iterable[Event]) -> dict[int, list[standings.Entrant]]:
    """Return the same for several events, by their numbers. Three queries at most."""
    events = list(events)
    found: dict[int, list[standings.Entrant]] = {event.pk: [] for event in events}
    penalties: dict[int, list[standings.Penalty]] = {}
    held = EntryPenalty.objects.filter(entry__event__in=list(found), reversed_at=None)
    for entry_id, points, number in held.values_list("entry", "points", "round"):
        penalties.setdefault(entry_id, []).append(standings.Penalty(points, number))
    given = _for_sitting_out(events)
    for entry in Entry.objects.filter(event__in=list(found)).order_by("event", "number"):
        if _took_part(entry):
            found[entry.event_id].append(
                standings.Entrant(
                    number=entry.number,
                    seed_rank=entry.seed_rank,
                    joined=entry.joined,
                    left=entry.left,
                    penalties=tuple(penalties.get(entry.pk, ())),
                    adjustments=tuple(given.get((entry.event_id, entry.number), ())),
                )
            )
    return found


def _took_part(entry: Entry) -> bool:
    return entry.status == Entry.Status.HERE or entry.left is not None


def _for_sitting_out(
    events: Iterable[Event],
) -> dict[tuple[int, int], list[standings.Adjustment]]:
    """Return what entrants are given for the rounds that they sat out; at most one query.

    They are known by the numbers of their event and of their entry.
    """
    given: dict[tuple[int, int], list[standings.Adjustment]] = {}
    points = {event.pk: event.sit_out_points for event in events if event.sit_out_points}
    if points:
        rounds = EventRound.objects.filter(event__in=list(points))
        for each in rounds.exclude(status=EventRound.Status.PROPOSED):
            for entrant in each.seated.out:
                point = standings.Adjustment(points[each.event_id], each.number)
                given.setdefault((each.event_id, entrant), []).append(point)
    return given


def history_of(event: Event) -> list[Round]:
    """Return the rounds that were published, with the results that are in; two queries."""
    return histories_of([event])[event.pk]


def histories_of(events: Iterable[Event]) -> dict[int, list[Round]]:
    """Return the same for several events, by their numbers. Two queries, however many they are."""
    found: dict[int, list[Round]] = {event.pk: [] for event in events}
    results: dict[int, dict[int, RoundResult]] = {}
    known = EventSeat.objects.filter(
        event_table__round__event__in=list(found), entry__isnull=False, net__isnull=False
    ).values_list("event_table__round", "entry__number", "net", "deals_won", "deals_played")
    for round_id, entrant, net, won, played in known:
        assert net is not None
        results.setdefault(round_id, {})[entrant] = RoundResult(net, won, played)
    rounds = EventRound.objects.filter(event__in=list(found))
    published = rounds.exclude(status=EventRound.Status.PROPOSED).order_by("event", "number")
    for each in published:
        found[each.event_id].append(Round(each.seated, results.get(each.pk, {}), each.stage))
    return found


@dataclass(frozen=True, slots=True)
class SignUp:
    """Whether others can join an event that runs, and what decides that."""

    #: Whether new entrants can sign up.
    is_open: bool
    #: Whether those on the waiting list can still be given a place: as long as the format allows.
    fills_places: bool
    #: What closes sign-up: a value of `Event.SignupCloses`, or how long the format lets others join
    #: where that is shorter.
    closed_by: str


def sign_up(event: Event, entries: Collection[Entry], rounds: Collection[EventRound]) -> SignUp:
    """Return whether others can join the event, which runs. No query.

    :param entries: all entries of the event
    :param rounds: its published rounds
    """
    made, hall = format_of(event), plain_hall(event)
    entrants = sum(map(_took_part, entries))
    allowed = made.latest_entry(entrants, hall)
    if allowed is None:
        # No rounds are seated: there is nothing that latecomers miss.
        return SignUp(is_open=True, fills_places=True, closed_by=made.late_entry)
    coming = len(rounds) + 1
    chosen = _last_round(event, made.length(entrants, hall), rounds)
    is_first = event.signup_closes == Event.SignupCloses.FIRST_ROUND
    # The end of round 1 comes before round 2 is published.
    is_shorter = chosen is not None and (chosen < allowed or (is_first and chosen == allowed))
    latest = chosen if chosen is not None and is_shorter else allowed
    return SignUp(
        is_open=coming <= latest,
        fills_places=coming <= allowed,
        closed_by=event.signup_closes if is_shorter else made.late_entry,
    )


def _last_round(event: Event, length: int | None, rounds: Collection[EventRound]) -> int | None:
    """Return the last round that others may join for by the event's own setting."""
    if event.signup_closes == Event.SignupCloses.START:
        return 0
    if event.signup_closes == Event.SignupCloses.FIRST_ROUND:
        is_over = any(each.status == EventRound.Status.FINISHED for each in rounds)
        return 1 if is_over else 2
    if event.signup_closes == Event.SignupCloses.HALF and length is not None:
        return length // 2 + 1
    return None


def sign_up_now(event: Event) -> SignUp:
    """Return whether others can join the event as it is now. Two queries."""
    rounds = event.rounds.exclude(status=EventRound.Status.PROPOSED)
    return sign_up(event, list(event.entries.all()), list(rounds))


def facts_digest(
    event: Event,
    history: Sequence[Round],
    entrants: Iterable[standings.Entrant],
    hall: formats.Hall,
) -> str:
    """Return a digest of everything that the format's next proposal depends on. No query."""
    said = [
        [event.format, event.format_settings, event.seed],
        [hall.table_size, hall.uneven, sorted(map(sorted, hall.forbidden))],
        [
            [
                each.stage,
                stored_seating(each.seating),
                sorted((number, asdict(result)) for number, result in each.results.items()),
            ]
            for each in history
        ],
        sorted((asdict(each) for each in entrants), key=lambda each: int(each["number"])),
    ]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def standings_of(event: Event) -> tuple[standings.Standing, ...]:
    """Return the standings as they are now."""
    return format_of(event).standings(history_of(event), entrants_of(event))


def standings_of_all(events: Iterable[Event]) -> dict[int, tuple[standings.Standing, ...]]:
    """Return the standings of several events, by their numbers. Four queries for all of them."""
    events = list(events)
    histories, entrants = histories_of(events), entrants_of_all(events)
    return {
        event.pk: format_of(event).standings(histories[event.pk], entrants[event.pk])
        for event in events
    }
