"""An event in the terms of its format: seating context, entrants, and rounds played."""

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Final, cast

from games.rules.ruleset.fewer_players import rules_for_fewer
from games.rules.ruleset.rule_set import RuleSet
from tournaments.events.core.models import Event
from tournaments.events.corrections.models import EntryPenalty
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound, EventSeat, stored_seating
from tournaments.pairing import formats
from tournaments.pairing.formats import base, seating_context
from tournaments.pairing.formats.club_night import ClubNight
from tournaments.pairing.rounds import Adjustment, Entrant, Penalty, Round, RoundResult
from tournaments.pairing.standings import lines

#: Formats of events. A league isn't one of them, since it counts other events (`Season`).
PLAYED: Final = (
    "fixed_rounds",
    "rotation",
    "swiss",
    "groups",
    "knock_out",
    "duplicate",
    ClubNight.name,
)


def format_of(event: Event) -> base.Format:
    """Return the event's format with its settings."""
    return formats.make(event.format, event.format_settings)


def is_night(event: Event) -> bool:
    """Return whether the event is a club night: no rounds are seated, and all sessions count."""
    return event.format == ClubNight.name


def plays_same_packs(event: Event) -> bool:
    """Return whether all tables of a round play the same packs."""
    return formats.FORMATS[event.format].same_packs


def seating_context_of(event: Event) -> seating_context.SeatingContext:
    """Return the format's seating context, with the event's pairs kept apart.

    One query.
    """
    return plain_seating_context(
        event, event.apart_pairs.values_list("one__number", "other__number")
    )


def plain_seating_context(
    event: Event, pairs: Iterable[tuple[int, int]] = ()
) -> seating_context.SeatingContext:
    """Return the seating context with these pairs, if any, kept apart. No query."""
    uneven = event.uneven
    if uneven == Event.Uneven.SMALLER and smaller_rules(event) is None:
        uneven = Event.Uneven.OUT
    return seating_context.SeatingContext(
        table_size=event.rule_set.players,
        uneven=cast(seating_context.Uneven, uneven),
        forbidden=frozenset(map(frozenset, pairs)),
    )


def smaller_rules(event: Event) -> RuleSet | None:
    """Return the event's rules for one player fewer; None if they don't exist."""
    rules = event.rule_set
    return rules_for_fewer(rules, rules.players - 1)


def rules_at(event: Event, players: int) -> RuleSet:
    """Return the event's rules for a table of full size or with one player fewer."""
    rules = event.rule_set
    form = rules if players == rules.players else smaller_rules(event)
    assert form is not None, "its seating was checked"
    return form


def entrants_of(event: Event) -> list[Entrant]:
    """Return the checked-in and former participants with their penalties and sit-out points."""
    return entrants_of_all([event])[event.pk]


def entrants_of_all(events: Iterable[Event]) -> dict[int, list[Entrant]]:
    """Return the checked-in and former participants of several events, by the event's primary key.

    At most three queries.
    """
    events = list(events)
    found: dict[int, list[Entrant]] = {event.pk: [] for event in events}
    penalties: dict[int, list[Penalty]] = {}
    held = EntryPenalty.objects.filter(entry__event__in=list(found), reversed_at=None)
    for entry_id, points, number in held.values_list("entry", "points", "round"):
        penalties.setdefault(entry_id, []).append(Penalty(points, number))
    given = _sit_out_adjustments(events)
    for entry in Entry.objects.filter(event__in=list(found)).order_by("event", "number"):
        if _has_taken_part(entry):
            found[entry.event_id].append(
                Entrant(
                    number=entry.number,
                    seed_rank=entry.seed_rank,
                    joined=entry.joined,
                    left=entry.left,
                    skipped=tuple(entry.skipped),
                    penalties=tuple(penalties.get(entry.pk, ())),
                    adjustments=tuple(given.get((entry.event_id, entry.number), ())),
                )
            )
    return found


def _has_taken_part(entry: Entry) -> bool:
    """Return whether the entrant is checked in or has left after a round."""
    return entry.status == Entry.Status.HERE or entry.left is not None


def _sit_out_adjustments(
    events: Iterable[Event],
) -> dict[tuple[int, int], list[Adjustment]]:
    """Return the points for rounds sat out, by (event's primary key, entry number).

    At most one query.
    """
    given: dict[tuple[int, int], list[Adjustment]] = {}
    points = {event.pk: event.sit_out_points for event in events if event.sit_out_points}
    if points:
        rounds = EventRound.objects.filter(event__in=list(points))
        for each in rounds.exclude(status=EventRound.Status.PROPOSED):
            for entrant in each.seated.out:
                point = Adjustment(points[each.event_id], each.number)
                given.setdefault((each.event_id, entrant), []).append(point)
    return given


def history_of(event: Event) -> list[Round]:
    """Return the published rounds with the results so far; two queries."""
    return histories_of([event])[event.pk]


def histories_of(events: Iterable[Event]) -> dict[int, list[Round]]:
    """Return the published rounds of several events by primary key. Two queries in total."""
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
    """State of a running event's sign-up for new and waiting entrants, and the deciding rule."""

    #: Whether new entrants can sign up.
    is_open: bool
    #: Whether waiting entrants can still get a place: as long as the format allows it.
    fills_places: bool
    #: The rule that closes sign-up: a value of `Event.SignupCloses`, or the format's late entry
    #: rule if that is earlier.
    closed_by: str


def sign_up_state(
    event: Event, entries: Collection[Entry], rounds: Collection[EventRound]
) -> SignUp:
    """Return the state of sign-up for a running event: open or closed, and by which rule.

    No query.

    :param entries: all entries of the event
    :param rounds: its published rounds
    """
    made, context = format_of(event), plain_seating_context(event)
    entrants = sum(map(_has_taken_part, entries))
    allowed = made.latest_entry(entrants, context)
    if allowed is None:
        # Without rounds, latecomers miss nothing.
        return SignUp(is_open=True, fills_places=True, closed_by=made.late_entry)
    coming = len(rounds) + 1
    chosen = _last_round(event, made.length(entrants, context), rounds)
    is_first = event.signup_closes == Event.SignupCloses.FIRST_ROUND
    # The end of round 1 is before the publication of round 2.
    is_shorter = chosen is not None and (chosen < allowed or (is_first and chosen == allowed))
    latest = chosen if chosen is not None and is_shorter else allowed
    return SignUp(
        is_open=coming <= latest,
        fills_places=coming <= allowed,
        closed_by=event.signup_closes if is_shorter else made.late_entry,
    )


def next_round_to_skip(
    event: Event, entries: Collection[Entry], rounds: Collection[EventRound]
) -> int | None:
    """Return the number of the next round if its players can skip it; None if they can't.

    It can be skipped while the event is running, until it is published. None if the format doesn't
    allow skipping, or if the last round is published. No query.

    :param entries: all entries of the event
    :param rounds: its published rounds
    """
    made = format_of(event)
    if event.status != Event.Status.RUNNING or not made.rounds_can_be_skipped:
        return None
    starters = sum(each.joined == 1 and _has_taken_part(each) for each in entries)
    length = made.length(starters, plain_seating_context(event))
    coming = len(rounds) + 1
    return coming if length is not None and coming <= length else None


def _last_round(event: Event, length: int | None, rounds: Collection[EventRound]) -> int | None:
    """Return the last round that can be joined under the organizer's setting.

    0 for none; None if the setting leaves it to the format.
    """
    if event.signup_closes == Event.SignupCloses.START:
        return 0
    if event.signup_closes == Event.SignupCloses.FIRST_ROUND:
        is_over = any(each.status == EventRound.Status.FINISHED for each in rounds)
        return 1 if is_over else 2
    if event.signup_closes == Event.SignupCloses.HALF and length is not None:
        return length // 2 + 1
    return None


def sign_up_now(event: Event) -> SignUp:
    """Return the state of sign-up for the running event, from the database. Two queries."""
    rounds = event.rounds.exclude(status=EventRound.Status.PROPOSED)
    return sign_up_state(event, list(event.entries.all()), list(rounds))


def facts_digest(
    event: Event,
    history: Sequence[Round],
    entrants: Iterable[Entrant],
    context: seating_context.SeatingContext,
) -> str:
    """Return a digest of everything that determines the format's next proposal. No query."""
    said = [
        [event.format, event.format_settings, event.seed],
        [context.table_size, context.uneven, sorted(map(sorted, context.forbidden))],
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


def standings_of(event: Event) -> tuple[lines.Standing, ...]:
    """Return the event's current standings, best first."""
    return format_of(event).standings(history_of(event), entrants_of(event), event.seed)


def standings_of_all(events: Iterable[Event]) -> dict[int, tuple[lines.Standing, ...]]:
    """Return the standings of several events by primary key. Four queries in total."""
    events = list(events)
    histories, entrants = histories_of(events), entrants_of_all(events)
    return {
        event.pk: format_of(event).standings(histories[event.pk], entrants[event.pk], event.seed)
        for event in events
    }
