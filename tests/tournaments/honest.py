"""Finished sessions as rows, with recorded deals: their starts, actions and results."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Action, Deal, Seat, Session, Table
from tests.agreements import agreed
from tests.deals import RecordedDeal, recorded
from tournaments.clubs.models import Club


@dataclass
class Played:
    """A session to be stored: its players (None is a bot), and its stakes.

    The seed chooses one of the recorded sessions of the rules.
    """

    people: Sequence[User | None]
    seed: int = 0
    rules: str = "pagat"
    club: Club | None = None
    stake_minor: int = 0
    currency: str = ""
    is_part: bool = False
    minutes_ago: int = 5

    @property
    def recorded(self) -> Sequence[RecordedDeal]:
        """The recorded deals of the session."""
        sessions = recorded(self.rules)
        return sessions[self.seed % len(sessions)]


def honest_session(people: Sequence[User | None], **terms: object) -> Session:
    """Return a finished session of these players, with deals that can be replayed."""
    return store([Played(people, **terms)])[0]


def store(played: Iterable[Played]) -> list[Session]:
    """Store sessions as services would, with agreements for money sessions; many together."""
    played = list(played)
    tables = Table.objects.bulk_create(_tables(played))
    sessions = Session.objects.bulk_create(
        Session(
            table=table,
            rules=table.rules,
            rules_name=each.rules,
            deals_planned=len(each.recorded),
            stake_minor=each.stake_minor,
            currency=each.currency,
            is_part=each.is_part,
            status=Session.Status.FINISHED,
            finished_at=timezone.now() - timedelta(minutes=each.minutes_ago),
        )
        for each, table in zip(played, tables, strict=True)
    )
    seats, deals = [], []
    for each, session in zip(played, sessions, strict=True):
        for number, user in enumerate(each.people):
            seat = Seat(
                session=session,
                number=number,
                user=user,
                bot="" if user else "counting",
                name=user.username if user else "Bot",
                points=sum(deal.points[number] for deal in each.recorded),
                over_at=session.finished_at,
            )
            for deal in each.recorded:
                seat.add(deal.nets[number], has_won=number == deal.winner)
            seats.append(seat)
        deals += [
            Deal(
                session=session,
                number=deal.number,
                start=deal.start,
                finished_at=timezone.now() + timedelta(minutes=5),
                winner=deal.winner,
                points=deal.points,
                nets=deal.nets,
                pairs=deal.pairs,
            )
            for deal in each.recorded
        ]
        if each.currency and not each.is_part:
            agreed("session", session.pk, filter(None, each.people), each.currency)
    Seat.objects.bulk_create(seats)
    Deal.objects.bulk_create(deals)
    texts = [deal.actions for each in played for deal in each.recorded]
    Action.objects.bulk_create(
        (
            Action(deal=deal, number=number, text=text)
            for deal, actions in zip(deals, texts, strict=True)
            for number, text in enumerate(actions)
        ),
        batch_size=5000,
    )
    return sessions


def _tables(played: Iterable[Played]) -> Iterator[Table]:
    for each in played:
        yield Table(
            rules=RuleSet.make(each.rules).to_options(),
            rules_name=each.rules,
            deals_planned=len(each.recorded),
            phase=Table.Phase.FINISHED,
            club=None if each.club is None else each.club.pk,
            joining=Table.Joining.LINK if each.club is None else Table.Joining.MEMBERS,
            stake_minor=each.stake_minor,
            currency=each.currency,
        )
