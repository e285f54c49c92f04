"""Partials: they compile, use the reader's language, and can be included in pages."""

from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.translation import trans_real
from jinja2 import UndefinedError

from games.common.partials import FOLDER, environment, partial
from games.management.commands.makemessages import lookups

PARTIALS = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.html"))


class Shouted:
    """A language whose messages are the English ones in capitals."""

    def language(self) -> str:
        return "io"

    to_language = language

    def gettext(self, message: str) -> str:
        return message.upper()

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return (singular if number == 1 else plural).replace("card", "CARD")


@pytest.mark.parametrize("name", PARTIALS)
def test_every_partial_compiles_and_is_none_of_djangos_templates(name):
    assert environment().get_template(name)
    source = Path(FOLDER, name).read_text()
    assert "{% load" not in source
    assert "{% translate" not in source
    assert not Path(FOLDER.parent, name).exists(), "there is a second template of that name"


def test_a_page_shows_a_partial_as_a_socket_sends_it():
    shown = Template('{% load live %}{% live "games/language/stock.html" stock=count %}')
    assert shown.render(Context({"count": 3})) == partial("games/language/stock.html", stock=3)


def test_what_is_shown_is_escaped_and_nothing_may_be_missing():
    html = partial("games/chat/note.html", outcome="denied", sentence="<i>")
    assert "&lt;i&gt;" in html
    with pytest.raises(UndefinedError):
        partial("games/chat/note.html", outcome="denied")


def test_each_reader_gets_the_own_words(monkeypatch):
    monkeypatch.setitem(trans_real._translations, "io", Shouted())
    monkeypatch.setattr("games.common.partials._template", _template_anew)
    for language, dealer, cards in (("en", "Dealer", "cards"), ("io", "DEALER", "CARDs")):
        with translation.override(language):
            assert f'title="{dealer}"' in partial("games/language/dealer.html")
            assert f"<b>2</b> {cards} to draw" in partial("games/language/stock.html", stock=2)


def _template_anew(name, language):
    return environment().get_template(name)


def test_messages_are_collected_from_every_kind_of_lookup():
    source = """{# a comment #}
<p title="{{ _('Dealer') }}">{{ pgettext("vote", "No") }}</p>
{{ ngettext("%(count)s card", "%(count)s cards", cards)|with(count=cards) }}
{{ _("Ready") if ready else _("Not ready yet") }}"""
    assert lookups(source).splitlines() == [
        "",
        "_('Dealer'); pgettext('vote', 'No')",
        "ngettext('%(count)s card', '%(count)s cards')",
        "_('Ready'); _('Not ready yet')",
    ]
