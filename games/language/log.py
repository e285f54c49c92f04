"""The log: what happened at a table, and what holds there for a while, without secrets."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop, ngettext

from games.common import numbers
from games.common.languages import MOST_ABOUT_PEOPLE, kept_by_language
from games.common.languages import gettext as _
from games.language import labels, score_words
from games.language.card_faces import faces
from games.language.seats import Notice
from games.rules.cards import Cards
from games.rules.combinations import Combination
from games.rules.deal import Pass, Phase, Play
from games.rules.view import View
from games.tables.proposals import END, PAUSE, seat_about
from games.tables.snapshot import AnySeat

#: The names at the table, by seat.
Names = Sequence[str]
#: So many people are named who wait; of more it is told how many they are.
MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class Story:
    """A deal as far as it was told, in one language; what was told stays as it is."""

    plays: tuple[Combination | None, ...] = ()
    #: Each action in one sentence, the oldest first.
    lines: tuple[str, ...] = ()


def story(seen: View, names: Names, told: Story | None = None) -> Story:
    """Return the deal's actions so far.

    :param told: what was told of the same deal before, in the same language and by these names
    """
    told = told or Story()
    count = len(seen.history)
    if len(told.lines) >= count:
        return Story(told.plays[:count], told.lines[:count])
    plays = labels.plays(seen, told.plays)
    fresh = [
        _line(seen, place, {"name": names[seen.history[place].seat], "play": _called(plays[place])})
        for place in range(len(told.lines), count)
    ]
    return Story(tuple(plays), (*told.lines, *fresh))


def lines(seen: View, names: Names) -> list[str]:
    """Return the deal's actions so far, each in one sentence, the newest first."""
    return list(story(seen, names).lines[::-1])


def _called(play: Combination | None) -> str:
    return "" if play is None else labels.combination_label(play)


def _line(seen: View, place: int, words: dict[str, str], *, to_whom: bool = False) -> str:
    """Return what somebody did.

    :param to_whom: whether it is told to whoever did it
    """
    deed = _deed(seen, place)
    sentence, own = _SENTENCES[deed]
    told = _(own if to_whom else sentence) % words
    draw = next((each for each in seen.draws if each.place == place), None)
    if draw is None:
        return told
    # How many cards came is public, and which ones a secret.
    said = _drawn(draw.size, words, to_whom=to_whom, is_pass=deed == "passed")
    sentences = [said] if deed == "passed" else [told, said]
    if draw.is_recycled:
        sentences.append(_("The stock had run out, and a new one was shuffled."))
    return " ".join(sentences)


def _drawn(count: int, words: dict[str, str], *, to_whom: bool, is_pass: bool) -> str:
    """Return that somebody drew cards; with ``is_pass`` that they passed, too."""
    match to_whom, is_pass:
        case True, True:
            said = ngettext(
                "You passed and drew %(count)d card.", "You passed and drew %(count)d cards.", count
            )
        case True, False:
            said = ngettext("You drew %(count)d card.", "You drew %(count)d cards.", count)
        case False, True:
            said = ngettext(
                "%(name)s passed and drew %(count)d card.",
                "%(name)s passed and drew %(count)d cards.",
                count,
            )
        case _:
            said = ngettext(
                "%(name)s drew %(count)d card.", "%(name)s drew %(count)d cards.", count
            )
    return said % {**words, "count": count}


#: What people do, as others are told of it, and they themselves.
_SENTENCES = {
    "cut_in": (
        gettext_noop("%(name)s cut in with %(play)s."),
        gettext_noop("You cut in with %(play)s."),
    ),
    "played": (gettext_noop("%(name)s played %(play)s."), gettext_noop("You played %(play)s.")),
    "passed_lead": (
        gettext_noop("%(name)s passed the lead."),
        gettext_noop("You passed the lead."),
    ),
    "passed_end": (
        gettext_noop("%(name)s passed and so ended the trick."),
        gettext_noop("You passed and so ended the trick."),
    ),
    "ended": (gettext_noop("%(name)s ended the trick."), gettext_noop("You ended the trick.")),
    "passed": (gettext_noop("%(name)s passed."), gettext_noop("You passed.")),
    "redeal": (
        gettext_noop("%(name)s asked for a new deal."),
        gettext_noop("You asked for a new deal."),
    ),
}


def _deed(seen: View, place: int) -> str:
    match seen.history[place]:
        case Play() if place in seen.cut_ins:
            return "cut_in"
        case Play():
            return "played"
        case Pass() if place in seen.lead_passes:
            return "passed_lead"
        case Pass(seat) if place in seen.trick_ends:
            if seen.rules.passing == "one_pass_ends" and _owner(seen, place) != seat:
                return "passed_end"
            return "ended"
        case Pass():
            return "passed"
        case _:
            return "redeal"


def beginning(seen: View, names: Names) -> list[str]:
    """Return how the deal began, in order: the round, the dealer and the cut card, a dragon."""
    dealer = {"name": names[seen.dealer]}
    said = []
    if seen.opens_round:
        said.append(_("A new round: the lowest card leads."))
    dealt = (_("%(name)s was drawn to deal.") if seen.dealer_is_drawn else _("%(name)s deals.")) % (
        dealer
    )
    if seen.cut is not None and seen.first_dealt is not None:
        cut = _("The cut card is the %(card)s: %(name)s is dealt first.")
        words = {"card": labels.card_label(seen.cut), "name": names[seen.first_dealt]}
        dealt = f"{dealt} {cut % words}"
    said.append(dealt)
    result = seen.result
    if result is not None and result.winner is not None and result.laid_down:
        laid = _("%(name)s was dealt a dragon and laid it down.")
        said.append(laid % {"name": names[result.winner]})
    return said


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
    reader: int | None = None,
    plays: Sequence[Combination | None] | None = None,
) -> list[str]:
    """Return what the live region says: the last action, whose turn it is, who has few cards.

    :param latest: what was told last, if anything; before that what holds is told
    :param finished: whether the session is over
    :param reader: the seat of whoever reads it, who is "you"
    :param plays: what the plays so far were, where that is known (`Story`)
    """
    if latest and seen.history and seen.history[-1].seat == reader:
        latest = [_own_last(seen, labels.plays(seen) if plays is None else plays)]
    sentences = [*latest[:1], *_called_out(seen, names, reader)]
    if seen.result is not None:
        sentences.append(score_words.result_sentence(seen.result, names, reader))
        if finished:
            sentences.append(_("The session is over."))
        return sentences
    if not latest:
        sentences += [notice.text for notice in standing]
    assert seen.turn is not None
    return [*sentences, *_turn(seen, names[seen.turn], is_own=seen.turn == reader)]


def _own_last(seen: View, plays: Sequence[Combination | None]) -> str:
    """Return what the reader did last."""
    last = len(seen.history) - 1
    return _line(seen, last, {"play": _called(plays[last])}, to_whom=True)


def _turn(seen: View, name: str, *, is_own: bool) -> tuple[str, ...]:
    return _turn_words("" if is_own else name, seen.phase is Phase.EXCHANGE, seen.on_lead)


@kept_by_language(MOST_ABOUT_PEOPLE)
def _turn_words(name: str, gives: bool, leads: bool) -> tuple[str, ...]:
    """Return whose turn it is; without a name it is the reader's."""
    words = {"name": name}
    if gives:
        return (_("%(name)s gives a card.") % words if name else _("You give a card."),)
    turn = _("It is %(name)s's turn.") % words if name else _("It is your turn.")
    if not leads:
        return (turn,)
    return turn, _("%(name)s leads.") % words if name else _("You lead.")


def _called_out(seen: View, names: Names, reader: int | None) -> list[str]:
    """Return the announcement of whoever has just come down to few cards."""
    last = seen.history[-1] if seen.history else None
    if not isinstance(last, Play) or last.seat not in seen.announced:
        return []
    words = {"name": names[last.seat]}
    if seen.counts[last.seat] == 1:
        if last.seat == reader:
            return [_("You have one card left.")]
        return [_("%(name)s has one card left.") % words]
    if last.seat == reader:
        return [_("You have two cards left.")]
    return [_("%(name)s has two cards left.") % words]


# --- People


def waiting_status(names: Names, free: int) -> list[str]:
    """Return what the live region says of a table that waits for people."""
    here = ngettext("%(names)s is here.", "%(names)s are here.", len(names))
    if len(names) > MOST_NAMED:
        # The chairs have their names; a line of all of them would be the page.
        here = ngettext("%(count)d player is here.", "%(count)d players are here.", len(names))
    seats = ngettext("%(count)d seat is free.", "%(count)d seats are free.", free)
    return [
        here % {"names": numbers.listed(names), "count": len(names)},
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
    found = [*_exchange(seen, names), *_leftover(seen, names), *_beginning(seen, names)]
    if shown_by is not None and seen.starter is None:
        said = _("%(name)s showed this hand: the cards are dealt anew.")
        found.insert(0, Notice(said % {"name": names[shown_by]}, faces(shown)))
    if seen.twos_low:
        said = _("Four of a kind was played: twos rank lowest until the deal ends.")
        found.append(Notice(said, []))
    if seen.bombs and seen.rules.bomb_doubles and seen.rules.has_losses:
        found.append(Notice(_bombs(seen.bombs), []))
    return found


def _bombs(count: int) -> str:
    words = {"count": count, "factor": 2**count}
    if count == 1:
        return _("A bomb was played: losses count double.")
    if count == 2:
        return _("Two bombs were played: losses count fourfold.")
    return _("%(count)d bombs were played: losses count %(factor)d times.") % words


def _beginning(seen: View, names: Names) -> list[Notice]:
    """Return who deals, and what was cut for it, until somebody acts."""
    if seen.history:
        return []
    cut = [] if seen.cut is None else faces(1 << seen.cut)
    return [Notice(" ".join(beginning(seen, names)), cut)]


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
    """Return what lies there to be taken, or who took it, for one trick; with the cards that all
    may know.
    """
    if seen.trick_start > 0:
        return []
    if seen.phase is Phase.EXCHANGE and seen.rules.leftover == "lowest_holder":
        lies = ngettext(
            "The card left over goes to the holder of the lowest card, after the exchange.",
            "The cards left over go to the holder of the lowest card, after the exchange.",
            seen.leftover_count,
        )
        return [Notice(lies, faces(seen.leftover))] if seen.leftover_count else []
    if seen.taker is None:
        return []
    sentence = (
        _("%(name)s took the card left over.")
        if seen.leftover_count == 1
        else _("%(name)s took the cards left over.")
    )
    return [Notice(sentence % {"name": names[seen.taker]}, faces(seen.leftover))]
