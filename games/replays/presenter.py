"""A finished deal step by step: what the table looked like then, with all hands open.

Step 0 is the deal as it was dealt, step n what the n-th action made of it. A deal that is over
holds no secrets, so each hand is what its own seat saw then.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.language import labels, log
from games.language.card_faces import faces
from games.language.scores import DealReport, deal_report
from games.language.seats import Notice, SeatView, ToBeat, last_play, seat_views, to_beat
from games.rules.cards import lacking
from games.rules.deal import DealState, Ending, Give, Pass
from games.rules.view import View, view
from games.tables.history import FinishedDeal

#: Where the seats are, counted on from the one that the deal is seen from.
PLACES = {
    2: ("own", "top"),
    3: ("own", "right", "left"),
    4: ("own", "right", "top", "left"),
    5: ("own", "right", "top-right", "top-left", "left"),
    6: ("own", "right", "top-right", "top", "top-left", "left"),
    7: ("own", "right-low", "right-high", "top-right", "top-left", "left-high", "left-low"),
    8: (
        *("own", "right-low", "right-high", "top-right"),
        *("top", "top-left", "left-high", "left-low"),
    ),
}


@dataclass(frozen=True, slots=True)
class ReplaySeat:
    """A seat at one step, with its hand open."""

    view: SeatView
    #: Where it is on the felt.
    place: str
    hand: list[SafeString]
    has_acted: bool

    @property
    def looks(self) -> str:
        """The classes by which styles tell it from others."""
        holds = {
            "is-turn": self.view.is_turn,
            "has-acted": self.has_acted,
            "is-passed": self.view.passed,
        }
        return " ".join(name for name, is_so in holds.items() if is_so)


@dataclass(frozen=True, slots=True)
class Step:
    """The table at one step."""

    number: int
    last: int
    seen_from: int
    clockwise: bool
    #: What tells the step, sentence by sentence.
    said: list[str]
    to_beat: ToBeat | None
    on_lead: bool
    #: Anticlockwise from the one that the deal is seen from, which comes last.
    seats: list[ReplaySeat]
    #: What came of the step besides.
    happened: list[Notice]
    stock: int | None
    result: DealReport | None

    @property
    def others(self) -> list[ReplaySeat]:
        """The other seats, anticlockwise from the one that the deal is seen from."""
        return self.seats[:-1]

    @property
    def own(self) -> ReplaySeat:
        """The seat that the deal is seen from."""
        return self.seats[-1]

    @property
    def back(self) -> int:
        """The step before; the first step itself has none."""
        return self.number - 1

    @property
    def forward(self) -> int:
        """The step after, or 0 where there is none."""
        return 0 if self.number == self.last else self.number + 1


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line in the list of all actions, with the step that it led to."""

    step: int
    sentence: str
    opens_trick: bool
    by_stand_in: bool


@dataclass(frozen=True, slots=True)
class Replay:
    """All that the page of a replay shows."""

    url: str
    check_url: str
    text_url: str
    json_url: str
    table_url: str
    number: int
    rules_name: str
    names: list[str]
    before: list[str]
    lines: list[LogLine]
    step: Step


def addresses(finished: FinishedDeal) -> dict[str, str]:
    """Return where the deal's pages and files are, by what they are."""
    place = [finished.table.slug, finished.session.number, finished.deal.number]
    return {
        "url": reverse("replay", args=place),
        "check_url": reverse("shuffle_check", args=place),
        "text_url": reverse("replay_text", args=place),
        "json_url": reverse("replay_json", args=place),
    }


def replay_of(finished: FinishedDeal, step: int, seen_from: int, *, with_money: bool) -> Replay:
    """Return the replay at a step that there is, seen from a seat that there is.

    :param with_money: whether its reader is shown amounts (``games.tables.stakes``)
    """
    lines = lines_of(finished)
    return Replay(
        **addresses(finished),
        table_url=finished.table.get_absolute_url(),
        number=finished.deal.number,
        rules_name=labels.rules_label(finished.session.rules_name),
        names=finished.names,
        before=_before(finished),
        lines=lines,
        step=step_of(finished, step, seen_from, lines, with_money=with_money),
    )


def step_of(
    finished: FinishedDeal,
    number: int,
    seen_from: int,
    lines: Sequence[LogLine] | None = None,
    *,
    with_money: bool = False,
) -> Step:
    """Return the table at one step, seen from a seat."""
    lines = lines_of(finished) if lines is None else lines
    state = finished.states[number]
    moment = _Moment(finished, number, state, view(state, None))
    latest = [lines[number - 1].sentence] if number else []
    standing = _standing(moment)
    names = finished.names
    return Step(
        number=number,
        last=len(finished.actions),
        seen_from=seen_from,
        clockwise=moment.seen.clockwise,
        said=log.status(moment.seen, names, latest, standing),
        # The play to beat, or the one that has just ended its trick, or the deal.
        to_beat=to_beat(moment.seen, names) or last_play(moment.seen, names),
        on_lead=moment.seen.on_lead,
        seats=_seats(moment, seen_from),
        happened=[*_dragon(moment), *_highest_card(moment), *_drawn(moment), *standing],
        stock=len(state.stock) if state.rules.has_stock else None,
        result=_result(finished, with_money) if state.over else None,
    )


def lines_of(finished: FinishedDeal) -> list[LogLine]:
    """Return every action of the deal, each in one sentence, in order."""
    sentences = iter(log.lines(view(finished.final, None), finished.names)[::-1])
    lines = []
    for step, (stored, before) in enumerate(
        zip(finished.actions, finished.states, strict=False), 1
    ):
        action = finished.final.actions[step - 1]
        sentence = _gift(finished, action) if isinstance(action, Give) else next(sentences)
        stand_in = stored.by_bot and not finished.seats[action.seat].is_bot
        lines.append(LogLine(step, sentence, before.on_lead, stand_in))
    return lines


class _Moment(NamedTuple):
    """One step of a deal; ``seen`` is what everybody saw then."""

    finished: FinishedDeal
    step: int
    state: DealState
    seen: View

    @property
    def names(self) -> list[str]:
        return self.finished.names


# --- Seats


def _seats(moment: _Moment, seen_from: int) -> list[ReplaySeat]:
    """Return the seats anticlockwise, the one that the deal is seen from as the last."""
    shown = seat_views(moment.seen, moment.finished.seats)
    places = PLACES[len(shown)]
    following = [(place, (seen_from + away) % len(shown)) for away, place in enumerate(places)]
    return [_seat(moment, shown[number], place) for place, number in (*following[1:], following[0])]


def _seat(moment: _Moment, shown: SeatView, place: str) -> ReplaySeat:
    state = moment.state
    return ReplaySeat(
        view=shown,
        place=place,
        hand=[face.html for face in faces(view(state, shown.number).hand)],
        has_acted=moment.step > 0 and state.actions[-1].seat == shown.number,
    )


# --- What came of a step besides


def _standing(moment: _Moment) -> list[Notice]:
    """Return what the table told for a while: who took the leftover, that twos rank lowest."""
    # A leftover that was taken face down is known to its taker alone. Which cards were exchanged
    # is told with the steps that did it.
    seen = replace(view(moment.state, moment.state.taker), exchanging=None)
    return log.notices(seen, moment.names)


def _dragon(moment: _Moment) -> list[Notice]:
    result = moment.state.result
    if result is None or result.ending is not Ending.DRAGON or result.winner is None:
        return []
    hands, _leftover = moment.finished.dealt
    sentence = _("%(name)s was dealt these cards.") % {"name": moment.names[result.winner]}
    return [Notice(sentence, faces(hands[result.winner]))]


def _highest_card(moment: _Moment) -> list[Notice]:
    """Return the card that the loser of the deal before had to give; it was given with the deal."""
    exchange = moment.state.exchange
    if exchange is None or moment.step > 0:
        return []
    words = {"loser": moment.names[exchange.loser], "winner": moment.names[exchange.winner]}
    sentence = _("%(loser)s lost the deal before and gave %(winner)s the highest card.")
    return [Notice(sentence % words, faces(1 << exchange.given))]


def _gift(finished: FinishedDeal, gift: Give) -> str:
    exchange = finished.final.exchange
    assert exchange is not None
    return _("%(winner)s gave %(loser)s the %(card)s in return.") % {
        "winner": finished.names[exchange.winner],
        "loser": finished.names[exchange.loser],
        "card": labels.card_label(gift.card),
    }


def _drawn(moment: _Moment) -> list[Notice]:
    """Return the cards that were drawn by passing, and where they came from."""
    action = moment.state.actions[-1] if moment.step else None
    if not isinstance(action, Pass):
        return []
    before, after = moment.finished.states[moment.step - 1], moment.state
    drawn = lacking(view(after, action.seat).hand, view(before, action.seat).hand)
    if not drawn:
        return []
    count = drawn.bit_count()
    words = {"name": moment.names[action.seat], "count": count}
    sentence = ngettext("%(name)s drew %(count)d card.", "%(name)s drew %(count)d cards.", count)
    told = Notice(sentence % words, faces(drawn))
    if after.recycles == before.recycles:
        return [told]
    anew = _("The stock had run out: the cards of the tricks before were shuffled into a new one.")
    return [told, Notice(anew, [])]


def _before(finished: FinishedDeal) -> list[str]:
    """Return what went before: hands of this number that were thrown in."""
    return [
        _("%(name)s showed a hand and asked for a new deal. This is how the cards came then.")
        % {"name": finished.names[each.asked_by]}
        for each in finished.thrown_in
    ]


def _result(finished: FinishedDeal, with_money: bool) -> DealReport:
    state = finished.final
    assert state.result is not None
    number, rules, seats = finished.deal.number, state.rules, finished.seats
    return deal_report(number, rules, state.result, seats, finished.session, with_money=with_money)
