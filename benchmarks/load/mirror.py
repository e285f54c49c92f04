"""A local copy of a deal, so that the benchmark sends only legal moves."""

import json

from games.bots.lowest import lowest
from games.rules import record
from games.rules.cards import card_name, cards_text
from games.rules.deal.actions import Action, Give, Pass, Play, action_text, parse_action
from games.rules.deal.apply import apply
from games.rules.deal.refusals import Refusal
from games.rules.deal.state import DealState
from games.rules.view import view


class Mirror:
    """A deal, replayed locally by the same rules."""

    def __init__(self, start: str) -> None:
        #: State after the actions so far.
        self.state: DealState = record.replay(start)

    @property
    def actions(self) -> int:
        """Number of actions so far."""
        return len(self.state.actions)

    def choice(self) -> Action:
        """Return the cheapest legal play of the seat to act; a pass if it has none."""
        assert self.state.turn is not None, "the deal is over"
        return lowest(view(self.state, self.state.turn))

    def take(self, action: Action) -> None:
        """Apply the action."""
        after = apply(self.state, action)
        assert not isinstance(after, Refusal), f"{action_text(action)}: {after}"
        self.state = after

    def follow(self, texts: list[str]) -> None:
        """Apply the actions that are new in `texts`, which lists all actions of the deal."""
        for text in texts[self.actions :]:
            self.take(parse_action(text))

    def hand(self, seat: int) -> str:
        """Return the seat's cards, in the notation."""
        return cards_text(self.state.hands[seat])


def message_of(action: Action, position: str) -> str:
    """Return the message that a browser sends for the action at the given position."""
    match action:
        case Play(_seat, cards):
            asked = {"do": "play", "cards": cards_text(cards)}
        case Give(_seat, card):
            asked = {"do": "give", "cards": card_name(card)}
        case Pass():
            asked = {"do": "pass"}
        case _:
            raise AssertionError(f"no message for {action_text(action)}")
    return json.dumps({**asked, "moment": position})
