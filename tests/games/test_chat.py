"""Talk at the table: who may say what, who reads it, and what a browser is answered."""

from types import SimpleNamespace

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.cached_db import SessionStore
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from accounts import limits
from accounts.models import User
from accounts.services import create_guest
from config.database import in_database
from games import chat, live, selectors, services, wake
from games.models import ChatLine, Mute, Report, Seat, Session, Table
from games.presenter.talk import note_html, talk_context, talk_html, talk_of
from games.services import DONE
from games.talk import LINES_SHOWN, PHRASES, lines
from tests.games.test_consumers import Browser

NOT_SIGNED_IN = "You are watching. Sign in, or press Play now, to take a seat."


class Talkers:
    """A table with two people, Ann (its host) and Bob, and two bots."""

    def __init__(self, club, sign_in) -> None:
        self.game = club()
        self.sign_in = sign_in
        self.ann = SimpleNamespace(user=self.game.user, key=self.game.key)
        self.bob = self.somebody()
        self.number = self.game.table.pk
        self.seat(0, name="Ann")
        self.seat(1, name="Bob", user=self.bob.user, is_bot=False)

    def somebody(self) -> SimpleNamespace:
        """A guest who has no seat."""
        guest = create_guest()
        return SimpleNamespace(user=guest, key=self.sign_in(guest))

    def seat(self, number: int, **values: object) -> None:
        Seat.objects.filter(session__table=self.number, number=number).update(**values)
        selectors.forget()

    def say(self, who: SimpleNamespace, text: str):
        return chat.say(self.number, who.user, who.key, text)

    def mute(self, who: SimpleNamespace, other: SimpleNamespace):
        return chat.mute(self.number, who.user, who.key, other.user.pk)

    def unmute(self, who: SimpleNamespace, other: SimpleNamespace):
        return chat.unmute(self.number, who.user, who.key, other.user.pk)

    def row(self) -> Table:
        return Table.objects.get(pk=self.number)

    def talk(self, before=None):
        return talk_of(selectors.position(self.row()), before)

    def read(self, who: SimpleNamespace | None) -> str:
        """The talk as the person sees it."""
        return talk_html(self.talk(), who and who.user)

    def texts(self) -> list[str]:
        return [line.text for line in lines(Session.objects.get(table=self.number))]


@pytest.fixture
def talkers(club, sign_in) -> Talkers:
    return Talkers(club, sign_in)


# --- Saying


def test_a_line_is_kept_with_the_session_and_changes_the_table(talkers):
    before = talkers.row()
    assert talkers.say(talkers.bob, "  Good   luck,\neverybody  ") == DONE
    line = ChatLine.objects.get()
    assert (line.name, line.text, line.user) == ("Bob", "Good luck, everybody", talkers.bob.user)
    assert line.session.table_id == talkers.number
    after = talkers.row()
    assert (after.talk, after.version) == (before.talk + 1, before.version + 1)
    assert (after.moment, after.scene) == (before.moment, before.scene)


def test_a_bot_that_is_awaited_is_asked_again_for_the_new_version(talkers, queued):
    due = timezone.now()
    Table.objects.filter(pk=talkers.number).update(due_at=due)
    talkers.say(talkers.bob, "Hello")
    table = talkers.row()
    assert queued[-1][:3] == (wake.MOVE_ON, table.pk, table.version)
    assert table.due_at == due


def test_everybody_is_told_after_the_commit(
    talkers, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr("games.announce._send", lambda *message: sent.append(message))
    with django_capture_on_commit_callbacks(execute=True):
        talkers.say(talkers.ann, "Hello")
        assert sent == []
    assert sent[-1][1]["version"] == talkers.row().version


REFUSED = [
    ("", "Write something first."),
    (" \t\n ", "Write something first."),
    ("\u200b\u200d\u2060", "Write something first."),
    ("\x00\x1b\ud800", "Write something first."),
    ("\u2800" * 5, "Write something first."),
    ("\u3164", "Write something first."),
    ("\u115f\u1160 \uffa0", "Write something first."),
    ("\ufe0f", "Write something first."),
    ("\u034f\u200d\u0301", "Write something first."),
    ("x" * 201, "That is 1 character too long. Shorten it and send it again."),
    ("x" * 260, "That is 60 characters too long. Shorten it and send it again."),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_what_cannot_be_said_is_refused_in_a_sentence_and_changes_nothing(talkers, text, why):
    before = talkers.row().version
    assert talkers.say(talkers.ann, text).refusal == why
    assert talkers.row().version == before
    assert not ChatLine.objects.exists()


def test_the_longest_line_fits():
    assert ChatLine._meta.get_field("text").max_length == chat.LONGEST_LINE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x" * 200, "x" * 200),
        ("a\x00b\x07c", "abc"),
        ("line\r\nline", "line line"),
        ("\u202egnorw\u202c way", "gnorw way"),
        ("👩‍👩‍👧 好牌 Привет", "👩‍👩‍👧 好牌 Привет"),
        ("lone \ud800 half", "lone  half"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("e\u0301 \u2813\u2800\u280a \u1112\u1160", "e\u0301 \u2813\u2800\u280a \u1112\u1160"),
    ],
)
def test_signs_that_control_instead_of_show_are_left_out(text, said):
    assert chat.cleaned(text) == said


def test_text_and_names_are_escaped(talkers):
    talkers.seat(1, name="<b>Bob</b>")
    talkers.say(talkers.bob, "<script>alert('3S')</script> & \"more\"")
    html = talkers.read(talkers.ann)
    assert "<script" not in html
    assert "&lt;script&gt;alert(&#x27;3S&#x27;)&lt;/script&gt; &amp; &quot;more&quot;" in html
    assert "<b>Bob</b>" not in html
    assert "&lt;b&gt;Bob&lt;/b&gt;" in html


def test_a_sentence_in_a_note_is_escaped():
    assert "<i>" not in note_html("<i>", "refused")


def test_who_watches_cannot_write_and_is_told_so(talkers):
    watcher = talkers.somebody()
    assert talkers.say(watcher, "Play the 2!").refusal == (
        "You are watching. Only people with a seat can write here."
    )
    assert chat.say(talkers.number, None, None, "Hi").refusal == NOT_SIGNED_IN
    assert not ChatLine.objects.exists()


def test_who_left_for_good_or_sat_here_before_cannot_write(talkers):
    first = Session.objects.get(table=talkers.number)
    talkers.seat(1, left_at=first.started_at)
    assert "Only people with a seat" in talkers.say(talkers.bob, "Still here").refusal
    talkers.seat(1, left_at=None)
    assert talkers.say(talkers.bob, "Back again") == DONE
    Session.objects.create(table_id=talkers.number, number=2, rules=first.rules, deals_planned=1)
    selectors.forget()
    assert "Only people with a seat" in talkers.say(talkers.bob, "And now?").refusal


def test_people_talk_while_they_wait_for_others(db, queued, sign_in):
    host = create_guest()
    table = services.open_table(host)
    assert chat.say(table.pk, host, sign_in(host), "Anybody there?") == DONE
    position = selectors.position(Table.objects.get(pk=table.pk))
    assert "Anybody there?" in talk_html(talk_of(position, None), None)


def test_who_signed_out_cannot_write_through_an_open_page(talkers):
    store = SessionStore(talkers.bob.key)
    del store[SESSION_KEY]
    store.save()
    assert talkers.say(talkers.bob, "Hello").refusal == (
        "Your session has ended. Reload the page to go on."
    )
    User.objects.filter(pk=talkers.ann.user.pk).update(is_active=False)
    assert talkers.say(talkers.ann, "Hello").refusal == (
        "Your session has ended. Reload the page to go on."
    )


def test_a_closed_table_is_said(talkers):
    ann = talkers.ann
    for asked in (
        chat.say(0, ann.user, ann.key, "Hello"),
        chat.clear(0, ann.user, ann.key),
        chat.mute(0, ann.user, ann.key, talkers.bob.user.pk),
        chat.unmute(0, ann.user, ann.key, talkers.bob.user.pk),
        chat.report(0, ann.user, ann.key, 1),
    ):
        assert asked.refusal == "This table was closed."


def test_a_quick_phrase_is_said_in_words(talkers):
    for key, phrase in PHRASES.items():
        limits.forget()
        assert chat.say_phrase(talkers.number, talkers.bob.user, talkers.bob.key, key) == DONE
        assert talkers.texts()[-1] == str(phrase)
    before = talkers.row().version
    refused = chat.say_phrase(talkers.number, talkers.bob.user, talkers.bob.key, "rude")
    assert refused.refusal == "That phrase is not known. Reload the page."
    assert talkers.row().version == before


def test_six_lines_in_ten_seconds_are_one_too_many_for_one_person_alone(talkers):
    for number in range(5):
        assert talkers.say(talkers.ann, f"line {number}") == DONE
    assert talkers.say(talkers.ann, "line 5").refusal == (
        "That was quick. Wait a few seconds and send it again."
    )
    assert talkers.say(talkers.bob, "me too") == DONE
    assert len(talkers.texts()) == 6


def test_more_than_thirty_lines_in_five_minutes_are_too_many(talkers, monkeypatch):
    monkeypatch.setattr(chat, "BURST", "1000/second")
    for number in range(30):
        assert talkers.say(talkers.ann, f"line {number}") == DONE
    assert talkers.say(talkers.ann, "one more").refusal == (
        "You have written a lot just now. Wait some minutes and send it again."
    )


# --- Reading


def test_the_newest_lines_are_shown_oldest_first(talkers):
    session = Session.objects.get(table=talkers.number)
    ChatLine.objects.bulk_create(
        ChatLine(session=session, user=talkers.bob.user, name="Bob", text=f"line {number}")
        for number in range(LINES_SHOWN + 5)
    )
    assert talkers.texts() == [f"line {number}" for number in range(5, LINES_SHOWN + 5)]


def test_each_reader_is_offered_what_that_reader_may_do(talkers):
    talkers.say(talkers.bob, "Hello")
    mute = f'data-talk-do="mute" data-who="{talkers.bob.user.pk}"'
    ann, bob = talkers.read(talkers.ann), talkers.read(talkers.bob)
    watcher, stranger = talkers.read(talkers.somebody()), talkers.read(None)
    assert [mute in html for html in (ann, bob, watcher, stranger)] == [True, False, True, False]
    may_speak = 'data-may-speak="true"'
    assert [may_speak in html for html in (ann, bob, watcher, stranger)] == [
        True,
        True,
        False,
        False,
    ]
    clears = ['data-talk-do="clear"' in html for html in (ann, bob, watcher, stranger)]
    assert clears == [True, False, False, False]


def test_those_who_see_the_same_are_given_the_same_rendering(talkers):
    talkers.say(talkers.bob, "Hello")
    talk = talkers.talk()
    watchers = [talk_html(talk, talkers.somebody().user) for _ in range(5)]
    assert len(set(map(id, watchers))) == 1
    assert len(talk.rendered) == 1
    talk_html(talk, talkers.bob.user)
    assert len(talk.rendered) == 2


def test_reading_anew_costs_nothing_until_somebody_speaks(talkers, django_assert_num_queries):
    talkers.say(talkers.bob, "Hello")
    position = selectors.position(talkers.row())
    talk = talk_of(position, None)
    with django_assert_num_queries(0):
        assert talk_of(position, talk) is talk
        for who in (talkers.ann.user, talkers.bob.user, None):
            talk_html(talk, who)
            talk_context(talk, who)
    talkers.say(talkers.ann, "Hello, Bob")
    position = selectors.position(talkers.row())
    with django_assert_num_queries(2):
        talk = talk_of(position, talk)
    assert "Hello, Bob" in talk_html(talk, None)


def test_the_queries_do_not_grow_with_what_was_said(talkers, django_assert_num_queries):
    session = Session.objects.get(table=talkers.number)
    people = [create_guest() for _ in range(8)]
    Mute.objects.bulk_create(Mute(user=talkers.ann.user, muted=each) for each in people[:4])
    ChatLine.objects.bulk_create(
        ChatLine(session=session, user=people[number % 8], name="Guest", text="Hi")
        for number in range(200)
    )
    position = selectors.position(talkers.row())
    with django_assert_num_queries(2):
        talk_html(talk_of(position, None), talkers.ann.user)


def test_a_new_seat_is_seen_without_new_talk(talkers):
    watcher = talkers.somebody()
    talkers.say(talkers.bob, "Hello")
    before = talkers.talk()
    assert 'data-may-speak="false"' in talk_html(before, watcher.user)
    talkers.seat(2, name="Cat", user=watcher.user, is_bot=False)
    after = talkers.talk(before)
    assert 'data-may-speak="true"' in talk_html(after, watcher.user)
    assert after.lines is before.lines


# --- Muting


def test_a_muted_persons_lines_are_kept_from_one_reader_alone(talkers):
    talkers.say(talkers.bob, "Blah")
    talkers.say(talkers.ann, "Hm")
    assert talkers.mute(talkers.ann, talkers.bob) == DONE
    mine = talkers.read(talkers.ann)
    assert "Blah" not in mine
    assert "Hm" in mine
    assert "Bob is muted." in mine
    for other in (talkers.bob, None):
        html = talkers.read(other)
        assert "Blah" in html
        assert "muted" not in html
    assert talkers.unmute(talkers.ann, talkers.bob) == DONE
    assert "Blah" in talkers.read(talkers.ann)


def test_a_mute_is_seen_at_once_though_nobody_spoke(talkers):
    talkers.say(talkers.bob, "Blah")
    before = talkers.talk()
    talkers.mute(talkers.ann, talkers.bob)
    assert "Blah" not in talk_html(talkers.talk(before), talkers.ann.user)


def test_muting_twice_is_muting_once(talkers):
    talkers.mute(talkers.ann, talkers.bob)
    version = talkers.row().version
    assert talkers.mute(talkers.ann, talkers.bob) == DONE
    assert Mute.objects.count() == 1
    talkers.unmute(talkers.ann, talkers.bob)
    assert talkers.unmute(talkers.ann, talkers.bob) == DONE
    assert talkers.row().version == version + 1


def test_only_other_people_of_this_table_can_be_muted(talkers):
    stranger = talkers.somebody()
    assert talkers.mute(talkers.ann, talkers.ann).refusal == "You cannot mute yourself."
    assert talkers.mute(talkers.ann, stranger).refusal == "That person is not at this table."
    nobody = chat.mute(talkers.number, talkers.ann.user, talkers.ann.key, 0)
    assert nobody.refusal == "That person is not at this table."
    assert chat.mute(talkers.number, None, None, stranger.user.pk).refusal
    assert not Mute.objects.exists()


def test_muting_to_and_fro_ends(talkers):
    turns = [talkers.mute, talkers.unmute] * 11
    answers = [turn(talkers.ann, talkers.bob).refusal for turn in turns]
    assert answers[:20] == [""] * 20
    assert answers[20:] == ["That was too often. Wait a minute and try again."] * 2


# --- Clearing


def test_the_host_clears_all_lines_which_are_kept(talkers):
    talkers.say(talkers.ann, "One")
    talkers.say(talkers.bob, "Two")
    assert chat.clear(talkers.number, talkers.ann.user, talkers.ann.key) == DONE
    assert talkers.texts() == []
    assert "Two" not in talkers.read(talkers.bob)
    assert ChatLine.objects.filter(cleared=True).count() == 2
    talkers.say(talkers.bob, "Three")
    assert talkers.texts() == ["Three"]


def test_clearing_nothing_changes_nothing(talkers):
    talkers.say(talkers.bob, "Hello")
    for _ in range(2):
        assert chat.clear(talkers.number, talkers.ann.user, talkers.ann.key) == DONE
    assert talkers.row().talk == 2


def test_nobody_else_can_clear(talkers):
    talkers.say(talkers.bob, "Two")
    refused = chat.clear(talkers.number, talkers.bob.user, talkers.bob.key)
    assert refused.refusal == "Only the host of the table can clear the chat."
    assert chat.clear(talkers.number, None, None).refusal == NOT_SIGNED_IN
    assert talkers.texts() == ["Two"]


# --- Reporting


def test_a_line_is_reported_once(talkers):
    talkers.say(talkers.bob, "Rude")
    line = ChatLine.objects.get()
    ann = talkers.ann
    assert chat.report(talkers.number, ann.user, ann.key, line.pk) == DONE
    again = chat.report(talkers.number, ann.user, ann.key, line.pk)
    assert again.refusal == "You have reported that line already."
    watcher = talkers.somebody()
    assert chat.report(talkers.number, watcher.user, watcher.key, line.pk) == DONE
    assert Report.objects.count() == 2


def test_what_cannot_be_reported_is_refused(talkers, club):
    talkers.say(talkers.bob, "Rude")
    line = ChatLine.objects.get()
    bob, watcher = talkers.bob, talkers.somebody()
    own = chat.report(talkers.number, bob.user, bob.key, line.pk)
    assert own.refusal == "That line is your own."
    assert chat.report(talkers.number, None, None, line.pk).refusal == NOT_SIGNED_IN
    gone = chat.report(talkers.number, watcher.user, watcher.key, line.pk + 1)
    assert gone.refusal == "That line is no longer there."
    elsewhere = chat.report(club().table.pk, watcher.user, watcher.key, line.pk)
    assert elsewhere.refusal == "That line is no longer there."
    Table.objects.filter(pk=talkers.number).update(spectators=False)
    closed = chat.report(talkers.number, watcher.user, watcher.key, line.pk)
    assert closed.refusal == "This table was closed."
    assert not Report.objects.exists()


def test_a_cleared_line_can_still_be_reported(talkers):
    talkers.say(talkers.bob, "Rude")
    chat.clear(talkers.number, talkers.ann.user, talkers.ann.key)
    line = ChatLine.objects.get()
    assert chat.report(talkers.number, talkers.ann.user, talkers.ann.key, line.pk) == DONE


def test_the_administration_shows_reports_with_line_speaker_and_table(talkers, admin_client):
    talkers.say(talkers.bob, "Rude <b>words</b>")
    line = ChatLine.objects.get()
    chat.report(talkers.number, talkers.ann.user, talkers.ann.key, line.pk)
    html = admin_client.get(reverse("admin:games_report_changelist")).content.decode()
    for shown in (
        "Rude &lt;b&gt;words",
        "Bob",
        talkers.game.table.slug,
        talkers.ann.user.shown_name,
    ):
        assert shown in html
    one = admin_client.get(reverse("admin:games_chatline_change", args=[line.pk]))
    assert one.status_code == 200
    change = {"text": "Polite words"}
    admin_client.post(reverse("admin:games_chatline_change", args=[line.pk]), change)
    admin_client.post(reverse("admin:games_chatline_delete", args=[line.pk]), {"post": "yes"})
    line.refresh_from_db()
    assert line.text == "Rude <b>words</b>"


# --- Through a socket

through_a_socket = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def table(club, sign_in, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    yield await in_database(Talkers)(club, sign_in)
    await live.hub().close()


@through_a_socket
async def test_a_line_reaches_everybody_and_its_speaker_hears_that_it_did(table):
    slug = table.game.table.slug
    mine, other, watcher = Browser(slug, table.bob.key), Browser(slug, table.ann.key), Browser(slug)
    for browser in (mine, other, watcher):
        assert "Nobody has said anything yet." in await browser.open()
    answer = await mine.ask(do="say", text="Good luck!")
    assert 'data-outcome="said"' in answer
    for browser in (mine, other, watcher):
        assert "Good luck!" in await browser.read()


@through_a_socket
async def test_when_something_else_changes_no_talk_is_sent(table):
    browser = Browser(table.game.table.slug, table.ann.key)
    await browser.open()
    await Table.objects.filter(pk=table.number).aupdate(version=F("version") + 1)
    live.hub().refresh(table.number)
    html = await browser.read()
    assert 'id="board"' in html
    assert 'id="talk"' not in html


@through_a_socket
async def test_a_flood_of_talk_is_answered_in_words_and_the_socket_stays_open(table):
    browser = Browser(table.game.table.slug, table.bob.key)
    await browser.open()
    for number in range(12):
        await browser.socket.send_json_to({"do": "say", "text": f"spam {number}"})
    answers = ""
    while answers.count('data-outcome="refused"') < 7 or "spam 4" not in answers:
        answers += await browser.read()
    assert answers.count("That was quick. Wait a few seconds and send it again.") == 7
    assert "spam 5" not in answers
    assert 'data-selection=""' in await browser.ask(do="select", cards="")


BAD = [
    ({"do": "say"}, "Write something first."),
    ({"do": "say", "text": None}, "Write something first."),
    ({"do": "say", "text": ["Hi"]}, "Write something first."),
    ({"do": "say", "phrase": {}}, "That phrase is not known."),
    ({"do": "mute"}, "That person is not at this table."),
    ({"do": "mute", "who": "Bob"}, "That person is not at this table."),
    ({"do": "mute", "who": 10**30}, "That person is not at this table."),
    ({"do": "report", "line": "-1"}, "That line is no longer there."),
    ({"do": "clear"}, "Only the host of the table can clear the chat."),
]


@through_a_socket
@pytest.mark.parametrize(("message", "why"), BAD)
async def test_a_bad_message_is_answered_beside_the_talk(table, message, why):
    browser = Browser(table.game.table.slug, table.bob.key)
    await browser.open()
    answer = await browser.ask(**message)
    assert why in answer
    assert 'id="talk-note"' in answer
    assert 'data-outcome="refused"' in answer
    assert 'id="controls"' not in answer


@through_a_socket
async def test_muting_unmuting_reporting_and_clearing_through_a_socket(table):
    await in_database(table.say)(table.bob, "Blah")
    line = await ChatLine.objects.aget()
    browser = Browser(table.game.table.slug, table.ann.key)
    assert "Blah" in await browser.open()

    who = str(table.bob.user.pk)
    assert "Muted" in await browser.ask(do="mute", who=who)
    html = await browser.read()
    assert "Bob is muted." in html
    assert "Blah" not in html

    assert "You see again" in await browser.ask(do="unmute", who=who)
    assert "Blah" in await browser.read()

    assert "Thank you." in await browser.ask(do="report", line=str(line.pk))
    assert await Report.objects.filter(line=line).acount() == 1

    assert 'data-outcome="done"' in await browser.ask(do="clear")
    assert "Nobody has said anything yet." in await browser.read()


@through_a_socket
async def test_a_watcher_reads_and_is_refused_to_write(table):
    for key in (None, (await in_database(table.somebody)()).key):
        browser = Browser(table.game.table.slug, key)
        assert 'data-may-speak="false"' in await browser.open()
        assert 'data-outcome="refused"' in await browser.ask(do="say", text="Hi")
    assert not await ChatLine.objects.aexists()
