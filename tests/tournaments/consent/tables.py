"""Steps at tables for a stake: the club's, outside clubs, and of club nights."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.common.denials import Denial
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Session, Table
from games.tables.services import opening, rematch, seating, starting
from games.tables.terms import SessionTerms, agreement_terms, shown_digest
from tests.tournaments.consent.shown import Played, Shown
from tests.tournaments.consent.world import ADVERSARIES, HONEST, World
from tests.tournaments.rows import finish_by_rows
from tournaments.events.club_nights.models import NightTable
from tournaments.events.club_nights.services import (
    night_terms,
    open_night_table,
    sit_down,
    take_night_result,
)
from tournaments.events.core.models import Event
from tournaments.events.corrections.services import correct_result
from tournaments.events.rounds import proposal
from tournaments.events.rounds.models import EventTable
from tournaments.events.settling.services import settle_event
from tournaments.events.setup.services import create_event, open_sign_up
from tournaments.ledger.settling.services import settle_session

#: Users who may sit down; the others never press anything.
PLAYERS = (*HONEST, *ADVERSARIES)
MOST_TABLES = 3
#: Rules by number of players.
GAMES = ("two_players", "three_players", "classic")


class TableSteps(World):
    """Steps at the club's tables and club nights."""

    def __init__(self) -> None:
        super().__init__()
        #: For each user and table: after which session they agreed to another, and what they were
        #: shown.
        self._said_yes: dict[tuple[int, int], tuple[int, Shown]] = {}

    # --- Choosing a table

    def _nights(self) -> list[Event]:
        return list(Event.objects.filter(format="club_night", status="running").order_by("pk"))

    def some_session(self, *status: str) -> Session | None:
        found = Session.objects.filter(table__is_arranged=False, status__in=status)
        return self.pick(found.select_related("table"))

    # --- Pressing a button that commits to a stake

    def _shown(self, terms: SessionTerms, clock: str) -> tuple[str, Shown | None]:
        """Return the button's digest and the page's text next to it."""
        digest = shown_digest(terms, clock)
        if not digest:
            return "", None
        said = agreement_terms(terms, clock)
        return digest, Shown(said["max_loss"], said["stake_minor"], said["currency"])

    def _sat(self, user: User, table: Table, shown: Shown | None) -> None:
        if shown is None:
            return
        session = Session.objects.filter(table=table).latest("number")
        night = NightTable.objects.filter(table=table).first()
        if night is not None:
            self.shadow.nights[session.pk] = night.event_id
        self.shadow.press(user.pk, Played("session", session.pk), shown)

    # --- Steps

    def open_table(self) -> None:
        waiting = Session.Status.WAITING
        if Session.objects.filter(status=waiting).count() >= MOST_TABLES:
            self.start_table()
            return
        user, name = self.user(*PLAYERS), self.one_of(*GAMES)
        is_clubs = self.maybe(0.7)
        terms: dict[str, Any] = {
            "rules": RuleSet.make(name),
            "rules_name": name,
            "deals_planned": self.one_of(1, 2, 3),
            "target": self.one_of(None, None, 20),
            "club": self.club.pk if is_clubs else None,
            "bot_money": self.one_of("points", "house") if is_clubs else "points",
            "bots": self.maybe(0.5),
            "joining": Table.Joining.MEMBERS,
            **self.stake(),
        }

        def opens(_caller: Any) -> Table:
            return opening.open_table(user, **terms)

        made = self.ask(user, opens)
        if isinstance(made, Table):
            # The page shows the host's settings and the maximum loss.
            self._sat(user, made, self._shown(made, made.clock)[1])

    def begin_night(self) -> None:
        if self._nights():
            self.open_night_table()
            return
        name = self.one_of(*GAMES)
        made = self.ask(
            self.organizer(),
            create_event,
            self.club,
            name="Friday",
            starts_at=timezone.now() + timedelta(days=1),
            rules=RuleSet.make(name),
            rules_name=name,
            format_name="club_night",
            deals=self.one_of(1, 2),
            uneven=self.one_of("out", "bots"),
            **self.stake(),
        )
        if isinstance(made, Event):
            self.ask(self.organizer(), open_sign_up, made.pk)
            self.ask(self.organizer(), proposal.start_event, made.pk)

    def open_night_table(self) -> None:
        for night in self._nights():
            user = self.user(*PLAYERS)
            digest, shown = self._shown(night_terms(night), night.clock)
            before = NightTable.objects.count()
            made = self.ask(user, open_night_table, night.pk, terms=digest)
            if isinstance(made, Table) and NightTable.objects.count() > before:
                self._sat(user, made, shown)

    def sit_down(self) -> None:
        session = self.some_session(Session.Status.WAITING)
        if session is None:
            return
        for name in self.chance.sample(PLAYERS, self.one_of(1, 1, 2, 3)):
            self._sit(self.users[name], session)

    def _sit(self, user: User, session: Session) -> None:
        table = Table.objects.get(pk=session.table_id)
        digest, shown = self._shown(table, table.clock)
        terms: str | None = digest
        is_stale = bool(digest) and self.maybe(0.1)
        if is_stale:
            terms = self.one_of(None, "", "0" * 32)
        was_there = session.seats.filter(user=user).exists()
        night = NightTable.objects.filter(table=table).first()
        if night is None:
            answer = self.ask(user, seating.sit, table.pk, None, terms=terms)
        else:
            number = night.number
            answer = self.ask(user, sit_down, night.event_id, number, terms=terms)
        if isinstance(answer, Denial) or was_there:
            return
        assert not is_stale, "who was shown other terms does not sit"
        if session.seats.filter(user=user).exists():
            self._sat(user, table, shown)
        self._notice_further(table)

    def stand_up(self) -> None:
        session = self.some_session(Session.Status.WAITING, Session.Status.RUNNING)
        seat = session and self.pick(session.seats.filter(user__isnull=False))
        if session and seat:
            assert seat.user is not None
            waits = session.status == Session.Status.WAITING
            answer = self.ask(seat.user, seating.stand_up, session.table_id)
            if not isinstance(answer, Denial) and waits:
                self.shadow.forget(seat.user.pk, Played("session", session.pk))

    def remove_from_table(self) -> None:
        """Remove a player as the host, who may do so without a page or a reason."""
        session = self.some_session(Session.Status.WAITING)
        host = session and session.table.host
        if session and host:
            service = self.one_of(seating.remove, seating.free_seat)
            number = self.chance.randrange(3)
            self.ask(host, service, session.table_id, number)

    def start_table(self) -> None:
        session = self.some_session(Session.Status.WAITING)
        host = session and session.table.host
        if session and host:
            if self.maybe(0.9):
                self.everyone_looks()
            if self.maybe(0.3):
                self.ask(host, starting.fill_with_bots, session.table_id, bots=True)
            self.ask(host, starting.start, session.table_id)

    def finish_table(self) -> None:
        session = self.some_session(Session.Status.RUNNING)
        if session is None:
            return
        self.log.append(f"session {session.pk} is over")
        # Beyond what the rules allow: nothing should trust such a value.
        finish_by_rows(session, self.chance, beyond=self.maybe(0.25))
        session.refresh_from_db()
        if session.is_part:
            self.tasks(lambda: take_night_result(session.pk))
        elif self.maybe(0.8):
            self.tasks(lambda: settle_session(session.pk))

    def play_a_session(self) -> None:
        """Play a session from sitting down to the end."""
        self.open_table()
        session = self.some_session(Session.Status.WAITING)
        if session is None:
            return
        for name in self.chance.sample(PLAYERS, 4):
            self._sit(self.users[name], session)
        self.start_table()
        self.finish_table()

    def play_again(self) -> None:
        session = self.some_session(Session.Status.FINISHED)
        seats = [] if session is None else list(session.seats.filter(user__isnull=False))
        if session is None or not seats:
            return
        table = session.table
        if self.maybe(0.9):
            self.everyone_looks()
        self.chance.shuffle(seats)
        for seat in seats[: self.one_of(1, 3, 3)]:
            assert seat.user is not None
            if Session.objects.filter(table=table).latest("number").pk != session.pk:
                break
            digest, shown = self._shown(table, table.clock)
            terms = None if self.maybe(0.1) else digest
            answer = self.ask(seat.user, rematch.play_again, table.pk, terms=terms)
            if isinstance(answer, Denial) or shown is None:
                continue
            if terms:
                self._said_yes[seat.user.pk, table.pk] = session.number, shown
            self._notice_further(table)
        if self.maybe(0.4):
            first = seats[0].user
            assert first is not None
            self.ask(first, rematch.open_again, table.pk)
            self._notice_further(table)

    def _notice_further(self, table: Table) -> None:
        """Record that users who agreed to another session have pressed for it once it opens."""
        session = Session.objects.filter(table=table).latest("number")
        for (user, number), (last, shown) in list(self._said_yes.items()):
            if number != table.pk or session.number <= last:
                continue
            if session.seats.filter(user=user).exists():
                self._sat(self.people[user], table, shown)
                del self._said_yes[user, number]

    def end_night(self) -> None:
        for night in self._nights():
            self.ask(self.organizer(), proposal.end_event, night.pk, "")
            self.tasks(lambda: settle_event(night.pk))  # noqa: B023 - done at once

    def correct_night(self) -> None:
        rows = EventTable.objects.filter(round__event__format="club_night")
        table = self.pick(rows.select_related("round"))
        if table is None:
            return
        count, most = table.seats.count(), self.one_of(10, 40, 99_999)
        nets = [self.chance.randint(-most, most) for _ in range(count - 1)]
        wanted = dict(enumerate([*nets, -sum(nets)]))
        service, event = correct_result, table.round.event_id
        self.ask(self.organizer(), service, event, table.pk, wanted, "a slip")
