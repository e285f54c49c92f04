"""The coach as one learner sees it, and how far a lesson has come."""

from dataclasses import dataclass, field
from typing import NamedTuple

from accounts.models import User
from games.common.caches import LruCache
from games.lessons import words
from games.lessons.coach import Advice, Subject, coach_on, subjects_told
from games.rules import deal as rules_deal
from games.rules import record
from games.rules.cards import CardError, Cards, cards_text, parse_cards
from games.rules.deal import DealState, Pass, Play, Refusal, judge
from games.rules.view import View, view
from games.tables import selectors
from games.tables.models import Table
from games.tables.snapshot import Snapshot, snapshot_of

#: Lessons whose course is kept at hand in this process.
KEPT_LESSONS = 200


class _Course(NamedTuple):
    """How far a lesson had come at a state of its deal."""

    state: DealState
    #: The subjects of the learner's turns before it.
    told: frozenset[Subject]


@dataclass(frozen=True, slots=True)
class SubjectLine:
    """A subject in the summary of a lesson."""

    title: str
    is_told: bool
    #: For one that did not come up: what there is to know.
    in_short: str = ""


@dataclass(frozen=True, slots=True)
class CoachCard:
    """What stands on the coach's card at a table."""

    is_skipped: bool = False
    title: str = ""
    text: str = ""
    #: Names of the cards that are meant, in the notation, and in words.
    cards: str = ""
    marked: str = ""
    #: Why the cards that are chosen cannot be played.
    why: str = ""
    progress: str = ""
    is_over: bool = False
    #: At the end: what was learnt, and what did not come up.
    subjects: list[SubjectLine] = field(default_factory=list)


class LessonLine(NamedTuple):
    """A lesson that is not over, as the front page tells of it."""

    url: str
    progress: str


_courses: LruCache[tuple[int, str, int], _Course] = LruCache(KEPT_LESSONS)


def coach_card(snapshot: Snapshot, seat: int | None, selection: str = "") -> CoachCard | None:
    """Return what the coach tells this seat now; None where there is no lesson. No query.

    :param selection: the cards that the learner has chosen, in the notation
    """
    if not snapshot.table.lesson or seat is None or snapshot.newest is None:
        return None
    seen = view(snapshot.state, seat)
    is_over = snapshot.state.over
    if snapshot.table.lesson == Table.Lesson.SKIPPED and not is_over:
        return CoachCard(is_skipped=True)
    advice = coach_on(seen, _told(snapshot, seat))
    said = words.words(advice)
    return CoachCard(
        title=said.title,
        text=said.text,
        cards=cards_text(advice.cards),
        marked=words.marked(advice, seen),
        why=_why(snapshot.state, seen, selection),
        progress=words.progress(len(advice.told), len(Subject)),
        is_over=is_over,
        subjects=_summary(advice) if is_over else [],
    )


def lesson_line(user: User) -> LessonLine | None:
    """Return the person's lesson that is not over. One query; where there is one a few more."""
    table = selectors.running_lesson(user)
    if table is None:
        return None
    snapshot = snapshot_of(table)
    seat = None if snapshot is None else snapshot.setting.seat_of(user.pk)
    if snapshot is None or seat is None or snapshot.newest is None:
        return None
    advice = coach_on(view(snapshot.state, seat.number), _told(snapshot, seat.number))
    return LessonLine(table.get_absolute_url(), words.progress(len(advice.told), len(Subject)))


def _told(snapshot: Snapshot, seat: int) -> frozenset[Subject]:
    """Return the subjects of the learner's turns before this one."""
    deal, actions = snapshot.deal, snapshot.state.actions
    key = deal.pk, deal.start, seat
    known = _courses.get(key)
    if known is None or len(known.state.actions) > len(actions):
        known = _Course(record.replay(deal.start), frozenset())
    state, told = known
    for action in actions[len(state.actions) :]:
        if isinstance(action, (Play, Pass)) and action.seat == seat == state.turn:
            told = subjects_told([view(state, seat)], told)
        after = rules_deal.apply(state, action)
        assert not isinstance(after, Refusal), "it was done"
        state = after
    return _courses.put(key, _Course(state, told)).told


def _why(state: DealState, seen: View, selection: str) -> str:
    chosen = _parsed(selection) & seen.hand
    if not chosen or seen.seat is None or not seen.on_turn:
        return ""
    verdict = judge(state, seen.seat, chosen)
    return words.why(verdict, chosen) if isinstance(verdict, Refusal) else ""


def _parsed(selection: str) -> Cards:
    try:
        return parse_cards(selection)
    except CardError:
        return 0


def _summary(advice: Advice) -> list[SubjectLine]:
    return [
        SubjectLine(
            words.title(subject),
            subject in advice.told,
            "" if subject in advice.told else words.in_short(subject),
        )
        for subject in Subject
    ]
