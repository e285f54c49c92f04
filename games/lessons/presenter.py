"""The coach's card for a learner, and the progress of a lesson."""

from dataclasses import dataclass, field
from typing import NamedTuple

from accounts.models import User
from games.common.caches import LruCache
from games.lessons import texts
from games.lessons.coach import Advice, Subject, advise, subjects_taught
from games.rules import record
from games.rules.cards import CardError, Cards, cards_text, parse_cards
from games.rules.deal import apply
from games.rules.deal.actions import Pass, Play
from games.rules.deal.judge import judge
from games.rules.deal.refusals import Refusal
from games.rules.deal.state import DealState
from games.rules.view import View, view
from games.tables import selectors
from games.tables.models import Table
from games.tables.snapshot import Snapshot, snapshot_of

#: Number of lessons whose progress is cached per process.
MAX_CACHED_LESSONS = 200


class _Progress(NamedTuple):
    """A state of a lesson's deal, and the subjects taught before it."""

    state: DealState
    #: The subjects of the learner's turns before.
    taught: frozenset[Subject]


@dataclass(frozen=True, slots=True)
class SubjectLine:
    """A subject in the summary of a lesson."""

    title: str
    is_taught: bool
    #: A short summary, for a subject that didn't come up.
    summary: str = ""


@dataclass(frozen=True, slots=True)
class CoachCard:
    """The coach's box at a table: its texts, the suggested cards and, at the end, the subjects."""

    is_skipped: bool = False
    title: str = ""
    text: str = ""
    #: The suggested cards in card notation and in texts.
    cards: str = ""
    marked: str = ""
    #: Why the selected cards can't be played.
    why: str = ""
    progress: str = ""
    is_over: bool = False
    #: At the end: the subjects that came up and those that didn't.
    subjects: list[SubjectLine] = field(default_factory=list)


class LessonLine(NamedTuple):
    """The link and progress of an unfinished lesson on the home page."""

    url: str
    progress: str


_progress: LruCache[tuple[int, str, int], _Progress] = LruCache(MAX_CACHED_LESSONS)


def coach_card(snapshot: Snapshot, seat: int | None, selection: str = "") -> CoachCard | None:
    """Return the coach's card for a seat; None without a lesson, a seat or a deal. No query.

    Until the deal is over, the card of a skipped lesson says only that it was skipped.

    :param selection: the learner's selected cards, in card notation
    """
    if not snapshot.table.lesson or seat is None or snapshot.newest is None:
        return None
    learner_view = view(snapshot.state, seat)
    is_over = snapshot.state.over
    if snapshot.table.lesson == Table.Lesson.SKIPPED and not is_over:
        return CoachCard(is_skipped=True)
    advice = advise(learner_view, _taught(snapshot, seat))
    text = texts.advice_text(advice)
    return CoachCard(
        title=text.title,
        text=text.text,
        cards=cards_text(advice.cards),
        marked=texts.marked(advice, learner_view),
        why=_refusal_explanation(snapshot.state, learner_view, selection),
        progress=texts.progress(len(advice.taught), len(Subject)),
        is_over=is_over,
        subjects=_summary(advice) if is_over else [],
    )


def lesson_line(user: User) -> LessonLine | None:
    """Return the user's unfinished lesson, or None, also before its first deal.

    One query; a few more if there is one.
    """
    table = selectors.running_lesson(user)
    if table is None:
        return None
    snapshot = snapshot_of(table)
    seat = None if snapshot is None else snapshot.setting.seat_of(user.pk)
    if snapshot is None or seat is None or snapshot.newest is None:
        return None
    advice = advise(view(snapshot.state, seat.number), _taught(snapshot, seat.number))
    return LessonLine(table.get_absolute_url(), texts.progress(len(advice.taught), len(Subject)))


def _taught(snapshot: Snapshot, seat: int) -> frozenset[Subject]:
    """Return the subjects taught on the learner's earlier turns, cached."""
    deal, actions = snapshot.deal, snapshot.state.actions
    key = deal.pk, deal.start, seat
    known = _progress.get(key)
    if known is None or len(known.state.actions) > len(actions):
        known = _Progress(record.replay(deal.start), frozenset())
    state, taught = known
    for action in actions[len(state.actions) :]:
        if isinstance(action, (Play, Pass)) and action.seat == seat == state.turn:
            taught = subjects_taught([view(state, seat)], taught)
        after = apply.apply(state, action)
        assert not isinstance(after, Refusal), "a stored action is legal"
        state = after
    return _progress.put(key, _Progress(state, taught)).taught


def _refusal_explanation(state: DealState, learner_view: View, selection: str) -> str:
    """Return the explanation why the selected cards can't be played now, or empty."""
    chosen_cards = _selected_cards(selection) & learner_view.hand
    if not chosen_cards or learner_view.seat is None or not learner_view.on_turn:
        return ""
    verdict = judge(state, learner_view.seat, chosen_cards)
    return texts.why(verdict, chosen_cards) if isinstance(verdict, Refusal) else ""


def _selected_cards(selection: str) -> Cards:
    """Return the set of selected cards; empty for a text that is not a list of cards."""
    try:
        return parse_cards(selection)
    except CardError:
        return 0


def _summary(advice: Advice) -> list[SubjectLine]:
    """Return a line for each subject, with its summary if it was not taught."""
    return [
        SubjectLine(
            texts.title(subject),
            subject in advice.taught,
            "" if subject in advice.taught else texts.summary(subject),
        )
        for subject in Subject
    ]
