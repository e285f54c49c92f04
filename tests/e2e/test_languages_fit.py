"""Tables and pages fit in all languages and in the pseudo-locales (tests/pseudo.py).

CI opens a few of them in two window sizes, ``make proof`` all in all sizes. The longer
pseudo-locale covers Indonesian and Filipino; only phones are checked in these languages themselves.
"""

from collections.abc import Iterator
from typing import NamedTuple, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.page_geometry import EVERY_SIZE, as_text, faults_by_size
from tests.e2e.server import Server, running
from tests.e2e.table import open_rigged
from tests.e2e.test_geometry import FAULTS, PEOPLE, SCENES, resized
from tests.e2e.test_pages import PLAIN, Crowd
from tests.proofs import WHOLE
from tests.pseudo import CODE, HAN_CODE, compile_pseudo, han, longer

pytestmark = pytest.mark.proof

SIZES = EVERY_SIZE if WHOLE else ((320, 568), (1280, 800))
#: Shorter side of the smallest window that is checked in the longer pseudo-locale.
WIDE = 720
#: Languages with long words.
LONG_CODES = ("id", "fil")
TABLES = tuple(SCENES) if WHOLE else ("waiting for players", "following", "final")
#: Pages that need no club, for CI.
PAGES = ("/", "/learn/", "/tables/new/", "/rules/")


class Spoken(NamedTuple):
    """A server, and the language that browsers ask it for."""

    server: Server
    code: str

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """Window sizes to check: phones have no room for labels longer than any translation."""
        if self.code == CODE:
            return [size for size in SIZES if min(size) >= WIDE]
        if self.code in LONG_CODES:
            return [size for size in SIZES if min(size) < WIDE]
        return list(SIZES)


#: Language codes; "han" is the pseudo-locale in the place of Traditional Chinese.
CODES = (HAN_CODE, *LONG_CODES, CODE, "han") if WHOLE else (HAN_CODE, CODE)
PATIENT = {"BOT_DELAY": "600,600", "NEXT_DEAL_SECONDS": "600", "SWEEP_SECONDS": "5"}


@pytest.fixture(scope="module")
def multilingual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server with all languages and the pseudo-locale."""
    folder = compile_pseudo(tmp_path_factory.mktemp("locale"), CODE, longer)
    with running(
        tmp_path_factory.mktemp("multilingual"), **PATIENT, PSEUDO_LOCALE=str(folder)
    ) as server:
        yield server


@pytest.fixture(scope="module")
def crowded() -> dict[Server, dict[str, str]]:
    """Return what was made for `test_every_page_fits`, by server."""
    return {}


@pytest.fixture(scope="module", params=CODES)
def spoken(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Spoken]:
    if request.param != "han":
        yield Spoken(request.getfixturevalue("multilingual"), request.param)
        return
    folder = compile_pseudo(tmp_path_factory.mktemp("locale"), HAN_CODE, han)
    with running(tmp_path_factory.mktemp("han"), **PATIENT, PSEUDO_LOCALE=str(folder)) as server:
        yield Spoken(server, HAN_CODE)


def browser(chromium: Browser, code: str) -> BrowserContext:
    """Return a new browser that asks for a language."""
    context = chromium.new_context(
        extra_http_headers={"accept-language": code},
        reduced_motion="reduce",
        service_workers="block",
    )
    context.set_default_timeout(PATIENCE)
    return context


@pytest.fixture
def page(chromium: Browser, spoken: Spoken) -> Iterator[Page]:
    context = browser(chromium, spoken.code)
    yield context.new_page()
    context.close()


def table_faults(page: Page, spoken: Spoken, name: str) -> list[str]:
    """Open the table of a scene; return its faults, with the window sizes that show them."""
    wanted = SCENES[name]
    people = PEOPLE[: wanted.people]
    table = open_rigged(
        page, spoken.server, "scene", names=people, hands=wanted.hands, **wanted.more
    )
    expect(page.locator("html")).to_have_attribute("lang", spoken.code)
    if wanted.choose:
        table.choose(wanted.choose)
        expect(table.play).to_be_enabled()
    found = []
    for size in spoken.sizes:
        resized(page, size)
        faults = cast("list[str]", page.evaluate(FAULTS))
        found += [f"{size[0]}x{size[1]}: {fault}" for fault in faults]
    return found


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_visible_and_reachable(page: Page, spoken: Spoken, name: str):
    found = table_faults(page, spoken, name)
    assert not found, "\n".join(["", *found])


@pytest.mark.skipif(WHOLE, reason="make proof checks all tables in all languages")
def test_a_table_in_filipino_fits_the_smallest_phone(chromium: Browser, multilingual: Server):
    context = browser(chromium, "fil")
    found = table_faults(context.new_page(), Spoken(multilingual, "fil"), "following")
    context.close()
    assert not found, "\n".join(["", *found])


def faults_of(page: Page, url: str, spoken: Spoken) -> str:
    """Open a page; return its faults as text, empty if it has none."""
    page.goto(url)
    expect(page.locator("html")).to_have_attribute("lang", spoken.code)
    found = faults_by_size(page, spoken.sizes)
    return f"\n{url}{as_text(found)}" if found else ""


def test_pages_fit(page: Page, spoken: Spoken):
    open_rigged(page, spoken.server, "open", rules="pagat", hands=SCENES["following"].hands)
    found = [faults_of(page, spoken.server.url + path, spoken) for path in PAGES]
    assert not any(found), "".join(found)


@pytest.mark.skipif(not WHOLE, reason="takes minutes: a part of make proof")
def test_every_page_fits(chromium: Browser, spoken: Spoken, crowded: dict[Server, dict[str, str]]):
    if spoken.server not in crowded:
        crowded[spoken.server] = cast("dict[str, str]", spoken.server.beside("crowded"))
    made = crowded[spoken.server]
    tabs = {}
    for who in ("visitor", "owner", "player", "stranger"):
        context = browser(chromium, spoken.code)
        if who in made:
            key = {"name": "sessionid", "value": made[who], "url": spoken.server.url}
            context.add_cookies([key])  # type: ignore[list-item]
        tabs[who] = context.new_page()
    crowd = Crowd(spoken.server, tabs, made)
    found = []
    for who, path in PLAIN.values():
        shown = crowd.at(who, path)
        if faults := faults_by_size(shown, spoken.sizes):
            found.append(f"\n{path}{as_text(faults)}")
    for tab in tabs.values():
        tab.context.close()
    assert not found, "".join(found)
