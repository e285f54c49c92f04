"""Steps with the ledger and the club: pending results, corrections, payments, members, time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from accounts.caller import Caller
from games.agreements.terms import digest_of
from games.common.denials import Denial
from tests.tournaments.consent.shown import Played, Shown
from tests.tournaments.consent.tables import TableSteps
from tests.tournaments.consent.world import ADVERSARIES, CURRENCIES, HONEST, PEOPLE
from tournaments.clubs.models import Membership
from tournaments.clubs.services import club as club_services
from tournaments.clubs.services import members as members_services
from tournaments.events import upkeep
from tournaments.ledger.accounts.services import (
    change_book,
    settle_all_due,
    settle_club,
    settle_season,
)
from tournaments.ledger.corrections import services
from tournaments.ledger.corrections.models import SessionCorrection
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.services import (
    ask_to_waive,
    claim,
    confirm,
    dispute,
    receive,
    resolve,
    waive,
    withdraw,
)
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.pending.services import (
    accept_result,
    decline_result,
    lapse_results,
    terms_of_result,
)
from tournaments.ledger.settling.models import Settlement, Transfer
from tournaments.ledger.settling.selectors import nets_by_seat
from tournaments.ledger.settling.services import sweep


class MoneySteps(TableSteps):
    """Steps with the club's ledger."""

    # --- Pending results

    def answer_result(self) -> None:
        """Accept or decline a result that no agreement covers."""
        row = self.pick(PendingResult.objects.filter(PendingResult.OPEN))
        if row is None:
            return
        name = self.one_of(*HONEST, *ADVERSARIES)
        user = self.users[name] if row.user is None or self.maybe(0.1) else row.user
        if user.username not in (*HONEST, *ADVERSARIES):
            return
        if self.maybe(0.25):
            self.ask(user, decline_result, row.pk)
            return
        terms = terms_of_result(row)
        if self.maybe(0.2):
            answer = self.ask(user, accept_result, row.pk, terms="0" * 32)
            assert isinstance(answer, Denial), "other terms are not accepted"
        answer = self.ask(user, accept_result, row.pk, terms=digest_of(terms))
        if not isinstance(answer, Denial):
            number = row.session_id or row.event
            assert number is not None
            shown = Shown(terms["max_loss"], terms["stake_minor"], terms["currency"])
            self.shadow.press(row.user_id or row.name, Played(row.source, number), shown)

    # --- Corrections of sessions

    def correct_session(self) -> None:
        found = self.pick(Settlement.objects.filter(source="session", number=1))
        session = found and found.session
        if session is None:
            return
        count, most = session.seats.count(), self.one_of(5, 30, 99_999)
        nets = [self.chance.randint(-most, most) for _ in range(count - 1)]
        wanted = dict(enumerate([*nets, -sum(nets)]))
        user = self.organizer()
        self.ask(user, services.correct_session, session.pk, wanted, "a slip")

    def answer_session_correction(self) -> None:
        held = self.pick(SessionCorrection.objects.filter(outcome=""))
        if held is None:
            return
        seats = list(held.session.seats.all())
        names = (*ADVERSARIES, *ADVERSARIES, *HONEST)
        roles = [services.session_correction_role(held, seats, self.users[each]) for each in names]
        asked = [name for name, role in zip(names, roles, strict=True) if role.to_agree]
        name = self.one_of(*asked) if asked and self.maybe(0.7) else self.one_of(*names)
        user, role = self.users[name], roles[names.index(name)]
        if not self.maybe(0.8):
            self.ask(user, services.decline_session_correction, held.pk)
            return

        def confirm_session_correction(caller: Caller, **terms: Any) -> Any:
            return services.confirm_session_correction(caller, held.pk, **terms)

        played = Played("session", held.session_id)
        self.answer_correction_of(user, held, played, role.to_agree, confirm_session_correction)

    def correct_session_above_maximum(self) -> None:
        """Let a player who lost the agreed maximum lose more, which asks for their consent."""
        found = Settlement.objects.filter(source="session", number=1).exclude(currency="")
        made = self.pick(found.exclude(club=None))
        session = made and made.session
        seat = session and self.pick(session.seats.filter(user__isnull=False))
        if made is None or session is None or seat is None or seat.user is None:
            self.play_a_session()
            return
        deals = [each for each in session.deals.all() if each.nets is not None]
        nets = nets_by_seat(session, list(session.seats.all()), deals)
        lost = max(0, -nets[seat.number] * made.stake_minor)
        self.agree_to_less(seat.user, Played("session", session.pk), lost)
        other = self.one_of(*(each for each in nets if each != seat.number))
        more = self.one_of(1, 3, 20)
        nets |= {seat.number: nets[seat.number] - more, other: nets[other] + more}
        self.ask(self.organizer(), services.correct_session, session.pk, nets, "a slip")
        self.answer_session_correction()

    # --- Payments

    def some_transfer(self) -> Transfer | None:
        found = Transfer.objects.filter(open_amount__gt=0)
        return self.pick(found.select_related("payer__user", "payee__user"))

    def pay(self) -> None:
        """Claim a payment or a waiver, as the payer, the payee or another user."""
        row = self.some_transfer()
        if row is None:
            return
        sides = [each.user for each in (row.payer, row.payee) if each.user is not None]
        user = self.chance.choice([*sides, *sides, self.user(*ADVERSARIES)])
        services_of = (claim, ask_to_waive, receive, waive)
        amount = self.one_of(row.open_amount, row.open_amount, 1, row.open_amount + 1)
        self.ask(user, self.one_of(*services_of), row.pk, amount)

    def answer_payment(self) -> None:
        held = self.pick(Payment.objects.exclude(status="confirmed"))
        if held is None:
            return
        row = Transfer.objects.select_related("payer__user", "payee__user").get(pk=held.transfer_id)
        sides = [each.user for each in (row.payer, row.payee) if each.user is not None]
        user = self.chance.choice([*sides, *sides, self.organizer()])
        match self.one_of("confirm", "confirm", "dispute", "withdraw", "resolve"):
            case "confirm":
                self.ask(user, confirm, held.pk)
            case "dispute":
                self.ask(user, dispute, held.pk, "never came")
            case "withdraw":
                self.ask(user, withdraw, held.pk)
            case _:
                is_paid = self.maybe(0.5)
                self.ask(user, resolve, held.pk, is_paid=is_paid, reason="asked both")

    # --- The club's ledger

    def change_book(self) -> None:
        settles = self.one_of("every", "season", "limit")
        limit = {"limit_minor": self.one_of(1, 500), "limit_currency": self.one_of(*CURRENCIES)}
        service, club = change_book, self.club.pk
        self.ask(self.organizer(), service, club, settles=settles, seen_by="members", **limit)

    def settle_club(self) -> None:
        currency, include_open = self.one_of(*CURRENCIES), self.maybe(0.6)
        service = settle_club
        self.ask(self.organizer(), service, self.club.pk, currency, include_open=include_open)

    # --- Members

    def remove_member(self) -> None:
        user = self.user(*PEOPLE)
        self.ask(self.organizer(), members_services.remove, self.club.pk, user.pk)

    def leave_club(self) -> None:
        self.ask(self.user(*HONEST, "mal"), members_services.leave, self.club.pk)

    def let_members_rejoin(self) -> None:
        """Let a removed or former member join again."""
        members = set(Membership.objects.filter(club=self.club).values_list("user", flat=True))
        for user in self.users.values():
            if user.pk not in members and user.username != "sam":
                Membership.objects.create(club=self.club, user=user)

    def set_role(self) -> None:
        user, role = self.user("mal", "mal", "oscar", *HONEST), self.one_of("organizer", "member")
        self.ask(self.user("olga"), members_services.set_role, self.club.pk, user.pk, role)

    def close_club(self) -> None:
        self.ask(self.organizer(), club_services.close, self.club.pk)

    # --- Time

    def sweep(self) -> None:
        self.tasks(
            upkeep.sweep,
            sweep,
            services.lapse_corrections,
            settle_all_due,
        )
        self.tasks(lapse_results)

    def time_passes(self) -> None:
        self.later += timedelta(
            **self.one_of({"minutes": 2}, {"hours": 2}, {"hours": 25}, {"days": 8}, {"days": 31})
        )
        self.log.append(f"it is {self.later} later")
        self.sweep()

    def end_season(self) -> None:
        self.tasks(lambda: settle_season(self.club.pk, None))
