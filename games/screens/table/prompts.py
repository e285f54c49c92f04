"""Sentences for one player: the prompt, standing notes, warnings and the pass label."""

from django.utils.translation import gettext_noop, ngettext, pgettext

from games.common.languages import MAX_NAME_SENTENCES, cached_by_language
from games.common.languages import gettext as _
from games.common.numbers import listed
from games.language import labels
from games.language.log import Names
from games.rules.cards import Card, Cards, iter_cards, lacking, together
from games.rules.combinations.kinds import Combination
from games.rules.deal.actions import Play
from games.rules.deal.apply import MOST_RECYCLES
from games.rules.deal.guard import keeps_duty
from games.rules.deal.redeal import hand_points
from games.rules.deal.state import Phase
from games.rules.view import View

_PENALTIES = {
    "pays_all": gettext_noop(
        "Otherwise, if %(next)s goes out on the next turn, you pay everyone’s losses."
    ),
    "pays_all_if_preventable": gettext_noop(
        "Otherwise, if %(next)s goes out on the next turn with a card that your %(card)s would have"
        " beaten, you pay everyone’s losses."
    ),
    "deals_next": gettext_noop("Otherwise, if %(next)s goes out on the next turn, you deal next."),
}


def prompt(seen: View, names: Names) -> str:
    """Return the sentence that tells the player what they can do now, or whom they wait for."""
    if seen.must_give:
        return _give_prompt(seen, names)
    if not seen.on_turn:
        return _waiting_prompt(seen, names)
    if seen.must_include is not None:
        return _("You start. Your play must include the %(card)s.") % {
            "card": labels.card_label(seen.must_include)
        }
    if seen.top is None:
        if seen.may_pass:
            return _("You can’t lead any of your cards. Pass the lead.")
        # A note beside it tells the guard's duty.
        return _("You lead.") if seen.duty is not None else _("You lead. Play any combination.")
    words = {"play": labels.combination_label(seen.top)}
    if seen.owner == seen.seat:
        if not seen.open_plays():
            return _("The others are out of this trick. End the trick and lead again.")
        return (
            _("The others are out of this trick. Beat your own play (%(play)s), or end the trick.")
            % words
        )
    if not seen.open_plays():
        return _("You can’t beat %(play)s. Pass.") % words
    if seen.must_beat:
        return _("You can beat %(play)s, so you must.") % words
    if not seen.may_pass:
        return _("Beat %(play)s.") % words
    return _("Beat %(play)s, or pass.") % words


def _give_prompt(seen: View, names: Names) -> str:
    """Return the prompt to give a card back in the exchange."""
    assert seen.exchanging is not None
    return _("Give %(name)s a card of your choice.") % {"name": names[seen.exchanging[0]]}


def _waiting_prompt(seen: View, names: Names) -> str:
    """Return the prompt of a player who is not on turn or has gone out."""
    assert seen.turn is not None
    if not seen.hand and seen.seat in seen.out:
        place = seen.out.index(seen.seat) + 1
        return _went_out_prompt(place)
    gives = seen.phase is Phase.EXCHANGE
    return _waiting_sentence(names[seen.turn], gives, seen.seat in seen.locked)


def _went_out_prompt(place: int) -> str:
    """Return the prompt of a player without cards who went out in that place, from 1."""
    known = {
        1: _("You went out first. The others play on."),
        2: _("You went out second. The others play on."),
        3: _("You went out third. The others play on."),
    }
    return known.get(place) or _("You went out in %(place)dth place. The others play on.") % {
        "place": place
    }


@cached_by_language(MAX_NAME_SENTENCES)
def _waiting_sentence(name: str, gives: bool, is_locked: bool) -> str:
    """Return the sentence that the player waits for the named one to give a card or play."""
    words = {"name": name}
    if gives:
        return _("Waiting for %(name)s to give a card.") % words
    if is_locked:
        return _("You’re out of this trick. Waiting for %(name)s.") % words
    return _("Waiting for %(name)s.") % words


def notes(seen: View, names: Names) -> list[str]:
    """Return the sentences that only this player sees, most important first."""
    return [
        *_duty_notes(seen, names),
        *_redeal_note(seen),
        *_cut_in_note(seen),
        *_exchange_notes(seen, names),
        *_leftover_note(seen),
    ]


def _duty_notes(seen: View, names: Names) -> list[str]:
    """Return notes on the duty of the player before one with a single card, and on its penalty.

    No notes without such a duty, or if passing is allowed and keeps it.
    """
    duty = seen.duty
    passing_keeps_it = seen.top is None or (duty is not None and duty.may_pass)
    if duty is None or (seen.may_pass and passing_keeps_it):
        return []
    words = {"next": names[duty.guarded], "card": labels.card_label(duty.highest)}
    if seen.top is None:
        said = _("%(next)s has one card left. Play your %(card)s, or more than one card.") % words
    elif seen.rules.honours_beat_any:
        said = (
            _("%(next)s has one card left. Play your %(card)s, four of a kind or a straight flush.")
            % words
        )
    else:
        said = _("%(next)s has one card left. Play your %(card)s.") % words
    penalty = _PENALTIES.get(seen.rules.guard)
    return [said, _(penalty) % words] if penalty else [said]


def _redeal_note(seen: View) -> list[str]:
    """Return the note that the player can show the hand and ask for a redeal, or no note."""
    if not seen.may_redeal:
        return []
    if seen.rules.redeal == "no_faces":
        return [
            _(
                "You were dealt no jack, queen or king. Until the first play, you can show your"
                " hand and ask for a redeal."
            )
        ]
    points = hand_points(seen.hand_dealt)
    return [
        ngettext(
            "Your hand is worth only %(points)d point. Until the first play, you can show your"
            " hand and ask for a redeal.",
            "Your hand is worth only %(points)d points. Until the first play, you can show your"
            " hand and ask for a redeal.",
            points,
        )
        % {"points": points}
    ]


def _cut_in_note(seen: View) -> list[str]:
    """Return the note that the player can play out of turn, or no note."""
    return [_("You can cut in now, out of turn.")] if seen.may_cut_in else []


def _exchange_notes(seen: View, names: Names) -> list[str]:
    """Return the notes on cards that the player gave and got, during the first trick."""
    exchange = seen.exchange
    if exchange is None or seen.trick_start > 0:
        return []
    got: Card | None
    gave: Card | None
    if seen.seat == exchange.winner:
        partner, gave, got = exchange.loser, exchange.returned, exchange.given
    else:
        partner, gave, got = exchange.winner, exchange.given, exchange.returned
    said = []
    if gave is not None:
        words = {"name": names[partner], "card": labels.card_label(gave)}
        said.append(_("You gave %(name)s the %(card)s.") % words)
    if got is not None:
        words = {"name": names[partner], "card": labels.card_label(got)}
        said.append(_("You got the %(card)s from %(name)s.") % words)
    return said


def _leftover_note(seen: View) -> list[str]:
    """Return the note, in the first trick only, on hidden leftover cards that the player took.

    An empty list for all other players and later.
    """
    is_told = seen.rules.leftover_exposed or seen.taker is None or seen.taker != seen.seat
    if is_told or seen.trick_start > 0:
        return []
    cards = listed([labels.card_label(card) for card in iter_cards(seen.leftover)])
    one = _("You took the leftover card: %(cards)s.")
    more = _("You took the leftover cards: %(cards)s.")
    return [(one if seen.leftover_count == 1 else more) % {"cards": cards}]


def warning(seen: View, play: Combination, names: Names) -> str:
    """Return the warning if the play, though allowed, breaks the guard's duty; else empty."""
    if seen.duty is None or keeps_duty(seen.duty, play):
        return ""
    return _("%(next)s has one card left. This play breaks your duty as the guard.") % {
        "next": names[seen.duty.guarded]
    }


def pass_label(seen: View) -> str:
    """Return the label of the pass button, which tells what passing does."""
    if seen.top is None:
        return _pass_text("lead" if seen.may_pass else "", 0)
    if seen.on_turn and seen.owner == seen.seat:
        return _pass_text("own", 0)
    return _pass_text(seen.rules.passing, _drawn_by_passing(seen))


@cached_by_language(200)
def _pass_text(effect: str, drawn: int) -> str:
    """Return the label of the pass button for an effect of passing.

    :param effect: the option `passing`, or ``lead`` for passing the lead, ``own`` after an own play
    :param drawn: number of cards drawn by passing
    """
    if drawn:
        return _("Pass and draw %(count)d") % {"count": drawn}
    match effect:
        case "lead":
            return _("Pass the lead")
        case "own":
            return _("End trick")
        case "one_pass_ends":
            return _("Pass and end trick")
        case "locked":
            return _("Pass for this trick")
    return pgettext("button", "Pass")


def _drawn_by_passing(seen: View) -> int:
    """Return the number of cards that the player would draw from the stock by passing."""
    if seen.top is None or not seen.on_turn:
        return 0
    available = seen.stock_count
    if seen.rules.stock_recycle and seen.recycles < MOST_RECYCLES:
        available += lacking(seen.played, _cards_of_trick(seen)).bit_count()
    return min(seen.rules.draws(seen.top.size), available)


def _cards_of_trick(seen: View) -> Cards:
    """Return all cards played in the current trick."""
    cards: Cards = 0
    for action in seen.trick:
        if isinstance(action, Play):
            cards = together(cards, action.cards)
    return cards
