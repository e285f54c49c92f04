"""Texts about the stake, before and during a session."""

import pytest

from games.language.stake_words import stake_label, stake_note, waiting_stake_label
from games.tables.models import Session, Table
from tests.games.tables.test_stakes import HOUSE, POINTS, seats

STAKE = (200, "HKD")


def session(bot_money: str, status: str = Session.Status.RUNNING, stake=STAKE) -> Session:
    minor, currency = stake
    return Session(stake_minor=minor, currency=currency, bot_money=bot_money, status=status)


@pytest.mark.parametrize(
    ("stake", "bot_money", "bots", "said"),
    [
        ((0, ""), POINTS, True, "For points"),
        ((0, ""), HOUSE, True, "For points"),
        (STAKE, POINTS, False, "HK$2.00 a point"),
        (STAKE, HOUSE, False, "HK$2.00 a point"),
        (
            STAKE,
            POINTS,
            True,
            "HK$2.00 a point, or for points if a bot plays",
        ),
        (
            STAKE,
            HOUSE,
            True,
            "HK$2.00 a point (bots play for the club; if you’re alone with bots,"
            " you play for points)",
        ),
    ],
)
def test_a_waiting_table_says_how_bots_change_the_stake(stake, bot_money, bots, said):
    assert waiting_stake_label(*stake, bot_money, bots=bots) == said
    waiting = session(bot_money, Session.Status.WAITING, stake)
    assert stake_label(waiting, seats("p"), bots=bots) == said
    assert stake_note(waiting, seats("p")) == ""


@pytest.mark.parametrize("status", [Session.Status.RUNNING, Session.Status.FINISHED])
@pytest.mark.parametrize(
    ("who", "bot_money", "label", "note"),
    [
        ("pppp", POINTS, "HK$2.00 a point", ""),
        ("pppp", HOUSE, "HK$2.00 a point", ""),
        ("pppb", POINTS, "For points", "This game is for points, because bots are playing."),
        ("pppb", HOUSE, "HK$2.00 a point", "The club keeps what bots win and pays what they lose."),
        (
            "pbbb",
            HOUSE,
            "For points",
            "This game is for points, because you’re playing against bots.",
        ),
    ],
)
def test_a_session_says_whether_it_is_for_points_or_money(status, who, bot_money, label, note):
    played = session(bot_money, status)
    assert stake_label(played, seats(who), bots=True) == label
    assert stake_note(played, seats(who)) == note


def test_a_session_without_a_stake_has_no_note():
    played = session(Table.BotMoney.POINTS, stake=(0, ""))
    assert stake_label(played, seats("pbbb"), bots=True) == "For points"
    assert stake_note(played, seats("pbbb")) == ""
