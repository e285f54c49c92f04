"""Generated SQL writes the same values as the ORM."""

import pytest
from django.utils import timezone

from games.chat.models import ChatLine
from games.common import sql
from games.tables.models import Session, Table

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


def test_rows_are_added_and_changed_like_with_the_orm(club):
    game = club()
    session, user = Session.objects.get(table=game.table), game.people[0].user
    values = {
        "session_id": session.pk,
        "user_id": user.pk,
        "name": "Ann",
        "text": "50 %s 'quoted' 好",
        "phrase": "",
        "written_at": timezone.now(),
        "cleared": True,
    }
    key = sql.add(ChatLine, **values)
    line = ChatLine.objects.get(pk=key)
    assert {name: getattr(line, name) for name in values} == values
    bystander = sql.add(ChatLine, **values)
    sql.change(ChatLine, key, {"text": "other", "user_id": None, "cleared": False})
    line.refresh_from_db()
    assert (line.text, line.user, line.cleared, line.name) == ("other", None, False, "Ann")
    assert ChatLine.objects.get(pk=bystander).text == values["text"]


def test_a_change_finds_the_row_by_its_primary_key(club):
    chat = club().table.chat
    sql.change(type(chat), chat.pk, {"version": 7})
    chat.refresh_from_db()
    assert (chat.version, Table.objects.get(pk=chat.pk).version == 7) == (7, False)
