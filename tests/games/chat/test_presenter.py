"""The chat as each reader sees it, in their language."""

import pytest
from django.utils import translation
from django.utils.translation import gettext_lazy

from games.chat import services as chat
from games.chat.denials import ChatCode
from games.chat.models import ChatLine
from games.chat.phrases import PHRASES
from games.chat.presenter import (
    chat_html,
    denial_sentence,
    note_html,
)
from games.chat.selectors import LINES_SHOWN
from games.common.denials import Denial
from games.tables.models import Session, Table
from tests.players import Person


def test_each_denial_has_a_sentence_of_its_own():
    codes = set(ChatCode) - {ChatCode.TOO_LONG}
    assert len({denial_sentence(Denial(code)) for code in codes}) == len(codes)
    assert [denial_sentence(Denial(ChatCode.TOO_LONG, {"excess": each})) for each in (1, 60)] == [
        "Your message is 1 character too long. Shorten it and send it again.",
        "Your message is 60 characters too long. Shorten it and send it again.",
    ]


def test_text_and_names_are_escaped(friends):
    friends.seat(1, name="<b>Bob</b>")
    friends.write(friends.bob, "<script>alert('3S')</script> & \"more\"")
    html = friends.read(friends.ann)
    assert "<script" not in html
    assert "&lt;script&gt;alert(&#39;3S&#39;)&lt;/script&gt; &amp; &#34;more&#34;" in html
    assert "<b>Bob</b>" not in html
    assert "&lt;b&gt;Bob&lt;/b&gt;" in html


def test_the_sentence_of_a_note_is_escaped():
    assert "<i>" not in note_html("<i>", "denied")


def test_each_reader_sees_a_phrase_in_their_own_language(friends, monkeypatch):
    # There are no translations yet, so one of Django's messages stands for a phrase.
    monkeypatch.setitem(PHRASES, "sorry", gettext_lazy("This field is required."))
    assert chat.write_phrase(friends.bob.caller, friends.number, "sorry") is None
    line = ChatLine.objects.get()
    assert (line.phrase, line.text, line.content) == ("sorry", "", "This field is required.")
    for language, words in (
        ("en", "This field is required."),
        ("de", "Dieses Feld ist zwingend erforderlich."),
        ("en", "This field is required."),
    ):
        with translation.override(language):
            assert words in friends.read(None)
            assert words in chat_html(friends.shown(friends.ann), None)


def test_labels_of_the_chat_are_in_the_language_of_the_reader(friends, monkeypatch):
    # Used by no other test, because partials cache their translations.
    catalog = {"eo": {"Chat": "Babilejo"}}

    def translated(message):
        return catalog.get(translation.get_language(), {}).get(message, message)

    monkeypatch.setattr("django.utils.translation._trans.gettext", translated)
    friends.write(friends.bob, "Hello")
    shown = friends.shown(None)
    with translation.override("en"):
        assert 'aria-label="Chat"' in chat_html(shown, None)
    with translation.override("eo"):
        assert 'aria-label="Babilejo"' in chat_html(shown, None)


def test_readers_are_offered_only_what_they_may_do(friends):
    friends.write(friends.bob, "Hello")
    mute = f'data-chat-do="mute" data-player="{friends.bob.user.pk}"'
    ann, bob = friends.read(friends.ann), friends.read(friends.bob)
    watcher, stranger = friends.read(Person()), friends.read(None)
    assert [mute in html for html in (ann, bob, watcher, stranger)] == [True, False, True, False]
    may_write = 'data-may-write="true"'
    assert [may_write in html for html in (ann, bob, watcher, stranger)] == [
        True,
        True,
        False,
        False,
    ]
    clears = ['data-chat-do="clear"' in html for html in (ann, bob, watcher, stranger)]
    assert clears == [True, False, False, False]


def test_readers_who_see_the_same_share_a_rendering(friends):
    friends.write(friends.bob, "Hello")
    watchers = [friends.read(Person()) for _ in range(5)]
    assert len(set(map(id, watchers))) == 1
    assert friends.read(friends.bob) is not watchers[0]


def test_a_reader_is_sent_only_new_messages(friends):
    friends.write(friends.bob, "One")
    readers = (friends.ann, friends.bob, None)
    before = [friends.shown(who) for who in readers]
    friends.write(friends.ann, "Two")
    for who, had in zip(readers, before, strict=True):
        html = chat_html(friends.shown(who), had)
        assert html.count("<li") == 1
        assert "Two" in html
        assert 'hx-swap-oob="beforeend:#chat-lines"' in html
        assert 'id="chat"' not in html
        assert chat_html(friends.shown(who), friends.shown(who)) == ""


def test_the_chat_is_not_sent_again_when_old_messages_drop_out(friends):
    session = Session.objects.get(table=friends.number)
    ChatLine.objects.bulk_create(
        ChatLine(session=session, user=friends.bob.user, name="Bob", text=f"line {number}")
        for number in range(LINES_SHOWN)
    )
    before = friends.shown(friends.ann)
    friends.write(friends.ann, "one more")
    now = friends.shown(friends.ann)
    assert len(now.lines) == LINES_SHOWN
    assert chat_html(now, before).count("<li") == 1


@pytest.mark.parametrize("what", ["clear", "clear and write", "mute", "unmute", "sit", "host"])
def test_the_whole_chat_is_sent_if_more_than_new_messages_changed(friends, what):
    cat = Person()
    friends.write(friends.ann, "One")
    friends.write(friends.bob, "Two")
    if what == "unmute":
        friends.mute(friends.ann, friends.bob)
    before = friends.shown(friends.ann)
    if what.startswith("clear"):
        chat.clear(friends.ann.caller, friends.number)
        if what != "clear":
            friends.write(friends.bob, "Three")
    elif what == "host":
        Table.objects.filter(pk=friends.number).update(host=cat.user)
    elif what == "sit":
        friends.seat(1, user=cat.user)
    else:
        getattr(friends, what)(friends.ann, friends.bob)
    assert chat_html(friends.shown(friends.ann), before).count('id="chat"') == 1


def test_messages_of_a_muted_player_are_hidden_only_from_the_muting_user(friends):
    friends.write(friends.bob, "Blah")
    friends.write(friends.ann, "Hm")
    assert friends.mute(friends.ann, friends.bob) is None
    mine = friends.read(friends.ann)
    assert "Blah" not in mine
    assert "Hm" in mine
    assert "Bob is muted." in mine
    for other in (friends.bob, None):
        html = friends.read(other)
        assert "Blah" in html
        assert "muted" not in html
    assert friends.unmute(friends.ann, friends.bob) is None
    assert "Blah" in friends.read(friends.ann)


def test_a_mute_takes_effect_at_once_without_a_new_message(friends):
    friends.write(friends.bob, "Blah")
    before = friends.shown(friends.ann)
    friends.mute(friends.ann, friends.bob)
    html = chat_html(friends.shown(friends.ann), before)
    assert "Blah" not in html
    assert "Bob is muted." in html


def test_a_reaction_is_an_image_with_a_text_for_screen_readers(friends):
    assert chat.write_phrase(friends.bob.caller, friends.number, "party") is None
    html = friends.read(friends.ann)
    assert 'src="/static/vendor/emoji/party' in html
    assert '<span class="visually-hidden">Let’s celebrate</span>' in html
    assert friends.write(friends.ann, "party") is None
    # Typed text is never treated as a key.
    assert friends.read(friends.bob).count("<img") == 1
