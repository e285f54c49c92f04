"""Registry of senders: the kinds of notices of each package, their texts and their mails."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db.models import Model, Q, TextChoices

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


class Sender(ABC, Generic[S]):
    """A package's notices about one model; S is a row with what texts need to know about it."""

    model: type[Model]
    kinds: Collection[TextChoices]
    #: Template of the mails' plain text.
    mail_template: str
    #: How long the user has to see a notice before it is mailed.
    mail_delay = timedelta()
    #: Age at which a notice is no longer worth a mail.
    mail_lifetime: timedelta
    #: Name of the page where users turn these mails off; empty if they can't.
    settings_page = ""

    @abstractmethod
    def subjects(self, ids: Collection[int]) -> Mapping[int, S]:
        """Return the subjects by primary key. The same number of queries for any number."""

    @abstractmethod
    def text(self, notice: "Notice", subject: S) -> NoticeText:
        """Return the notice's text in the active language. No query."""

    @abstractmethod
    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return the condition for notices of these kinds that the user's home page shows."""

    @abstractmethod
    def mail_language(self, subject: S) -> str:
        """Return the code of the language in which the notice is mailed."""

    def mail_title(self, subject: S, text: NoticeText) -> str:
        """Return the subject line of the mail, in the active language."""
        return text.title

    def mail_context(self, notice: "Notice", subject: S) -> dict[str, Any]:
        """Return what the mail's template needs besides the text and the names."""
        return {}

    def unwanted_by(self, user_ids: Collection[int]) -> set[int]:
        """Return those of the users who want no mails of this sender."""
        return set()


_senders: dict[str, Sender[Any]] = {}


def register(sender: Sender[Any]) -> None:
    """Register a sender with its kinds; called when the apps are ready."""
    _senders.update(dict.fromkeys(sender.kinds, sender))


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
