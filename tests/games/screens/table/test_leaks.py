"""Checks every byte a browser gets, over whole deals, against what its viewer may know.

The test drives all seats, so it knows the state at each version. What a viewer may know is computed
here from that state, independent of the code under test: the own hand, every card played, an
exchanged card, a hand shown for a redeal, a leftover dealt face up and, after the deal, all cards
left.

Viewers read in different languages; none is sent a text in another one.
"""

import re
from dataclasses import replace
from functools import cache

import pytest
from django.test import AsyncClient
from django.utils.translation import override

from config.languages import TRANSLATED
from games.common.database import in_database
from games.language.labels import card_label
from games.rules.cards import FULL_PACK, Cards, card_names, parse_card
from games.rules.deal.actions import Play
from games.rules.deal.start import cut_card
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Table
from games.tables.snapshot import Snapshot
from tests.catalogue_terms import english_words
from tests.games.screens.test_languages import Words
from tests.players import SOME_RULES
from tests.proofs import size
from tests.sockets import Browser

#: Rules under which some players know more than their hand and the plays.
GAMES = [
    *SOME_RULES,
    pytest.param("three_players_exchange", id="cards exchanged"),
    pytest.param("two_players_stock", id="stock"),
    pytest.param("face_down", id="leftover face down"),
    # Covered in CI by the tests below, or by the rules above.
    pytest.param("eight_players", id="two packs", marks=pytest.mark.slow),
    pytest.param("da_lao_er", id="plays out of turn", marks=pytest.mark.slow),
    pytest.param("three_players", id="leftover shown", marks=pytest.mark.slow),
]
FACE_DOWN = RuleSet.make("three_players", {"leftover_exposed": False})

#: The cards of a hand in the HTML.
BUTTON = re.compile(r'data-card="(\w\w)"')

_SUITS = {"diamonds": "D", "clubs": "C", "hearts": "H", "spades": "S"}
_RANKS = {"10": "T", "Jack": "J", "Queen": "Q", "King": "K", "Ace": "A"}
_NAMED = re.compile(
    r"\b(10|[2-9]|Jack|Queen|King|Ace)\s+of\s+(diamonds|clubs|hearts|spades)", re.IGNORECASE
)
_CODED = re.compile(r"(?<![A-Za-z0-9#&_-])([2-9TJQKA][DCHS])(?![A-Za-z0-9_-])")


@cache
def labels() -> tuple[re.Pattern[str], dict[str, int]]:
    """Return a pattern of the names of cards in our languages besides English, and the cards."""
    cards: dict[str, int] = {}
    for code in TRANSLATED:
        with override(code):
            cards.update({card_label(card).lower(): card for card in range(52)})
    names = "|".join(map(re.escape, sorted(cards, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)({names})(?!\w)", re.IGNORECASE), cards


def cards_in(text: str) -> Cards:
    """Return every card in the text, by name or code."""
    found = 0
    pattern, cards = labels()
    for name in pattern.findall(text):
        found |= 1 << cards[name.lower()]
    for rank, suit in _NAMED.findall(text):
        found |= 1 << parse_card(_RANKS.get(rank.capitalize(), rank) + _SUITS[suit.lower()])
    for code in _CODED.findall(text):
        found |= 1 << parse_card(code)
    return found


def may_know(position: Snapshot, seat: int | None) -> Cards:
    """Return every card the seat may know, each once, because a text doesn't distinguish copies."""
    state = position.state
    if state.over:
        return FULL_PACK
    known = 0 if seat is None else state.hands[seat]
    if (cut := cut_card(state.setup)) is not None:
        known |= 1 << cut
    if state.rules.leftover == "lowest_holder" and state.rules.leftover_exposed:
        known |= state.leftover
    if (exchange := state.exchange) and seat in (exchange.loser, exchange.winner):
        known |= 1 << exchange.given
        known |= 0 if exchange.returned is None else 1 << exchange.returned
    if position.setting.shown and state.starter is None:
        known |= position.setting.shown.cards
    for action in state.actions:
        if isinstance(action, Play):
            known |= action.cards
    return known & FULL_PACK


def test_the_search_finds_cards_in_every_spelling():
    html = 'data-card="QH" aria-label="10 of spades" <li>jack of Clubs</li> ["3D","9D 9S"]'
    assert cards_in(html) == sum(
        1 << parse_card(code) for code in ("QH", "TS", "JC", "3D", "9D", "9S")
    )
    for text in ("紅心 Q", "红桃 Q", "<b>Q hati</b>", "Queen ng hearts"):
        assert cards_in(text) == 1 << parse_card("QH")


class Watcher(Browser):
    """A browser whose every byte is read."""

    def __init__(self, seat: int | None, slug: str, key: str | None, language: str = "en") -> None:
        super().__init__(slug, key, language=language)
        self.seat = seat
        self.language = language
        self.client = AsyncClient(headers={"accept-language": language})
        if key:
            self.client.cookies["sessionid"] = key
        self.seen = 0
        self.bytes = 0
        #: The cards of the latest hand sent, with repetitions.
        self.buttons: list[str] = []

    async def up_to(self, version: int, allowed: Cards) -> None:
        """Read until this version is shown, checking every byte."""
        while True:
            text = await self.read()
            self.check(text, allowed)
            if f'data-version="{version}"' in text:
                return

    def check(self, text: str, allowed: Cards) -> None:
        self.bytes += len(text)
        self.buttons = BUTTON.findall(text) or self.buttons
        found = cards_in(text)
        self.seen |= found
        assert not found & ~allowed, f"seat {self.seat} was sent a card it may not know: {text}"
        if text.startswith("<"):
            read = Words(text)
            self.check_language(" ".join((read.text, *read.spoken)))

    def check_language(self, said: str) -> None:
        if self.language != "en":
            foreign = english_words(self.language, said)
            assert not foreign, f"{foreign} was sent to a reader of {self.language}: {said}"
        if not self.language.startswith("zh"):
            # The name of the game in other scripts, and languages in their own names.
            chinese = re.findall(r"[\u4e00-\u9fff]{3,}", said.replace("鋤大弟", ""))
            assert not chinese, f"{chinese} was sent to a reader of {self.language}: {said}"


@pytest.mark.proof
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", GAMES)
async def test_no_viewer_is_sent_a_card_they_may_not_know(club, sockets, settings, game):
    count = size("hidden cards: deals")
    # This browser plays faster than any person.
    settings.PERSON_MESSAGES = settings.ADDRESS_MESSAGES = 4000
    opened = await in_database(club)(deals=count, rules=FACE_DOWN if game == "face_down" else game)
    slug = opened.table.slug
    viewers = [Watcher(0, slug, opened.key, "id"), Watcher(None, slug, None, "zh-hant")]
    position = await in_database(opened.now)()
    for viewer in viewers:
        assert await viewer.connect()
        await viewer.up_to(position.table.version, may_know(position, viewer.seat))
    # The player sees their whole hand, the spectator nothing of it.
    own = position.state.hands[0] & FULL_PACK
    assert viewers[0].seen & own == own
    known_to_all = may_know(position, None)
    assert viewers[1].seen & own & ~known_to_all == 0
    deals = 0
    while position.table.phase != Table.Phase.FINISHED:
        if position.table.phase == Table.Phase.BETWEEN:
            deals += 1
            viewers[0].check(await viewers[0].ask(do="hint", version=0), may_know(position, 0))
            await in_database(opened.ready)()
            position = await in_database(opened.now)()
        else:
            position = await in_database(opened.step)(position)
        for viewer in viewers:
            allowed = await in_database(may_know)(position, viewer.seat)
            await viewer.up_to(position.table.version, allowed)
            if len(position.state.actions) in (0, 20):
                page = await viewer.client.get(f"/tables/{slug}/")
                viewer.check(page.content.decode(), allowed)
            if viewer.seat == 0 and position.table.turn == 0:
                viewer.check(await viewer.ask(do="hint", version=0), allowed)
    assert deals == count - 1
    for viewer in viewers:
        # Both have seen cards: a test that reads nothing would find nothing.
        assert viewer.seen.bit_count() > 40
        assert viewer.bytes > 20_000 * count


@pytest.mark.django_db(transaction=True)
async def test_eight_players_with_two_packs_are_each_sent_only_their_own_hand(
    party, sockets, settings
):
    """Buttons are counted, because a card may be held twice or by two players."""
    settings.PERSON_MESSAGES = settings.ADDRESS_MESSAGES = 4000
    game = await in_database(party)(people=8, rules="eight_players", deals_planned=1)
    position = await in_database(game.begin)()
    assert position.session.rule_set.packs == 2
    slug = game.table.slug
    seats = [(await in_database(game.person_at)(seat)).key for seat in range(8)]
    codes = ("en", *TRANSLATED)
    viewers = [Watcher(seat, slug, key, codes[seat % len(codes)]) for seat, key in enumerate(seats)]
    viewers.append(Watcher(None, slug, None))
    for viewer in viewers:
        assert await viewer.connect()
        await viewer.up_to(position.table.version, may_know(position, viewer.seat))
        own = 0 if viewer.seat is None else position.state.hands[viewer.seat]
        assert viewer.buttons == card_names(own)
    twice = [hand for hand in position.state.hands if hand > FULL_PACK]
    assert twice, "nobody holds a card twice: take another deal"
    while position.table.phase != Table.Phase.FINISHED:
        asked = position.table.turn
        assert asked is not None
        here = viewers[asked]
        here.check(await here.ask(do="hint", version=0), may_know(position, asked))
        position = await in_database(game.step)(position)
        for viewer in viewers:
            allowed = may_know(position, viewer.seat)
            await viewer.up_to(position.table.version, allowed)
            if len(position.state.actions) % 20 == 1:
                page = (await viewer.client.get(f"/tables/{slug}/")).content.decode()
                viewer.check(page, allowed)
                own = 0 if viewer.seat is None else position.state.hands[viewer.seat]
                assert BUTTON.findall(page) == card_names(own)
    for viewer in viewers:
        assert viewer.seen.bit_count() > 40
        assert viewer.bytes > 20_000


#: Spectator delay of the test below, in actions.
LATE = 5


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", ["pagat", "da_lao_er"])
async def test_a_delayed_spectator_is_sent_nothing_newer_than_the_delay(club, sockets, game):
    opened = await in_database(club)(deals=2, rules=game, stake_minor=10, currency="EUR")
    await Table.objects.filter(pk=opened.table.pk).aupdate(spectator_delay=LATE)
    slug = opened.table.slug
    watcher = Watcher(None, slug, None)
    position = await in_database(opened.now)()
    states = [position.state]
    assert await watcher.connect()
    watcher.check(await watcher.read(), may_know(position, None))
    messages = 0
    while position.table.phase != Table.Phase.FINISHED:
        if position.table.phase == Table.Phase.BETWEEN:
            await in_database(opened.ready)()
            position = await in_database(opened.now)()
            states = [position.state]
        else:
            position = await in_database(opened.step)(position)
            states.append(position.state)
        then = position.state if position.state.over else states[max(0, len(states) - 1 - LATE)]
        allowed = may_know(replace(position, newest=then), None)
        if len(states) % LATE == 2:
            page = (await watcher.client.get(f"/tables/{slug}/")).content.decode()
            watcher.check(page, allowed)
            assert then.over or f'data-turn="{then.turn}"' in page
        if then.actions or len(states) == 1:
            # One message for each visible play, and none before.
            text = await watcher.read()
            messages += 1
            watcher.check(text, allowed)
            if not then.over:
                assert f'data-turn="{then.turn}"' in text
        else:
            assert await watcher.silent()
    assert messages > 20
    # Plays covered within the last plays of a deal appear in the log only.
    assert watcher.seen.bit_count() > 40
