"""Profile pictures: stored, shown beside the name, and only drawings that exist."""

from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.pictures import PICTURES, avatar, hue_of, picture_url
from games.chat.phrases import PHRASES, REACTIONS
from tests.games.pages import board_now
from tests.players import Game

EMOJI = Path(settings.BASE_DIR) / "static" / "vendor" / "emoji"


def test_every_picture_and_reaction_has_a_drawing_and_there_are_no_others():
    drawn = {path.stem for path in EMOJI.glob("*.svg")}
    assert drawn == set(PICTURES) | set(REACTIONS)
    assert not set(PHRASES) & set(REACTIONS)
    assert len(REACTIONS) == 12
    field = User._meta.get_field("picture")
    assert max(map(len, PICTURES)) <= (field.max_length or 0)


@given(st.text(max_size=10), st.text(max_size=10))
def test_an_avatar_contains_no_markup_from_the_name_or_the_stored_key(name, key):
    html = avatar(name, key)
    assert html.count("<") == (3 if picture_url(key) else 2)


def test_a_player_has_the_same_colour_everywhere():
    hues = {name: hue_of(name) for name in ("Ada", "Mei", "Chen", "Dora", "陳大文")}
    assert len(set(hues.values())) > 2
    for name, hue in hues.items():
        for html in (avatar(name), avatar(name, "owl"), avatar(name, look="avatar-small")):
            assert f'data-hue="{hue}"' in html


def test_an_avatar_shows_the_initial_if_there_is_no_picture():
    assert ">A</span>" in avatar("ada")
    html = avatar("ada", "owl", "avatar-small")
    assert ">A<" not in html
    assert "emoji/owl" in html
    assert 'alt=""' in html


@pytest.mark.django_db
def test_a_chosen_picture_is_shown_at_the_next_table(client):
    user = User.objects.create_user("ada")
    client.force_login(user)
    page = client.get(reverse("profile")).content.decode()
    assert page.count('type="radio" name="picture"') == len(PICTURES) + 1
    client.post(reverse("profile"), {"display_name": "Ada", "picture": "owl"})
    user.refresh_from_db()
    assert (user.display_name, user.picture) == ("Ada", "owl")
    game = Game.of([user])
    waiting = board_now(game)
    assert "emoji/owl" in waiting.html
    game.begin()
    # Bots have pictures of their own.
    assert board_now(game).html.count("emoji/owl") == 1
    assert "emoji/owl" in client.get(reverse("home")).content.decode()


@pytest.mark.django_db
def test_an_unknown_picture_is_refused_and_the_form_keeps_its_values(client):
    user = User.objects.create_user("ada", picture="fox", display_name="Ada")
    client.force_login(user)
    answer = client.post(reverse("profile"), {"display_name": "Adele", "picture": "../x"})
    user.refresh_from_db()
    assert (user.display_name, user.picture) == ("Ada", "fox")
    assert 'value="Adele"' in answer.content.decode()
    assert "is not one of the available choices" in answer.content.decode()
