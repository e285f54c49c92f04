"""Replay of a finished deal: the table at each step, with all hands open.

Step 0 is the deal before the first action, step n the deal after action n. A finished deal holds no
secrets, so each hand is shown as its own seat saw it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.languages import paragraph
from games.language import labels, log
from games.language.card_faces import faces
from games.language.scores import DealReport, deal_report
from games.language.seats import Notice, SeatView, ToBeat, last_play, seat_views, to_beat
from games.rules.cards import lacking
from games.rules.deal.actions import Give, Pass
from games.rules.deal.state import DealState, Ending
from games.rules.view import View, view
from games.tables.history import FinishedDeal

#: Places of the seats on the felt, in seat order from the viewed seat.
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
    """A seat and its open hand at one step."""

    view: SeatView
    #: The place on the felt.
    place: str
    hand: list[SafeString]
    has_acted: bool

    @property
    def css_classes(self) -> str:
        """The CSS classes of the seat's state."""
        holds = {
            "is-turn": self.view.is_turn,
            "has-acted": self.has_acted,
            "is-passed": self.view.passed,
        }
        return " ".join(name for name, is_so in holds.items() if is_so)


@dataclass(frozen=True, slots=True)
class Step:
    """The table at one step of a replay, as shown: seats with open hands, notices and result."""

    number: int
    last: int
    viewed_seat: int
    clockwise: bool
    #: The description of the step for screen readers.
    description: str
    to_beat: ToBeat | None
    on_lead: bool
    #: Anticlockwise from the viewed seat, which comes last.
    seats: list[ReplaySeat]
    #: Notices about the step, such as cards drawn.
    notices: list[Notice]
    stock: int | None
    result: DealReport | None

    @property
    def others(self) -> list[ReplaySeat]:
        """The other seats, anticlockwise from the viewed seat."""
        return self.seats[:-1]

    @property
    def own(self) -> ReplaySeat:
        """The viewed seat."""
        return self.seats[-1]

    @property
    def back(self) -> int:
        """The previous step; meaningless at step 0."""
        return self.number - 1

    @property
    def forward(self) -> int:
        """The next step, or 0 at the last step."""
        return 0 if self.number == self.last else self.number + 1


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the game log, with the step after its action."""

    step: int
    sentence: str
    opens_trick: bool
    by_stand_in: bool
    #: What the viewer's review says about the action, in a word or figure; empty without one.
    review: str = ""


@dataclass(frozen=True, slots=True)
class Replay:
    """The contents of a replay page."""

    url: str
    check_url: str
    text_url: str
    json_url: str
    review_url: str
    table_url: str
    number: int
    rules_name: str
    names: list[str]
    before: list[str]
    lines: list[LogLine]
    step: Step


def addresses(finished: FinishedDeal) -> dict[str, str]:
    """Return the addresses of replay, shuffle check and downloads by the fields of `Replay`."""
    place = [finished.table.slug, finished.session.number, finished.deal.number]
    return {
        "url": reverse("replay", args=place),
        "check_url": reverse("shuffle_check", args=place),
        "text_url": reverse("replay_text", args=place),
        "json_url": reverse("replay_json", args=place),
        "review_url": reverse("deal_review", args=place),
    }


def replay_of(finished: FinishedDeal, step: int, viewed_seat: int, *, with_money: bool) -> Replay:
    """Return the replay at an existing step, viewed from an existing seat.

    :param with_money: whether the viewer can see amounts (``games.tables.stakes``)
    """
    lines = lines_of(finished)
    return Replay(
        **addresses(finished),
        table_url=finished.table.get_absolute_url(),
        number=finished.deal.number,
        rules_name=labels.rules_label(finished.session.rules_name),
        names=finished.names,
        before=_redeal_sentences(finished),
        lines=lines,
        step=step_of(finished, step, viewed_seat, lines, with_money=with_money),
    )


def step_of(
    finished: FinishedDeal,
    number: int,
    viewed_seat: int,
    lines: Sequence[LogLine] | None = None,
    *,
    with_money: bool = False,
) -> Step:
    """Return the table at one step, 0 before the first action, viewed from a seat."""
    lines = lines_of(finished) if lines is None else lines
    state = finished.states[number]
    context = _StepContext(finished, number, state, view(state, None))
    latest = [lines[number - 1].sentence] if number else []
    lasting = _lasting_notices(context)
    names = finished.names
    return Step(
        number=number,
        last=len(finished.actions),
        viewed_seat=viewed_seat,
        clockwise=context.public_view.clockwise,
        description=paragraph(*log.status(context.public_view, names, latest, lasting)),
        # The play to beat, or the play that just ended the trick or the deal.
        to_beat=to_beat(context.public_view, names) or last_play(context.public_view, names),
        on_lead=context.public_view.on_lead,
        seats=_seats(context, viewed_seat),
        notices=[
            *_dragon_notices(context),
            *_given_card_notices(context),
            *_draw_notices(context),
            *lasting,
        ],
        stock=len(state.stock) if state.rules.has_stock else None,
        result=_deal_report(finished, with_money) if state.over else None,
    )


def lines_of(finished: FinishedDeal) -> list[LogLine]:
    """Return the game log: one line per action, in order, cards given back included."""
    sentences = iter(log.lines(view(finished.final, None), finished.names)[::-1])
    lines = []
    for step, (stored, before) in enumerate(
        zip(finished.actions, finished.states, strict=False), 1
    ):
        action = finished.final.actions[step - 1]
        sentence = _gift_sentence(finished, action) if isinstance(action, Give) else next(sentences)
        stand_in = stored.by_bot and not finished.seats[action.seat].is_bot
        lines.append(LogLine(step, sentence, before.on_lead, stand_in))
    return lines


class _StepContext(NamedTuple):
    """A finished deal at one step: its state then, and a spectator's view of it."""

    finished: FinishedDeal
    step: int
    state: DealState
    public_view: View

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return self.finished.names


# --- Seats


def _seats(context: _StepContext, viewed_seat: int) -> list[ReplaySeat]:
    """Return the seats anticlockwise; the viewed seat comes last."""
    shown = seat_views(context.public_view, context.finished.seats)
    places = PLACES[len(shown)]
    following = [(place, (viewed_seat + away) % len(shown)) for away, place in enumerate(places)]
    ordered = (*following[1:], following[0])
    return [_seat(context, shown[number], place) for place, number in ordered]


def _seat(context: _StepContext, shown: SeatView, place: str) -> ReplaySeat:
    """Return a seat with its open hand at a step."""
    state = context.state
    return ReplaySeat(
        view=shown,
        place=place,
        hand=[face.html for face in faces(view(state, shown.number).hand)],
        has_acted=context.step > 0 and state.actions[-1].seat == shown.number,
    )


# --- Notices


def _lasting_notices(context: _StepContext) -> list[Notice]:
    """Return the notices that last for a while: leftover cards taken, low twos."""
    # A leftover taken face down is known to its taker alone. Exchanged cards are shown with the
    # steps that exchange them.
    taker_view = replace(view(context.state, context.state.taker), exchanging=None)
    return log.notices(taker_view, context.names)


def _dragon_notices(context: _StepContext) -> list[Notice]:
    """Return the notice of the dragon that ended the deal, with its cards."""
    result = context.state.result
    if result is None or result.ending is not Ending.DRAGON or result.winner is None:
        return []
    hands, _leftover = context.finished.dealt
    sentence = _("%(name)s was dealt these cards.") % {"name": context.names[result.winner]}
    return [Notice(sentence, faces(hands[result.winner]))]


def _given_card_notices(context: _StepContext) -> list[Notice]:
    """Return the notice about the card that the previous loser gave; it was part of dealing."""
    exchange = context.state.exchange
    if exchange is None or context.step > 0:
        return []
    words = {"loser": context.names[exchange.loser], "winner": context.names[exchange.winner]}
    sentence = _("%(loser)s lost the previous deal, so their highest card went to %(winner)s.")
    return [Notice(sentence % words, faces(1 << exchange.given))]


def _gift_sentence(finished: FinishedDeal, gift: Give) -> str:
    """Return the sentence on the card that the winner gave back."""
    exchange = finished.final.exchange
    assert exchange is not None
    return _("%(winner)s gave %(loser)s the %(card)s in return.") % {
        "winner": finished.names[exchange.winner],
        "loser": finished.names[exchange.loser],
        "card": labels.card_label(gift.card),
    }


def _draw_notices(context: _StepContext) -> list[Notice]:
    """Return the notices about cards drawn by a pass and a reshuffled stock."""
    action = context.state.actions[-1] if context.step else None
    if not isinstance(action, Pass):
        return []
    before, after = context.finished.states[context.step - 1], context.state
    drawn = lacking(view(after, action.seat).hand, view(before, action.seat).hand)
    if not drawn:
        return []
    count = drawn.bit_count()
    words = {"name": context.names[action.seat], "count": count}
    sentence = ngettext("%(name)s drew %(count)d card.", "%(name)s drew %(count)d cards.", count)
    notice = Notice(sentence % words, faces(drawn))
    if after.recycles == before.recycles:
        return [notice]
    recycled = _(
        "The stock had run out, so the cards from earlier tricks were shuffled to form a new stock."
    )
    return [notice, Notice(recycled, [])]


def _redeal_sentences(finished: FinishedDeal) -> list[str]:
    """Return a sentence for each deal before this one that ended in a redeal."""
    return [
        _("%(name)s showed their hand and asked for a redeal. This is the deal that followed.")
        % {"name": finished.names[each.asked_by]}
        for each in finished.thrown_in
    ]


def _deal_report(finished: FinishedDeal, with_money: bool) -> DealReport:
    """Return the report of the finished deal."""
    state = finished.final
    assert state.result is not None
    number, rules, seats = finished.deal.number, state.rules, finished.seats
    return deal_report(number, rules, state.result, seats, finished.session, with_money=with_money)
