"""A club in which an organizer, the owner and a player act together against other members.

A step calls a service as a page or socket would, and records what the user was shown (`shown`).
Services may deny a step; only the ledger is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import datetime, timedelta
from random import Random
from typing import Any, TypeVar
from unittest import mock

from django.db import transaction
from django.db.models import Model, QuerySet, Sum
from django.utils import timezone

from accounts import limits
from accounts.caller import Caller
from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.selectors import current_of
from games.common import caches
from games.common.denials import Denial, DeniedError
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Seat
from tests.tournaments.agreements import with_maximum
from tests.tournaments.consent.shown import Played, Shadow
from tournaments.clubs.models import Club, Membership
from tournaments.ledger.book.models import PostingLine
from tournaments.ledger.corrections.consent import CorrectedLoss, shown_terms
from tournaments.ledger.corrections.models import ProposedCorrection

#: Roles in the club by name. Sam has none.
ROLES = {
    "olga": "owner",
    "oscar": "organizer",
    "mal": "member",
    "mei": "member",
    "bo": "member",
    "kim": "member",
    "ada": "member",
}
PEOPLE = (*ROLES, "sam")
#: The adversaries.
ADVERSARIES = ("olga", "oscar", "mal")
HONEST = ("mei", "bo", "kim")
#: Users who never open a page.
SILENT = ("ada", "sam")
#: Players without a user account.
NAMES = ("Wing", "Lau")
CURRENCIES = ("EUR", "HKD")
RULES = ("classic", "pagat", "three_players")

Row = TypeVar("Row", bound=Model)
#: A step and its relative frequency.
Steps = Sequence[tuple[int, Callable[[], Any]]]


def founded() -> tuple[dict[str, User], Club]:
    """Return the users and their club, which may be the house."""
    users = {name: User.objects.create_user(name) for name in PEOPLE}
    club = Club.objects.create(
        name="Harbour",
        plays_house=True,
        house_currency="EUR",
        house_stake_minor=1000,
        house_limit_minor=10**9,
    )
    Membership.objects.bulk_create(
        Membership(club=club, user=users[name], role=role) for name, role in ROLES.items()
    )
    return users, club


class World:
    """The club, its users, the time and the random choices; undone at the end."""

    users: dict[str, User]
    club: Club

    def __init__(self) -> None:
        super().__init__()
        self.shadow = Shadow()
        self.chance = Random(0)
        self.later = timedelta()
        #: Log of steps, for reading a failure.
        self.log: list[str] = []
        self.people = {user.pk: user for user in self.users.values()}
        caches.clear_all()
        self._around = ExitStack()
        real = timezone.now

        def now() -> datetime:
            return real() + self.later

        self._around.enter_context(mock.patch.object(timezone, "now", now))
        self._undone = transaction.atomic()
        self._undone.__enter__()

    def undo(self) -> None:
        """Restore the database."""
        transaction.set_rollback(True)
        self._undone.__exit__(None, None, None)
        self._around.close()

    # --- Random choices

    def one_of(self, *some: Any) -> Any:
        return self.chance.choice(some)

    def maybe(self, often: float) -> bool:
        return self.chance.random() < often

    def sometimes(self, often: float, step: Callable[[], Any]) -> None:
        if self.maybe(often):
            step()

    def do_one(self, steps: Steps) -> None:
        """Run one of the steps, weighted by frequency."""
        weights, works = zip(*steps, strict=True)
        self.chance.choices(works, weights)[0]()

    def user(self, *names: str) -> User:
        return self.users[self.chance.choice(names)]

    def organizer(self) -> User:
        """Return an adversary who mostly is an organizer."""
        if self.maybe(0.05):
            return self.user("mal")
        roles = Membership.objects.filter(
            club=self.club, role__in=("owner", "organizer"), user__username__in=ADVERSARIES
        )
        found = list(roles.values_list("user", flat=True).order_by("pk"))
        return self.people[self.chance.choice(found)]

    def pick(self, rows: QuerySet[Row]) -> Row | None:
        """Return a random row; None if there is none."""
        found = list(rows.order_by("pk"))
        return self.chance.choice(found) if found else None

    def some_rules(self) -> RuleSet:
        return RuleSet.make(self.one_of(*RULES))

    def stake(self) -> dict[str, Any]:
        if self.maybe(0.1):
            return {"stake_minor": 0, "currency": ""}
        return {
            "stake_minor": self.one_of(1, 5, 5, 500, 99_900),
            "currency": self.one_of("EUR", "EUR", *CURRENCIES),
        }

    # --- Calling services

    def ask(self, user: User, service: Callable[..., Any], *more: Any, **named: Any) -> Any:
        """Call a service as a user; return its answer, which may be a denial."""
        # Rate limits are not under test here.
        limits.forget()
        self.log.append(f"{user.username}: {service.__name__} {more} {named}")
        try:
            with transaction.atomic():
                answer = service(Caller(user), *more, **named)
        except DeniedError as error:
            answer = error.denial
        if isinstance(answer, Denial):
            self.log.append(f"    {answer.code} {dict(answer.params)}")
        return answer

    def agree_to_less(self, user: User, played: Played, most: int) -> None:
        """Lower the user's agreed maximum in the database, so that corrections exceed it.

        Never below what the ledger already has, which can be more than the result while other
        players have not accepted theirs.
        """
        lines = PostingLine.objects.filter(
            account__user=user, posting__key__startswith=f"{played.kind}-{played.number}-"
        )
        most = max(most, -(lines.aggregate(sum=Sum("amount"))["sum"] or 0))
        subject = Agreement.Subject(played.kind)
        held = current_of(user.pk, subject, played.number)
        if held is None or held.max_loss is None or held.max_loss <= most:
            return
        self.log.append(f"{user.username} has agreed to at most {most} at {played}")
        with_maximum(subject, played.number, user, most)
        last = self.shadow.last[user.pk, played]
        self.shadow.press(user.pk, played, last._replace(max_loss=most))

    def answer_correction_of(
        self,
        user: User,
        held: ProposedCorrection,
        played: Played,
        asked: Sequence[CorrectedLoss],
        confirm: Callable[..., Any],
    ) -> None:
        """Let a user press the button of a correction's page, which may ask for a higher maximum.

        :param asked: what the page asks the user to agree to
        :param confirm: the service with its arguments before the terms
        """
        key = (type(held).__name__, held.pk)
        if asked and self.maybe(0.2):
            kept = Agreement.objects.count()
            answer = self.ask(user, confirm, terms=self.one_of(None, "", "0" * 32))
            assert isinstance(answer, Denial), "a yes to other terms is refused"
            assert Agreement.objects.count() == kept
        answer = self.ask(user, confirm, terms=shown_terms(asked))
        if isinstance(answer, Denial):
            return
        for each in asked:
            assert each.agreement.user_id == user.pk, "only the user who is asked can agree"
            who = each.agreement.answers_for or user.pk
            self.shadow.promise(key, who, played, -each.after)
        held.refresh_from_db()
        if held.outcome == held.Outcome.CONFIRMED:
            self.shadow.take_effect(key)

    def tasks(self, *works: Callable[[], Any]) -> None:
        for work in works:
            self.log.append(f"task: {getattr(work, '__name__', work)}")
            work()

    def everyone_looks(self) -> None:
        """Let all browsers report their presence."""
        now = timezone.now()
        User.objects.filter(pk__in=self.people).update(seen_at=now)
        Seat.objects.filter(user__in=self.people).update(seen_at=now, absent_since=None)
