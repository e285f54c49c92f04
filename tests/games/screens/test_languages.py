"""Two players with different languages at one table: neither sees the other's language.

The second language puts every message in brackets ⟦…⟧ and accents on its letters (tests.pseudo).
Text outside brackets, and words without accents inside, were not translated; brackets sent to the
English reader were cached from the other one.
"""

import re
from functools import lru_cache
from html.parser import HTMLParser

import pytest
from babel import localedata
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.urls import reverse
from django.utils.translation import get_language_info, trans_real

from accounts.models import User
from config.asgi import application
from config.languages import TRANSLATED, folder_name
from games.common.database import in_database
from games.common.money import CURRENCIES
from games.live import hub as live
from games.tables.models import Seat, Table
from games.tables.services import timers
from tests.pseudo import accented, pseudo
from tests.rigging import rig, signed_in

#: A language known to Django and Babel whose lists and amounts contain no words.
STRANGE = "io"
#: Words that are the same in every language: names, keys and currencies.
#: Names of the game in its regions, in their own script and romanized.
REGIONAL_NAMES = (
    "Choh", "Chor", "Dai", "Di", "Dà", "Lǎo", "Èr", "Bù", "Gāo", "Shēng", "Banting",
    "鋤大弟", "大老二", "步步高升", "Pusoy", "Dos", "Capsa",
)  # fmt: skip
#: Languages are named in themselves. Babel's names of days are English in a made-up language.
LANGUAGE_NAMES = {
    word for code in TRANSLATED for word in get_language_info(code)["name_local"].split()
}
DAYS = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}
SAME_EVERYWHERE = {"SHA", "JSON", *REGIONAL_NAMES, *CURRENCIES, *LANGUAGE_NAMES, *DAYS}
#: A word with letters that have accents in the pseudo-locale, but none with an accent.
ENGLISH = re.compile(r"^(?=.*[aceinosuyz])[a-z]+$", re.IGNORECASE)
#: Attributes that are spoken or shown.
SPOKEN = {"aria-label", "title", "placeholder", "alt"}
PULSE = re.compile(r'id="pulse"[^>]*data-version="(\d+)" data-position-id="([^"]*)"')
#: Classes of elements that show the part of a message between two pictures, without brackets.
PARTS = {"rules-between", "rules-beaten-by"}
#: Elements without an end tag.
EMPTY = {"input", "link", "meta", "img", "br", "hr", "path", "circle", "wbr", "rect"}
TERMS = {
    "rules": "pagat",
    "deals": "2",
    "target": "",
    "clock": "none",
    "joining": "anyone",
    "seating": "chosen",
    "bots": "on",
    "spectators": "on",
}


class Brackets:
    """A language in which each message is the English one with accents, in brackets."""

    def language(self) -> str:
        return STRANGE

    to_language = language

    def gettext(self, message: str) -> str:
        return pseudo(message.rsplit(trans_real.CONTEXT_SEPARATOR, maxsplit=1)[-1])

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)


@pytest.fixture
def strange(settings, monkeypatch) -> None:
    # Babel resolves what this language lacks in the data of the root locale itself, from which
    # languages that are loaded later would inherit it.
    for code in ("en", *TRANSLATED):
        localedata.load(folder_name(code))
    settings.LANGUAGES = [("en", "English"), (STRANGE, "Strange")]
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    monkeypatch.setitem(trans_real._translations, STRANGE, Brackets())


class Words(HTMLParser):
    """The texts of a page: visible text in one string, and spoken attributes."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.spoken: list[str] = []
        self._unread: list[bool] = []
        self._is_part = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        known = dict(attributes)
        self._is_part = not PARTS.isdisjoint((known.get("class") or "").split())
        # Text with its own lang attribute needn't be translated.
        is_unread = (
            tag in ("script", "style", "code", "svg")
            or ("lang" in known and tag != "html")
            or "avatar" in (known.get("class") or "").split()
        )
        if tag not in EMPTY:
            self._unread.append(is_unread or any(self._unread))
        if any(self._unread):
            return
        for name, value in attributes:
            is_sentence = (
                name.startswith("data-")
                and name != "data-state-classes"
                and re.search(r"[^\W\d_]{2,} [^\W\d_]", value or "")
            )
            is_about = tag == "meta" and known.get("name") == "description" and name == "content"
            if value and (is_sentence or is_about or name in SPOKEN):
                self.spoken.append(value)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in EMPTY:
            self._unread.pop()

    def handle_endtag(self, tag: str) -> None:
        self._is_part = False
        if tag not in EMPTY and self._unread:
            self._unread.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._unread):
            self.text += f"⟦{data}⟧ " if self._is_part else f"{data} "


def outside(text: str) -> str:
    """Return the text outside all brackets."""
    depth, found = 0, []
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        found.append(sign if depth == 0 and sign != "⟧" else " ")
    return "".join(found)


def words(text: str, names: tuple[str, ...]) -> set[str]:
    text = re.sub(rf"\b(?:{'|'.join(names)})\b", " ", text)
    # Addresses have no language, nor have the placeholders that scripts fill.
    text = re.sub(r"https?://\S+|\{\w+\}", " ", text)
    return set(re.findall(r"[^\W\d_]{2,}", text)) - SAME_EVERYWHERE


# Most texts are on many pages.
@lru_cache(maxsize=10_000)
def in_english(text: str, names: tuple[str, ...]) -> set[str]:
    """Return the words that were not translated, outside the brackets and inside."""
    unaccented = {word for word in words(text, names) if ENGLISH.search(word)}
    return words(outside(text), names) | unaccented


def assert_in_language(language: str, html: str, names: list[str]) -> None:
    """Assert that no visible or spoken text is in another language."""
    if language == "en":
        assert "⟦" not in html, re.findall(r".{0,60}⟦[^⟧]*⟧", html)[:5]
        return
    read = Words(html)
    for said in [read.text, *read.spoken]:
        found = in_english(said, tuple(names))
        assert not found, f"not translated: {found} in {' '.join(said.split())[:500]}"


class Reader:
    """A user with a browser in one language, at a table and in the lobby."""

    def __init__(self, name: str, language: str) -> None:
        self.user = User.objects.create_user(name.lower(), password="x", display_name=name)
        self.language = language
        self.client = Client(headers={"accept-language": language})
        self.key = signed_in(self.user)
        self.client.cookies["sessionid"] = self.key
        self.read: list[str] = []
        self.version, self.moment = 0, ""

    def page(self, url: str) -> str:
        answer = self.client.get(url, follow=True)
        assert answer.status_code == 200, url
        self.read.append(answer.content.decode())
        return self.read[-1]

    async def connect(self, path: str) -> WebsocketCommunicator:
        headers = [
            (b"host", b"localhost"),
            (b"origin", b"http://localhost"),
            (b"accept-language", self.language.encode()),
            (b"cookie", f"sessionid={self.key}".encode()),
        ]
        socket = WebsocketCommunicator(application, path, headers=headers)
        assert (await socket.connect())[0]
        return socket

    async def until(self, socket: WebsocketCommunicator, sign: str) -> str:
        """Read until the text was sent."""
        while True:
            self.read.append(await socket.receive_from(timeout=5))
            if pulse := PULSE.search(self.read[-1]):
                self.version, self.moment = int(pulse[1]), pulse[2]
            if sign in self.read[-1]:
                return self.read[-1]

    async def up_to(self, socket: WebsocketCommunicator, version: int) -> None:
        """Read until this version of the table is shown."""
        while self.version < version:
            await self.until(socket, 'id="pulse"')


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("queued")
async def test_no_reader_sees_text_in_another_readers_language(strange):
    people = {"Xaver": "en", "Yvonne": STRANGE, "Walter": "en", "Zita": STRANGE}
    readers = await in_database(lambda: [Reader(*each) for each in people.items()])()
    here, there, *_watching = readers

    def sit_down() -> Table:
        opened = here.client.post(reverse("table_new"), TERMS | {"opening_key": "k" * 16})
        assert opened.status_code == 302, opened.content.decode()
        table = Table.objects.get()
        for reader in readers:
            for name in ("home", "lobby", "table_new", "ratings"):
                reader.page(reverse(name))
            reader.page(table.get_absolute_url())
        assert there.client.post(reverse("table_sit", args=[table.slug]), {"seat": "1"}).url
        return table

    table = await in_database(sit_down)()
    lobbies = [await reader.connect("/ws/lobby/") for reader in readers]
    sockets = [await reader.connect(f"/ws/tables/{table.slug}/") for reader in readers]
    for reader, lobby in zip(readers, lobbies, strict=True):
        assert table.slug in await reader.until(lobby, 'id="lobby"')

    async def everybody() -> None:
        """Bring all readers up to the current version."""
        await in_database(table.refresh_from_db)()
        for reader, socket in zip(readers, sockets, strict=True):
            await reader.up_to(socket, table.version)

    async def ask(reader: Reader, **message: object) -> None:
        socket = sockets[readers.index(reader)]
        await socket.send_json_to({"moment": reader.moment, **message})

    async def acts(reader: Reader, **message: object) -> None:
        """Send an action of the reader that the table accepts."""
        await ask(reader, **message)
        await reader.up_to(sockets[readers.index(reader)], reader.version + 1)
        await everybody()

    async def bots_act() -> None:
        """Let the bots act until a reader is on turn or the deal is over."""
        await in_database(table.refresh_from_db)()
        while table.turn not in (0, 1, None):
            await in_database(timers.move_on)(table.pk, table.version)
            await everybody()

    await everybody()
    await ask(there, do="start")
    await there.until(sockets[1], 'id="refusal"')
    await acts(here, do="start")
    for _deal in range(2):
        await in_database(rig)(
            table.slug,
            ("4D 4C 8S 9D 9C 9H TD TC JH", "5D 5C KD KC KH AD AC", "3D 6S 7D", "3C 7H 8D"),
            leader=0,
        )
        await everybody()
        await acts(here, do="vote", proposal="pause", agree="propose")
        await acts(there, do="vote", proposal="pause", agree="propose")
        await acts(there, do="resume")
        await ask(here, do="play", cards="4D 8S")
        assert "Not a valid combination." in await here.until(sockets[0], 'id="refusal"')
        await ask(there, do="play", cards="5D 5C")
        refused = await there.until(sockets[1], 'id="refusal"')
        assert "⟦Ít’š Xaver" in refused
        assert accented("a pair of ") in refused
        await ask(there, do="select", cards="5D")
        await there.until(sockets[1], f"⟦5 {accented('of diamonds')}")
        await ask(there, do="hint", version=0)
        await there.until(sockets[1], 'id="hints"')
        await acts(here, do="play", cards="4D 4C")
        assert f"⟦Xaver {accented('played')} ⟦{accented('a pair of')}" in there.read[-1]
        await acts(there, do="play", cards="5D 5C")
        await bots_act()
        await acts(here, do="pass")
        for reader in readers:
            await in_database(reader.page)(table.get_absolute_url())
        await in_database(rig)(table.slug, ("4D 4C 8S", "9D 9C", "3D 6S", "3C 7H"), leader=1)
        await everybody()
        await acts(there, do="play", cards="9D 9C")
        for reader in readers:
            await in_database(reader.page)(table.get_absolute_url())
        if table.phase == Table.Phase.BETWEEN:
            await acts(there, do="ready")
            await acts(here, do="ready")
    assert table.phase == Table.Phase.FINISHED
    bots_there = Seat.objects.filter(session__table=table, user=None)
    names = [*people, *await in_database(lambda: [seat.name for seat in bots_there])()]
    session = f"/tables/{table.slug}/sessions/1/"
    deal = f"{session}deals/1/"
    ended = [session, deal, f"{deal}?step=1", f"{deal}shuffle/", f"/settlements/{table.slug}/1/"]
    for reader in readers:
        for url in [*ended, f"/tables/{table.slug}/rules/", "/rules/", "/", reverse("ratings")]:
            await in_database(reader.page)(url)
        assert len(reader.read) > 30
        for html in reader.read:
            assert_in_language(reader.language, html, names)
    for socket in (*sockets, *lobbies):
        await socket.disconnect()
    await live.hub().close()


def test_text_outside_brackets_is_found():
    html = '<p aria-label="⟦a b⟧ c d">⟦x <b>y</b>⟧ Mei said so <i lang="fr">oui</i></p>'
    with pytest.raises(AssertionError, match="said"):
        assert_in_language(STRANGE, html, ["Mei"])
    assert words(outside("⟦x ⟦y⟧ z⟧ Mei said"), ("Mei",)) == {"said"}
    assert in_english("⟦ýóú háve cards⟧", ()) == {"cards"}
    with pytest.raises(AssertionError):
        assert_in_language("en", "<p>⟦Pass⟧</p>", ())
