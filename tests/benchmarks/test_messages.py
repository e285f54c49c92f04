"""Messages of the server as the load benchmark reads them."""

from benchmarks.clients.protocol import (
    HINTS_MARK,
    Pulse,
    is_refusal,
    position_text,
    pulse_of,
    selection_mark,
)
from games.rules.deal.refusals import Code, Refusal
from games.screens.table.live_page import hints
from games.screens.table.state import table_state
from tests.games.pages import ShownTable


def message_to(game, *, selection="", refusal=None, controls_only=False):
    page = ShownTable(game.user)
    return page.news(game.table.pk, selection, refusal, controls_only=controls_only).encode()


def test_a_pulse_contains_version_position_turn_and_status(club):
    game = club()
    here = game.turn_of_a_person()
    pulse = pulse_of(message_to(game))
    assert pulse == Pulse(
        here.version, tuple(map(int, here.position.split("."))), here.state.turn, "playing"
    )
    assert position_text(pulse.position) == here.position


def test_the_pulse_of_a_waiting_table_has_no_position(party):
    game = party()
    assert pulse_of(message_to(game)) == Pulse(game.now().version, (), None, "waiting")


def test_selections_refusals_and_hints_are_recognized(club):
    game = club()
    here = game.turn_of_a_person()
    choice = message_to(game, selection="3D", controls_only=True)
    assert pulse_of(choice) is None
    assert selection_mark("3D") in choice
    assert not is_refusal(choice)
    refused = message_to(
        game, refusal=Refusal(Code.NOT_YOUR_TURN, {"turn": here.state.turn}), controls_only=True
    )
    assert is_refusal(refused)
    hinted = hints(table_state(game.table.pk), game.user)
    assert HINTS_MARK in hinted.encode()
