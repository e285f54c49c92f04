"""Finished sessions as rows: players, and results per deal."""

import re
from collections.abc import Sequence
from datetime import timedelta
from random import Random

from django.utils import timezone

from accounts.models import User
from games.rules.ruleset.rule_set import RuleSet
from games.tables.max_loss import deal_loss
from games.tables.models import Deal, Seat, Session, Table
from games.tables.services.core import locked_table
from games.tables.services.session import finish_session
from games.tables.snapshot import rule_set
from tests.agreements import HIGHEST, agreed
from tournaments.clubs.models import Club
from tournaments.ledger.settling.settlement import transfers


def members(*names: str) -> list[User]:
    return [User.objects.create_user(name) for name in names]


def finished_session(
    people: Sequence[User | None],
    *deals: Sequence[int],
    rules: str | RuleSet = "pagat",
    rules_name: str = "",
    club: Club | None = None,
    stake_minor: int = 0,
    currency: str = "",
    bot_money: str = "points",
    max_loss: int | None = HIGHEST,
) -> Session:
    """A finished session; None among the people is a bot, and each deal gives the nets by seat.

    Where it was for money, all the people agreed to lose ``max_loss`` minor units at most; where
    that is None, nobody agreed to anything.
    Points are the nets less the highest of them, so they differ from the nets; who has most wins.
    """
    options = (RuleSet.make(rules) if isinstance(rules, str) else rules).to_options()
    name = rules_name or (rules if isinstance(rules, str) else "House rules")
    stake = {"stake_minor": stake_minor, "currency": currency, "bot_money": bot_money}
    table = Table.objects.create(
        rules=options,
        rules_name=name,
        phase=Table.Phase.FINISHED,
        club=None if club is None else club.pk,
        joining=Table.Joining.LINK if club is None else Table.Joining.MEMBERS,
        **stake,
    )
    session = Session.objects.create(
        table=table,
        rules=options,
        rules_name=name,
        deals_planned=max(len(deals), 1),
        status=Session.Status.FINISHED,
        finished_at=timezone.now(),
        **stake,
    )
    points = [[net - max(nets) for net in nets] for nets in deals]
    seats = [
        Seat(
            session=session,
            number=number,
            user=user,
            bot="" if user else "counting",
            name=user.username if user else "Bot",
            over_at=session.finished_at,
            points=sum(deal[number] for deal in points),
        )
        for number, user in enumerate(people)
    ]
    for nets in deals:
        for seat in seats:
            seat.add(nets[seat.number], has_won=seat.number == list(nets).index(max(nets)))
    Seat.objects.bulk_create(seats)
    Deal.objects.bulk_create(
        Deal(
            session=session,
            number=number,
            start="",
            # The row is dated when it is written, and a deal ends after its start.
            finished_at=timezone.now() + timedelta(minutes=5),
            winner=list(nets).index(max(nets)),
            points=points[number - 1],
            nets=list(nets),
            pairs=[[t.payer, t.payee, t.amount] for t in transfers(dict(enumerate(nets)))],
        )
        for number, nets in enumerate(deals, start=1)
    )
    if currency and max_loss is not None:
        agreed("session", session.pk, filter(None, people), currency, max_loss=max_loss)
    return session


def finish_by_rows(session: Session, chance: Random, *, beyond: bool = False) -> None:
    """Let a session that runs be over, its deals as rows with results that nobody has played.

    :param beyond: results that the rules cannot give, too
    """
    seats = session.seats.count()
    most = deal_loss(rule_set(session.rules), session.max_loss)
    high = most * (3 if beyond else 1)
    with locked_table(session.table_id) as table:
        first = Deal.objects.get(session=session, number=1)
        for number in range(1, session.deals_planned + 1):
            nets = [chance.randint(-high, high // seats) for _ in range(seats - 1)]
            nets.append(-sum(nets))
            if not beyond and nets[-1] < -most:
                nets = [-each for each in nets]
            chance.shuffle(nets)
            if not beyond and min(nets) < -most:
                nets = [0] * seats
            Deal.objects.update_or_create(
                session=session,
                number=number,
                defaults={
                    "start": first.start,
                    "finished_at": timezone.now() + timedelta(minutes=number),
                    "winner": nets.index(max(nets)),
                    "points": [each - max(nets) for each in nets],
                    "nets": nets,
                    "pairs": [
                        [t.payer, t.payee, t.amount] for t in transfers(dict(enumerate(nets)))
                    ],
                },
            )
        for seat in session.seats.all():
            deals = Deal.objects.filter(session=session)
            for nets, points, winner in deals.values_list("nets", "points", "winner"):
                seat.points += points[seat.number]
                seat.add(nets[seat.number], has_won=seat.number == winner)
            seat.save()
        table.revise()
        finish_session(table)


def without_tokens(html: str) -> str:
    """The page without the tokens of its forms, in which chance may write any short word."""
    return re.sub(r"\b\w{64}\b", "", html)
