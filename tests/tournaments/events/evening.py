"""An event of a club, run through its services like an organizer and players would."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from games.bots import DEFAULT
from games.common.denials import Denial
from games.rules.ruleset.rule_set import RuleSet
from games.tables.services.starting import BOT_NAMES
from tests.players import Game, Person
from tests.tournaments.clubs.people import Crew, person, play_house
from tests.tournaments.events import agreed
from tournaments.clubs.models import Club, Membership
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.models import Entry
from tournaments.events.entries.signing_up import enter_bot
from tournaments.events.rounds import proposal, results
from tournaments.events.rounds.models import EventRound, EventTable
from tournaments.events.setup.services import create_event, open_check_in, open_sign_up
from tournaments.pairing.formats.club_night import ClubNight


@dataclass
class Evening:
    """An event and its participants."""

    crew: Crew
    event: Event
    people: list[Person] = field(default_factory=list)

    @classmethod
    def of(cls, crew: Crew, **terms: Any) -> Evening:
        given: dict[str, Any] = {
            "name": "Spring",
            "starts_at": timezone.now() + timedelta(days=1),
            "rules": RuleSet.make("pagat"),
            "rules_name": "pagat",
            "format_name": "fixed_rounds",
            "format_settings": {"rounds": 3},
            "deals": 1,
            # Like all events from before this setting.
            "visibility": Event.Visibility.PUBLIC,
        }
        is_night = terms.get("format_name") == ClubNight.name
        club = Club.objects.get(pk=crew.club.pk)
        if terms.get("currency") and not is_night and not club.plays_house:
            play_house(crew.club, terms["currency"])
        made = create_event(Person(crew.organizer).caller, crew.club, **given | terms)
        assert isinstance(made, Event), made
        return cls(crew, made)

    @property
    def desk(self) -> Any:
        """The organizer as a caller."""
        return Person(self.crew.organizer).caller

    def do(self, service: Any, *more: Any, **named: Any) -> Any:
        """Call a service as the organizer."""
        return service(self.desk, self.event.pk, *more, **named)

    def well(self, service: Any, *more: Any, **named: Any) -> Evening:
        answer = self.do(service, *more, **named)
        assert not isinstance(answer, Denial), answer
        self.event.refresh_from_db()
        return self

    def joined(self, count: int) -> Evening:
        """Sign up this many members; as rows if none can be refused or put on the waiting list."""
        first = len(self.people) + 1
        users = [person(f"player{number}") for number in range(first, first + count)]
        Membership.objects.bulk_create(Membership(club=self.crew.club, user=user) for user in users)
        come = [Person(user) for user in users]
        self.people += come
        if self._takes_rows:
            self._add_entries(
                [Entry(user=user, name=user.shown_name) for user in users], EventRecord.Deed.ENTERED
            )
            return self
        for each in come:
            assert agreed.enter(self.event, each) is None
        return self

    def with_bots(self, count: int) -> Evening:
        """Add this many bots, in the same way as `joined`."""
        if self._takes_rows:
            taken = {name.casefold() for name in self.event.entries.values_list("name", flat=True)}
            free = [name for name in BOT_NAMES if name.casefold() not in taken]
            first = len(taken) + 1
            names = free + [f"Bot {number}" for number in range(first + len(free), first + count)]
            self._add_entries(
                [Entry(bot=DEFAULT, name=name) for name in names[:count]], EventRecord.Deed.BOT
            )
            return self
        for _ in range(count):
            self.well(enter_bot)
        return self

    @property
    def _takes_rows(self) -> bool:
        """Return whether signing up now only creates a row."""
        self.event.refresh_from_db()
        return self.event.status == Event.Status.OPEN and self.event.entry_limit is None

    def _add_entries(self, entries: list[Entry], deed: EventRecord.Deed) -> None:
        for number, entry in enumerate(entries, self.event.entries.count() + 1):
            entry.event, entry.number, entry.status = self.event, number, Entry.Status.ENTERED
        Entry.objects.bulk_create(entries)
        EventRecord.objects.bulk_create(
            EventRecord(
                event=self.event, actor=entry.user or self.crew.organizer, deed=deed, entry=entry
            )
            for entry in entries
        )
        agreed.agree_all(self.event)
        self._raise_version()

    def _raise_version(self) -> None:
        """Invalidate everything cached of the event."""
        Event.objects.filter(pk=self.event.pk).update(version=F("version") + 1)
        self.event.refresh_from_db()

    def all_here(self) -> Evening:
        """Open check-in, and check in all people by rows."""
        self.well(open_check_in)
        self.event.entries.filter(
            user__in=[each.user.pk for each in self.people], status=Entry.Status.ENTERED
        ).update(status=Entry.Status.HERE)
        self._raise_version()
        return self

    def started(self, people: int = 4, bots: int = 4) -> Evening:
        """Open the event, fill it, and propose the first round."""
        self.well(open_sign_up).joined(people).with_bots(bots).all_here()
        return self.well(proposal.start_event)

    def round(self) -> EventRound:
        """The newest round."""
        return self.event.rounds.latest("number")

    def tables(self) -> list[EventTable]:
        return list(self.round().tables.select_related("table"))

    def play_table(self, table: EventTable) -> None:
        """Play the table's session to its end, and take its result."""
        Game(self.people, table.table).finish_session()
        assert results.take_result(table.table.sessions.get().pk) is None

    def play_round(self) -> Evening:
        """Play all tables of the round, and propose the next one."""
        for table in self.tables():
            if table.finished_at is None:
                self.play_table(table)
        proposal.propose_round(self.event.pk)
        self.event.refresh_from_db()
        return self


def refused(answer: Any, code: Any) -> bool:
    return isinstance(answer, Denial) and answer.code == code


def prepared_event(
    people: int = 2, bots: int = 6, *, named: str = "", **terms: Any
) -> dict[str, Any]:
    """Return the slug of an event with a proposed first round, and session keys by user.

    :param named: suffix that makes the names differ from those of another event
    """
    from tests.rigging import signed_in
    from tournaments.clubs.services import club as club_services

    owner, organizer = person(f"olga{named}"), person(f"oscar{named}")
    club = club_services.create(Person(owner).caller, name=f"Harbour Club {named}".strip())
    Membership.objects.create(club=club, user=organizer, role="organizer")
    evening = Evening.of(Crew(club, owner, organizer, owner, owner, owner), **terms)
    evening.well(open_sign_up)
    for number in range(1, people + 1):
        user = person(f"player{number}{named}")
        Membership.objects.create(club=club, user=user)
        evening.people.append(Person(user))
        assert agreed.enter(evening.event, evening.people[-1]) is None
    evening.with_bots(bots).all_here().well(proposal.start_event)
    return {
        "slug": evening.event.slug,
        "organizer": signed_in(organizer),
        "players": [each.key for each in evening.people],
    }


def deeds(evening: Evening) -> list[str]:
    """Return the kinds of the event's activities, oldest first."""
    return list(evening.event.records.order_by("pk").values_list("deed", flat=True))
