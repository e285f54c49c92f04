"""Lines of sessions in users' lists."""

import pytest
from django.utils import timezone

from accounts.models import User
from games.screens.session_lines import session_title
from games.tables.listed import ListedSeat, ListedSession
from games.tables.models import Session


def session(status: Session.Status, deals_won: tuple[int, int]) -> ListedSession:
    """Return a session of five planned deals between user 1 and Ben."""
    names = ("anna", "Ben")
    return ListedSession(
        number=1,
        status=status,
        rules_name="pagat",
        deals_planned=5,
        stake_minor=0,
        currency="",
        bot_money="",
        started_at=timezone.now(),
        finished_at=None,
        slug="abc",
        bots=False,
        turn=None,
        is_arranged=False,
        seats=tuple(
            ListedSeat(1, number, number + 1, names[number], 0, deals_won[number], "")
            for number in (0, 1)
        ),
    )


@pytest.mark.parametrize(
    ("status", "deals_won", "title"),
    [
        (Session.Status.RUNNING, (1, 1), "5 deals with Ben"),
        (Session.Status.FINISHED, (3, 2), "5 deals with Ben"),
        # Ended early by a vote.
        (Session.Status.FINISHED, (1, 0), "1 deal with Ben"),
        # No player won the only deal.
        (Session.Status.FINISHED, (0, 0), "5 deals with Ben"),
    ],
)
def test_a_finished_session_is_named_by_the_deals_played(status, deals_won, title):
    assert session_title(session(status, deals_won), User(pk=1)) == title
