"""Controls of players who wait for their turn, which are rendered once for all of them."""

from dataclasses import replace

import pytest

from games.common.languages import reader_language
from games.language.refusals import Refused
from games.rules.deal.refusals import Code, Refusal
from games.screens.table.controls import controls_of, is_plain_wait
from games.screens.table.parts import control_parts, controls_for, controls_html
from games.screens.table.state import state_of
from games.tables.snapshot import Snapshot, cache_snapshot
from tests.players import SOME_RULES, Game, played_out

pytestmark = pytest.mark.django_db

#: Rules under which waiting players may be told different things.
GAMES = [
    *SOME_RULES,
    pytest.param("da_lao_er", id="plays out of turn"),
    pytest.param("three_players", id="leftover taken"),
    pytest.param("three_players_exchange", id="cards exchanged"),
    pytest.param("two_players_stock", id="stock"),
]


def positions(game: Game) -> list[Snapshot]:
    """Return the table after each action of its deal, if every seat plays as low as possible."""
    start = game.now()
    return [
        replace(
            start,
            newest=state,
            table=replace(
                start.table,
                version=start.version + number,
                action_count=len(state.actions),
                turn=state.turn,
                turn_since=None,
            ),
        )
        for number, state in enumerate(played_out(start.state)[:-1], 1)
    ]


@pytest.mark.parametrize("rules", GAMES)
def test_waiting_players_see_the_controls_made_for_their_own_seat(party, rules):
    game = party(people=2, rules=rules, bots=True)
    game.begin()
    waiting = 0
    for position in positions(game):
        cache_snapshot(position)
        state = state_of(position)
        for seat in range(len(position.seats)):
            own = controls_of(position, seat)
            parts = control_parts(own, reader_language())
            shown = controls_for(state, seat)
            assert shown.parts == parts
            assert shown.shape == own.standing
            assert shown.html == controls_html(own, parts)
            waiting += is_plain_wait(position, seat)
    assert (waiting > 0) == (rules != "da_lao_er")


def test_a_selection_and_a_refusal_are_shown_to_a_waiting_player_alone(party):
    game = party(people=4)
    game.begin()
    position = positions(game)[4]
    state = state_of(position)
    seat = next(each for each in range(4) if is_plain_wait(position, each))
    plain = controls_for(state, seat).parts
    refused: Refused = Refusal(Code.NOT_YOUR_TURN, {"turn": position.state.turn})
    assert controls_for(state, seat, refusal=refused).parts["said"] != plain["said"]
    assert controls_for(state, seat).parts == plain
