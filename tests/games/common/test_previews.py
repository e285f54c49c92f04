"""Link previews: what can be drawn, limits, caching, and no secrets."""

from io import BytesIO

import pytest
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, override
from PIL import Image

from games.common.previews import canvas, facts, http, typefaces
from games.common.previews.facts import LinkPicture
from games.common.previews.typefaces import can_draw
from games.tables.models import Table
from tests.players import Game, listed_table
from tournaments.clubs.models import Club

LATIN = "Zoë Łukasz Đặng"


def decoded(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def preview_url(session, deal=1):
    return reverse("replay_preview", args=[session.table.slug, session.number, deal])


@pytest.fixture
def bundled_fonts_only(settings):
    settings.PICTURE_FONTS = []


def test_a_picture_has_the_size_for_link_previews():
    png = canvas.draw(LinkPicture("Kind", "Title", ("One", "Two"), ("3D", "TS")))
    assert decoded(png).size == (1200, 630)
    assert len(png) < 150_000


def test_different_data_gives_a_different_picture():
    one = LinkPicture("Open table", "Pull up a chair", chairs=(True, False))
    assert canvas.draw(one) != canvas.draw(
        LinkPicture("Open table", "Pull up a chair", chairs=(True, True))
    )
    assert canvas.cached(one) is not None


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("Mei Chan", "Mei Chan"),
        ("Zoë  Łukasz\n", "Zoë Łukasz"),
        ("陳大文", ""),
        ("陳大文 won the deal", "won the deal"),
        ("😀 !", ""),
        ("مرحبا", ""),
        ("", ""),
        ("e\u0301", "é"),
    ],
)
def test_words_with_a_letter_missing_in_the_fonts_are_left_out(bundled_fonts_only, words, left):
    assert typefaces.drawable(words, typefaces.text()) == left


def test_can_draw_says_whether_the_fonts_have_all_letters(bundled_fonts_only):
    assert can_draw("Łukasz")
    assert not can_draw("陳大文")


def test_a_missing_letter_is_not_drawn_as_a_box(bundled_fonts_only):
    one = canvas.draw(LinkPicture("", "陳大文", ("陳大文",)))
    assert one == canvas.draw(LinkPicture("", "", ()))


@pytest.mark.parametrize("title", ["W" * 300, "word " * 100, "a", "Łukasz " * 9])
def test_words_stay_within_the_frame(bundled_fonts_only, title):
    picture = decoded(canvas.draw(LinkPicture(title, title, (title,) * 6)))
    margin = picture.crop((1166, 60, 1174, 570)).getcolors()
    assert len(margin) == 1


@pytest.mark.django_db
class TestAnswers:
    def test_a_repeated_request_is_answered_with_not_modified(self, client):
        url = reverse("table_preview", args=["nowhere"])
        first = client.get(url)
        assert first["Content-Type"] == "image/png"
        assert first["Cache-Control"] == "public, max-age=600"
        again = client.get(url, headers={"if-none-match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")

    def test_requests_over_the_limit_get_the_default_picture(self, client, monkeypatch):
        monkeypatch.setattr(http, "RATE", "1/hour")
        tables = [listed_table(rules_name=name) for name in ("pagat", "pagat", "da_lao_er")]
        made = [client.get(reverse("table_preview", args=[table.slug])) for table in tables[::2]]
        assert made[0]["Cache-Control"].startswith("public")
        assert made[1]["Cache-Control"] == "no-store"
        assert made[1].content == canvas.draw(facts.default_picture())
        # What is at hand costs nothing, and is sent all the same.
        again = client.get(reverse("table_preview", args=[tables[1].slug]))
        assert again.content == made[0].content

    def test_a_request_during_a_drawing_gets_the_default_picture(self, client, monkeypatch):
        table = listed_table()
        url = reverse("table_preview", args=[table.slug])
        during = []

        def draw_during_a_request(preview):
            if not during:
                during.append(None)
                during[0] = client.get(url)
            return canvas.draw(preview)

        monkeypatch.setattr(http, "draw", draw_during_a_request)
        first = client.get(url)
        assert during[0]["Cache-Control"] == "no-store"
        assert during[0].content == canvas.draw(facts.default_picture())
        # The next request gets the finished picture.
        assert first["Cache-Control"].startswith("public")
        assert first.content != during[0].content
        assert client.get(url).content == first.content


@pytest.mark.django_db
class TestTables:
    def shown(self, client, table):
        answer = client.get(reverse("table_preview", args=[table.slug]))
        assert answer.status_code == 200
        return answer.content

    @pytest.mark.every_database
    def test_an_open_table_shows_its_free_chairs(self, client, django_assert_max_num_queries):
        table = listed_table()
        with django_assert_max_num_queries(4):
            shown = self.shown(client, table)
        assert shown != canvas.draw(facts.default_picture())

    @pytest.mark.parametrize(
        "changes", [{"club": 4, "joining": "members"}, {"spectators": False, "phase": "playing"}]
    )
    def test_a_table_that_is_not_open_to_all_has_the_picture_of_the_club(self, client, changes):
        table = listed_table()
        host = table.host
        Table.objects.filter(pk=table.pk).update(**changes)
        # Not even to those who may see its page: the answer is kept for all.
        client.force_login(host)
        assert self.shown(client, table) == canvas.draw(facts.default_picture())


@pytest.mark.django_db
class TestReplays:
    def test_a_finished_deal_shows_who_won(self, client, club):
        session = club(deals=1).finished()
        assert client.get(preview_url(session)).content != canvas.draw(facts.default_picture())

    def test_running_deals_and_closed_tables_have_the_picture_of_the_club(self, client, club):
        game: Game = club(deals=2)
        assert client.get(preview_url(game.session_row())).content == canvas.draw(
            facts.default_picture()
        )
        session = club(deals=1).finished()
        Table.objects.filter(pk=session.table_id).update(spectators=False)
        assert client.get(preview_url(session)).content == canvas.draw(facts.default_picture())

    def test_a_deal_others_have_yet_to_play_has_the_picture_of_the_club(self, client, club):
        session, other = club(deals=1).finished(), club(deals=1)
        Table.objects.filter(pk__in=[session.table_id, other.table.pk]).update(
            same_packs="round", spectators=False, is_arranged=True
        )
        assert client.get(preview_url(session)).content == canvas.draw(facts.default_picture())
        type(session).objects.filter(table=other.table).update(status="finished")
        assert client.get(preview_url(session)).content != canvas.draw(facts.default_picture())


def test_chinese_text_is_broken_between_characters_and_never_before_punctuation(monkeypatch):
    monkeypatch.setattr(canvas.typefaces, "width", lambda words, *_: len(words))
    assert canvas._wrap("星期五的錦標賽，歡迎 Mei", (), 10, 7) == [
        "星期五的錦標",
        "賽，歡迎",
        "Mei",
    ]
    assert canvas._wrap("Friday at the club", (), 10, 9) == ["Friday at", "the club"]


def test_the_chinese_font_is_that_of_the_language_not_the_japanese_one(settings):
    settings.PICTURE_FONTS = ["/fonts/NotoSansCJK-Bold.ttc", "/fonts/Other.ttf"]
    for language, index in (("zh-hans", 2), ("zh-hant", 3), ("en", 3)):
        with override(language):
            *_own, collection, other = typefaces.text()
            assert (collection.position, other.position) == (index, 0)


@pytest.mark.django_db
def test_the_picture_of_a_club_is_in_the_clubs_language_not_the_requests(
    client, settings, monkeypatch
):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("id", "Bahasa Indonesia")]
    Club.objects.create(slug="tea", name="Tea", language="id")
    seen = []
    monkeypatch.setattr(
        "tournaments.clubs.pages.picture",
        lambda *_: seen.append(get_language()) or HttpResponse(),
    )
    client.get("/clubs/tea/preview.png", headers={"accept-language": "de"})
    assert seen == ["id"]


@pytest.mark.django_db
def test_the_picture_of_a_replay_is_in_the_hosts_language_not_the_requests(
    client, club, settings, monkeypatch
):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("id", "Bahasa Indonesia")]
    session = club(deals=1).finished()
    session.table.host.language = "id"
    session.table.host.save()
    seen = []
    monkeypatch.setattr(
        "games.replays.preview.picture", lambda *_: seen.append(get_language()) or HttpResponse()
    )
    client.get(preview_url(session), headers={"accept-language": "de"})
    assert seen == ["id"]
