"""The language of a connection: the same as for a page of that browser."""

import pytest
from django.conf import settings
from django.test import RequestFactory
from django.utils import translation

from games.common.languages import language_of, paragraph

COOKIE = settings.LANGUAGE_COOKIE_NAME

CONNECTIONS = [
    ({}, "en"),
    ({"accept-language": "de-AT,en;q=0.5"}, "de"),
    ({"accept-language": "xx,*"}, "en"),
    ({"cookie": f"{COOKIE}=de"}, "de"),
    ({"cookie": f"sessionid=x; {COOKIE}=de", "accept-language": "en"}, "de"),
    ({"cookie": f"{COOKIE}=xx", "accept-language": "de"}, "de"),
]


@pytest.fixture(autouse=True)
def _two_languages(settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    settings.LANGUAGE_CODE = "en"


@pytest.mark.parametrize(("headers", "language"), CONNECTIONS)
def test_the_language_is_that_of_the_cookie_or_else_of_the_browser(headers, language):
    sent = [(name.title().encode(), value.encode()) for name, value in headers.items()]
    assert language_of({"headers": sent}) == language
    assert translation.get_language_from_request(RequestFactory().get("/", headers=headers)) == (
        language
    )


def test_a_connection_without_headers_uses_the_language_of_the_club():
    assert language_of({}) == "en"


def test_sentences_are_joined_according_to_the_language():
    assert paragraph("You lead.", "", "You pass.") == "You lead. You pass."
    with translation.override("zh-hant"):
        assert paragraph("你先出。", "你不出。") == "你先出。你不出。"
