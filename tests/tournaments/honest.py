"""Finished sessions whose deals were really played: with their starts, actions and results."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

from django.utils import timezone

from accounts.models import User
from games.rules import record
from games.rules.deal import (
    DealState,
    Pass,
    Play,
    action_text,
    apply,
    legal_plays,
    next_deal,
    shuffled_pack,
    start,
)
from games.rules.ruleset import RuleSet
from games.tables.models import Action, Deal, Seat, Session, Table
from tournaments.clubs.models import Club


@dataclass
class Played:
    """A session to be stored: who sat there (None is a bot), and for what they played."""

    people: Sequence[User | None]
    seed: int = 0
    deals: int = 2
    rules: str = "pagat"
    club: Club | None = None
    stake_minor: int = 0
    currency: str = ""
    is_part: bool = False
    minutes_ago: int = 5
    states: list[DealState] = field(default_factory=list)

    def play(self) -> None:
        """Play the deals at random, each from what the one before left."""
        random = Random(self.seed)
        rules = RuleSet.make(self.rules)
        dealer, previous = 0, None
        for number in range(1, self.deals + 1):
            state = start(
                rules,
                shuffled_pack(f"{self.seed}/{number}"),
                number=number,
                dealer=dealer,
                previous=previous,
                seed=str(self.seed),
            )
            while (seat := state.turn) is not None:
                plays = legal_plays(state)
                # They like to play, so that deals are as long as people's.
                passes = state.trick.top is not None and (not plays or random.random() < 0.3)
                action = (
                    Pass(seat) if passes else Play(seat, plays[int(random.random() * len(plays))])
                )
                state = apply(state, action)
                assert isinstance(state, DealState), state
            self.states.append(state)
            coming = next_deal(state)
            dealer, previous = coming.dealer or 0, coming.previous


def honest_session(people: Sequence[User | None], **terms: object) -> Session:
    """A finished session of these people, really played."""
    return store([Played(people, **terms)])[0]


def store(played: Iterable[Played]) -> list[Session]:
    """Store sessions as services leave them; many at once."""
    played = list(played)
    for each in played:
        each.play()
    tables = Table.objects.bulk_create(_tables(played))
    sessions = Session.objects.bulk_create(
        Session(
            table=table,
            rules=table.rules,
            rules_name=each.rules,
            deals_planned=each.deals,
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
        results = [state.result for state in each.states]
        for number, user in enumerate(each.people):
            seat = Seat(
                session=session,
                number=number,
                user=user,
                bot="" if user else "counting",
                name=user.username if user else "Bot",
                points=sum(result.points[number] for result in results),
                over_at=session.finished_at,
            )
            for result in results:
                seat.add(result.net[number], has_won=number == result.winner)
            seats.append(seat)
        for number, state in enumerate(each.states, 1):
            result = state.result
            deals.append(
                Deal(
                    session=session,
                    number=number,
                    start=record.write(state._replace(actions=(), result=None)),
                    finished_at=timezone.now() + timedelta(minutes=5),
                    winner=result.winner,
                    points=list(result.points),
                    nets=list(result.net),
                    pairs=[[t.payer, t.payee, t.amount] for t in result.score.transfers],
                )
            )
    Seat.objects.bulk_create(seats)
    Deal.objects.bulk_create(deals)
    states = [state for each in played for state in each.states]
    Action.objects.bulk_create(_actions(deals, states), batch_size=5000)
    return sessions


def _tables(played: Iterable[Played]) -> Iterator[Table]:
    for each in played:
        yield Table(
            rules=RuleSet.make(each.rules).to_options(),
            rules_name=each.rules,
            deals_planned=each.deals,
            phase=Table.Phase.FINISHED,
            club=None if each.club is None else each.club.pk,
            joining=Table.Joining.LINK if each.club is None else Table.Joining.MEMBERS,
            stake_minor=each.stake_minor,
            currency=each.currency,
        )


def _actions(deals: Iterable[Deal], states: Iterable[DealState]) -> list[Action]:
    return [
        Action(deal=deal, number=number, text=action_text(action))
        for deal, state in zip(deals, states, strict=True)
        for number, action in enumerate(state.actions)
    ]
