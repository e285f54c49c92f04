"""The log: what happened at a table, and what holds there for a while, without secrets."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import numbers
from games.language import labels, score_words
from games.language.card_faces import faces
from games.language.seats import Notice
from games.rules.cards import Cards
from games.rules.deal import Pass, Phase, Play
from games.rules.view import View
from games.tables.proposals import END, PAUSE, seat_about
from games.tables.snapshot import AnySeat

#: The names at the table, by seat.
Names = Sequence[str]


def lines(seen: View, names: Names) -> list[str]:
    """Return the deal's actions so far, each in one sentence, the newest first."""
    called = labels.play_labels(seen)
    sentences = [
        _line(seen, place, {"name": names[action.seat], "play": called[place]})
        for place, action in enumerate(seen.history)
    ]
    return sentences[::-1]


def _line(seen: View, place: int, words: dict[str, str]) -> str:
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
    """Return whose play lay there at an action of the history."""
    before = reversed(seen.history[:place])
    return next((action.seat for action in before if isinstance(action, Play)), None)


def status(
    seen: View,
    names: Names,
    latest: Sequence[str],
    standing: Sequence[Notice],
    *,
    finished: bool = False,
) -> list[str]:
    """Return what the live region says: the last action, whose turn it is, who has few cards.

    :param latest: what was told last, if anything; before that what holds is told
    :param finished: whether the session is over
    """
    sentences = [*latest[:1], *_called_out(seen, names)]
    if seen.result is not None:
        sentences.append(score_words.result_sentence(seen.result, names))
        if finished:
            sentences.append(_("The session is over."))
        return sentences
    if not latest:
        sentences += [notice.text for notice in standing]
    assert seen.turn is not None
    turn = {"name": names[seen.turn]}
    if seen.phase is Phase.EXCHANGE:
        sentences.append(_("%(name)s gives a card.") % turn)
    else:
        sentences.append(_("It is %(name)s's turn.") % turn)
        if seen.on_lead:
            sentences.append(_("%(name)s leads.") % turn)
    return sentences


def _called_out(seen: View, names: Names) -> list[str]:
    """Return the announcement of whoever has just come down to few cards."""
    last = seen.history[-1] if seen.history else None
    if not isinstance(last, Play) or last.seat not in seen.announced:
        return []
    if seen.counts[last.seat] == 1:
        return [_("%(name)s has one card left.") % {"name": names[last.seat]}]
    return [_("%(name)s has two cards left.") % {"name": names[last.seat]}]


# --- People


def waiting_status(names: Names, free: int) -> list[str]:
    """Return what the live region says of a table that waits for people."""
    here = ngettext("%(names)s is here.", "%(names)s are here.", len(names))
    seats = ngettext("%(count)d seat is free.", "%(count)d seats are free.", free)
    return [
        here % {"names": numbers.listed(names)},
        seats % {"count": free} if free else _("All seats are taken."),
    ]


def proposal(key: str, seats: Sequence[AnySeat]) -> str:
    """Return what people vote on, in words."""
    about = seat_about(key)
    if key == PAUSE:
        return _("Pause the table")
    if key == END:
        return _("End the session after this deal")
    name = next((seat.name for seat in seats if seat.number == about), "")
    return _("Let a bot play for %(name)s") % {"name": name}


# --- Standing facts


def notices(
    seen: View, names: Names, *, shown_by: int | None = None, shown: Cards = 0
) -> list[Notice]:
    """Return what holds at the table for a while.

    :param shown_by: who showed a hand to have this deal dealt in place of another
    :param shown: that hand
    """
    if seen.over:
        return []
    found = [*_exchange(seen, names), *_leftover(seen, names)]
    if shown_by is not None and seen.starter is None:
        said = _("%(name)s showed this hand: the cards are dealt anew.")
        found.insert(0, Notice(said % {"name": names[shown_by]}, faces(shown)))
    if seen.twos_low:
        said = _("Four of a kind was played: twos rank lowest until the deal ends.")
        found.append(Notice(said, []))
    return found


def _exchange(seen: View, names: Names) -> list[Notice]:
    if seen.exchanging is None or seen.trick_start > 0:
        return []
    loser, winner = (names[seat] for seat in seen.exchanging)
    words = {"loser": loser, "winner": winner}
    if seen.phase is Phase.EXCHANGE:
        sentence = _("%(loser)s gave %(winner)s the highest card and gets one back.")
    else:
        sentence = _("%(loser)s and %(winner)s have exchanged a card.")
    return [Notice(sentence % words, [])]


def _leftover(seen: View, names: Names) -> list[Notice]:
    """Return who took the cards left over, and those that all may know, for one trick."""
    if seen.taker is None or seen.trick_start > 0:
        return []
    sentence = (
        _("%(name)s took the card left over.")
        if seen.leftover_count == 1
        else _("%(name)s took the cards left over.")
    )
    return [Notice(sentence % {"name": names[seen.taker]}, faces(seen.leftover))]
