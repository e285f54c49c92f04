"""The strength of bots: chosen for a table or a seat, stored with seats, and kept."""

import pytest

from accounts.services import create_guest
from games.bots.strengths import OFFERED, STAND_IN, Strength
from games.common.denials import DeniedError
from games.language.refusals import denial_sentence
from games.rules.ruleset.rule_set import RuleSet
from games.tables import selectors
from games.tables.bot_strength import PICTURES, strength_at
from games.tables.denials import TableCode
from games.tables.models import Seat, Table
from games.tables.services import arranged, bot_strength, opening, rematch, starting
from tests.players import Game, Person

pytestmark = pytest.mark.django_db


def strengths(game: Game) -> list[str]:
    """Return the names of the bots by seat; empty for users."""
    return [seat.bot for seat in game.now().seats]


def set_strength(game: Game, strength: str, seat: int | None = None):
    return game.ask(0, bot_strength.set_bot_strength, strength, seat=seat)


def test_each_strength_has_a_picture_of_its_own():
    assert len(set(PICTURES.values())) == len(PICTURES) == len(Strength)


def test_bots_have_the_strength_of_the_table_or_of_their_seat(party):
    game = party(people=1, bot_strength="casual", seat_strengths={"2": "beginner", "3": "strong"})
    game.begin()
    assert strengths(game) == ["", "casual", "beginner", "strong"]
    seats = Seat.objects.filter(session__table=game.table).order_by("number")
    assert [seat.picture for seat in seats][1:] == ["panda", "hen", "owl"]


def test_drawn_seats_keep_all_strengths(party):
    chosen = {"1": "beginner", "2": "casual", "3": "strong"}
    game = party(people=1, seating=Table.Seating.DRAWN, seat_strengths=chosen)
    game.begin()
    assert sorted(strengths(game)) == ["", "beginner", "casual", "strong"]


def test_a_table_without_a_choice_has_bots_of_club_strength(party):
    game = party(people=2)
    game.begin()
    assert strengths(game) == ["", "", "club", "club"]


def test_the_host_changes_all_strengths_or_one_before_the_start(party):
    game = party(people=1)
    assert set_strength(game, "casual") is None
    assert set_strength(game, "beginner", 2) is None
    assert set_strength(game, "strong", 3) is None
    table = game.now().table
    assert [strength_at(table, seat) for seat in range(1, 4)] == ["casual", "beginner", "strong"]
    # An empty strength makes a seat like the others.
    assert set_strength(game, "", 2) is None
    assert strength_at(game.now().table, 2) == "casual"
    # A choice for all is for all.
    assert set_strength(game, "club") is None
    assert dict(game.now().table.seat_strengths) == {}


@pytest.mark.parametrize(
    ("strength", "seat", "code"),
    [
        ("counting", None, TableCode.NO_STRENGTH),
        ("grandmaster", 2, TableCode.NO_STRENGTH),
        ("", None, TableCode.NO_STRENGTH),
        ("casual", 4, TableCode.MESSAGE_UNKNOWN),
        ("casual", -1, TableCode.MESSAGE_UNKNOWN),
    ],
)
def test_a_forged_choice_is_denied_and_changes_nothing(party, strength, seat, code):
    game = party(people=1, bot_strength="casual", seat_strengths={"2": "club"})
    before = game.now().version
    assert set_strength(game, strength, seat).code is code
    table = game.now().table
    assert (table.bot_strength, dict(table.seat_strengths)) == ("casual", {"2": "club"})
    assert game.now().version == before


def test_a_strength_that_is_not_offered_is_denied(party, monkeypatch):
    monkeypatch.setattr("games.tables.bot_strength.OFFERED", OFFERED[:2])
    game = party(people=1)
    assert set_strength(game, "strong").code is TableCode.NO_STRENGTH
    with pytest.raises(DeniedError) as refused:
        opening.open_solo_table(create_guest(), bot_strength="strong")
    assert refused.value.denial.code is TableCode.NO_STRENGTH


def test_only_the_host_chooses_and_only_before_the_start(party):
    game = party(people=2).all_sit()
    assert game.ask(1, bot_strength.set_bot_strength, "club").code is TableCode.HOST_ONLY
    other = Person()
    denial = other.asks(bot_strength.set_bot_strength, game.table, "club")
    assert denial.code is TableCode.NO_SEAT
    assert game.ask(0, starting.start) is None
    assert set_strength(game, "club").code is TableCode.BEGUN


def test_the_event_of_a_table_fixes_the_strength(party):
    game = party(people=1)
    Table.objects.update(purpose=Table.Purpose.COUNTS)
    assert set_strength(game, "casual").code is TableCode.TERMS_FIXED


def test_a_rematch_keeps_the_strengths(club):
    game = club(deals=1, bot_strength="casual")
    game.finish_session()
    assert game.ask(0, rematch.play_again) is None
    assert game.now().session.number == 2
    assert sorted(strengths(game)) == ["", "casual", "casual", "casual"]


def test_bots_at_an_event_and_stand_ins_have_club_strength():
    rules = RuleSet.make("pagat")
    made = arranged.Arrangement((create_guest(), "Mei", None, None))
    (table,) = arranged.open_arranged([made], rules=rules, rules_name="pagat")
    assert {seat.bot for seat in Seat.objects.filter(session__table=table)} == {"", "club"}
    assert STAND_IN is Strength.CLUB


def test_the_strength_of_the_last_table_is_remembered(club):
    game = club(bot_strength="beginner", pace="fast")
    assert selectors.last_bot_choices(game.user) == ("fast", "beginner")
    # An older table has none.
    Table.objects.update(bot_strength="")
    assert selectors.last_bot_choices(game.user) == ("fast", "casual")


@pytest.mark.parametrize("code", [TableCode.NO_STRENGTH, TableCode.HOUSE_STRENGTH])
def test_each_denial_says_what_to_choose(code):
    assert "choose" in denial_sentence(code).lower()
