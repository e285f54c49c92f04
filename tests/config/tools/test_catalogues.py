"""Extracting and compiling catalogues."""

import gettext
import subprocess
import sys

import pytest

from config import languages
from config.tools import catalogues
from config.tools.catalogues import (
    compile_all,
    entries,
    extracted,
    keys,
    read,
    template_calls,
    update,
)

HEADER = catalogues.header("fil")


@pytest.fixture
def template(monkeypatch):
    """Let two files with five messages be all sources."""
    files = [
        (
            "games/a.py",
            "python",
            '# Translators: who leads\n_("Lead")\npgettext("verb", "Pass")\n_("100 % of %(n)s")\n'
            'ngettext("%(n)s card", "%(n)s cards", n)',
        ),
        ("templates/b.html", "python", template_calls('\n  {% translate "Deal" context "noun" %}')),
    ]
    monkeypatch.setattr(catalogues, "sources", lambda: iter(files))


def filled(tmp_path, code, texts):
    """Write a catalogue with these translations."""
    path = languages.catalogue(code, tmp_path)
    messages = read(path, code)
    for (_context, text), message in keys(messages).items():
        message.string = texts.get(text, message.string)
    catalogues.write(messages, path, code)


def compiled_texts(tmp_path, code):
    path = languages.catalogue(code, tmp_path).with_suffix(".mo")
    with path.open("rb") as file:
        return gettext.GNUTranslations(file)


ALL = {
    "Lead": "Una",
    "Pass": "Pasa",
    "100 % of %(n)s": "100 %% ng %(n)s",
    "%(n)s card": ("%(n)s baraha", "%(n)s na baraha"),
    "Deal": "Bigay",
}


def test_messages_come_from_python_both_kinds_of_templates_scripts_and_libraries():
    found = keys(extracted())
    places = {place for message in found.values() for place, _ in message.locations}
    assert {"accounts/adapter.py", "django/forms/fields.py", "allauth/account/forms.py"} <= places
    assert "templates/partials/footer.html" in places
    assert "templates/jinja2/games/language/dealer.html" in places
    assert (None, "This field is required.") in found
    assert ("vote", "No") in found or ("vote", "Yes") in found


def test_a_new_catalogue_has_every_message_with_context_comment_and_plural_forms(
    tmp_path, template, capsys
):
    update(tmp_path)
    text = languages.catalogue("fil", tmp_path).read_text()
    assert text.startswith(HEADER.strip())
    assert '#. Translators: who leads\n#: games/a.py\nmsgid "Lead"\nmsgstr ""' in text
    assert 'msgctxt "verb"\nmsgid "Pass"' in text
    assert 'msgstr[0] ""\nmsgstr[1] ""' in text
    assert 'msgstr[0] ""\n' in languages.catalogue("id", tmp_path).read_text()
    assert "msgstr[1]" not in languages.catalogue("id", tmp_path).read_text()
    said = capsys.readouterr().out
    assert "new: verb: Pass\n" in said
    assert "5 messages; 5 new, 0 gone" in said
    assert "fil: 0 translated, 5 not" in said


def test_an_update_keeps_translations_guesses_none_and_drops_what_is_gone(
    tmp_path, template, monkeypatch, capsys
):
    update(tmp_path)
    filled(tmp_path, "fil", ALL)
    monkeypatch.setattr(
        catalogues, "sources", lambda: iter([("a.py", "python", '_("Lead"); _("Passes")')])
    )
    capsys.readouterr()
    update(tmp_path)
    text = languages.catalogue("fil", tmp_path).read_text()
    assert 'msgid "Lead"\nmsgstr "Una"' in text
    assert 'msgid "Passes"\nmsgstr ""' in text
    assert "fuzzy" not in text
    assert "#~" not in text
    assert "2 messages; 1 new, 4 gone" in capsys.readouterr().out


def test_a_second_update_changes_nothing(tmp_path, template):
    update(tmp_path)
    filled(tmp_path, "fil", ALL)
    before = languages.catalogue("fil", tmp_path).read_bytes()
    update(tmp_path)
    assert languages.catalogue("fil", tmp_path).read_bytes() == before


def test_a_language_is_offered_once_its_catalogue_is_complete(tmp_path, template):
    update(tmp_path)
    filled(tmp_path, "fil", ALL)
    filled(tmp_path, "id", {"Lead": "Buka"})
    compile_all(folder=tmp_path)
    assert languages.offered(tmp_path) == (["en", "fil"], [])
    filipino = compiled_texts(tmp_path, "fil")
    assert filipino.pgettext("noun", "Deal") == "Bigay"
    one, four = (filipino.ngettext("%(n)s card", "%(n)s cards", n) for n in (1, 4))
    assert (one, four) == ALL["%(n)s card"]
    compile_all(0, folder=tmp_path)
    assert languages.offered(tmp_path)[0] == ["en", "zh-hans", "zh-hant", "id", "fil"]
    assert compiled_texts(tmp_path, "id").gettext("Lead") == "Buka"
    filled(tmp_path, "fil", {"Lead": "", "Pass": ""})
    compile_all(folder=tmp_path)
    assert languages.offered(tmp_path) == (["en"], [])


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        ({"100 % of %(n)s": "100 %% ng %(bilang)s"}, "nothing fills %(bilang)s"),
        ({"100 % of %(n)s": "100 % ng %(n)s"}, "must be written as %%"),
    ],
)
def test_translations_that_would_fail_are_left_out(tmp_path, template, capsys, texts, reason):
    update(tmp_path)
    filled(tmp_path, "fil", {**ALL, **texts})
    compile_all(80, folder=tmp_path)
    assert compiled_texts(tmp_path, "fil").gettext("100 % of %(n)s") == "100 % of %(n)s"
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe not text",
        b"no catalogue\n",
        HEADER.replace("nplurals=2", "nplurals=many").encode(),
    ],
)
def test_an_unreadable_catalogue_leaves_its_language_out(tmp_path, template, capsys, content):
    update(tmp_path)
    for code in ("fil", "id"):
        filled(tmp_path, code, {**ALL, "%(n)s card": ("%(n)s kartu",)} if code == "id" else ALL)
    compile_all(folder=tmp_path)
    assert languages.offered(tmp_path)[0] == ["en", "id", "fil"]
    languages.catalogue("fil", tmp_path).write_bytes(content)
    compile_all(folder=tmp_path)
    assert languages.offered(tmp_path) == (["en", "id"], [])
    assert "fil" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"not a catalogue at all", b"\xde\x12\x04\x95" * 9])
def test_a_damaged_compiled_catalogue_is_reported_and_not_offered(tmp_path, content):
    path = languages.catalogue("id", tmp_path).with_suffix(".mo")
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    codes, problems = languages.offered(tmp_path)
    assert codes == ["en"]
    assert len(problems) == 1
    assert "id is not offered" in problems[0]


def test_unchanged_catalogues_are_not_compiled_again(tmp_path, template, monkeypatch):
    update(tmp_path)
    compile_all(folder=tmp_path)
    monkeypatch.setattr(catalogues, "compiled", lambda *_: pytest.fail("compiled again"))
    compile_all(folder=tmp_path)


@pytest.mark.program
def test_compiling_needs_no_settings():
    done = subprocess.run(
        [sys.executable, "-m", "config.tools.catalogues", "compile"],
        cwd=languages.LOCALE.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_our_catalogues_are_complete_lists_of_messages():
    now = keys(extracted())
    for code in languages.TRANSLATED:
        messages = read(languages.catalogue(code), code)
        assert keys(messages).keys() == now.keys(), "run: make messages"
        assert not messages.obsolete
        assert not [message for message in entries(messages) if message.fuzzy]
