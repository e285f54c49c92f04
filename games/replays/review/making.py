"""Making of a review: every decision of a seat is judged from the player's view at that moment."""

from collections.abc import Iterator, Sequence
from typing import TypedDict

from django.utils import timezone

from games.bots.judging import Judgement, judge
from games.bots.net.weights import Network, network, version
from games.replays.review.endings import find_endings
from games.replays.review.models import DealReview
from games.rules.deal.actions import action_text
from games.rules.deal.state import DealState
from games.rules.view import view
from games.tables.history import states_of
from games.tables.models import Action

#: Number of choices that are stored of a decision; the player's and the bot's may be added.
MAX_CHOICES = 5
#: Decimals of stored points.
DECIMALS = 3


class StoredDecision(TypedDict):
    """A judged decision as it is stored; actions are in the notation of the rules."""

    #: The index of the action in the deal, and so the step of the replay just before it.
    step: int
    own: str
    best: str
    #: How many points less the player's action was worth than the bot's; at least 0.
    loss: float
    #: Actions with their values in points, the best first.
    choices: list[tuple[str, float]]
    #: How many choices were compared.
    compared: int


def make_review(review_id: int) -> None:
    """Judge the decisions of a requested review and store them; skip a review made before.

    Three queries. An error is stored and raised.
    """
    review = (
        DealReview.objects.filter(pk=review_id, status=DealReview.Status.MAKING)
        .select_related("deal")
        .first()
    )
    if review is None:
        return
    row = DealReview.objects.filter(pk=review.pk)
    by = network()
    if by is None:
        row.update(status=DealReview.Status.NO_NETWORK)
        return
    try:
        actions = list(review.deal.actions.all())
        states = states_of(review.deal, actions)
        found = list(decisions(states, actions, review.seat, by))
        endings = find_endings(states, actions, review.seat)
    except Exception:
        row.update(status=DealReview.Status.FAILED)
        raise
    # The row may have been deleted since: `update` leaves it so, `save` would insert it again.
    row.update(
        status=DealReview.Status.READY,
        made_at=timezone.now(),
        weights=version(),
        decisions=found,
        endings=endings,
    )


def decisions(
    states: Sequence[DealState], actions: Sequence[Action], seat: int, by: Network
) -> Iterator[StoredDecision]:
    """Yield the seat's judged decisions, in order; none of a bot that stood in for the player.

    :param states: the state before each action, and the last one
    """
    for step, (stored, before) in enumerate(zip(actions, states, strict=False)):
        action = states[-1].actions[step]
        if action.seat != seat or stored.by_bot:
            continue
        judged = judge(view(before, seat), action, by)
        if judged is not None:
            yield _stored(step, judged)


def _stored(step: int, judged: Judgement) -> StoredDecision:
    """Return the decision as it is stored, with few of its choices."""
    shown = [
        (action_text(each.action), round(each.points, DECIMALS))
        for place, each in enumerate(judged.choices)
        if place < MAX_CHOICES or each.action in (judged.own, judged.best)
    ]
    return {
        "step": step,
        "own": action_text(judged.own),
        "best": action_text(judged.best),
        "loss": round(judged.loss, DECIMALS),
        "choices": shown,
        "compared": len(judged.choices),
    }
