"""Downloads of a finished deal: the text record and JSON (docs/REPLAYS.md)."""

from datetime import UTC
from typing import Any

from games.rules import record
from games.rules.cards import card_name, card_names, iter_cards
from games.rules.deal.actions import Give, Play, parse_action
from games.rules.record import previous_data
from games.tables import shuffle
from games.tables.history import FinishedDeal
from games.tables.models import Action, Seat

FORMAT = "big-two replay 1"


def as_text(finished: FinishedDeal) -> str:
    """Return the deal in the notation of ``games.rules.record``, which can replay it."""
    return record.write(finished.final)


def as_data(finished: FinishedDeal) -> dict[str, Any]:
    """Return the deal's JSON data, complete for a check without other sources."""
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
        "seats": [_seat_data(seat) for seat in finished.seats],
        "start": _start_data(finished),
        "actions": [_action_data(action) for action in finished.actions],
        "result": record.result_data(result),
        "pack_source": finished.deal.pack_source,
        "shuffle": _shuffle_inputs(finished),
    }


def shuffle_data(finished: FinishedDeal) -> dict[str, Any]:
    """Return the part of the deal's data that a shuffle check needs, without the rules."""
    return {
        "table": finished.table.slug,
        "session": finished.session.number,
        "number": finished.deal.number,
        "attempt": finished.deal.attempt,
        "seats": [_seat_data(seat) for seat in finished.seats],
        "start": _start_data(finished),
        "pack_source": finished.deal.pack_source,
        "shuffle": _shuffle_inputs(finished),
    }


def _seat_data(seat: Seat) -> dict[str, Any]:
    """Return the JSON data of a seat: its holder's name, and a bot's strength as it is stored."""
    data = {"seat": seat.number, "name": seat.name, "bot": seat.is_bot}
    return {**data, "strength": seat.bot} if seat.is_bot else data


def _start_data(finished: FinishedDeal) -> dict[str, Any]:
    """Return the JSON data of the dealing: dealer, previous deal, pack and hands."""
    setup = finished.setup
    hands, leftover = finished.dealt
    return {
        "dealer": setup.dealer,
        "dealer_drawn": finished.dealer_is_drawn,
        "previous": previous_data(setup.previous),
        "seed": setup.seed,
        "pack": None if setup.pack is None else [card_name(card) for card in setup.pack],
        "hands": [card_names(hand) for hand in hands],
        "leftover": [card_name(card) for card in leftover],
        "leader": finished.states[0].leader,
    }


def _action_data(stored: Action) -> dict[str, Any]:
    """Return the JSON data of an action with its seat, cards and time."""
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


def _shuffle_inputs(finished: FinishedDeal) -> dict[str, Any] | None:
    """Return the data from which the pack was shuffled; None without a public secret."""
    secret = finished.deal.secret
    if not finished.is_shuffle_checkable:
        return None
    return {
        "method": shuffle.METHOD,
        "deal": finished.shuffle_id,
        "commitment": shuffle.commitment(secret),
        "secret": secret,
        # As stored: an illegitimate word must stay visible.
        "words": dict(sorted(finished.deal.words.items())),
    }
