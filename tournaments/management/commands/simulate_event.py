"""Command that plays a whole event with bots, to try out a format."""

import json
import time
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial
from games.rules.ruleset.presets import BASIC_GAME, PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Table
from games.tables.services.timers import move_on, start_next_deal
from tournaments.clubs.models import Club
from tournaments.clubs.services import club as club_services
from tournaments.events.core import format_input
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.models import Event
from tournaments.events.entries.signing_up import enter_bot
from tournaments.events.rounds import proposal, publication, results
from tournaments.events.setup.services import create_event, open_check_in, open_sign_up
from tournaments.pairing.formats.club_night import ClubNight

#: Username of the owner of the club for simulated events, and the club's name.
ORGANIZER_NAME = "simulation"
CLUB_NAME = "Simulated events"


class Command(BaseCommand):
    """Run an event of bots through the regular services, and print its standings."""

    help = "Plays a whole event with bots and prints the standings."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("--format", default="swiss", choices=format_input.PLAYED)
        parser.add_argument(
            "--terms", default="{}", help="settings of the format, as JSON: '{\"rounds\": 6}'"
        )
        parser.add_argument("--bots", type=int, default=16)
        parser.add_argument("--deals", type=int, default=2, help="deals per table and round")
        parser.add_argument("--rules", default=BASIC_GAME, choices=sorted(PRESETS))
        parser.add_argument("--uneven", default="out", choices=Event.Uneven.values)
        parser.add_argument("--event", help="slug of an interrupted simulated event to continue")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play a new event, or an interrupted one, to its end, and print its standings.

        Club nights are refused.
        """
        if options["format"] == ClubNight.name and not options["event"]:
            raise CommandError("Club nights can't be simulated: bots only fill seats there.")
        host = User.objects.filter(username=ORGANIZER_NAME).first() or self._create_organizer()
        caller = Caller(host)
        event = (
            self._existing_event(options["event"])
            if options["event"]
            else self._start_event(caller, options)
        )
        self.stdout.write(f"event {event.slug}")
        began = time.monotonic()
        while event.status == Event.Status.RUNNING:
            self._play_round(caller, event)
            event.refresh_from_db()
        names = dict(event.entries.values_list("number", "name"))
        for line in format_input.standings_of(event):
            self.stdout.write(f"{line.place:>4}  {line.total!s:>8}  {names[line.entrant]}")
        self.stdout.write(f"{event.rounds.count()} rounds in {time.monotonic() - began:.1f} s")

    def _create_organizer(self) -> User:
        """Create the user who organizes simulated events."""
        return User.objects.create_user(ORGANIZER_NAME)

    def _existing_event(self, slug: str) -> Event:
        """Return the simulated event with that slug; end the command if there is none."""
        event = Event.objects.filter(slug=slug, club__name=CLUB_NAME).first()
        if event is None:
            raise CommandError(f"No simulated event has the slug {slug}.")
        return event

    def _start_event(self, caller: Caller, options: dict[str, Any]) -> Event:
        """Create, fill and start an event with the chosen format and bots."""
        try:
            settings = json.loads(options["terms"])
        except ValueError as error:
            raise CommandError(f"--terms is not valid JSON: {error}") from None
        club = Club.objects.filter(name=CLUB_NAME, closed_at=None).first()
        club = club or self._value_or_fail(
            club_services.create(caller, name=CLUB_NAME, is_listed=False)
        )
        event: Event = self._value_or_fail(
            create_event(
                caller,
                club,
                name=f"{options['format']} of {options['bots']}",
                starts_at=timezone.now() + timedelta(minutes=1),
                rules=RuleSet.make(options["rules"]),
                rules_name=options["rules"],
                format_name=options["format"],
                format_settings=settings,
                deals=options["deals"],
                uneven=options["uneven"],
                spectators=False,
            )
        )
        self._value_or_fail(open_sign_up(caller, event.pk))
        for _ in range(options["bots"]):
            self._value_or_fail(enter_bot(caller, event.pk))
        self._value_or_fail(open_check_in(caller, event.pk))
        self._value_or_fail(proposal.start_event(caller, event.pk))
        event.refresh_from_db()
        return event

    def _value_or_fail(self, answer: Any) -> Any:
        """Return a service's answer; end the command with the sentence of a denial."""
        if isinstance(answer, Denial):
            raise CommandError(sentence(answer))
        return answer

    def _play_round(self, caller: Caller, event: Event) -> None:
        """Play all tables of the proposed or interrupted round, and propose the next round."""
        if event.rounds.filter(status="proposed").exists():
            self._value_or_fail(publication.publish_round(caller, event.pk))
        newest = event.rounds.latest("number")
        for table in Table.objects.filter(event_table__round=newest).order_by("event_table"):
            play_out(table)
            self._value_or_fail(results.take_result(table.sessions.get().pk))
        self.stdout.write(f"round {newest.number}: {newest.tables.count()} tables")
        self._value_or_fail(proposal.propose_round(event.pk))


def play_out(table: Table) -> None:
    """Play for all bots, without their pauses, until the table's session is over."""
    while table.phase != Table.Phase.FINISHED:
        step = start_next_deal if table.phase == Table.Phase.BETWEEN else move_on
        step(table.pk, table.version)
        table.refresh_from_db()
