"""What a player is asked and told, alone: the prompt, standing notes, warnings."""

from django.utils.translation import gettext_noop, ngettext

from games.common.languages import MOST_ABOUT_PEOPLE, kept_by_language
from games.common.languages import gettext as _
from games.common.numbers import listed, ordinal
from games.language import labels
from games.language.log import Names
from games.rules.cards import Card, Cards, iter_cards, lacking, together
from games.rules.combinations import Combination
from games.rules.deal import MOST_RECYCLES, Phase, Play
from games.rules.deal.guard import keeps_duty
from games.rules.deal.redeal import hand_points
from games.rules.view import View

_OTHERWISE = {
    "pays_all": gettext_noop(
        "Otherwise, if %(next)s goes out with that card at once, you pay for all."
    ),
    "pays_all_if_preventable": gettext_noop(
        "Otherwise, if %(next)s goes out at once with a card that it beats, you pay for all."
    ),
    "deals_next": gettext_noop(
        "Otherwise, if %(next)s goes out with that card at once, you deal the next deal."
    ),
}


def prompt(seen: View, names: Names) -> str:
    """Return what the viewer is asked to do, in one sentence."""
    if seen.must_give:
        return _give_prompt(seen, names)
    if not seen.on_turn:
        return _waiting_prompt(seen, names)
    if seen.must_include is not None:
        return _("You lead: the first play must contain the %(card)s.") % {
            "card": labels.card_label(seen.must_include)
        }
    if seen.top is None:
        if seen.may_pass:
            return _("None of your cards may be led: pass the lead.")
        # The note beside it says what the guard owes.
        return _("You lead.") if seen.duty is not None else _("You lead: play what you like.")
    words = {"play": labels.combination_label(seen.top)}
    if seen.owner == seen.seat:
        if not seen.open_plays():
            return _("The others are out of this trick: end it, and lead.")
        return _("The others are out of this trick: beat your own %(play)s, or end it.") % words
    if not seen.open_plays():
        return _("You cannot beat the %(play)s: pass.") % words
    if seen.must_beat:
        return _("You can beat the %(play)s, and so you must.") % words
    if not seen.may_pass:
        return _("Beat the %(play)s.") % words
    return _("Beat the %(play)s, or pass.") % words


def _give_prompt(seen: View, names: Names) -> str:
    assert seen.exchanging is not None
    return _("Give %(name)s one card of your choice.") % {"name": names[seen.exchanging[0]]}


def _waiting_prompt(seen: View, names: Names) -> str:
    assert seen.turn is not None
    if not seen.hand and seen.seat in seen.out:
        place = seen.out.index(seen.seat) + 1
        return _("You were %(place)s to go out. The others play on.") % {"place": ordinal(place)}
    gives = seen.phase is Phase.EXCHANGE
    return _waiting_words(names[seen.turn], gives, seen.seat in seen.locked)


@kept_by_language(MOST_ABOUT_PEOPLE)
def _waiting_words(name: str, gives: bool, is_locked: bool) -> str:
    words = {"name": name}
    if gives:
        return _("Waiting for %(name)s to give a card.") % words
    if is_locked:
        return _("You are out of this trick. Waiting for %(name)s.") % words
    return _("Waiting for %(name)s.") % words


def notes(seen: View, names: Names) -> list[str]:
    """Return standing facts for the viewer alone, what matters most first."""
    return [
        *_duty(seen, names),
        *_redeal(seen),
        *_cut_in(seen),
        *_exchange(seen, names),
        *_taken(seen),
    ]


def _duty(seen: View, names: Names) -> list[str]:
    """Return the guard's duty, before it is broken."""
    duty = seen.duty
    passing_keeps_it = seen.top is None or (duty is not None and duty.may_pass)
    if duty is None or (seen.may_pass and passing_keeps_it):
        return []
    words = {"next": names[duty.guarded], "card": labels.card_label(duty.highest)}
    if seen.top is None:
        said = _("%(next)s has one card: play your %(card)s, or more cards than one.") % words
    elif seen.rules.honours_beat_any:
        said = (
            _(
                "%(next)s has one card: beat with your %(card)s, or with four of a kind or a"
                " straight flush."
            )
            % words
        )
    else:
        said = _("%(next)s has one card: beat with your %(card)s.") % words
    otherwise = _OTHERWISE.get(seen.rules.guard)
    return [said, _(otherwise) % words] if otherwise else [said]


def _redeal(seen: View) -> list[str]:
    if not seen.may_redeal:
        return []
    if seen.rules.redeal == "no_faces":
        return [
            _(
                "You were dealt no jack, queen or king: until the first play you may show your"
                " hand for a new deal."
            )
        ]
    points = hand_points(seen.hand_dealt)
    return [
        ngettext(
            "You were dealt only %(points)d point: until the first play you may show your hand"
            " for a new deal.",
            "You were dealt only %(points)d points: until the first play you may show your hand"
            " for a new deal.",
            points,
        )
        % {"points": points}
    ]


def _cut_in(seen: View) -> list[str]:
    return [_("You may cut in now, out of turn.")] if seen.may_cut_in else []


def _exchange(seen: View, names: Names) -> list[str]:
    """Return what the viewer gave and got, until the first trick is over."""
    exchange = seen.exchange
    if exchange is None or seen.trick_start > 0:
        return []
    got: Card | None
    gave: Card | None
    if seen.seat == exchange.winner:
        other, gave, got = exchange.loser, exchange.returned, exchange.given
    else:
        other, gave, got = exchange.winner, exchange.given, exchange.returned
    said = []
    if gave is not None:
        words = {"name": names[other], "card": labels.card_label(gave)}
        said.append(_("You gave %(name)s the %(card)s.") % words)
    if got is not None:
        words = {"name": names[other], "card": labels.card_label(got)}
        said.append(_("You got the %(card)s from %(name)s.") % words)
    return said


def _taken(seen: View) -> list[str]:
    """Return which cards the viewer took face down, until the first trick is over."""
    is_told = seen.rules.leftover_exposed or seen.taker is None or seen.taker != seen.seat
    if is_told or seen.trick_start > 0:
        return []
    cards = listed([labels.card_label(card) for card in iter_cards(seen.leftover)])
    one = _("You took the card left over: %(cards)s.")
    more = _("You took the cards left over: %(cards)s.")
    return [(one if seen.leftover_count == 1 else more) % {"cards": cards}]


def warning(seen: View, play: Combination, names: Names) -> str:
    """Return what a play that is allowed may cost, or nothing."""
    if seen.duty is None or keeps_duty(seen.duty, play):
        return ""
    return _("With this you break your duty: %(next)s has one card.") % {
        "next": names[seen.duty.guarded]
    }


def pass_label(seen: View) -> str:
    """Return what passing means now: over the own play it ends the trick, and so on."""
    if seen.top is None:
        return _pass_words("lead" if seen.may_pass else "", 0)
    if seen.on_turn and seen.owner == seen.seat:
        return _pass_words("own", 0)
    return _pass_words(seen.rules.passing, _drawn_by_passing(seen))


@kept_by_language(200)
def _pass_words(what: str, drawn: int) -> str:
    """Return what the button says.

    :param what: the option `passing`, or ``lead`` for passing the lead, ``own`` for the own play
    :param drawn: how many cards are drawn by it
    """
    if drawn:
        return ngettext("Pass, draw %(count)d", "Pass, draw %(count)d", drawn) % {"count": drawn}
    match what:
        case "lead":
            return _("Pass the lead")
        case "own":
            return _("End the trick")
        case "one_pass_ends":
            return _("Pass, end the trick")
        case "locked":
            return _("Pass for this trick")
    return _("Pass")


def _drawn_by_passing(seen: View) -> int:
    """Return how many cards the viewer's pass would draw."""
    if seen.top is None or not seen.on_turn:
        return 0
    there = seen.stock_count
    if seen.rules.stock_recycle and seen.recycles < MOST_RECYCLES:
        there += lacking(seen.played, _in_this_trick(seen)).bit_count()
    return min(seen.rules.draws(seen.top.size), there)


def _in_this_trick(seen: View) -> Cards:
    cards: Cards = 0
    for action in seen.trick:
        if isinstance(action, Play):
            cards = together(cards, action.cards)
    return cards
