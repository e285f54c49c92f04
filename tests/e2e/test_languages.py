"""Languages in browsers: the menu, what a choice keeps, and four readers at one table and event."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page, expect

from config import languages
from config.tools.catalogues import PLACEHOLDER, entries, forms, read
from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server, running
from tests.e2e.table import TablePage, open_rigged
from tests.pseudo import CODE, compile_pseudo

HANDS = ("3D 5C 7H 9S JD KC", "4D 5H 6S 8C TD QC", "4C 5D 6H 8S TH QD", "4H 5S 6C 8D TS QH")


@pytest.fixture(scope="module")
def bilingual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server that speaks English and the pseudo-locale, whose bots think for long."""
    folder = compile_pseudo(tmp_path_factory.mktemp("locale"))
    patient = {"BOT_DELAY": "600,600", "NEXT_DEAL_SECONDS": "600", "SWEEP_SECONDS": "5"}
    env = {**patient, "PSEUDO_LOCALE": str(folder)}
    with running(tmp_path_factory.mktemp("bilingual"), **env) as server:
        yield server


def language(page: Page) -> str | None:
    return page.locator("html").get_attribute("lang")


def expect_language(page: Page, code: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", code)


def choose_in_footer(page: Page, name: str) -> None:
    page.locator("footer").get_by_role("button", name=name).click()


def sit(page: Page, server: Server) -> TablePage:
    return open_rigged(page, server, "open", rules="pagat", hands=HANDS, leader=0)


def test_a_visitor_chooses_a_language_at_the_foot_of_the_page(tab, bilingual):
    tab.goto(bilingual.url + "/rules/?q=1")
    expect_language(tab, "en")
    choose_in_footer(tab, "Pseudo")
    expect_language(tab, CODE)
    assert tab.url == bilingual.url + "/rules/?q=1"
    expect(tab.locator("h1")).to_contain_text("⟦")
    expect(tab.locator("footer").get_by_role("button", name="Pseudo")).to_have_attribute(
        "aria-current", "true"
    )
    choose_in_footer(tab, "English")
    expect_language(tab, "en")


def test_the_menu_works_without_javascript(chromium, bilingual):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(bilingual.url + "/rules/?q=1")
    choose_in_footer(page, "Pseudo")
    expect_language(page, CODE)
    assert page.url == bilingual.url + "/rules/?q=1"
    context.close()


def test_a_choice_in_mid_deal_keeps_the_chosen_cards_and_the_typed_line(tab, bilingual):
    table = sit(tab, bilingual)
    table.card("3D").click()
    table.card("5C").click()
    tab.get_by_role("tab", name="Chat").click()
    line = tab.locator("#chat-input")
    line.fill("back in a minute")
    tab.get_by_label("Preferences").click()
    tab.locator(".menu-panel [data-language-form] button[lang='io']").click()
    expect_language(tab, CODE)
    expect(tab.locator("#table")).to_have_attribute("data-connection", "open")
    chosen = tab.locator("#hand [data-card][aria-pressed='true']")
    expect(chosen).to_have_count(2)
    assert [card.get_attribute("data-card") for card in chosen.all()] == ["3D", "5C"]
    expect(line).to_have_value("back in a minute")
    # What the server sends from now on is in the new language.
    expect(tab.locator("#play")).to_contain_text("⟦")


def test_the_users_other_tabs_follow_and_keep_what_was_typed(tab, context, bilingual):
    sit(tab, bilingual)
    lobby, profile = context.new_page(), context.new_page()
    lobby.goto(bilingual.url + "/tables/")
    expect(lobby.locator("#lobby-page")).to_have_attribute("data-connection", "open")
    profile.goto(bilingual.url + "/accounts/profile/")
    profile.locator("#id_display_name").fill("Half a name")
    choose_in_footer(lobby, "Pseudo")
    for page in (lobby, tab, profile):
        expect_language(page, CODE)
    expect(profile.locator("#id_display_name")).to_have_value("Half a name")


def test_two_players_at_a_table_each_read_their_own_language(chromium, tab, bilingual):
    table = sit(tab, bilingual)
    other = chromium.new_context(locale=CODE)
    watching = other.new_page()
    watching.goto(tab.url)
    expect_language(watching, CODE)
    expect(watching.locator("#table")).to_have_attribute("data-connection", "open")
    table.card("3D").click()
    table.wait_for_judgement()
    table.play.click()
    expect(watching.locator("#trick, .trick").first).to_be_visible()
    expect(watching.locator("#log")).to_contain_text("⟦")
    expect(tab.locator("#log")).not_to_contain_text("⟦")
    other.close()


# --- Four readers

READERS = ("en", "zh-hant", "id", "fil")
#: What browsers call a language, if it is not our code.
LOCALES = {"zh-hant": "zh-TW"}
#: Returns the visible texts of a page, without those in a language of their own.
TEXTS = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (parent.closest("script, style, template, [lang]:not(html)")) continue;
        if (node.data.trim()) found.add(node.data.trim().replace(/\\s+/g, " "));
    }
    for (const each of document.querySelectorAll("[aria-label]")) {
        if (!each.closest("[lang]:not(html)")) found.add(each.getAttribute("aria-label"));
    }
    return [...found];
}"""


@cache
def texts_of(code: str) -> set[str]:
    """Return the texts of a language."""
    if code == "en":
        catalogue = entries(read(languages.catalogue("id"), "id"))
        ids = ([each.id] if isinstance(each.id, str) else each.id for each in catalogue)
        return {text for texts in ids for text in texts}
    return {form for each in entries(read(languages.catalogue(code), code)) for form in forms(each)}


@cache
def said_in(code: str) -> re.Pattern[str]:
    """Return a pattern of sentences of a language that other languages don't have."""
    others = set().union(*(texts_of(other) for other in READERS if other != code))
    patterns = []
    for text in texts_of(code) - others:
        plain = PLACEHOLDER.sub("", text)
        # Shorter texts may be names, or the same in another language by chance.
        is_long = len(plain.split()) > 2 or (code == "zh-hant" and len(plain) > 3)
        if is_long and "<" not in text:
            parts = PLACEHOLDER.split(text)[::2]
            patterns.append(".+".join(map(re.escape, parts)))
    return re.compile("|".join(sorted(patterns, key=len, reverse=True)))


def assert_reads(page: Page, code: str) -> None:
    """Assert that the page, and all that it was sent since, is in the language."""
    expect_language(page, code)
    texts = cast("list[str]", page.evaluate(TEXTS))
    assert len(texts) > 10
    foreign = [
        f"{other}: {text}"
        for other in READERS
        if other != code
        for text in texts
        if said_in(other).fullmatch(text)
    ]
    assert foreign == []
    if code == "zh-hant":
        assert any(re.search("[\u4e00-\u9fff]", text) for text in texts)


def play_card(page: Page, card: str) -> None:
    """Play a single card on a page in any language."""
    page.locator(f"#hand [data-card='{card}']").click()
    expect(page.locator("#play")).to_be_enabled()
    page.locator("#play").click()


Opened = Callable[[str, str], Page]


@pytest.fixture
def open_in(chromium: Browser, still_club: Server) -> Iterator[Opened]:
    """Return a function that opens a browser in a language, for the session with a key."""
    contexts = []

    def opened(code: str, key: str) -> Page:
        context = chromium.new_context(
            locale=LOCALES.get(code, code), reduced_motion="reduce", service_workers="block"
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.add_cookies([{"name": "sessionid", "value": key, "url": still_club.url}])
        return context.new_page()

    yield opened
    for each in contexts:
        each.close()


def test_four_players_at_a_table_each_read_their_own_language(open_in: Opened, still_club: Server):
    path, keys = cast("tuple[str, list[str]]", still_club.beside("party", people=4))
    slug = path.rstrip("/").rsplit("/", 1)[-1]
    still_club.rig(slug, hands=HANDS, leader=0)
    pages = [open_in(code, key) for code, key in zip(READERS, keys, strict=True)]
    tables = []
    for page in pages:
        page.goto(still_club.url + path)
        tables.append(TablePage(page).settle())

    def all_read() -> None:
        for page, code in zip(pages, READERS, strict=True):
            assert_reads(page, code)

    all_read()
    # The first plays, and everyone is sent the log.
    play_card(pages[0], "3D")
    for page in pages:
        # The first line says who dealt.
        expect(page.locator("#log li")).to_have_count(2)
    all_read()
    # After a lost connection, a page is sent what it missed.
    pages[2].context.set_offline(True)
    play_card(pages[1], "4D")
    pages[2].context.set_offline(False)
    tables[2].come_back()
    for table in tables:
        expect(table.root).to_have_attribute("data-connection", "open")
        expect(table.page.locator("#log li")).to_have_count(3)
    all_read()
    # One changes the language in mid-deal, with chosen cards.
    pages[3].locator("#hand [data-card='5S']").click()
    preferences = pages[3].locator(".menu-panel:has([data-language-form])")
    preferences.evaluate("each => each.closest('details').open = true")
    preferences.get_by_role("button", name="繁體中文").click()
    expect_language(pages[3], "zh-hant")
    expect(tables[3].root).to_have_attribute("data-connection", "open")
    expect(pages[3].locator("#hand [data-card='5S']")).to_have_attribute("aria-pressed", "true")
    assert_reads(pages[3], "zh-hant")
    for page, code in zip(pages[:3], READERS[:3], strict=True):
        assert_reads(page, code)


def test_four_members_read_event_notices_and_mails_in_their_own_language(
    open_in: Opened, still_club: Server
):
    event = cast(
        "dict[str, Any]", still_club.beside("prepared_event", people=4, bots=4, named="tongues")
    )
    pages = [open_in(code, key) for code, key in zip(READERS, event["players"], strict=True)]
    for page, code in zip(pages, READERS, strict=True):
        page.goto(f"{still_club.url}/events/{event['slug']}/")
        assert_reads(page, code)
    desk = open_in("en", event["organizer"])
    desk.goto(f"{still_club.url}/events/{event['slug']}/desk/")
    desk.get_by_role("button", name="Publish round").click()
    # Each page takes its player to the table.
    for page, code in zip(pages, READERS, strict=True):
        page.wait_for_url("**/tables/*/")
        TablePage(page).settle()
        assert_reads(page, code)
    for page, code in zip(pages, READERS, strict=True):
        page.goto(still_club.url)
        assert_reads(page, code)


def test_daily_mails_are_in_the_language_of_each_member(open_in: Opened, still_club: Server):
    names = ["ana", "bee", "cho", "dot"]
    made = cast("dict[str, str]", still_club.beside("club_of", names=names))
    for code, name in zip(READERS, names, strict=True):
        page = open_in(code, made[name])
        page.goto(f"{still_club.url}/accounts/notices/")
        assert_reads(page, code)
    still_club.beside("post_news", club=made["club"], title="Lunch")
    mails = cast("list[dict[str, str]]", still_club.beside("daily_mails", club=made["club"]))
    found = dict.fromkeys(READERS, 0)
    for mail in mails:
        lines = [mail["subject"], *filter(None, map(str.strip, mail["text"].splitlines()))]
        spoken = {code for code in READERS for line in lines if said_in(code).fullmatch(line)}
        assert len(spoken) == 1, lines
        found[spoken.pop()] += 1
    assert found == dict.fromkeys(READERS, 1)
