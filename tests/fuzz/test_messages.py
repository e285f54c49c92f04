"""Fuzzing of messages: arbitrary values, sent to a table by each role.

Nothing breaks, refused messages change nothing, and no browser is sent a card that its reader may
not know: every byte is checked.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest
from hypothesis import strategies as st

from accounts import limits
from accounts.services import create_guest
from games.chat.phrases import PHRASES
from games.common.database import in_database
from games.live.hub import hub
from games.rules.cards import card_names
from games.rules.deal.judge import legal_plays
from games.screens.table.consumer import TableConsumer
from games.tables.models import Table
from games.tables.snapshot import snapshot_of
from tests.config.permissions.scene import begun
from tests.config.permissions.test_messages import facts
from tests.fuzz.values import Run, values
from tests.games.screens.table.test_leaks import cards_in, may_know
from tests.players import Game, Person
from tests.sockets import Browser
from tests.tournaments.clubs.people import person

FIELDS = (
    "cards", "moment", "seat", "version", "number", "proposal", "agree", "pace", "wanted", "word",
    "commitment", "text", "phrase", "who", "line", "x",
)  # fmt: skip
ROLES = ("host", "player", "guest", "anonymous")
#: The role of the player to act; otherwise few moves would be made.
ON_TURN = "on turn"
RANKS, SUITS = "3456789TJQKA2", "DCHS"
#: Messages sent to one table.
AT_ONE_TABLE = 40
#: One in this many pings asks for the whole page; not a multiple of the roles, so that all do.
FULL_PAGE_EVERY = 29

cards = st.lists(
    st.tuples(st.sampled_from(RANKS), st.sampled_from(SUITS)).map("".join), min_size=1, max_size=6
).map(" ".join)
anything = st.one_of(
    values,
    cards,
    st.integers(-3, 60),
    st.none(),
    st.booleans(),
    st.floats(allow_nan=False),
    st.lists(values, max_size=3),
    st.just("now"),
)
known = st.sampled_from(sorted(TableConsumer.HANDLERS))


def mostly(
    likely: st.SearchStrategy[object], other: st.SearchStrategy[object] = anything
) -> st.SearchStrategy[object]:
    """Draw from `likely` nine times in ten; `one_of` would weigh all alternatives equally."""
    # In the middle, because Hypothesis tries the values at both ends more often.
    drawn = st.sampled_from([True] * 5 + [False] + [True] * 4)
    return drawn.flatmap(lambda is_likely: likely if is_likely else other)


#: Values that can be valid.
LIKELY = {
    "cards": st.sampled_from(["mine", "legal", "legal"]) | cards,
    "moment": st.just("now"),
    "proposal": st.sampled_from(["pause", "end", "stand_in:1"]),
    "agree": st.sampled_from(["propose", "yes", "no", "withdraw"]),
    "phrase": st.sampled_from(sorted(PHRASES)),
    "seat": st.integers(0, 3),
    "who": st.integers(0, 6),
    "line": st.integers(0, 30),
}
messages = st.fixed_dictionaries(
    {
        "do": mostly(known | st.sampled_from(["play", "pass", "ready"]), values),
        **{field: mostly(LIKELY[field]) for field in ("cards", "moment")},
    },
    optional={
        field: mostly(LIKELY[field]) if field in LIKELY else anything
        for field in FIELDS
        if field not in ("cards", "moment")
    },
)
#: Text that is not a message; JSON has no infinite numbers.
raw = values.filter(bool) | st.recursive(values, lambda inner: st.lists(inner, max_size=3)).map(
    json.dumps
)


class Pages:
    """A table, with a browser in each role."""

    def __init__(self, game: Game, guest: Person) -> None:
        self.table = game.table
        people = {"host": game.people[0], "player": game.people[1], "guest": guest}
        self.keys = {role: people[role].key if role in people else None for role in ROLES}
        self.seats = {"host": 0, "player": 1}
        self.browsers = {role: Browser(self.table.slug, self.keys[role]) for role in ROLES}
        self.typed = dict.fromkeys(ROLES, 0)
        self.sent = 0

    async def open(self) -> None:
        for role, browser in self.browsers.items():
            assert await browser.connect()
            await self.read(role)

    async def close(self) -> None:
        for browser in self.browsers.values():
            await browser.close()

    async def read(self, role: str) -> str:
        """Read until everything sent is answered; check every byte for cards."""
        self.sent += 1
        here = await in_database(self.now)()
        # Sometimes ping as a page that missed something, which is sent everything again.
        version = -1 if self.sent % FULL_PAGE_EVERY == 0 else here.version
        await self.browsers[role].send(do="ping", number=self.sent, version=version)
        told = ""
        while f"pong {self.sent}" not in told:
            told += await self.browsers[role].read()
        # The current state: a deal may just have ended.
        here = await in_database(self.now)()
        known = may_know(here, self.seats.get(role)) | self.typed[role]
        leaked = cards_in(told) & ~known
        assert not leaked, f"{role} was sent a card that they may not know: {told}"
        return told

    def now(self):
        return snapshot_of(Table.objects.get(pk=self.table.pk))


def open_pages(people: list[Person]) -> Pages:
    """Start a game of two players at a new table."""
    limits.forget()
    return Pages(begun(people[0].user, people[1].user), people[2])


async def close_hub() -> None:
    await hub().close()


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    made = asyncio.new_event_loop()
    yield made
    made.run_until_complete(close_hub())
    made.close()


@pytest.mark.proof
@pytest.mark.django_db(transaction=True)
def test_random_messages_break_nothing_and_reveal_no_card(queued, settings, loop, monkeypatch):
    settings.PERSON_MESSAGES = settings.ADDRESS_MESSAGES = 10**6
    settings.PERSON_TABLES = 10**6
    run = Run("messages")
    people = [Person(person("hana")), Person(person("pia")), Person(create_guest())]
    pages: list[Pages] = []
    refused: list[object] = []
    refuse = TableConsumer.refuse

    async def noted(consumer: TableConsumer, answer: object) -> None:
        refused.append(answer)
        await refuse(consumer, answer)

    monkeypatch.setattr(TableConsumer, "refuse", noted)

    @run.over(
        role=st.sampled_from((*ROLES, ON_TURN, ON_TURN)),
        message=messages,
        other=mostly(st.none(), raw),
    )
    def tried(role, message, other) -> None:
        loop.run_until_complete(send(role, message, other))

    async def send(role: str, message: dict[str, object], other: str | None) -> None:
        if not pages or pages[0].sent > AT_ONE_TABLE * len(ROLES):
            for each in pages:
                await each.close()
            pages[:] = [await in_database(open_pages)(people)]
            await pages[0].open()
        page = pages[0]
        await in_database(limits.forget)()
        here = await in_database(page.now)()
        turn = here.state.turn
        if role == ON_TURN:
            role = "player" if turn == page.seats["player"] else "host"
        if message["moment"] == "now":
            message["moment"] = here.position
        if message["cards"] == "mine" and role in page.seats:
            hand = here.state.hands[page.seats[role]]
            message["cards"] = card_names(hand)[0] if hand else ""
        if message["cards"] == "legal" and role in page.seats and turn == page.seats[role]:
            # The last of them play the most cards, so that deals also end.
            plays = legal_plays(here.state)
            message["cards"] = " ".join(card_names(plays[-1])) if plays else ""
        text = json.dumps(message) if other is None else other
        # Chat messages are shown to everyone; all other input only to the role that sent it.
        shown_to = ROLES if other is not None or message["do"] == "write" else (role,)
        for each in shown_to:
            page.typed[each] |= cards_in(text if other is None else other)
        before = await in_database(facts)(page.table)
        refused.clear()
        await page.browsers[role].send_raw(text)
        told = {each: await page.read(each) for each in (role, *(r for r in ROLES if r != role))}
        # The table's refusals; an earlier refusal may still be on the page.
        is_refused = bool(refused) or 'data-outcome="denied' in told[role]
        if is_refused:
            after = await in_database(facts)(page.table)
            assert after == before, f"{role} was refused, and something changed: {text}"
        run.note("refused" if is_refused else "taken")

    tried()
    for each in pages:
        loop.run_until_complete(each.close())
    run.end()
