"""Game log: a deal's actions, its status line and its standing notices; free of hidden cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop, ngettext

from games.common import numbers
from games.common.languages import MAX_NAME_SENTENCES, cached_by_language, paragraph
from games.common.languages import gettext as _
from games.language import labels, score_words
from games.language.card_faces import faces
from games.language.seats import Notice
from games.rules.cards import Cards
from games.rules.combinations.kinds import Combination
from games.rules.deal.actions import Pass, Play
from games.rules.deal.state import Phase
from games.rules.view import View
from games.tables.proposals import END, PAUSE, seat_about
from games.tables.snapshot import AnySeat

#: The names at the table, by seat.
Names = Sequence[str]
#: At most this many waiting players are listed by name; beyond it, only their number is given.
MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class DealLog:
    """The combinations and log sentences of a deal so far, one per action, in one language.

    Sentences never change; later ones are appended.
    """

    plays: tuple[Combination | None, ...] = ()
    #: One entry per action, oldest first.
    lines: tuple[str, ...] = ()


def deal_log(view: View, names: Names, earlier_log: DealLog | None = None) -> DealLog:
    """Return the log of all actions so far: `earlier_log` extended, or cut if it is longer.

    :param earlier_log: a log of the same deal, in the same language and with the same names
    """
    earlier_log = earlier_log or DealLog()
    count = len(view.history)
    if len(earlier_log.lines) >= count:
        return DealLog(earlier_log.plays[:count], earlier_log.lines[:count])
    plays = labels.plays(view, earlier_log.plays)
    fresh = [
        _log_entry(
            view,
            place,
            {"name": names[view.history[place].seat], "play": _play_label(plays[place])},
        )
        for place in range(len(earlier_log.lines), count)
    ]
    return DealLog(tuple(plays), (*earlier_log.lines, *fresh))


def lines(view: View, names: Names) -> list[str]:
    """Return one log entry per action so far, newest first."""
    return list(deal_log(view, names).lines[::-1])


def _play_label(play: Combination | None) -> str:
    """Return the name of a play, or an empty text for None."""
    return "" if play is None else labels.combination_label(play)


def _log_entry(view: View, place: int, words: dict[str, str], *, is_own: bool = False) -> str:
    """Return the log entry of the action at index ``place`` of the history.

    :param is_own: whether the reader is the player who acted
    """
    kind = _action_key(view, place)
    sentence, own = _SENTENCES[kind]
    sentence_told = _(own if is_own else sentence) % words
    draw = next((each for each in view.draws if each.place == place), None)
    if draw is None:
        return sentence_told
    # The number of cards drawn is public; the cards are not.
    said = _draw_sentence(draw.size, words, is_own=is_own, is_pass=kind == "passed")
    sentences = [said] if kind == "passed" else [sentence_told, said]
    if draw.is_recycled:
        sentences.append(_("The stock ran out and was reshuffled."))
    return paragraph(*sentences)


def _draw_sentence(count: int, words: dict[str, str], *, is_own: bool, is_pass: bool) -> str:
    """Return the sentence for drawing cards, combined with the pass if ``is_pass``."""
    match is_own, is_pass:
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


#: By kind of action: the sentence for other readers, and the one for the player who acted.
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
        gettext_noop("%(name)s passed and ended the trick."),
        gettext_noop("You passed and ended the trick."),
    ),
    "ended": (gettext_noop("%(name)s ended the trick."), gettext_noop("You ended the trick.")),
    "passed": (gettext_noop("%(name)s passed."), gettext_noop("You passed.")),
    "redeal": (
        gettext_noop("%(name)s asked for a redeal."),
        gettext_noop("You asked for a redeal."),
    ),
}


def _action_key(view: View, place: int) -> str:
    """Return the key in `_SENTENCES` of the action at index ``place`` of the history."""
    match view.history[place]:
        case Play() if place in view.cut_ins:
            return "cut_in"
        case Play():
            return "played"
        case Pass() if place in view.lead_passes:
            return "passed_lead"
        case Pass(seat) if place in view.trick_ends:
            if view.rules.passing == "one_pass_ends" and _owner_before(view, place) != seat:
                return "passed_end"
            return "ended"
        case Pass():
            return "passed"
        case _:
            return "redeal"


def beginning(view: View, names: Names) -> list[str]:
    """Return sentences on how the deal began: new cycle of deals, dealer and cut card, dragon."""
    said = []
    if view.opens_round:
        said.append(_("A new cycle of deals begins. The player with the lowest card leads."))
    # The first dealer is drawn at random, but a status line has no room to say so.
    dealt = _dealer_sentence(view, names)
    if view.cut is not None and view.first_dealt is not None:
        cut = _("The cut card is the %(card)s, so %(name)s gets the first card.")
        words = {"card": labels.card_label(view.cut), "name": names[view.first_dealt]}
        dealt = paragraph(dealt, cut % words)
    said.append(dealt)
    result = view.result
    if result is not None and result.winner is not None and result.laid_down:
        laid = _("%(name)s was dealt a dragon and laid it down.")
        said.append(laid % {"name": names[result.winner]})
    return said


def _owner_before(view: View, place: int) -> int | None:
    """Return the seat whose play was to beat at index ``place`` of the history, or None."""
    before = reversed(view.history[:place])
    return next((action.seat for action in before if isinstance(action, Play)), None)


def status(
    view: View,
    names: Names,
    latest_lines: Sequence[str],
    standing_notices: Sequence[Notice],
    *,
    finished: bool = False,
    paused: bool = False,
    reader: int | None = None,
    plays: Sequence[Combination | None] | None = None,
) -> list[str]:
    """Return the sentences of the status line: last action, last-card calls, whose turn it is.

    While the game is paused, it says so instead of whose turn it is.

    :param latest_lines: the newest log entries; without any, the standing notices are included
    :param finished: whether the session is over
    :param paused: whether the game is paused
    :param reader: the reader's seat, addressed as "you"
    :param plays: the combinations played so far, if known (`DealLog`)
    """
    if latest_lines and view.history and view.history[-1].seat == reader:
        latest_lines = [_own_last(view, labels.plays(view) if plays is None else plays)]
    sentences = [*latest_lines[:1], *_last_card_calls(view, names, reader)]
    if view.result is not None:
        sentences.append(score_words.result_sentence(view.result, names, reader))
        if finished:
            sentences.append(_("The game is over."))
        return sentences
    if not latest_lines:
        sentences += [notice.text for notice in standing_notices]
    if paused:
        return [*sentences, _("The game is paused.")]
    assert view.turn is not None
    return [*sentences, *_turn_sentences(view, names[view.turn], is_own=view.turn == reader)]


def _own_last(view: View, plays: Sequence[Combination | None]) -> str:
    """Return the log entry of the reader's own last action."""
    last = len(view.history) - 1
    return _log_entry(view, last, {"play": _play_label(plays[last])}, is_own=True)


def _turn_sentences(view: View, name: str, *, is_own: bool) -> tuple[str, ...]:
    """Return the sentences about the turn of the player with this name."""
    return _cached_turn_sentences(
        "" if is_own else name, view.phase is Phase.EXCHANGE, view.on_lead
    )


@cached_by_language(MAX_NAME_SENTENCES)
def _cached_turn_sentences(name: str, gives: bool, leads: bool) -> tuple[str, ...]:
    """Return the cached sentences about the turn of a player; an empty name is the reader.

    :param gives: whether the player has to give a card
    :param leads: whether the player leads
    """
    words = {"name": name}
    if gives:
        return (_("%(name)s has to give a card.") % words if name else _("Give a card."),)
    turn = _("It’s %(name)s’s turn.") % words if name else _("It’s your turn.")
    if not leads:
        return (turn,)
    return turn, _("%(name)s leads.") % words if name else _("You lead.")


def _last_card_calls(view: View, names: Names, reader: int | None) -> list[str]:
    """Return the announcement that the player who just played has 1 or 2 cards left, or none."""
    last = view.history[-1] if view.history else None
    if not isinstance(last, Play) or last.seat not in view.announced:
        return []
    words = {"name": names[last.seat]}
    if view.counts[last.seat] == 1:
        if last.seat == reader:
            return [_("You have one card left.")]
        return [_("%(name)s has one card left.") % words]
    if last.seat == reader:
        return [_("You have two cards left.")]
    return [_("%(name)s has two cards left.") % words]


# --- Waiting and votes


def waiting_status(names: Names, free_seats: int) -> list[str]:
    """Return two sentences on a table that waits: who is there, and how many seats are free."""
    here = _("%(names)s is here.") if len(names) == 1 else _("%(names)s are here.")
    if len(names) > MOST_NAMED:
        # The seats show the names; a list of all would fill the page.
        here = ngettext("%(count)d player is here.", "%(count)d players are here.", len(names))
    seats = ngettext("%(count)d seat is free.", "%(count)d seats are free.", free_seats)
    return [
        here % {"names": numbers.listed(names), "count": len(names)},
        seats % {"count": free_seats} if free_seats else _("All seats are taken."),
    ]


def proposal(key: str, seats: Sequence[AnySeat]) -> str:
    """Return what a proposal with this key would do, as a phrase: "Pause the game".

    The key is `PAUSE`, `END` or that of a seat whose player a bot would replace.
    """
    about = seat_about(key)
    if key == PAUSE:
        return _("Pause the game")
    if key == END:
        return _("End the game after this deal")
    name = next((seat.name for seat in seats if seat.number == about), "")
    return _("Replace %(name)s with a bot") % {"name": name}


# --- Standing facts


def notices(
    view: View,
    names: Names,
    *,
    redeal_seat: int | None = None,
    redeal_hand: Cards = 0,
) -> list[Notice]:
    """Return a deal's notices, none at its end: moved or shown cards, bombs, low twos.

    The dealer is not among them: the seat has a mark, and the log a sentence.

    :param redeal_seat: the seat of the player who showed a hand to get this redeal
    :param redeal_hand: that hand
    """
    if view.over:
        return []
    found = [*_exchange_notices(view, names), *_leftover_notices(view, names)]
    if redeal_seat is not None and view.starter is None:
        said = _("%(name)s showed this hand and got a redeal.")
        found.insert(0, Notice(said % {"name": names[redeal_seat]}, faces(redeal_hand)))
    if view.twos_low:
        said = _("Four of a kind was played, so twos rank lowest until this deal ends.")
        found.append(Notice(said, []))
    if view.bombs and view.rules.bomb_doubles and view.rules.has_losses:
        found.append(Notice(_bombs_sentence(view.bombs), []))
    return found


def _bombs_sentence(count: int) -> str:
    """Return the sentence on the number of bombs played and the factor for losses."""
    words = {"count": count, "factor": 2**count}
    if count == 1:
        return _("A bomb was played. Losses are doubled.")
    if count == 2:
        return _("Two bombs were played. Losses are multiplied by 4.")
    return _("%(count)d bombs were played. Losses are multiplied by %(factor)d.") % words


def _dealer_sentence(view: View, names: Names) -> str:
    """Return the sentence on who deals."""
    return _("%(name)s deals.") % {"name": names[view.dealer]}


def _exchange_notices(view: View, names: Names) -> list[Notice]:
    """Return the notice of the exchanged cards during the first trick."""
    if view.exchanging is None or view.trick_start > 0:
        return []
    loser, winner = (names[seat] for seat in view.exchanging)
    words = {"loser": loser, "winner": winner}
    if view.phase is Phase.EXCHANGE:
        sentence = _("%(loser)s gave their highest card to %(winner)s and will get a card back.")
    else:
        sentence = _("%(loser)s and %(winner)s exchanged a card.")
    return [Notice(sentence % words, [])]


def _leftover_notices(view: View, names: Names) -> list[Notice]:
    """Return the notice of where the leftover cards go, or who took them, in the first trick.

    Shows only cards that every player may see.
    """
    if view.trick_start > 0:
        return []
    if view.phase is Phase.EXCHANGE and view.rules.leftover == "lowest_holder":
        lies = ngettext(
            "After the exchange, %(count)d leftover card goes to the player with the lowest card.",
            "After the exchange, %(count)d leftover cards go to the player with the lowest card.",
            view.leftover_count,
        ) % {"count": view.leftover_count}
        return [Notice(lies, faces(view.leftover))] if view.leftover_count else []
    if view.taker is None:
        return []
    sentence = ngettext(
        "%(name)s took %(count)d leftover card.",
        "%(name)s took %(count)d leftover cards.",
        view.leftover_count,
    )
    words = {"name": names[view.taker], "count": view.leftover_count}
    return [Notice(sentence % words, faces(view.leftover))]
