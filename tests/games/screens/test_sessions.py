"""The page of a finished session."""

import pytest
from django.urls import reverse

from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import settle_session

pytestmark = pytest.mark.django_db


def test_a_finished_session_shows_every_deal_and_its_settlement(client, party):
    game = party(people=2, deals_planned=2).all_sit()
    game.begin()
    running = reverse("session", args=[game.table.slug, 1])
    settlement = reverse("session_settlement", args=[game.table.slug, 1])
    assert client.get(running).status_code == 404
    assert client.get(settlement).status_code == 404
    session = game.finished()
    html = client.get(session.get_absolute_url()).content.decode()
    assert html.count("won the deal") == 2
    asking = {"hx-request": "true"}
    part = client.get(settlement, headers=asking).content.decode()
    # The part loads itself once.
    socket = f"/ws/settlements/{game.table.slug}/1/?version=0"
    assert f'data-awaits="{socket}"' in part
    assert f'hx-get="{settlement}"' in part
    assert "<html" not in part
    settle_session(session.pk)
    part = client.get(settlement, headers=asking).content.decode()
    assert "data-awaits" not in part
    assert Settlement.objects.get().get_absolute_url() in part
    # Without scripts a link leads to the settlement's page, the only one of a settled session.
    assert f'<a href="{settlement}">' in html
    assert client.get(settlement).url == Settlement.objects.get().get_absolute_url()
