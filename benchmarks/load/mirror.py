"""A deal as the bench follows it, so that every move that it sends is legal."""

import json

from games.bots.lowest import lowest
from games.rules import record
from games.rules.cards import card_name, cards_text
from games.rules.deal import (
    Action,
    DealState,
    Give,
    Pass,
    Play,
    Refusal,
    action_text,
    apply,
    parse_action,
)
from games.rules.view import view


class Mirror:
    """A deal, played beside the club by the same rules."""

    def __init__(self, start: str) -> None:
        #: The deal as far as it has come.
        self.state: DealState = record.replay(start)

    @property
    def actions(self) -> int:
        """How many actions the deal has."""
        return len(self.state.actions)

    def choice(self) -> Action:
        """Return the cheapest play of the seat on turn; a pass where it has none."""
        assert self.state.turn is not None, "the deal is over"
        return lowest(view(self.state, self.state.turn))

    def take(self, action: Action) -> None:
        """Let the deal go on by the action."""
        after = apply(self.state, action)
        assert not isinstance(after, Refusal), f"{action_text(action)}: {after}"
        self.state = after

    def follow(self, texts: list[str]) -> None:
        """Let the deal go on to where all these actions, from its first one, have led."""
        for text in texts[self.actions :]:
            self.take(parse_action(text))

    def hand(self, seat: int) -> str:
        """Return what the seat holds, in the notation."""
        return cards_text(self.state.hands[seat])


def message_of(action: Action, moment: str) -> str:
    """Return what a browser sends for the action at that moment."""
    match action:
        case Play(_seat, cards):
            asked = {"do": "play", "cards": cards_text(cards)}
        case Give(_seat, card):
            asked = {"do": "give", "cards": card_name(card)}
        case Pass():
            asked = {"do": "pass"}
        case _:
            raise AssertionError(f"nobody here asks for {action_text(action)}")
    return json.dumps({**asked, "moment": moment})
