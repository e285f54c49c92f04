"""Rules for money: when a session is for money, and who sees amounts."""

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from games.common.denials import DeniedError
from games.tables.clubs import HouseTerms
from games.tables.denials import TableCode
from games.tables.models import Seat, Session, Table
from games.tables.services import opening, rematch
from games.tables.stakes import ForPoints, counts_for_money, is_shown_money, why_for_points
from tests.players import Game

POINTS, HOUSE = Table.BotMoney.POINTS, Table.BotMoney.HOUSE


def seats(who: str, *, stand_ins: bool = False) -> list[Seat]:
    """Return seats of users and bots: "ppb" for two users and a bot."""
    return [
        Seat(number=number, user_id=number + 1, stand_in=stand_ins)
        if each == "p"
        else Seat(number=number, bot="counting")
        for number, each in enumerate(who)
    ]


def session(bot_money: str = POINTS, stake_minor: int = 20, currency: str = "HKD") -> Session:
    return Session(stake_minor=stake_minor, currency=currency, bot_money=bot_money)


@pytest.mark.parametrize(
    ("who", "bot_money", "reason"),
    [
        ("pppp", POINTS, None),
        ("pp", POINTS, None),
        ("pppp", HOUSE, None),
        ("pppb", POINTS, ForPoints.BOTS_PLAY),
        ("ppbb", POINTS, ForPoints.BOTS_PLAY),
        ("pppb", HOUSE, None),
        ("ppbb", HOUSE, None),
        ("pbbb", POINTS, ForPoints.ONE_PERSON),
        ("pbbb", HOUSE, ForPoints.ONE_PERSON),
        ("bbbb", HOUSE, ForPoints.ONE_PERSON),
    ],
)
def test_a_session_is_for_money_with_two_users_if_any_bots_play_for_the_house(
    who, bot_money, reason
):
    played = session(bot_money)
    assert why_for_points(played, seats(who)) is reason
    assert counts_for_money(played, seats(who)) is (reason is None)


@pytest.mark.parametrize(("stake_minor", "currency"), [(0, ""), (0, "HKD"), (20, "")])
@pytest.mark.parametrize("who", ["pppp", "pppb", "pbbb"])
def test_a_session_without_a_stake_is_for_points(who, stake_minor, currency):
    played = session(HOUSE, stake_minor, currency)
    assert why_for_points(played, seats(who)) is ForPoints.NO_STAKE


def test_absent_players_still_play_for_money():
    assert counts_for_money(session(), seats("pp", stand_ins=True))


def test_amounts_are_shown_only_to_seated_players():
    played, there = session(HOUSE), seats("ppb")
    shown = [is_shown_money(played, there, number) for number in (1, 2, 3, None)]
    assert shown == [True, True, False, False]
    assert not is_shown_money(session(POINTS), there, 1)


# --- What is stored


@pytest.fixture
def members(db) -> list[User]:
    return [User.objects.create_user(name) for name in ("ada", "bea")]


def test_each_session_takes_over_from_its_table_whom_bots_play_for(members, queued, monkeypatch):
    monkeypatch.setattr("games.tables.clubs.memberships", lambda _user: {7})
    terms = HouseTerms("EUR", max_stake_minor=5, limit_minor=10**9)
    monkeypatch.setattr("games.tables.clubs.house_of", lambda _club, **_lock: terms)
    monkeypatch.setattr("games.tables.clubs.may_open_house_tables", lambda _user, _club: True)
    monkeypatch.setattr("games.tables.clubs.house_debt", lambda _club, _currency: 0)
    monkeypatch.setattr("games.tables.clubs.house_table_opened", lambda *_told: None)
    given = {"joining": "members", "club": 7, "bot_money": HOUSE, "deals_planned": 1}
    game = Game.of(members, stake_minor=5, currency="EUR", **given)
    here = game.begin()
    assert game.session_row().bot_money == HOUSE
    assert here.session.bot_money == HOUSE
    assert [seat.is_bot for seat in here.seats].count(True) == 2
    assert counts_for_money(here.session, here.seats)
    game.finish_session()
    for number in range(2):
        assert game.ask(number, rematch.play_again) is None
    assert game.session_row().number == 2
    assert game.session_row().bot_money == HOUSE


def test_a_table_with_bots_is_for_points_by_default(members, queued):
    game = Game.of(members, stake_minor=5, currency="EUR")
    here = game.begin()
    assert (game.table.bot_money, here.session.bot_money) == (POINTS, POINTS)
    assert why_for_points(here.session, here.seats) is ForPoints.BOTS_PLAY


def test_a_player_alone_with_bots_plays_for_points(club):
    here = club(stake_minor=5, currency="EUR").now()
    assert here.session.stake_minor == 5
    assert why_for_points(here.session, here.seats) is ForPoints.ONE_PERSON


def test_bots_cannot_play_for_a_house_without_a_club(members):
    with pytest.raises(DeniedError) as refused:
        opening.open_table(members[0], stake_minor=5, currency="EUR", bot_money=HOUSE)
    assert refused.value.denial.code is TableCode.NO_HOUSE
    assert not Table.objects.exists()


@pytest.mark.every_database
def test_the_database_refuses_a_house_without_a_club(members):
    table = opening.open_table(members[0])
    stored = Table.objects.filter(pk=table.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        stored.update(bot_money=HOUSE)
    stored.update(bot_money=HOUSE, is_arranged=True)
    stored.update(bot_money=HOUSE, is_arranged=False, club=7, joining="members")
