"""Replays: stepping through a finished deal, sharing a step, and checking the shuffle."""

import copy
import json
import re
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.server import Server
from tests.e2e.table import overlaps
from tests.replaying import CHEATS, cheated, forged

#: The seat at the bottom, whose hand is open.
OWN_SEAT = '[data-seat-position="own"]'
#: The check itself, as a separate module; pages have it bundled.
SHUFFLE = Path(__file__).parents[2] / "static" / "js" / "replays" / "shuffle.js"
SIZES = [(1280, 800), (390, 844)]


def stored(server: Server, **deal: object) -> str:
    """Return the address of a finished deal; see ``tests.replaying``."""
    return server.url + str(server.beside("store", **deal))


def json_of(address: str) -> dict:
    with urllib.request.urlopen(address + "record.json") as answer:
        return json.load(answer)


class ReplayPage:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.stage = page.locator("#replay-stage")
        self.steps = page.get_by_role("navigation", name="Steps")
        self.told = page.get_by_role("list", name="Game log")
        self.said = page.locator("#replay-said")

    def step(self, name: str) -> Locator:
        return self.steps.get_by_role("link", name=name, exact=True)

    def is_at(self, step: int) -> None:
        expect(self.stage).to_have_attribute("data-step", str(step))
        expect(self.told.locator("[aria-current]")).to_have_attribute("data-step", str(step))

    @property
    def last(self) -> int:
        return int(self.stage.get_attribute("data-last") or "")

    def hand(self, name: str) -> list[str]:
        hand = self.page.get_by_role("list", name=f"{name}’s hand")
        return hand.locator("[data-face]").evaluate_all(
            "cards => cards.map(card => card.dataset.face)"
        )


@pytest.fixture
def address(club_server: Server) -> str:
    return stored(club_server, seed=7, words={"0": "Zt6Q1maple", "2": "q8"})


@pytest.fixture
def replay(tab: Page, address: str) -> ReplayPage:
    tab.goto(address)
    return ReplayPage(tab)


def test_steps_go_forward_and_back_and_end_with_the_result(replay: ReplayPage):
    replay.is_at(0)
    expect(replay.step("Back")).to_have_attribute("aria-disabled", "true")
    cards = sum(len(replay.hand(name)) for name in ("Ada", "Mei", "Bruno", "Kofi"))
    assert cards == 52
    replay.step("Forward").click()
    replay.is_at(1)
    expect(replay.said).to_contain_text("played")
    # The keyboard focus stays where it was.
    expect(replay.step("Forward")).to_be_focused()
    assert sum(len(replay.hand(name)) for name in ("Ada", "Mei", "Bruno", "Kofi")) < 52
    replay.step("Back").click()
    replay.is_at(0)
    replay.step("Last").click()
    replay.is_at(replay.last)
    expect(replay.page.get_by_role("heading", name=re.compile("won the deal"))).to_be_visible()
    expect(replay.step("Forward")).to_have_attribute("aria-disabled", "true")
    replay.step("First").click()
    replay.is_at(0)


def test_a_click_on_a_play_in_the_log_jumps_to_it(replay: ReplayPage):
    replay.told.get_by_role("link").nth(9).click()
    replay.is_at(9)
    expect(replay.page).to_have_url(re.compile(r"\?step=9&seat=0$"))


def test_keys_step_through_the_replay(replay: ReplayPage):
    replay.page.keyboard.press("ArrowRight")
    replay.is_at(1)
    replay.page.keyboard.press("ArrowRight")
    replay.is_at(2)
    replay.page.keyboard.press("ArrowLeft")
    replay.is_at(1)
    replay.page.keyboard.press("End")
    replay.is_at(replay.last)
    replay.page.keyboard.press("Home")
    replay.is_at(0)


def test_playback_steps_until_it_is_paused(replay: ReplayPage):
    replay.steps.get_by_role("button", name="Play").click()
    # More than a single step; and it never rests at one for long.
    expect(replay.stage).to_have_attribute("data-step", re.compile(r"^([2-9]|\d\d+)$"))
    pause = replay.steps.get_by_role("button", name="Pause")
    pause.click()
    expect(replay.steps.get_by_role("button", name="Play")).to_be_focused()
    # Stepping manually stops the playback.
    replay.steps.get_by_role("button", name="Play").click()
    replay.step("First").click()
    replay.is_at(0)
    expect(replay.steps.get_by_role("button", name="Play")).to_be_visible()


def test_the_chosen_speed_is_remembered(replay: ReplayPage):
    page = replay.page
    speed = page.get_by_role("button", name="Speed: normal")
    speed.click()
    expect(page.get_by_role("button", name="Speed: fast")).to_be_visible()
    # It is kept through steps, including repeated ones.
    page.locator("#replay-forward").click()
    expect(page.locator("#replay-stage")).to_have_attribute("data-step", "1")
    expect(page.get_by_role("button", name="Speed: fast")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Speed: fast").click()
    expect(page.get_by_role("button", name="Speed: slow")).to_be_visible()


def test_playback_stops_at_the_last_step(replay: ReplayPage):
    replay.page.goto(f"{replay.page.url}?step={replay.last - 1}&seat=1")
    replay.steps.get_by_role("button", name="Play").click()
    replay.is_at(replay.last)
    expect(replay.steps.get_by_role("button", name="Play")).to_be_visible()


def test_a_deal_without_actions_cannot_be_played_back(tab: Page, club_server: Server):
    dragon = " ".join(f"{rank}C" for rank in "3456789TJQKA2")
    rules = {"options": {"dragon_wins": True}, "hands": [dragon, "3D", "4D", "5D"]}
    tab.goto(stored(club_server, **rules))
    replay = ReplayPage(tab)
    assert replay.last == 0
    play = replay.steps.get_by_role("button", name="Play")
    expect(play).to_have_attribute("aria-disabled", "true")
    play.click(force=True)
    tab.keyboard.press("ArrowRight")
    expect(play).to_be_visible()
    expect(replay.steps.get_by_role("button", name="Pause")).to_have_count(0)
    replay.is_at(0)


def test_a_viewer_can_choose_the_seat_at_the_bottom(replay: ReplayPage):
    replay.step("Forward").click()
    replay.is_at(1)
    own = replay.page.locator(OWN_SEAT)
    expect(own).to_have_attribute("aria-label", "Ada")
    replay.page.get_by_role("link", name="Bruno", exact=True).click()
    expect(own).to_have_attribute("aria-label", "Bruno")
    replay.is_at(1)
    expect(replay.page).to_have_url(re.compile(r"\?step=1&seat=2$"))
    # The list continues from the same seat.
    replay.told.get_by_role("link").nth(4).click()
    replay.is_at(4)
    expect(own).to_have_attribute("aria-label", "Bruno")


def test_a_copied_link_shows_the_same_step_and_seat(replay: ReplayPage, chromium: Browser):
    replay.page.get_by_role("link", name="Kofi", exact=True).click()
    # A click before the answer to an earlier one replaces it.
    expect(replay.page.locator(OWN_SEAT)).to_have_attribute("aria-label", "Kofi (Club bot)")
    replay.told.get_by_role("link").nth(6).click()
    replay.is_at(6)
    hands = [replay.hand(name) for name in ("Ada", "Mei", "Bruno", "Kofi")]
    replay.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    replay.page.get_by_role("button", name="Copy link to this step").click()
    expect(replay.page.get_by_text("Link copied.")).to_be_visible()
    link = replay.page.evaluate("() => navigator.clipboard.readText()")
    assert link.endswith("?step=6&seat=3")
    stranger = ReplayPage(chromium.new_page(service_workers="block"))
    stranger.page.goto(link)
    stranger.is_at(6)
    assert [stranger.hand(name) for name in ("Ada", "Mei", "Bruno", "Kofi")] == hands
    expect(stranger.page.locator(OWN_SEAT)).to_have_attribute("aria-label", "Kofi (Club bot)")
    stranger.page.close()


def test_steps_are_links_without_javascript(chromium: Browser, address: str):
    context = chromium.new_context(java_script_enabled=False)
    replay = ReplayPage(context.new_page())
    replay.page.goto(address)
    replay.step("Forward").click()
    replay.is_at(1)
    replay.step("Last").click()
    expect(replay.page.get_by_role("heading", name=re.compile("won the deal"))).to_be_visible()
    expect(replay.steps.get_by_role("button", name="Play")).to_be_hidden()
    replay.page.get_by_role("link", name="Check the shuffle").click()
    expect(replay.page.get_by_text("Verified: this deal was shuffled fairly.")).to_be_visible()
    context.close()


def test_the_back_button_leaves_the_replay(replay: ReplayPage):
    replay.step("Forward").click()
    replay.is_at(1)
    replay.step("Forward").click()
    replay.is_at(2)
    replay.page.go_back()
    expect(replay.stage).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["two_players_stock", "eight_players"])
def test_the_replay_is_not_wider_than_the_screen(tab: Page, club_server: Server, game: str, size):
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    address = stored(club_server, preset=game, seed=3)
    tab.goto(address)
    last = ReplayPage(tab).last
    for step in (0, last // 2, last):
        tab.goto(f"{address}?step={step}")
        wider = "() => document.documentElement.scrollWidth - innerWidth"
        assert tab.evaluate(wider) == 0
        expect(ReplayPage(tab).step("Back")).to_be_in_viewport()


#: Preset and options of the largest hands, by number of players.
CROWDS = {
    5: ("five_players", {"packs": 2, "hand_size": 20, "leftover": "unused"}),
    6: ("pagat", {"players": 6, "packs": 2, "hand_size": 17}),
    7: ("pagat", {"players": 7, "packs": 2, "hand_size": 14}),
    8: ("eight_players", {}),
}


@pytest.mark.proof
@pytest.mark.parametrize("size", [(1280, 800), (844, 390), (390, 844)])
@pytest.mark.parametrize(
    "players", [5, *(pytest.param(n, marks=pytest.mark.slow) for n in (6, 7)), 8]
)
def test_hands_of_many_players_overlap_nothing(
    tab: Page, club_server: Server, players: int, size: tuple[int, int]
):
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    preset, options = CROWDS[players]
    address = stored(club_server, preset=preset, options=options, seed=3)
    for step in (0, 9):
        tab.goto(f"{address}?step={step}")
        expect(tab.locator(".replay-seat")).to_have_count(players)
        assert (
            overlaps(tab, ".replay-hand .face", ".replay-nameplate, .trick .face, .notices") == []
        )
        assert overlaps(tab, ".middle-player", ".replay-hand .face, .notices") == []
        # Inside the felt, even where the felt is only as high as the window.
        assert (
            tab.evaluate(
                """() => {
                const felt = document.querySelector(".felt").getBoundingClientRect();
                return [...document.querySelectorAll(".felt .face")].filter(face => {
                    const box = face.getBoundingClientRect();
                    const isOut =
                        box.right > felt.right || box.bottom > felt.bottom || box.x < felt.x;
                    return box.width && isOut;
                }).length;
            }"""
            )
            == 0
        )
    tab.goto(address)
    replay = ReplayPage(tab)
    replay.step("Last").click()
    replay.is_at(replay.last)
    expect(tab.locator(".replay-result tbody tr")).to_have_count(players)
    assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


def test_the_steps_cover_neither_the_play_nor_the_own_hand_on_a_small_phone(
    tab: Page, address: str
):
    tab.set_viewport_size({"width": 320, "height": 568})
    tab.goto(address + "?step=3")
    top = tab.locator(".playback").bounding_box()["y"]
    for shown in (".trick", f"{OWN_SEAT} .replay-hand"):
        box = tab.locator(shown).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= top


def test_the_table_links_to_the_replay_of_a_deal(playing):
    table = playing("3D 6C 2S", "4D 7C KS", "4C 7D KH", "4H 7S KC")
    page = table.page
    assert table.play_deal() == "between"
    page.get_by_role("link", name="Replay deal 1").click()
    replay = ReplayPage(page)
    replay.is_at(0)
    replay.step("Last").click()
    expect(page.get_by_role("heading", name=re.compile("won the deal"))).to_be_visible()


# --- Checking the shuffle


def test_the_browser_checks_the_shuffle_itself(tab: Page, address: str):
    tab.goto(address + "shuffle/")
    expect(
        tab.get_by_text("Your browser checked the shuffle too: this deal was shuffled fairly.")
    ).to_be_visible()
    found = tab.locator("td[data-check]")
    assert set(found.all_inner_texts()) == {"OK"}
    expect(found).to_have_count(6)


def test_the_browsers_check_accepts_fair_deals_of_all_kinds(page: Page, club_server: Server):
    deals = [
        json_of(stored(club_server, preset=preset, seed=seed, words=words))
        for seed, (preset, words) in enumerate(
            [
                ("pagat", {}),
                ("hong_kong", {"3": "z" * 64}),
                ("three_players", {"1": "a", "2": "b"}),
                ("two_players_stock", {"0": "0", "1": "1"}),
                ("five_players", {"4": "five"}),
                ("eight_players", {"0": "one", "7": "two"}),
            ]
        )
    ]
    page.goto(stored(club_server, seed=1) + "shuffle/")
    assert failing_in_browser(page, deals) == [[]] * 6


def failing_in_browser(page: Page, deals: list[dict]) -> list[list[str]]:
    """Return the checks that fail, for each deal."""
    page.route("**/shuffle.js", lambda route: route.fulfill(path=SHUFFLE))
    return page.evaluate(
        """async (deals) => {
            const { checkDeal } = await import("/shuffle.js");
            const failing = (found) => Object.keys(found).filter((name) => !found[name]);
            return Promise.all(deals.map(async (deal) => failing(await checkDeal(deal))));
        }""",
        deals,
    )


@pytest.mark.parametrize("preset", ["two_players_stock", "eight_players"])
def test_the_browsers_check_finds_each_cheat_and_nothing_else(
    page: Page, club_server: Server, preset: str
):
    address = stored(club_server, preset=preset, seed=5)
    page.goto(address + "shuffle/")
    whole = json_of(address)
    first = whole["start"]["pack"][0]
    other = "2S" if first != "2S" else "3D"
    files = {kind: cheated(whole, cheat) for kind, (_name, cheat) in CHEATS.items()}
    expected = {kind: [name] for kind, (name, _cheat) in CHEATS.items()}
    files |= {"another card": forged(whole, 0, other), "nothing": whole}
    expected |= {"another card": ["pack"], "nothing": []}
    if whole["start"]["leftover"]:
        stock = copy.deepcopy(whole)
        stock["start"]["leftover"].reverse()
        files |= {"a stock in another order": stock}
        expected |= {"a stock in another order": ["hands"]}
    found = failing_in_browser(page, list(files.values()))
    assert dict(zip(files, found, strict=True)) == expected


def test_a_file_with_altered_data_is_rejected(tab: Page, address: str, tmp_path: Path):
    tab.goto(address + "shuffle/")
    said = tab.locator("#file-said")
    fails = tab.locator("#file-check li:not([hidden])")
    whole = json_of(address)
    choose(tab, tmp_path, whole)
    expect(said).to_have_text("Verified: the deal in this file was shuffled fairly.")
    altered = copy.deepcopy(whole)
    pack = altered["start"]["pack"]
    pack[0], pack[51] = pack[51], pack[0]
    choose(tab, tmp_path, altered)
    expect(said).to_contain_text("The shuffle failed these checks:")
    expect(fails).to_contain_text(["The order of the pack comes from the secret and the words."])
    altered = copy.deepcopy(whole)
    altered["shuffle"]["secret"] = "0" * 64
    choose(tab, tmp_path, altered)
    expect(fails).to_contain_text(["The fingerprint matches the secret."])
    for kind in ("upper case", "spaces", "a digit more"):
        choose(tab, tmp_path, whole)
        expect(said).to_have_text("Verified: the deal in this file was shuffled fairly.")
        choose(tab, tmp_path, cheated(whole, CHEATS[kind][1]))
        expect(said).to_contain_text("The shuffle failed these checks:")
        expect(fails).to_have_text(["The fingerprint matches the secret."])
    choose(tab, tmp_path, {"no": "deal"})
    expect(said).to_have_text("This file isn’t a downloaded deal, or its secret is missing.")


def choose(page: Page, folder: Path, data: dict) -> None:
    # A new file each time, as for a user who has downloaded several.
    path = folder / f"deal-{len(list(folder.iterdir()))}.json"
    path.write_text(json.dumps(data))
    page.get_by_label("Or check a downloaded file in this browser").set_input_files(path)


def test_a_page_with_altered_data_is_rejected_by_the_browser(page: Page, address: str):
    """Check that the browser does not rely on the server's own verdict."""

    def alter(route) -> None:
        body = route.fetch().text().replace("Zt6Q1maple", "Zt6Q1mable")
        route.fulfill(body=body, content_type="text/html")

    page.route("**/shuffle/", alter)
    page.goto(address + "shuffle/")
    expect(page.get_by_text("Verified: this deal was shuffled fairly.")).to_be_visible()
    expect(
        page.get_by_text("Your browser checked the shuffle too: this deal doesn’t match")
    ).to_be_visible()
    expect(page.locator('td[data-check="pack"]')).to_have_text("Failed")


def test_the_browser_compares_the_fingerprint_it_saved_before_the_deal(playing):
    # The first deal ends quickly. The second is shuffled; with five players it is short.
    others = ("4D 5C", "4C 5D", "4H 5H", "6D 7C")
    table = playing("3D", *others, rules="five_players")
    page = table.page
    table.play_cards("3D")
    table.ready.click()
    page.wait_for_function("() => document.querySelector('#table').dataset.phase === 'playing'")
    table.play_deal()
    page.get_by_role("link", name="Replay deal 2").click()
    page.get_by_role("link", name="Check the shuffle").click()
    told = page.locator("#note-check")
    expect(told).to_contain_text("the same fingerprint before the deal, and your word was used")
    notes = "JSON.parse(localStorage.getItem('shuffle-notes'))"
    assert [note["deal"].rsplit("/", 1)[-1] for note in page.evaluate(notes)] == ["2", "3"]
    # A server that shuffled with another secret, or left the word out, is detected.
    for name, sentence in (
        ("word", "your word wasn’t used"),
        ("commitment", "This browser saved a different fingerprint"),
    ):
        page.evaluate(
            f"""name => {{
                const notes = {notes};
                for (const note of notes) note[name] = "0".repeat(64);
                localStorage.setItem("shuffle-notes", JSON.stringify(notes));
            }}""",
            name,
        )
        page.reload()
        expect(told).to_contain_text(sentence)


def test_a_player_compares_the_fingerprint_noted_before_the_deal(tab: Page, address: str):
    tab.goto(address + "shuffle/")
    noted = tab.get_by_label("Fingerprint the table showed you before the deal")
    noted.fill(tab.locator("#commitment").inner_text())
    tab.get_by_role("button", name="Compare").click()
    expect(tab.get_by_text("The fingerprints match. The secret hasn’t changed")).to_be_visible()
    noted.fill("0" * 64)
    noted.press("Enter")
    expect(tab.get_by_text("The fingerprints don’t match.")).to_be_visible()
    expect(noted).to_have_value("0" * 64)
