"""A finished session's page."""

import pytest
from django.urls import reverse

from tournaments.ledger.services import settle_session

pytestmark = pytest.mark.django_db


def test_a_finished_session_shows_every_deal_and_its_settlement(client, club):
    game = club(deals=2)
    running = reverse("session", args=[game.table.slug, 1])
    settlement = reverse("settlement", args=[game.table.slug, 1])
    assert client.get(running).status_code == 404
    assert client.get(settlement).status_code == 404
    session = game.finished()
    html = client.get(session.get_absolute_url()).content.decode()
    assert html.count("won the deal") == 2
    asking = {"hx-request": "true"}
    part = client.get(settlement, headers=asking).content.decode()
    assert f'hx-get="{settlement}?waited=700"' in part
    assert "<html" not in part
    for waited, wait in ((700, 1400), (11200, 15000), (15000, 15000), ("x", 700), (-5, 700)):
        later = client.get(f"{settlement}?waited={waited}", headers=asking).content.decode()
        assert f'delay:{wait}ms"' in later
    settle_session(session.pk)
    assert "hx-get" not in client.get(settlement, headers=asking).content.decode()
    # Without scripts a link leads there, to a page of its own.
    assert f'<a href="{settlement}">' in html
    whole = client.get(settlement).content.decode()
    assert "<html" in whole
    assert session.get_absolute_url() in whole
