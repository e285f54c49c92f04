"""Announcements of the site itself are stored as codes."""

from django.utils import translation

from tests.games.screens.test_languages import STRANGE, strange
from tests.pseudo import accented
from tournaments.events.core.announcements import START_UNDONE, shown_text

__all__ = ["strange"]


def test_the_sites_announcements_are_shown_in_the_readers_language(strange):
    assert shown_text(START_UNDONE).startswith("The start of the event was undone")
    with translation.override(STRANGE):
        assert accented("The start of the event was undone") in shown_text(START_UNDONE)


def test_an_organizers_announcement_is_shown_as_it_is(strange):
    with translation.override(STRANGE):
        assert shown_text("Tea is ready.") == "Tea is ready."
