"""What happened at a table, and what holds there for a while, in sentences for everybody."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import selectors, texts
from games.models import Seat
from games.people import END, PAUSE, seat_about
from games.rules.cards import Cards
from games.rules.combinations import FOURS, classify
from games.rules.deal import Pass, Phase, Play
from games.rules.view import View

#: The names at the table, by seat.
Names = Sequence[str]


def labels(seen: View) -> list[str]:
    """What each play of the history was called when it was made; nothing for other actions."""
    found: list[str] = []
    twos_low = False
    for action in seen.history:
        play = classify(seen.rules, action.cards, twos_low) if isinstance(action, Play) else None
        found.append(texts.combination_label(play) if play else "")
        if play and play.kind in FOURS:
            twos_low = seen.rules.bomb_demotes_twos
    return found


def told(seen: View, names: Names) -> list[str]:
    """The deal's actions so far, each in one sentence, the newest first."""
    called = labels(seen)
    sentences = [
        _told(seen, place, {"name": names[action.seat], "play": called[place]})
        for place, action in enumerate(seen.history)
    ]
    return sentences[::-1]


def _told(seen: View, place: int, words: dict[str, str]) -> str:
    match seen.history[place]:
        case Play() if place in seen.cut_ins:
            return _("%(name)s cut in with %(play)s.") % words
        case Play():
            return _("%(name)s played %(play)s.") % words
        case Pass() if place in seen.lead_passes:
            return _("%(name)s passed the lead.") % words
        case Pass(seat) if place in seen.trick_ends:
            if seen.rules.passing == "one_pass_ends" and _owner(seen, place) != seat:
                return _("%(name)s passed and so ended the trick.") % words
            return _("%(name)s ended the trick.") % words
        case Pass():
            return _("%(name)s passed.") % words
        case _:
            return _("%(name)s asked for a new deal.") % words


def _owner(seen: View, place: int) -> int | None:
    """Whose play lay there at an action of the history."""
    before = reversed(seen.history[:place])
    return next((action.seat for action in before if isinstance(action, Play)), None)


def status(position: selectors.Position, seen: View, log: Sequence[str], *, finished: bool) -> str:
    """What the live region says: the last action, whose turn it is, who has few cards."""
    names = position.scene.names
    sentences = [*log[:1], *_called_out(seen, names)]
    if seen.result is not None:
        sentences.append(texts.result_headline(seen.result, names) + ".")
        if finished:
            sentences.append(_("The session is over."))
        return " ".join(sentences)
    if not log:
        sentences += [notice for notice, _cards in notices(position, seen)]
    assert seen.turn is not None
    turn = {"name": names[seen.turn]}
    if seen.phase is Phase.EXCHANGE:
        sentences.append(_("%(name)s gives a card.") % turn)
    else:
        sentences.append(_("It is %(name)s's turn.") % turn)
        if seen.on_lead:
            sentences.append(_("%(name)s leads.") % turn)
    return " ".join(sentences)


def _called_out(seen: View, names: Names) -> list[str]:
    """The announcement of whoever has just come down to few cards."""
    last = seen.history[-1] if seen.history else None
    if not isinstance(last, Play) or last.seat not in seen.announced:
        return []
    if seen.counts[last.seat] == 1:
        return [_("%(name)s has one card left.") % {"name": names[last.seat]}]
    return [_("%(name)s has two cards left.") % {"name": names[last.seat]}]


def call(seen: View, seat: int) -> str:
    """What the table announces of a seat, if anything (option `last_card_call`)."""
    if seen.over or seat not in seen.announced:
        return ""
    return _("Last card!") if seen.counts[seat] == 1 else _("Two cards left!")


# --- People


def waiting_status(names: Names, free: int) -> str:
    """What the live region says of a table that waits for people."""
    here = _("%(names)s are here.") if len(names) > 1 else _("%(names)s is here.")
    said = here % {"names": texts.listed(names)}
    if not free:
        return _("%(here)s All seats are taken.") % {"here": said}
    seats = ngettext("%(count)d seat is free.", "%(count)d seats are free.", free)
    return f"{said} {seats % {'count': free}}"


def proposal(key: str, seats: Sequence[Seat]) -> str:
    """What people vote on, in words."""
    about = seat_about(key)
    if key == PAUSE:
        return _("Pause the table")
    if key == END:
        return _("End the session after this deal")
    name = next((seat.name for seat in seats if seat.number == about), "")
    return _("Let a bot play for %(name)s") % {"name": name}


# --- Standing facts


def notices(position: selectors.Position, seen: View) -> list[tuple[str, Cards]]:
    """What holds at the table for a while: each in a sentence, with the cards it is about."""
    if seen.over:
        return []
    names = position.scene.names
    found = [*_thrown_in(position, seen), *_exchange(seen, names), *_leftover(seen, names)]
    if seen.twos_low:
        found.append((_("Four of a kind was played: twos rank lowest until the deal ends."), 0))
    return found


def _thrown_in(position: selectors.Position, seen: View) -> list[tuple[str, Cards]]:
    """The hand that somebody showed to have this deal dealt, until its first play."""
    shown = position.scene.shown
    if shown is None or seen.starter is not None:
        return []
    name = position.scene.names[shown.seat]
    sentence = _("%(name)s showed this hand: the cards are dealt anew.") % {"name": name}
    return [(sentence, shown.cards)]


def _exchange(seen: View, names: Names) -> list[tuple[str, Cards]]:
    if seen.exchanging is None or seen.trick_start > 0:
        return []
    loser, winner = (names[seat] for seat in seen.exchanging)
    words = {"loser": loser, "winner": winner}
    if seen.phase is Phase.EXCHANGE:
        sentence = _("%(loser)s gave %(winner)s the highest card and gets one back.")
    else:
        sentence = _("%(loser)s and %(winner)s have exchanged a card.")
    return [(sentence % words, 0)]


def _leftover(seen: View, names: Names) -> list[tuple[str, Cards]]:
    """Who took the cards left over, and which they were where all may know, for one trick."""
    if seen.taker is None or seen.trick_start > 0:
        return []
    sentence = (
        _("%(name)s took the card left over.")
        if seen.leftover_count == 1
        else _("%(name)s took the cards left over.")
    )
    return [(sentence % {"name": names[seen.taker]}, seen.leftover)]
