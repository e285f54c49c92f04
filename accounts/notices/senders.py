"""Registry of senders: the kinds of notices of each package, their texts and their mails."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db.models import Model, Q, TextChoices

from accounts.notices.groups import NoticeGroup, group_of_one

if TYPE_CHECKING:
    from accounts.notices.models import Notice

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class NoticeText:
    """Text of a notice in the active language, and the page that it leads to."""

    title: str
    #: Further sentences; may be empty.
    detail: str
    url: str = ""
    #: Whether others wait for the user's answer.
    is_urgent: bool = False
    #: Label of the button to that page; empty for a general one.
    button: str = ""


class Sender(ABC, Generic[S]):
    """A package's notices about one model; S is a row with what texts need to know about it."""

    model: type[Model]
    kinds: Collection[TextChoices]
    #: Groups in which users switch the kinds; a kind in none of them is a group of its own.
    groups: Sequence[NoticeGroup] = ()
    #: How long the user has to see a notice before it is mailed.
    mail_delay = timedelta()
    #: Age at which a notice is no longer worth a mail.
    mail_lifetime: timedelta

    @abstractmethod
    def subjects(self, ids: Collection[int]) -> Mapping[int, S]:
        """Return the subjects by primary key. The same number of queries for any number."""

    @abstractmethod
    def text(self, notice: "Notice", subject: S) -> NoticeText:
        """Return the notice's text in the active language. No query."""

    @abstractmethod
    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return the condition for notices of these kinds that the user's home page shows."""

    def mail_delay_of(self, kind: str) -> timedelta:
        """Return how long the user has to see a notice of this kind before it is mailed."""
        return self.mail_delay

    @abstractmethod
    def mail_language(self, subject: S) -> str:
        """Return the code of the language for users who have none of their own."""

    def mail_title(self, subject: S, text: NoticeText) -> str:
        """Return the subject line of the mail, in the active language."""
        return text.title

    def is_outdated(self, notice: "Notice", subject: S) -> bool:
        """Return whether the notice has lost its purpose, so it is neither mailed nor pushed."""
        return False

    def mail_lines(self, notice: "Notice", subject: S) -> Sequence[str]:
        """Return further sentences of the mail, in the active language: place, time, origin."""
        return ()


_senders: dict[str, Sender[Any]] = {}
_groups: dict[str, NoticeGroup] = {}


def register(sender: Sender[Any]) -> None:
    """Register a sender with its kinds and their groups; called when the apps are ready."""
    _senders.update(dict.fromkeys(sender.kinds, sender))
    by_kind = {kind: group for group in sender.groups for kind in group.kinds}
    _groups.update({kind: by_kind.get(kind) or group_of_one(kind) for kind in sender.kinds})


def kind_label(kind: str) -> str:
    """Return the label of this kind in the active language, without names and amounts."""
    labels = {str(each): each.label for each in sender_of(kind).kinds}
    return str(labels[kind])


def group_of(kind: str) -> NoticeGroup:
    """Return the group in which users switch this kind."""
    return _groups[kind]


def groups() -> dict[str, NoticeGroup]:
    """Return all groups by code, in the order of the senders and of their groups."""
    named = (group for sender in senders() for group in sender.groups)
    return {each.code: each for each in (*named, *_groups.values())}


def senders() -> Iterable[Sender[Any]]:
    """Return all senders."""
    return dict.fromkeys(_senders.values())


def sender_of(kind: str) -> Sender[Any]:
    """Return the sender that registered this kind."""
    return _senders[kind]


def kinds_about(model: type[Model]) -> list[str]:
    """Return the codes of the kinds whose notices are about rows of this model."""
    return [str(kind) for kind, sender in _senders.items() if sender.model is model]


def subjects_of(notices: Collection["Notice"]) -> dict[int, Any]:
    """Return the notices' subjects by the notice's primary key, without deleted ones.

    The same number of queries for any number of notices of a sender.
    """
    found: dict[int, Any] = {}
    for sender in dict.fromkeys(sender_of(each.kind) for each in notices):
        own = [each for each in notices if sender_of(each.kind) is sender]
        subjects = sender.subjects({each.subject_id for each in own})
        found |= {each.pk: subjects[each.subject_id] for each in own if each.subject_id in subjects}
    return found
