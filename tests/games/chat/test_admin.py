"""Admin pages of reports."""

import pytest
from django.urls import reverse

from games.chat import services as chat
from games.chat.models import ChatLine

pytestmark = pytest.mark.every_database


def test_an_admin_sees_reports_and_cannot_change_reported_messages(friends, admin_client):
    friends.write(friends.bob, "Rude <b>words</b>")
    line = ChatLine.objects.get()
    chat.report(friends.ann.caller, friends.number, line.pk)
    html = admin_client.get(reverse("admin:games_report_changelist")).content.decode()
    for shown in (
        "Rude &lt;b&gt;words",
        "Bob",
        friends.game.table.slug,
        friends.ann.user.shown_name,
    ):
        assert shown in html
    one = admin_client.get(reverse("admin:games_chatline_change", args=[line.pk]))
    assert one.status_code == 200
    change = {"text": "Polite words"}
    admin_client.post(reverse("admin:games_chatline_change", args=[line.pk]), change)
    admin_client.post(reverse("admin:games_chatline_delete", args=[line.pk]), {"post": "yes"})
    line.refresh_from_db()
    assert line.text == "Rude <b>words</b>"
