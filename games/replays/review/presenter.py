"""Texts and figures of a review in the reader's language.

Choices are shown by the player's own cards and the public state of the deal alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.bots.net import is_standing_in
from games.bots.net.rule_inputs import usual_swing
from games.common import numbers
from games.language import labels
from games.language.card_faces import CardFace, faces, play_faces
from games.replays.presenter import Replay, addresses
from games.replays.review.endings import StoredEnding
from games.replays.review.making import StoredDecision
from games.replays.review.models import DealReview
from games.rules.combinations.table import classify
from games.rules.deal.actions import Action, Give, Play, parse_action
from games.rules.deal.state import DealState
from games.tables.history import FinishedDeal

#: A choice is good if it costs less than this share of the deal's usual swing.
GOOD_SHARE = 0.05
#: Number of mistakes at the top of a review.
MAX_MISTAKES = 3
#: Below this usual swing, in points, points are shown with two decimals instead of one.
SMALL_SWING = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a decision: its cards and name, its value, and who chose it."""

    label: str
    cards: list[CardFace]
    #: The expected result of the deal with its sign, in points.
    value: str
    is_own: bool
    is_best: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """A judged decision."""

    #: The step of the replay just before it.
    step: int
    url: str
    own: str
    best: str
    #: How much less the player's choice was worth, in points, rounded as it is shown.
    loss: float
    #: The loss as a note, such as "−1.4 points"; for a good choice that it is good.
    note: str
    is_good: bool
    sentence: str
    choices: list[Choice]
    #: How many choices were compared but aren't shown; empty for none.
    others: str


class Ending(NamedTuple):
    """An ending of the deal that makes a puzzle."""

    step: int
    #: The puzzle's page.
    url: str
    #: Whether the player's answer was right; None before it.
    is_right: bool | None


@dataclass(frozen=True, slots=True)
class Review:
    """The contents of a review page at one step of the replay."""

    #: The share of good decisions, such as "81%"; empty without decisions.
    accuracy: str
    #: What the accuracy means.
    explanation: str
    #: The costliest decisions that weren't good, the costliest first.
    mistakes: list[Decision]
    endings: list[Ending]
    #: The decision before or just after this step; None if there is none.
    decision: Decision | None
    #: Addresses of the decisions before and after that one; empty for none.
    back_url: str
    forward_url: str
    #: The replay at this step, which others may see as well.
    replay_url: str


@dataclass(frozen=True, slots=True)
class Progress:
    """A page without a review: it isn't requested yet, is being made, or failed."""

    number: int
    url: str
    replay_url: str
    session_url: str
    is_making: bool
    has_failed: bool
    is_network_missing: bool


def progress_of(finished: FinishedDeal, review: DealReview | None) -> Progress:
    """Return the contents of the page of a review that isn't ready."""
    places = addresses(finished)
    is_network_missing = is_standing_in()
    status = DealReview.Status
    if review is not None and review.status == status.NO_NETWORK:
        is_network_missing = True
    failed = review is not None and review.can_be_requested_again
    return Progress(
        number=finished.deal.number,
        url=places["review_url"],
        replay_url=places["url"],
        session_url=finished.session.get_absolute_url()
        if finished.session.status == finished.session.Status.FINISHED
        else "",
        is_making=review is not None and not failed,
        has_failed=failed,
        is_network_missing=is_network_missing,
    )


def with_review(replay: Replay, finished: FinishedDeal, review: DealReview) -> Replay:
    """Return the replay whose steps lead to the review's page, with notes in its log."""
    scale = _Scale.of(finished)
    notes = {each["step"] + 1: scale.note(each["loss"]) for each in review.decisions}
    lines = [replace(line, review=notes.get(line.step, "")) for line in replay.lines]
    return replace(replay, url=replay.review_url, lines=lines)


def review_of(finished: FinishedDeal, review: DealReview, replay: Replay) -> Review:
    """Return the review at the replay's step."""
    scale = _Scale.of(finished)
    seat = replay.step.viewed_seat
    found = [_decision(finished, each, scale, replay.url, seat) for each in review.decisions]
    good = sum(each.is_good for each in found)
    costly = sorted((each for each in found if not each.is_good), key=lambda each: -each.loss)
    current = _decision_at(found, replay.step.number)
    here = replay.step.number if current is None else current.step
    before = [each for each in found if each.step < here]
    after = [each for each in found if each.step > here]
    return Review(
        accuracy=numbers.percent(good / len(found)) if found else "",
        explanation=_explanation(good, len(found), scale),
        mistakes=costly[:MAX_MISTAKES],
        endings=[_ending(finished, each) for each in review.endings],
        decision=current,
        back_url=before[-1].url if before else "",
        forward_url=after[0].url if after else "",
        replay_url=f"{addresses(finished)['url']}?step={replay.step.number}&seat={seat}",
    )


def _ending(finished: FinishedDeal, stored: StoredEnding) -> Ending:
    """Return an ending with the address of its puzzle."""
    place = [finished.table.slug, finished.session.number, finished.deal.number, stored["step"]]
    answer = stored["answer"]
    is_right = None if answer is None else answer == stored["best"]
    return Ending(stored["step"], reverse("deal_puzzle", args=place), is_right)


def _decision_at(found: Sequence[Decision], step: int) -> Decision | None:
    """Return the decision before a step's next action, or else the one just made; None for none."""
    by_step = {each.step: each for each in found}
    return by_step.get(step) or by_step.get(step - 1)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Scale of a deal's points: their decimals, and the losses of good choices."""

    digits: int
    #: Losses below it are those of good choices, in points, rounded as it is shown.
    threshold: float

    @classmethod
    def of(cls, finished: FinishedDeal) -> "_Scale":
        """Return the scale of the deal's rules."""
        swing = usual_swing(finished.setup.rules)
        digits = 2 if swing < SMALL_SWING else 1
        return cls(digits, max(round(swing * GOOD_SHARE, digits), 10**-digits))

    def rounded(self, loss: float) -> float:
        """Return a loss as it is shown."""
        return round(loss, self.digits)

    def is_good(self, loss: float) -> bool:
        """Return whether a choice with that loss is good."""
        return self.rounded(loss) < self.threshold

    def points(self, amount: float) -> str:
        """Return an amount that isn't negative, such as "1.4 points"."""
        return _points(numbers.decimal(amount, self.digits))

    def note(self, loss: float) -> str:
        """Return the note about a choice for the game log: that it is good, or its cost."""
        if self.is_good(loss):
            return pgettext("a choice", "good")
        return _points(numbers.signed_decimal(-loss, self.digits))


def _points(figure: str) -> str:
    """Return a figure with decimals as points."""
    return pgettext("a figure with decimals", "%(figure)s points") % {"figure": figure}


def _explanation(good: int, count: int, scale: _Scale) -> str:
    """Return the sentence that says what the accuracy means."""
    if not count:
        return _("You had nothing to decide in this deal.")
    return ngettext(
        "%(good)d of your %(count)d decision cost less than %(points)s compared with the strong "
        "bot’s choice.",
        "%(good)d of your %(count)d decisions cost less than %(points)s compared with the strong "
        "bot’s choice.",
        count,
    ) % {"good": good, "count": count, "points": scale.points(scale.threshold)}


def _decision(
    finished: FinishedDeal, stored: StoredDecision, scale: _Scale, url: str, viewed_seat: int
) -> Decision:
    """Return a stored decision in the reader's language."""
    step = stored["step"]
    before = finished.states[step]
    own, best = parse_action(stored["own"]), parse_action(stored["best"])
    loss = scale.rounded(stored["loss"])
    cost = scale.points(loss) if loss else ""
    choices = [
        _choice(before, action, numbers.signed_decimal(value, scale.digits), own, best)
        for action, value in ((parse_action(text), value) for text, value in stored["choices"])
    ]
    return Decision(
        step=step,
        url=f"{url}?step={step}&seat={viewed_seat}",
        own=_label(before, own),
        best=_label(before, best),
        loss=loss,
        note=scale.note(loss),
        is_good=scale.is_good(loss),
        sentence=_sentence(cost, is_same=own == best),
        choices=choices,
        others=_others(stored["compared"] - len(choices)),
    )


def _sentence(cost: str, *, is_same: bool) -> str:
    """Return what a choice cost compared with the strong bot's."""
    if cost:
        sentence = _("Your choice cost %(points)s compared with the strong bot’s.")
        return sentence % {"points": cost}
    if is_same:
        return _("You chose what the strong bot would choose.")
    return _("Your choice was as good as the strong bot’s.")


def _others(count: int) -> str:
    """Return the sentence about choices that aren't shown; empty without any."""
    if not count:
        return ""
    sentence = ngettext(
        "%(count)d other choice isn’t shown.", "%(count)d other choices aren’t shown.", count
    )
    return sentence % {"count": count}


def _choice(before: DealState, action: Action, value: str, own: Action, best: Action) -> Choice:
    """Return a choice with its value as shown."""
    cards: list[CardFace] = []
    match action:
        case Play(_seat, played):
            play = classify(before.rules, played, before.twos_low)
            cards = faces(played) if play is None else play_faces(play)
        case Give(_seat, card):
            cards = faces(1 << card)
    return Choice(_label(before, action), cards, value, action == own, action == best)


def _label(before: DealState, action: Action) -> str:
    """Return the name of a choice, such as "a pair of nines" or "pass"."""
    match action:
        case Play(_seat, cards):
            play = classify(before.rules, cards, before.twos_low)
            return "" if play is None else labels.combination_label(play)
        case Give(_seat, card):
            return pgettext("a choice", "the %(card)s") % {"card": labels.card_label(card)}
    if before.turn != action.seat:
        return pgettext("a choice", "wait")
    return pgettext("a choice", "pass")
