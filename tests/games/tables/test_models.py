"""Constraints of the database."""

import pytest
from django.db import IntegrityError, transaction

from games.tables.models import Action, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


@pytest.mark.parametrize(
    "who", [{"user": None, "bot": ""}, {"bot": "counting"}], ids=["neither", "both"]
)
def test_the_database_refuses_a_seat_with_neither_or_both_of_user_and_bot(club, who):
    mine = Seat.objects.filter(session=club().now().session.pk, number=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        mine.update(**who)


def test_the_database_refuses_the_same_action_number_twice(club):
    game = club()
    deal = game.deal_row()
    Action.objects.filter(deal=deal).delete()
    Action.objects.create(deal=deal, number=0, text="0 pass")
    with pytest.raises(IntegrityError), transaction.atomic():
        Action.objects.create(deal=deal, number=0, text="1 pass")
