"""Two languages in browsers: the menu, what a choice keeps, and pages that follow it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

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
