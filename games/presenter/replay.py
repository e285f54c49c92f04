"""A finished deal step by step: what the table looked like then, with all hands open.

Step 0 is the deal as it was dealt, step n what the n-th action made of it. A deal that is over
holds no secrets, so each hand is what its own seat saw then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import selectors, texts
from games.models import Seat
from games.presenter import telling
from games.presenter.board import LastPlay, Notice, ToBeat
from games.presenter.faces import faces
from games.presenter.scores import DealResult, deal_result
from games.replay_deals import FinishedDeal
from games.rules.cards import Cards
from games.rules.deal import DealState, Ending, Give, Pass, Play
from games.rules.view import View, view

#: Where the seats are, counted on from the one that the deal is seen from.
PLACES = {
    2: ("own", "top"),
    3: ("own", "right", "left"),
    4: ("own", "right", "top", "left"),
}


@dataclass(frozen=True, slots=True)
class ReplaySeat:
    """A seat at one step, with its hand open; ``place`` is where it is on the felt."""

    number: int
    name: str
    place: str
    is_bot: bool
    hand: list[str]
    cards: int
    is_turn: bool
    has_acted: bool
    passed: bool
    locked: bool
    last: LastPlay | None
    last_is_top: bool
    call: str
    out: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The table at one step; ``said`` tells the step, ``happened`` what came of it besides."""

    step: int
    last_step: int
    seen_from: int
    clockwise: bool
    said: str
    to_beat: ToBeat | None
    on_lead: bool
    seats: list[ReplaySeat]
    happened: list[Notice]
    stock: int | None
    result: DealResult | None

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
        return self.step - 1

    @property
    def forward(self) -> int:
        """The step after, or 0 where there is none."""
        return 0 if self.step == self.last_step else self.step + 1


@dataclass(frozen=True, slots=True)
class Told:
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
    told: list[Told]
    frame: Frame


def addresses(finished: FinishedDeal) -> dict[str, str]:
    """Where the deal's pages and files are, by what they are."""
    place = [finished.table.slug, finished.session.number, finished.deal.number]
    return {
        "url": reverse("replay", args=place),
        "check_url": reverse("shuffle_check", args=place),
        "text_url": reverse("replay_text", args=place),
        "json_url": reverse("replay_json", args=place),
    }


def replay_of(finished: FinishedDeal, step: int, seen_from: int) -> Replay:
    """The replay at a step that there is, seen from a seat that there is."""
    told = told_of(finished)
    return Replay(
        **addresses(finished),
        table_url=finished.table.get_absolute_url(),
        number=finished.deal.number,
        rules_name=texts.rules_label(finished.session.rules_name),
        names=finished.names,
        before=_before(finished),
        told=told,
        frame=frame_of(finished, step, seen_from, told),
    )


def frame_of(
    finished: FinishedDeal, step: int, seen_from: int, told: Sequence[Told] | None = None
) -> Frame:
    """The table at one step, seen from a seat."""
    told = told_of(finished) if told is None else told
    state = finished.states[step]
    moment = _Moment(finished, step, state, view(state, None))
    latest = [told[step - 1].sentence] if step else []
    return Frame(
        step=step,
        last_step=len(finished.actions),
        seen_from=seen_from,
        clockwise=moment.seen.clockwise,
        said=telling.status(_position(moment), moment.seen, latest, finished=False),
        to_beat=_on_the_table(moment),
        on_lead=moment.seen.on_lead,
        seats=_seats(moment, seen_from),
        happened=[Notice(text, faces(cards)) for text, cards in _happened(moment)],
        stock=len(state.stock) if state.rules.leftover == "stock" else None,
        result=_result(finished) if state.over else None,
    )


def told_of(finished: FinishedDeal) -> list[Told]:
    """Every action of the deal, each in one sentence, in order."""
    sentences = iter(telling.told(view(finished.final, None), finished.names)[::-1])
    lines = []
    for step, (stored, before) in enumerate(
        zip(finished.actions, finished.states, strict=False), 1
    ):
        action = finished.final.actions[step - 1]
        sentence = _gift(finished, action) if isinstance(action, Give) else next(sentences)
        stand_in = stored.by_bot and not finished.seats[action.seat].is_bot
        lines.append(Told(step, sentence, before.on_lead, stand_in))
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


def _position(moment: _Moment) -> selectors.Position:
    """The table at that moment, as those who tell of tables know it."""
    finished = moment.finished
    scene = selectors.Scene(finished.session, finished.seats, finished.deal, finished=())
    return selectors.Position(finished.table, scene, moment.state)


def _on_the_table(moment: _Moment) -> ToBeat | None:
    """The play to beat, or the one that has just ended its trick, or the deal."""
    seen = moment.seen
    if seen.top is not None and seen.owner is not None:
        owner, cards, label = seen.owner, seen.top.cards, texts.combination_label(seen.top)
    elif seen.history and isinstance(seen.history[-1], Play):
        owner, cards = seen.history[-1].seat, seen.history[-1].cards
        label = telling.labels(seen)[-1]
    else:
        return None
    return ToBeat(cards=faces(cards), label=label, name=moment.names[owner], seat=owner)


# --- Seats


def _seats(moment: _Moment, seen_from: int) -> list[ReplaySeat]:
    """The seats anticlockwise, the one that the deal is seen from as the last."""
    seats, seen = moment.finished.seats, moment.seen
    # Within a trick nobody plays the same cards twice.
    called = {
        (action.seat, action.cards): label
        for action, label in zip(seen.history, telling.labels(seen), strict=True)
        if isinstance(action, Play)
    }
    places = PLACES[len(seats)]
    following = [(place, (seen_from + away) % len(seats)) for away, place in enumerate(places)]
    return [
        _seat(moment, seats[number], place, called)
        for place, number in (*following[1:], following[0])
    ]


def _seat(
    moment: _Moment, seat: Seat, place: str, called: Mapping[tuple[int, Cards], str]
) -> ReplaySeat:
    number, state, seen = seat.number, moment.state, moment.seen
    hand = view(state, number).hand
    last = seen.last[number]
    laid = None
    if isinstance(last, Play):
        laid = LastPlay(faces(last.cards), called[number, last.cards])
    return ReplaySeat(
        number=number,
        name=seat.name,
        place=place,
        is_bot=seat.is_bot,
        hand=[face.html for face in faces(hand)],
        cards=hand.bit_count(),
        is_turn=number == seen.turn,
        has_acted=moment.step > 0 and state.actions[-1].seat == number,
        passed=isinstance(last, Pass),
        locked=number in seen.locked,
        last=laid,
        last_is_top=laid is not None and number == seen.owner,
        call=telling.call(seen, number),
        out=_out(seen, number),
    )


def _out(seen: View, number: int) -> str:
    if number not in seen.out:
        return ""
    if not seen.rules.play_on:
        return _("Out")
    return _("Out, as number %(place)d") % {"place": seen.out.index(number) + 1}


# --- What came of a step besides


def _happened(moment: _Moment) -> list[tuple[str, Cards]]:
    """What a step brought that is no play: each in a sentence, with the cards it is about."""
    return [*_dragon(moment), *_highest_card(moment), *_drawn(moment), *_standing(moment)]


def _standing(moment: _Moment) -> list[tuple[str, Cards]]:
    """What the table told for a while: who took the leftover, that twos rank lowest."""
    # A leftover that was taken face down is known to its taker alone. Which cards were exchanged
    # is told with the steps that did it.
    seen = replace(view(moment.state, moment.state.taker), exchanging=None)
    return telling.notices(_position(moment), seen)


def _dragon(moment: _Moment) -> list[tuple[str, Cards]]:
    result = moment.state.result
    if result is None or result.ending is not Ending.DRAGON or result.winner is None:
        return []
    hands, _leftover = moment.finished.dealt
    sentence = _("%(name)s was dealt these cards.") % {"name": moment.names[result.winner]}
    return [(sentence, hands[result.winner])]


def _highest_card(moment: _Moment) -> list[tuple[str, Cards]]:
    """The card that the loser of the deal before had to give; it was given with the deal."""
    exchange = moment.state.exchange
    if exchange is None or moment.step > 0:
        return []
    words = {"loser": moment.names[exchange.loser], "winner": moment.names[exchange.winner]}
    sentence = _("%(loser)s lost the deal before and gave %(winner)s the highest card.")
    return [(sentence % words, 1 << exchange.given)]


def _gift(finished: FinishedDeal, gift: Give) -> str:
    exchange = finished.final.exchange
    assert exchange is not None
    return _("%(winner)s gave %(loser)s the %(card)s in return.") % {
        "winner": finished.names[exchange.winner],
        "loser": finished.names[exchange.loser],
        "card": texts.card_label(gift.card),
    }


def _drawn(moment: _Moment) -> list[tuple[str, Cards]]:
    """The cards that were drawn by passing, and where they came from."""
    action = moment.state.actions[-1] if moment.step else None
    if not isinstance(action, Pass):
        return []
    before, after = moment.finished.states[moment.step - 1], moment.state
    drawn = view(after, action.seat).hand & ~view(before, action.seat).hand
    if not drawn:
        return []
    count = drawn.bit_count()
    words = {"name": moment.names[action.seat], "count": count}
    sentence = ngettext("%(name)s drew %(count)d card.", "%(name)s drew %(count)d cards.", count)
    if after.recycles == before.recycles:
        return [(sentence % words, drawn)]
    anew = _("The stock had run out: the cards of the tricks before were shuffled into a new one.")
    return [(sentence % words, drawn), (anew, 0)]


def _before(finished: FinishedDeal) -> list[str]:
    """What went before: hands of this number that were thrown in."""
    return [
        _("%(name)s showed a hand and asked for a new deal. This is how the cards came then.")
        % {"name": finished.names[each.asked_by]}
        for each in finished.thrown_in
    ]


def _result(finished: FinishedDeal) -> DealResult:
    state = finished.final
    assert state.result is not None
    number, rules, seats = finished.deal.number, state.rules, finished.seats
    told = deal_result(number, rules, state.result, seats, finished.session)
    # It is shown on the page that its link leads to.
    return replace(told, replay_url="")
