"""Steps of organizers and members at events."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.terms import digest_of
from games.common.denials import Denial
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Session
from tests.tournaments.consent.shown import Played, Shown, Who, others_of
from tests.tournaments.consent.world import ADVERSARIES, HONEST, NAMES, RULES, World
from tests.tournaments.rows import finish_by_rows
from tournaments.events.core.models import Event
from tournaments.events.corrections import penalties, services
from tournaments.events.corrections.models import EntryPenalty, EventCorrection
from tournaments.events.entries import invitations
from tournaments.events.entries.checking_in import check_in, check_in_all, check_in_entrant
from tournaments.events.entries.leaving import rejoin, remove_entrant, withdraw
from tournaments.events.entries.models import Entry
from tournaments.events.entries.signing_up import enter, enter_bot, enter_by_name, enter_members
from tournaments.events.manual_seating.services import choose_leftover, keep_apart, seat_by_hand
from tournaments.events.paper.deal import WrittenDeal
from tournaments.events.paper.models import PaperDeal
from tournaments.events.paper.services import close_table, confirm_deal, dispute_deal, write_deal
from tournaments.events.rounds import proposal, publication, results
from tournaments.events.rounds.models import EventRound, EventSeat, EventTable
from tournaments.events.settling.services import settle_event
from tournaments.events.settling.winnings import event_winnings
from tournaments.events.setup.services import (
    cancel_event,
    change_event,
    create_event,
    open_check_in,
    open_sign_up,
)
from tournaments.events.substitutes.models import Substitution
from tournaments.events.substitutes.money import may_take_over, substitute_terms
from tournaments.events.substitutes.services import answer_substitution, replace_player
from tournaments.events.terms import selectors
from tournaments.events.terms.words import offer_of
from tournaments.ledger.book.holders import user_holder
from tournaments.pairing.rounds import Seating

Status = Event.Status
#: Maximum number of open events; with more, each would be played less far.
MOST_EVENTS = 3
FORMATS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("fixed_rounds", {"rounds": 1}),
    ("fixed_rounds", {"rounds": 2}),
    ("swiss", {"rounds": 2}),
    ("knock_out", {}),
    ("rotation", {}),
)


class EventSteps(World):
    """Steps at the club's events."""

    # --- Choosing an event

    def events(self, *status: str) -> list[Event]:
        found = Event.objects.filter(club=self.club).exclude(format="club_night").order_by("pk")
        return list(found.filter(status__in=status) if status else found)

    def some_event(self, *status: str) -> Event | None:
        # Steps that are too early or too late are chosen rarely.
        found = self.events(*status) if self.maybe(0.95) else self.events()
        return self.chance.choice(found) if found else None

    def some_entry(self, event: Event) -> Entry | None:
        return self.pick(event.entries.all())

    def some_table(self, *, is_over: bool = False) -> EventTable | None:
        found = EventTable.objects.filter(
            round__event__club=self.club, finished_at__isnull=not is_over
        )
        found = found.exclude(round__event__format="club_night")
        return self.pick(found.select_related("round__event"))

    # --- Pressing a button that commits to a stake

    def press(
        self,
        user: User,
        service: Any,
        event: Event,
        *more: Any,
        entry: Entry | None = None,
        who: Who | None = None,
    ) -> Any:
        """Let a user press a button on the event's page, which shows the current terms.

        :param who: whose result is agreed to: the user's own, or a named player's
        """
        event.refresh_from_db()
        now = selectors.terms_now(event)
        offer = offer_of(now, entry)
        terms = now.terms_for(entry) if now.is_for_money else {}
        if offer is not None:
            assert offer.digest == digest_of(terms), "the button is for what the page says"
        digest = None if offer is None else offer.digest
        if offer is not None and self.maybe(0.1):
            self._press_stale(user, service, event, *more)
        answer = self.ask(user, service, event.pk, *more, terms=digest)
        if offer is not None and not isinstance(answer, Denial):
            shown = Shown(
                terms["max_loss"], terms["stake_minor"], terms["currency"], others_of(event)
            )
            self.shadow.press(who or user.pk, Played("event", event.pk), shown)
        return answer

    def _press_stale(self, user: User, service: Any, event: Event, *more: Any) -> None:
        """Press a button of a page with outdated or no terms, which must not commit to anything."""
        kept = Agreement.objects.count()
        places = list(event.entries.order_by("pk").values_list("status", "in_person"))
        answer = self.ask(user, service, event.pk, *more, terms=self.one_of(None, "", "0" * 32))
        assert Agreement.objects.count() == kept
        # Pressing again after check-in changes nothing.
        if isinstance(answer, Denial):
            assert list(event.entries.order_by("pk").values_list("status", "in_person")) == places
        else:
            assert service is check_in, answer

    def event_goes_on(self) -> None:
        """Take the event's usual next step."""
        event = self.some_event(Status.DRAFT, Status.OPEN, Status.CHECK_IN, Status.RUNNING)
        match event and event.status:
            case None:
                self.make_event()
                self.many_members_act()
            case Status.DRAFT:
                self.open_entries()
            case Status.OPEN:
                self.sometimes(0.4, self.enter_members)
                self.sometimes(0.3, self.enter_by_name)
                self.sometimes(0.7, self.many_members_act)
                self.sometimes(0.3, self.change_event)
                self.begin_check_in()
            case Status.CHECK_IN:
                self.sometimes(0.3, self.change_event)
                self.sometimes(0.7, self.many_members_act)
                self.sometimes(0.3, self.seat_in_person)
                self.start_event()
            case _:
                self.sometimes(0.2, self.give_penalty)
                self.play_round()
                self.sometimes(0.3, self.correct_result)

    # --- Organizers: before the start

    def make_event(self) -> None:
        going_on = (Status.DRAFT, Status.OPEN, Status.CHECK_IN, Status.RUNNING)
        if len(self.events(*going_on)) >= MOST_EVENTS:
            self.end_event()
            return
        name, format_settings = self.one_of(*FORMATS)
        rules = self.one_of(*RULES)
        is_paper = self.maybe(0.75)
        made = self.ask(
            self.organizer(),
            create_event,
            self.club,
            name="Spring",
            starts_at=timezone.now() + timedelta(days=1),
            rules=RuleSet.make(rules),
            rules_name=rules,
            format_name=name,
            format_settings=format_settings,
            cards="paper" if is_paper else "app",
            uneven="out" if is_paper else self.one_of("out", "bots"),
            deals=self.one_of(1, 1, 2),
            penalty_limit=self.one_of(0, 5, 300),
            sit_out_points=self.one_of(0, 0, 7),
            entry_limit=self.one_of(None, None, 4, 8),
            **self.stake(),
        )
        if isinstance(made, Event):
            self.ask(self.organizer(), open_sign_up, made.pk)

    def open_entries(self) -> None:
        if event := self.some_event(Status.DRAFT):
            self.ask(self.organizer(), open_sign_up, event.pk)

    def enter_members(self) -> None:
        """Add members by the name list or from a file, with the same result."""
        if event := self.some_event(Status.OPEN, Status.CHECK_IN, Status.RUNNING):
            count = self.one_of(1, 1, 2, 4)
            known = event.entries.exclude(status=Entry.Status.WITHDRAWN)
            entered = set(known.values_list("user", flat=True))
            people = [each for each in self.users.values() if each.pk not in entered]
            self.chance.shuffle(people)
            wanted = {each.pk: None for each in people[:count]}
            self.ask(self.organizer(), enter_members, event.pk, wanted)

    def enter_by_name(self) -> None:
        if event := self.some_event(Status.OPEN, Status.CHECK_IN, Status.RUNNING):
            name = self.one_of(*NAMES)
            service = enter_by_name
            self.press(self.organizer(), service, event, name, who=name)

    def answer_for(self) -> None:
        if event := self.some_event(Status.OPEN, Status.CHECK_IN, Status.RUNNING):
            entry = self.pick(event.entries.filter(name__in=NAMES, user=None))
            if entry is not None:
                service = invitations.answer_for
                user = self.organizer()
                self.press(user, service, event, entry.number, entry=entry, who=entry.name)

    def enter_bot(self) -> None:
        if event := self.some_event(Status.OPEN, Status.CHECK_IN, Status.RUNNING):
            for _ in range(self.one_of(1, 1, 4)):
                self.ask(self.organizer(), enter_bot, event.pk)

    def change_event(self) -> None:
        """Change one of the terms, mostly to the others' disadvantage."""
        if event := self.some_event(Status.OPEN, Status.CHECK_IN, Status.RUNNING):
            name, format_settings = self.one_of(*FORMATS)
            terms: dict[str, Any] = self.one_of(
                self.stake(),
                self.stake(),
                {"rules": self.some_rules()},
                {"deals": self.one_of(1, 2, 3)},
                {"penalty_limit": self.one_of(0, 5, 300, 9_999)},
                {"sit_out_points": self.one_of(0, 7)},
                {"entry_limit": self.one_of(None, 4, 8, 40)},
                {"format_name": name, "format_settings": format_settings},
                {"cards": self.one_of("paper", "app")},
                {"starts_at": timezone.now() + timedelta(days=2)},
            )
            self.ask(self.organizer(), change_event, event.pk, **terms)

    def change_and_change_back(self) -> None:
        """Change a term, let members press, and change it back."""
        event = self.some_event(Status.OPEN, Status.CHECK_IN)
        if event is None:
            return
        before: dict[str, Any] = self.one_of(
            {"stake_minor": event.stake_minor, "currency": event.currency},
            {"deals": event.deals},
            {"penalty_limit": event.penalty_limit},
            {"entry_limit": event.entry_limit},
        )
        self.change_event()
        for name in self.chance.sample(HONEST, 2):
            self.member_presses(name, event)
        self.ask(self.organizer(), change_event, event.pk, **before)

    def choose_leftover(self) -> None:
        if event := self.some_event(Status.OPEN, Status.CHECK_IN, Status.RUNNING):
            way = self.one_of("out", "smaller", "bots")
            self.ask(self.organizer(), choose_leftover, event.pk, way)

    def begin_check_in(self) -> None:
        if event := self.some_event(Status.OPEN):
            self.ask(self.organizer(), open_check_in, event.pk)

    def check_in_other(self) -> None:
        event = self.some_event(Status.CHECK_IN)
        if event and (entry := self.some_entry(event)):
            service = check_in_entrant
            is_here = self.maybe(0.8)
            self.ask(self.organizer(), service, event.pk, entry.number, is_here=is_here)

    def check_in_all(self) -> None:
        if event := self.some_event(Status.CHECK_IN):
            self.ask(self.organizer(), check_in_all, event.pk)

    def agree_in_person(self) -> None:
        event = self.some_event(Status.OPEN, Status.CHECK_IN, Status.RUNNING)
        if event and (entry := self.some_entry(event)):
            self.ask(
                self.organizer(), invitations.agree_in_person, event.pk, entry.number, "no phone"
            )

    def seat_in_person(self) -> None:
        """Record an agreement in person for each entrant who has not agreed."""
        if event := self.some_event(Status.CHECK_IN, Status.RUNNING):
            now = selectors.terms_now(event)
            for entry in event.entries.order_by("pk"):
                if not now.may_sit(entry) or entry.status == Entry.Status.INVITED:
                    number = entry.number
                    self.ask(
                        self.organizer(), invitations.agree_in_person, event.pk, number, "here"
                    )

    def remove_entrant(self) -> None:
        event = self.some_event(Status.OPEN, Status.CHECK_IN, Status.RUNNING)
        if event and (entry := self.some_entry(event)):
            self.ask(self.organizer(), remove_entrant, event.pk, entry.number, "had to go")

    def start_event(self) -> None:
        if event := self.some_event(Status.CHECK_IN):
            if self.maybe(0.5):
                self.ask(self.organizer(), check_in_all, event.pk)
            self.ask(self.organizer(), proposal.start_event, event.pk)

    def cancel_event(self) -> None:
        if event := self.some_event(Status.OPEN, Status.CHECK_IN):
            self.ask(self.organizer(), cancel_event, event.pk, "rain")

    # --- Organizers: rounds

    def publish(self) -> None:
        if event := self.some_event(Status.RUNNING):
            self.ask(self.organizer(), publication.publish_round, event.pk)

    def redraw_seating(self) -> None:
        if event := self.some_event(Status.RUNNING):
            self.ask(self.organizer(), proposal.redraw_seating, event.pk)

    def seat_by_hand(self) -> None:
        """Seat the proposed players in another order, or any players the organizer chooses."""
        event = self.some_event(Status.RUNNING)
        row = event and event.rounds.filter(status=EventRound.Status.PROPOSED).first()
        if not event or not row:
            return
        named = [*row.seated.seated, *row.seated.out]
        if self.maybe(0.3):
            named = [each.number for each in event.entries.all()]
        self.chance.shuffle(named)
        sizes = [len(table) for table in row.seated.tables]
        tables = []
        for size in sizes:
            tables.append(tuple(named[:size]))
            named = named[size:]
        seating = Seating(tuple(tables), tuple(named))
        self.ask(self.organizer(), seat_by_hand, event.pk, seating)

    def take_back_round(self) -> None:
        if event := self.some_event(Status.RUNNING):
            self.ask(self.organizer(), publication.undo_round, event.pk, "wrong seats")

    def keep_apart(self) -> None:
        event = self.some_event(Status.OPEN, Status.RUNNING)
        if event and (one := self.some_entry(event)) and (other := self.some_entry(event)):
            self.ask(self.organizer(), keep_apart, event.pk, one.number, other.number)

    def play_round(self) -> None:
        """Publish the round if it is proposed, and play all its tables to the end."""
        event = self.some_event(Status.RUNNING)
        if event is None:
            return
        self.ask(self.organizer(), publication.publish_round, event.pk)
        tables = EventTable.objects.filter(round__event=event, finished_at=None)
        for table in tables.select_related("round__event").order_by("pk"):
            self.play_table(table)
        self.tasks(lambda: proposal.propose_round(event.pk))
        self.settle_event(event)

    def play_table(self, table: EventTable) -> None:
        if table.table_id is not None:
            self._finish_app_table(table)
            return
        for number in range(1, table.round.event.deals + 1):
            self._write_and_confirm(table, number)
        self.ask(self.organizer(), close_table, table.round.event_id, table.pk, "late")

    def _finish_app_table(self, table: EventTable) -> None:
        session = Session.objects.filter(table=table.table_id).latest("number")
        if session.status != Session.Status.RUNNING:
            return
        finish_by_rows(session, self.chance)
        self.log.append(f"task: take_result {session.pk}")
        results.take_result(session.pk)

    # --- Deals on paper

    def deal(self, players: int) -> WrittenDeal:
        """Return a deal as entered on paper, sometimes an impossible one."""
        winner = self.chance.randrange(players)
        most = self.one_of(3, 13, 13, 17, 99)
        left = [self.chance.randint(1, most) for _ in range(players)]
        if self.maybe(0.95):
            left[winner] = 0
        return WrittenDeal(winner=winner, left=tuple(left), starter=0)

    def _players(self, table: EventTable) -> list[int]:
        seats = table.seats.select_related("entry").order_by("place")
        return [each.player_id for each in seats if each.player_id is not None]

    def write_deal(self) -> None:
        table = self.some_table(is_over=self.maybe(0.3))
        if table is None or table.table_id is not None:
            return
        number = self.chance.randint(1, table.round.event.deals)
        self._write(table, number, by_desk=self.maybe(0.6))

    def _write(self, table: EventTable, number: int, *, by_desk: bool) -> Any:
        written = table.paper_deals.filter(number=number).first()
        players = self._players(table)
        if by_desk or not players:
            user, named = self.organizer(), {"reason": "by the desk"}
        else:
            user, named = self.people[self.chance.choice(players)], {}
        return self.ask(
            user,
            write_deal,
            table.round.event_id,
            table.pk,
            number,
            self.deal(table.seats.count()),
            version=written.version if written else 0,
            **named,
        )

    def _write_and_confirm(self, table: EventTable, number: int) -> None:
        self._write(table, number, by_desk=self.maybe(0.4))
        written = table.paper_deals.filter(number=number, confirmed_at=None).first()
        if written is None:
            return
        for user in self._players(table):
            self._confirm(table, written, self.people[user])
        if self.maybe(0.5):
            self._confirm(table, written, self.organizer(), reason="seen it")

    def confirm_deal(self) -> None:
        waiting = PaperDeal.objects.filter(
            event_table__round__event__club=self.club, confirmed_at=None
        )
        written = self.pick(waiting.select_related("event_table__round"))
        if written is None:
            return
        table, players = written.event_table, self._players(written.event_table)
        if players and self.maybe(0.6):
            self._confirm(table, written, self.people[self.chance.choice(players)])
        else:
            self._confirm(table, written, self.organizer(), reason="seen it")

    def _confirm(self, table: EventTable, written: PaperDeal, user: User, **named: Any) -> None:
        number, version = written.number, written.version
        service, event = confirm_deal, table.round.event_id
        self.ask(user, service, event, table.pk, number, version=version, **named)

    def dispute_deal(self) -> None:
        table = self.some_table()
        written = table and table.paper_deals.filter(confirmed_at=None).first()
        if table and written and (players := self._players(table)):
            user, service = self.people[self.chance.choice(players)], dispute_deal
            version = written.version
            event, number = table.round.event_id, written.number
            self.ask(user, service, event, table.pk, number, version=version, text="no")

    def close_paper_table(self) -> None:
        if table := self.some_table():
            service = close_table
            self.ask(self.organizer(), service, table.round.event_id, table.pk, "late")

    # --- Organizers: decisions

    def give_penalty(self) -> None:
        event = self.some_event(Status.RUNNING, Status.FINISHED)
        if event and (entry := self.some_entry(event)):
            points = self.one_of(1, 20, selectors.highest_penalty(event), 9_999)
            service = penalties.give_penalty
            self.ask(self.organizer(), service, event.pk, entry.number, points, "late")

    def reverse_penalty(self) -> None:
        found = EntryPenalty.objects.filter(entry__event__club=self.club, reversed_at=None)
        if held := self.pick(found.select_related("entry")):
            service = penalties.reverse_penalty
            self.ask(self.organizer(), service, held.entry.event_id, held.pk, "mercy")

    def correct_result(self) -> None:
        """Correct a result by any amount, in anyone's favour."""
        table = self.some_table(is_over=True)
        if table is None:
            return
        event = table.round.event
        if event.is_on_paper:
            number = self.chance.randint(1, event.deals)
            self._write(table, number, by_desk=True)
            return
        count = table.seats.count()
        most = self.one_of(10, 40, 100, 99_999)
        nets = [self.chance.randint(-most, most) for _ in range(count - 1)]
        nets.append(-sum(nets))
        self.chance.shuffle(nets)
        wanted = dict(enumerate(nets))
        service = services.correct_result
        self.ask(self.organizer(), service, event.pk, table.pk, wanted, "a slip")

    def answer_correction(self) -> None:
        found = EventCorrection.objects.filter(outcome=EventCorrection.Outcome.OPEN)
        related = ("event_table__round__event", "deal", "proposed_by")
        held = self.pick(found.select_related(*related))
        if held is None:
            return
        event = held.event_table.round.event
        seats = services.correction_seats(held)
        names = (*ADVERSARIES, *ADVERSARIES, *HONEST)
        roles = [services.correction_role(held, event, seats, self.users[each]) for each in names]
        # Mostly an event with a player who has to agree to more, if there is one.
        asked = [name for name, role in zip(names, roles, strict=True) if role.to_agree]
        name = self.one_of(*asked) if asked and self.maybe(0.7) else self.one_of(*names)
        user, role = self.users[name], roles[names.index(name)]
        if not self.maybe(0.8):
            self.ask(user, services.decline_correction, event.pk, held.pk)
            return

        def confirm_correction(caller: Caller, **terms: Any) -> Any:
            return services.confirm_correction(caller, event.pk, held.pk, **terms)

        played = Played("event", event.pk)
        self.answer_correction_of(user, held, played, role.to_agree, confirm_correction)

    def correct_above_maximum(self) -> None:
        """Let a player who lost the agreed maximum lose more, which asks for their consent."""
        rows = EventSeat.objects.filter(
            event_table__round__event__in=self.events(Status.FINISHED),
            event_table__round__event__cards="app",
            net__isnull=False,
        ).exclude(entry__user=None)
        seat = self.pick(rows.select_related("entry__user", "event_table__round__event"))
        if seat is None or seat.entry is None or seat.entry.user is None:
            self.event_goes_on()
            return
        event, user = seat.event_table.round.event, seat.entry.user
        nets = dict(seat.event_table.seats.values_list("place", "net"))
        winnings = event_winnings(event.pk)
        if winnings is None or not winnings.currency:
            return
        points = winnings.by_holder().get(user_holder(user.pk), 0)
        self.agree_to_less(user, Played("event", event.pk), max(0, -points * event.stake_minor))
        other = self.one_of(*(place for place in nets if place != seat.place))
        more = self.one_of(1, 3, 20)
        nets |= {seat.place: nets[seat.place] - more, other: nets[other] + more}
        service, table = services.correct_result, seat.event_table_id
        self.ask(self.organizer(), service, event.pk, table, nets, "a slip")
        self.answer_correction()

    def replace_player(self) -> None:
        event = self.some_event(Status.RUNNING)
        if event and (entry := self.some_entry(event)):
            substitute = self.one_of(None, *self.people.values())
            name = "" if substitute else self.one_of("", *NAMES)
            service = replace_player
            user, number = self.organizer(), entry.number
            self.ask(user, service, event.pk, number, substitute, "has to go", name=name)

    def answer_substitution(self) -> None:
        found = Substitution.objects.filter(status=Substitution.Status.ASKED)
        held = found.select_related(
            "seat__event_table__round__event", "seat__entry", "substitute", "player"
        ).first()
        if held is None:
            return
        user = self.chance.choice([each for each in (held.player, held.substitute) if each])
        if not self._may_press(user):
            return
        event, accepts = held.seat.event_table.round.event, self.maybe(0.7)
        is_own = user != held.player and may_take_over(event, held)
        terms = substitute_terms(event, held.seat, user) if is_own else None
        digest = digest_of(terms) if terms else None
        service = answer_substitution
        answer = self.ask(user, service, event.pk, held.pk, accepts=accepts, terms=digest)
        if terms and accepts and not isinstance(answer, Denial):
            shown = Shown(terms["max_loss"], terms["stake_minor"], terms["currency"])
            self.shadow.press(user.pk, Played("event", event.pk), shown)

    def end_event(self) -> None:
        if event := self.some_event(Status.RUNNING):
            self.ask(self.organizer(), proposal.end_event, event.pk, "late")
            self.settle_event(event)

    def settle_event(self, event: Event) -> None:
        """Run the task for the end of an event; it may be lost or run twice."""
        for _ in range(self.one_of(0, 1, 1, 2)):
            self.tasks(lambda: settle_event(event.pk))

    # --- Members

    def _may_press(self, user: User) -> bool:
        return user.username in (*ADVERSARIES, *HONEST)

    def member_acts(self) -> None:
        """Let a player do what the event's page offers, honestly or not."""
        event = self.some_event(Status.OPEN, Status.CHECK_IN, Status.RUNNING)
        if event is not None:
            self.member_presses(self.one_of(*HONEST, *HONEST, *ADVERSARIES), event)

    def member_presses(self, name: str, event: Event) -> None:
        user = self.users[name]
        entry = event.entries.filter(user=user).first()
        if entry is None or (entry.status == Entry.Status.WITHDRAWN and entry.left is None):
            self.press(user, enter, event, entry=entry)
        elif entry.status == Entry.Status.WITHDRAWN:
            self.ask(user, rejoin, event.pk)
        elif self.maybe(0.05):
            self.withdraw(user, event)
        elif entry.status == Entry.Status.INVITED and self.maybe(0.3):
            self.ask(user, invitations.decline, event.pk)
        elif entry.status == Entry.Status.INVITED:
            self.press(user, invitations.accept, event, entry=entry)
        elif event.status == Status.CHECK_IN and entry.status != Entry.Status.HERE:
            self.press(user, check_in, event, entry=entry)
        elif self.maybe(0.1) or not selectors.terms_now(event).has_agreed(entry):
            self.press(user, invitations.accept, event, entry=entry)

    def withdraw(self, user: User, event: Event) -> None:
        answer = self.ask(user, withdraw, event.pk)
        if not isinstance(answer, Denial) and not self._has_played(user, event):
            self.shadow.forget(user.pk, Played("event", event.pk))

    def _has_played(self, user: User, event: Event) -> bool:
        """Return whether the user played in the event or sat out a round."""
        if event.entries.filter(user=user, left__isnull=False).exists():
            return True
        seats = EventSeat.objects.filter(event_table__round__event=event)
        return seats.filter(entry__user=user).exists() or seats.filter(result_of=user).exists()

    def many_members_act(self) -> None:
        """Let many members sign up, or accept and check in, one after the other."""
        event = self.some_event(Status.OPEN, Status.CHECK_IN)
        if event is None:
            return
        for name in self.chance.sample((*HONEST, *ADVERSARIES), 5):
            self.member_presses(name, event)
