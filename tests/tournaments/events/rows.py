"""Finished events as rows: the data of lists and standings, without playing any deal."""

from datetime import UTC, datetime
from random import Random

from django.utils import timezone

from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Table
from tests.tournaments.clubs.people import Crew, person
from tournaments.clubs.models import Membership
from tournaments.events.core.models import Event
from tournaments.events.corrections.models import EntryPenalty
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound, EventSeat, EventTable

BEGAN = datetime(2026, 3, 7, 18, 30, tzinfo=UTC)


def played_event(
    crew: Crew, rounds, names, *, status="running", length=None, are_bots=False, **terms
) -> Event:
    """Create an event with these rounds: lists of tables, each with nets by entry number.

    A net of None is a missing result.
    """
    rules = RuleSet.make("pagat")
    event = Event.objects.create(
        club=crew.club,
        name="Spring",
        starts_at=BEGAN,
        rules=rules.to_options(),
        rules_name="pagat",
        format="fixed_rounds",
        format_settings={"rounds": length or len(rounds)},
        status=status,
        created_by=crew.owner,
        finished_at=BEGAN if status == "finished" else None,
        deals=2,
        visibility=Event.Visibility.PUBLIC,
        **terms,
    )
    for number, name in enumerate(names, 1):
        if are_bots:
            Entry.objects.create(
                event=event, number=number, name=name, bot="counting", status="here"
            )
            continue
        user = person(f"u{number}-{event.pk}")
        Membership.objects.create(club=crew.club, user=user)
        Entry.objects.create(event=event, number=number, user=user, name=name, status="here")
    for number, tables in enumerate(rounds, 1):
        add_round(event, number, tables)
    return event


def staged_event(crew: Crew, rounds, stages, names, *, format, settings, **terms) -> Event:
    """Create an event with these rounds of these stages, in a format with these settings."""
    event = played_event(crew, rounds, names, **terms)
    for number, stage in enumerate(stages, 1):
        EventRound.objects.filter(event=event, number=number).update(stage=stage)
    Event.objects.filter(pk=event.pk).update(format=format, format_settings=settings)
    event.refresh_from_db()
    return event


def large_event(crew: Crew, players: int, rounds: int, random: Random) -> Event:
    """Create a running event of random results, a round before its last, with a few penalties."""
    order, played = list(range(1, players + 1)), []
    for _ in range(rounds):
        random.shuffle(order)
        tables = []
        for at in range(0, players - players % 4, 4):
            nets = [random.randint(-40, 40) for _ in range(3)]
            tables.append(dict(zip(order[at : at + 4], (*nets, -sum(nets)), strict=True)))
        played.append(tables)
    names = [f"Player {number}" for number in range(1, players + 1)]
    event = played_event(crew, played, names, length=rounds + 1)
    EntryPenalty.objects.bulk_create(
        EntryPenalty(entry=each, points=5, round=1, reason="Came late")
        for each in event.entries.order_by("number")[::25]
    )
    return event


def add_round(event: Event, number: int, tables) -> EventRound:
    entries = {each.number: each for each in event.entries.all()}
    seated = {each for table in tables for each in table}
    over = all(net is not None for table in tables for net in table.values())
    row = EventRound.objects.create(
        event=event,
        number=number,
        seating={
            "tables": [list(table) for table in tables],
            "out": [each for each in entries if each not in seated],
        },
        status="finished" if over else "running",
    )
    for at, table in enumerate(tables, 1):
        done = None not in table.values()
        made = EventTable.objects.create(
            round=row,
            number=at,
            table=Table.objects.create(
                rules=event.rules, rules_name="pagat", is_arranged=True, slug=f"t{row.pk}-{at}"
            ),
            finished_at=timezone.now() if done else None,
        )
        for place, (who, net) in enumerate(table.items()):
            EventSeat.objects.create(
                event_table=made,
                place=place,
                entry=entries[who],
                net=net,
                deals_won=int(done and net == max(table.values())),
                deals_played=2 if done else 0,
            )
    return row
