"""A finished deal to keep: as the text record, and as JSON (docs/REPLAYS.md)."""

from datetime import UTC
from typing import Any

from games import shuffle
from games.models import Action
from games.replay_deals import FinishedDeal
from games.rules import record
from games.rules.cards import card_name, card_names, iter_cards
from games.rules.deal import Give, Play, Previous, parse_action

FORMAT = "big-two replay 1"


def as_text(finished: FinishedDeal) -> str:
    """The deal in the notation of ``games.rules.record``, from which it can be played again."""
    return record.write(finished.final)


def as_data(finished: FinishedDeal) -> dict[str, Any]:
    """The deal as JSON has it: whole, so that nothing else is needed to check it."""
    result = finished.final.result
    assert result is not None
    return {
        "format": FORMAT,
        "table": finished.table.slug,
        "session": finished.session.number,
        "number": finished.deal.number,
        "attempt": finished.deal.attempt,
        "thrown_in": [
            {"attempt": each.attempt, "asked_by": each.asked_by} for each in finished.thrown_in
        ],
        "rules_name": finished.session.rules_name,
        "rules": finished.setup.rules.to_options(),
        "seats": [
            {"seat": seat.number, "name": seat.name, "bot": seat.is_bot} for seat in finished.seats
        ],
        "start": _start(finished),
        "actions": [_action(action) for action in finished.actions],
        "result": record.result_data(result),
        "shuffle": _shuffle(finished),
    }


def _start(finished: FinishedDeal) -> dict[str, Any]:
    setup = finished.setup
    hands, leftover = finished.dealt
    return {
        "dealer": setup.dealer,
        "dealer_drawn": finished.dealer_is_drawn,
        "previous": _previous(setup.previous),
        "seed": setup.seed,
        "pack": None if setup.pack is None else [card_name(card) for card in setup.pack],
        "hands": [card_names(hand) for hand in hands],
        "leftover": [card_name(card) for card in leftover],
        "leader": finished.states[0].leader,
    }


def _previous(previous: Previous | None) -> dict[str, Any] | None:
    if previous is None:
        return None
    return {
        "winner": previous.winner,
        "loser": previous.loser,
        "left": [card_names(cards) for cards in previous.left],
    }


def _action(stored: Action) -> dict[str, Any]:
    action = parse_action(stored.text)
    cards: list[str] = []
    match action:
        case Play(_seat, played):
            cards = [card_name(card) for card in iter_cards(played)]
        case Give(_seat, card):
            cards = [card_name(card)]
    return {
        "number": stored.number,
        "seat": action.seat,
        "do": type(action).__name__.lower(),
        "cards": cards,
        "at": stored.at.astimezone(UTC).isoformat(timespec="milliseconds"),
        "by_bot": stored.by_bot,
    }


def _shuffle(finished: FinishedDeal) -> dict[str, Any] | None:
    """What the pack was shuffled with, or None for a deal that was dealt without a secret."""
    secret = finished.deal.secret
    if not secret:
        return None
    return {
        "method": shuffle.METHOD,
        "deal": finished.shuffle_id,
        "commitment": shuffle.commitment(secret),
        "secret": secret,
        # As they are stored: a word that has no business there must not get lost on the way.
        "words": dict(sorted(finished.deal.words.items())),
    }
