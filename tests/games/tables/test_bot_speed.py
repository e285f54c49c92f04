"""The speed of bots: who may set it, its effect, and the total waiting time."""

import pytest

from games import bots
from games.rules.deal.apply import apply
from games.rules.deal.start import shuffled_pack, start
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from games.tables import bot_speed, selectors
from games.tables.denials import TableCode
from games.tables.models import Table
from games.tables.services import bot_speed as bot_speed_services
from games.tables.services import rematch, seating, votes
from tests.players import Person, walk_away

pytestmark = pytest.mark.django_db
USUAL = (0.7, 1.6)


def bot_actions(number: int) -> int:
    """Return how often bots act in a deal with three of them."""
    state, player, count = (
        start(RuleSet.make("pagat"), shuffled_pack(f"pace {number}")),
        bots.bot(),
        0,
    )
    while state.turn is not None:
        count += state.turn != 0
        state = apply(state, bots.decide(player, view(state, state.turn)))
    return count


def test_bots_take_at_most_100_seconds_in_five_fast_deals(settings):
    settings.BOT_DELAY = USUAL
    deals = [bot_actions(number) for number in range(100)]
    longest = max(sum(deals[at : at + 5]) for at in range(0, 100, 5))
    assert longest > 100, "as many as in a real session"
    # Even if each bot took as long as it may.
    assert longest * bot_speed.thinking_seconds(Table.Pace.FAST)[1] <= 100
    assert bot_speed.seconds_between_deals(Table.Pace.FAST) <= 5


def test_the_bot_speed_scales_the_configured_delay(settings):
    settings.BOT_DELAY = (1.0, 2.0)
    assert bot_speed.thinking_seconds(Table.Pace.NORMAL) == (1.0, 2.0)
    assert bot_speed.thinking_seconds(Table.Pace.RELAXED) == (1.6, 3.2)
    assert bot_speed.thinking_seconds(Table.Pace.FAST)[1] < 1.0
    assert set(bot_speed.FACTORS) == set(Table.Pace.values)


def test_bots_and_the_next_deal_follow_the_bot_speed(club, settings, queued):
    settings.BOT_DELAY, settings.NEXT_DEAL_SECONDS = (10.0, 10.0), 20.0
    game = club(deals=2, pace="fast")
    here = game.turn_of_a_person()
    queued.clear()
    game.act(here)
    assert queued[-1][3] == pytest.approx(2.8, abs=0.5)
    here = game.finish_deal()
    assert here.table.phase == Table.Phase.BETWEEN
    assert queued[-1][3] == pytest.approx(5, abs=0.5)


def test_a_lone_player_changes_the_bot_speed_with_immediate_effect(club, settings, queued):
    settings.BOT_DELAY = (10.0, 10.0)
    game = club(pace="relaxed")
    game.act(game.turn_of_a_person())
    assert queued[-1][3] == pytest.approx(16, abs=0.5)
    before = game.now().version
    assert game.ask(0, bot_speed_services.set_bot_speed, "fast") is None
    assert game.now().table.pace == "fast"
    assert (queued[-1][2], game.now().version) == (before + 1, before + 1)
    assert queued[-1][3] == pytest.approx(2.8, abs=0.5)


def test_a_faster_bot_speed_chosen_between_deals_brings_the_next_deal_forward(
    club, settings, queued
):
    settings.NEXT_DEAL_SECONDS = 20.0
    game = club(deals=2)
    game.finish_deal()
    assert game.ask(0, bot_speed_services.set_bot_speed, "fast") is None
    assert queued[-1][3] == pytest.approx(5, abs=0.5)
    assert game.ask(0, bot_speed_services.set_bot_speed, "relaxed") is None
    assert queued[-1][3] == pytest.approx(5, abs=0.5)


def test_an_unknown_or_unchanged_bot_speed_changes_nothing(club):
    game = club()
    version = game.now().version
    assert game.ask(0, bot_speed_services.set_bot_speed, "warp").code is TableCode.MESSAGE_UNKNOWN
    assert game.ask(0, bot_speed_services.set_bot_speed, "normal") is None
    assert game.now().version == version


def test_a_player_cannot_change_the_bot_speed_while_others_have_seats(party):
    game = party(people=2)
    game.begin()
    assert game.ask(0, bot_speed_services.set_bot_speed, "fast").code is TableCode.BOT_SPEED_SHARED
    # A bot stands in, but they may come back.
    walk_away(game.people[1].user)
    assert game.ask(0, votes.vote, "stand_in:1", agree=True) is None
    assert game.now().seats[1].stand_in
    assert game.ask(0, bot_speed_services.set_bot_speed, "fast").code is TableCode.BOT_SPEED_SHARED
    assert game.ask(1, seating.stand_up) is None
    assert game.ask(0, bot_speed_services.set_bot_speed, "fast") is None


def test_a_rematch_of_several_players_drops_the_bot_speed_that_one_chose(party):
    game = party(people=3, deals_planned=1)
    game.begin()
    for leaver in (1, 2):
        assert game.ask(leaver, seating.stand_up) is None
    assert game.ask(0, bot_speed_services.set_bot_speed, "fast") is None
    game.finish_session()
    assert game.ask(0, rematch.play_again) is None
    here = game.now()
    if here.table.phase == Table.Phase.WAITING:
        assert game.ask(0, bot_speed_services.set_bot_speed, "fast").code is TableCode.NOT_BEGUN
    for number in (1, 2):
        assert game.ask(number, seating.sit, None) is None
    here = game.now()
    assert (here.session.number, here.table.phase) == (2, Table.Phase.PLAYING)
    assert here.table.pace == "normal"


def test_a_rematch_keeps_the_bot_speed_that_several_players_started_with(party):
    game = party(people=2, deals_planned=1, pace="relaxed")
    game.begin()
    game.finish_session()
    for number in (0, 1):
        assert game.ask(number, rematch.play_again) is None
    assert game.now().session.number == 2
    assert game.now().table.pace == "relaxed"


def test_a_lone_player_keeps_the_bot_speed_in_a_rematch(club):
    game = club(deals=1, pace="fast")
    game.finish_session()
    assert game.ask(0, rematch.play_again) is None
    assert (game.now().session.number, game.now().table.pace) == (2, "fast")


def test_the_bot_speed_cannot_be_changed_before_the_session(party):
    game = party(people=1)
    assert game.ask(0, bot_speed_services.set_bot_speed, "fast").code is TableCode.NOT_BEGUN
    assert game.now().table.pace == "normal"


def test_a_spectator_cannot_change_the_bot_speed(club):
    game, other = club(), Person()
    assert (
        other.asks(bot_speed_services.set_bot_speed, game.table, "fast").code is TableCode.NO_SEAT
    )
    assert game.now().table.pace == "normal"


def test_the_bot_speed_of_an_arranged_table_cannot_be_changed(club):
    game = club()
    Table.objects.update(is_arranged=True)
    assert game.ask(0, bot_speed_services.set_bot_speed, "fast").code is TableCode.ARRANGED


def test_the_bot_speed_cannot_be_changed_after_the_session(club):
    game = club(deals=1)
    game.finish_session()
    assert game.ask(0, bot_speed_services.set_bot_speed, "fast").code is TableCode.OVER


def test_the_bot_speed_is_remembered_for_the_next_table(club, client):
    game = club()
    assert selectors.last_bot_choices(game.user).pace == "normal"
    game.ask(0, bot_speed_services.set_bot_speed, "fast")
    assert selectors.last_bot_choices(game.user).pace == "fast"
    client.force_login(game.user)
    html = client.get("/").content.decode()
    assert '<option value="fast" selected>' in html
    client.post("/play/", {"opening_key": "pace-key-1"})
    assert Table.objects.latest("pk").pace == "fast"
