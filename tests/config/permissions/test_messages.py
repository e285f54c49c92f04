"""Every message to a table's socket, sent by each role: see messages.txt."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts import limits
from accounts.models import User
from games.chat import services as chat
from games.chat.models import Chat, ChatLine, Report
from games.common.database import in_database
from games.lessons.pack import DEALER, lesson_pack
from games.rules.cards import card_names
from games.screens.table.consumer import TableConsumer
from games.tables import shuffle
from games.tables.models import Seat, Session, Table
from games.tables.proposals import PAUSE
from games.tables.services import core, fixed_packs, lesson, moves, rematch, seating, votes
from games.tables.snapshot import snapshot_of
from tests.config.permissions.scene import Town, begun, town, two_players
from tests.config.permissions.table import lines, table_line
from tests.config.permissions.test_pages import ROLES, keys
from tests.players import Game, walk_away
from tests.rigging import rig
from tests.sockets import Browser

FILE = "messages.txt"
#: Hands of 13 cards, of which only one has face cards.
WEAK, STRONG = "3D 3C 3H 4D 4C 4H 5D 5C 5H 6D 6C 6H 7D", "3S 4S 5S 6S 7S JD QD KD AD 2D JC QC KC"
#: Parts that contain refusals: the table's and the chat's.
REFUSED = ('class="refusal', 'data-outcome="denied')


class Tables:
    """Tables in each state that the lines need, with the host and the player."""

    def __init__(self, place: Town) -> None:
        self.users = [place.people[role].user for role in ("host", "player")]
        self._made: dict[str, Table] = {}

    def at(self, state: str) -> Table:
        """Return a table in that state, reused until something changes it."""
        if state not in self._made:
            self._made[state] = STATES[state](self.users)
        return self._made[state]

    def changed(self, state: str) -> None:
        self._made.pop(state, None)


def _waiting(users) -> Table:
    game = Game.of(users, bots=False, joining="anyone")
    assert game.ask(1, seating.sit, 1) is None
    return game.table


def _missing(users) -> Table:
    """A session for a stake that waits for an absent player."""
    absent = User.objects.create_user(f"absent{User.objects.count()}")
    terms = {"stake_minor": 100, "currency": "EUR", "joining": "anyone"}
    game = Game.of([*users, absent], bots=False, **terms).all_sit()
    walk_away(absent)
    return game.table


def _full(users) -> Table:
    return Game.of(users, rules=two_players(), bots=False).all_sit().table


def _playing(users) -> Table:
    game = begun(*users)
    chat_of(game)
    rig(game.table.slug, ["3D 4D 5D 6D", "3C 4C 5C 6C"], leader=0)
    return game.table


def _answered(users) -> Table:
    game = begun(*users)
    rig(game.table.slug, ["3D 4D 5D 6D", "3C 4C 5C 6C"], leader=1, actions=["1 play 3C"])
    return game.table


def chat_of(game: Game) -> None:
    """Make each user write a chat message."""
    for each in game.people:
        limits.forget()
        assert chat.write(each.caller, game.table.pk, "Hello") is None


def _voting(users) -> Table:
    game = begun(*users)
    assert game.ask(1, votes.vote, PAUSE, agree=True) is None
    return game.table


def _paused(users) -> Table:
    game = begun(*users)
    for number in range(2):
        assert game.ask(number, votes.vote, PAUSE, agree=True) is None
    return game.table


def _away(users) -> Table:
    game = begun(*users)
    Seat.objects.filter(session__table=game.table, user=users[0]).update(stand_in=True)
    with core.locked_table(game.table.pk) as table:
        table.revise()
    return game.table


def _lesson(users) -> Table:
    pack = fixed_packs.FixedPack(lesson_pack(), dealer=DEALER)
    return lesson.open_lesson(users[0], pack)


def _redeal(users) -> Table:
    """The host's hand is weak enough for a redeal."""
    rules = two_players(redeal="no_faces")
    game = Game.of(users, rules=rules, bots=False)
    game.begin()
    rig(game.table.slug, [WEAK, STRONG], leader=1)
    return game.table


def _bots(users) -> Table:
    """All other players are bots."""
    game = Game.of(users[:1], bots=True)
    game.begin()
    return game.table


def _exchange(users) -> Table:
    """The host won, and must give a card back."""
    game = Game.of(users, rules="three_players_exchange", deals_planned=3)
    game.begin()
    rig(game.table.slug, ["3D", "4D 5D", "6D 7D 8D"], leader=0)
    assert game.ask(0, moves.play, "3D", game.now().position) is None
    for number in range(2):
        assert game.ask(number, moves.ready) is None
    return game.table


def _between(users) -> Table:
    game = begun(*users, deals_planned=2)
    rig(game.table.slug, ["3D", "3C 4C"], leader=0)
    assert game.ask(0, moves.play, "3D", game.now().position) is None
    return game.table


def _finished(users) -> Table:
    game = begun(*users, deals_planned=1)
    rig(game.table.slug, ["3D", "3C 4C"], leader=0)
    assert game.ask(0, moves.play, "3D", game.now().position) is None
    return game.table


def _asked(users) -> Table:
    table = _finished(users)
    game = Game.of(users)
    game.table = table
    assert game.ask(0, rematch.play_again) is None
    return table


def _further(users) -> Table:
    """A further session waits for the same players."""
    table = _asked(users)
    game = Game.of(users)
    game.table = table
    assert game.ask(0, rematch.open_again) is None
    return table


STATES: dict[str, Callable[..., Table]] = {
    "waiting": _waiting,
    "missing": _missing,
    "full": _full,
    "playing": _playing,
    "answered": _answered,
    "voting": _voting,
    "paused": _paused,
    "away": _away,
    "lesson": _lesson,
    "redeal": _redeal,
    "exchange": _exchange,
    "bots": _bots,
    "between": _between,
    "finished": _finished,
    "asked": _asked,
    "further": _further,
}


def facts(table: Table) -> object:
    """Return everything that messages can change about a table."""
    row = Table.objects.get(pk=table.pk)
    session = Session.objects.filter(table=table).latest("pk")
    chat = Chat.objects.filter(table=table).values_list("version", flat=True).first()
    return row.version, chat, session.next_words, Report.objects.count()


def message(table: Table, words: list[str]) -> dict[str, str]:
    """Return the message that a line describes."""
    do, *given = words
    made = {"do": do} | dict(each.split("=", 1) for each in given)
    here = snapshot_of(Table.objects.get(pk=table.pk))
    if made.get("moment") == "now":
        made["moment"] = here.position
    if made.get("cards") == "lowest":
        made["cards"] = card_names(here.state.hands[0])[0]
    if made.get("commitment") == "now":
        made["commitment"] = shuffle.commitment(
            Session.objects.filter(table=table).latest("pk").next_secret
        )
    if made.get("who") == "player":
        made["who"] = str(here.seats[1].user_id)
    if made.get("line") == "player":
        made["line"] = str(
            ChatLine.objects.get(session__table=table, user=here.seats[1].user_id).pk
        )
    return made


async def outcome(tables: Tables, state: str, words: list[str], key: str | None) -> str:
    await in_database(limits.forget)()
    table = await in_database(tables.at)(state)
    browser = Browser(table.slug, key)
    assert await browser.connect()
    if await browser.is_closed():
        return "0"
    before = await in_database(facts)(table)
    await browser.send(**await in_database(message)(table, words))
    told = ""
    # Messages are handled one after the other.
    await browser.send(do="ping", number=7, version=0)
    while "pong 7" not in told:
        told += await browser.read()
    await browser.close()
    if await in_database(facts)(table) != before:
        tables.changed(state)
        return "+"
    return "-" if any(sign in told for sign in REFUSED) else "o"


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
async def test_each_message_of_each_role_has_the_outcome_in_the_permission_table(
    queued, sockets, settings
):
    settings.PERSON_MESSAGES = settings.ADDRESS_MESSAGES = 4000
    settings.PERSON_TABLES = 1000
    place = await in_database(town)()
    who, tables, wrong, known = await in_database(keys)(place), Tables(place), [], set()
    for line in lines(FILE, ROLES):
        state, *words = line.asked.split()
        known.add(words[0])
        answers = {}
        for role, key in who.items():
            answers[role] = await outcome(tables, state, words, key)
        if answers != line.wanted(ROLES):
            wrong.append(f"{FILE}:{line.number} is\n{table_line(answers, line.asked)}")
    assert not wrong, "\n".join(["Answered otherwise than the table says:", *wrong])
    assert known == (all_known := set(TableConsumer.HANDLERS)), (
        f"Not in {FILE}: {all_known - known}"
    )
