"""Partials: they compile, use the reader's language, and can be included in pages."""

from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.translation import trans_real
from jinja2 import UndefinedError

from config.tools.catalogues import translation_calls
from games.common.partials import FOLDER, environment, partial

PARTIALS = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.html"))


class UppercaseEnglish:
    """A language whose messages are the English ones in capitals."""

    def language(self) -> str:
        return "io"

    to_language = language

    def gettext(self, message: str) -> str:
        return message.upper()

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return (singular if number == 1 else plural).replace("card", "CARD")


@pytest.mark.parametrize("name", PARTIALS)
def test_every_partial_compiles_and_is_not_a_django_template(name):
    assert environment().get_template(name)
    source = Path(FOLDER, name).read_text()
    assert "{% load" not in source
    assert "{% translate" not in source
    assert not Path(FOLDER.parent, name).exists(), "there is a second template of that name"


def test_a_page_and_a_socket_render_a_partial_alike():
    shown = Template('{% load live %}{% live "games/language/stock.html" stock=count %}')
    assert shown.render(Context({"count": 3})) == partial("games/language/stock.html", stock=3)


def test_partials_escape_values_and_refuse_missing_ones():
    html = partial("games/chat/note.html", outcome="denied", sentence="<i>")
    assert "&lt;i&gt;" in html
    with pytest.raises(UndefinedError):
        partial("games/chat/note.html", outcome="denied")


def test_a_partial_is_rendered_in_the_language_of_each_reader(monkeypatch):
    monkeypatch.setitem(trans_real._translations, "io", UppercaseEnglish())
    monkeypatch.setattr("games.common.partials._template", _uncached_template)
    for language, dealer, cards in (("en", "Dealer", "cards"), ("io", "DEALER", "CARDs")):
        with translation.override(language):
            assert f'title="{dealer}"' in partial("games/language/dealer.html")
            assert f"<b>2</b> {cards} to draw" in partial("games/language/stock.html", stock=2)


def _uncached_template(name, language):
    return environment().get_template(name)


def test_messages_are_extracted_from_every_kind_of_lookup():
    source = """{# a comment #}
<p title="{{ _('Dealer') }}">{{ pgettext("vote", "No") }}</p>
{{ ngettext("%(count)s card", "%(count)s cards", cards)|with(count=cards) }}
{{ _("Ready") if ready else _("Not ready yet") }}"""
    assert translation_calls(source).splitlines() == [
        "",
        "_('Dealer'); pgettext('vote', 'No')",
        "ngettext('%(count)s card', '%(count)s cards')",
        "_('Ready'); _('Not ready yet')",
    ]
