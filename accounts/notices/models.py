"""Notices to users, and the state of their mails."""

from datetime import datetime
from functools import reduce
from operator import or_
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.notices.senders import kinds_about, senders


class NoticeQuerySet(models.QuerySet["Notice"]):
    """Queries for notices."""

    def about(self, model: type[models.Model], subject_id: int) -> "NoticeQuerySet":
        """Return the query for notices about the model's row with this primary key."""
        return self.filter(kind__in=kinds_about(model), subject_id=subject_id)

    def on_home(self, user_id: int, now: datetime) -> "NoticeQuerySet":
        """Return the query for the unseen notices on the user's home page."""
        conditions = (each.shown_on_home(user_id, now) for each in senders())
        return self.filter(reduce(or_, conditions, Q(pk=None)), user=user_id, seen_at=None)

    def mark_seen(self) -> int:
        """Mark the notices as seen; return how many had not been. One statement."""
        return self.filter(seen_at=None).update(seen_at=timezone.now())


class Notice(models.Model):
    """A notice to a user, shown until it is seen; seen from the start if the user wants none.

    Its mail changes from due to taken by one worker, then to sent. No other worker sends a taken
    mail, even if the first worker never returns.
    """

    class MailState(models.TextChoices):
        """State of a notice's mail: none wanted, due, for the digest, being sent, sent, failed."""

        NONE = "none", pgettext_lazy("an email", "none")
        DUE = "due", pgettext_lazy("an email", "due")
        DIGEST = "digest", _("waiting for the daily email")
        TAKEN = "taken", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="notices",
        verbose_name=_("user"),
    )
    #: A code that a sender registered, such as "event.reminder"; its prefix keeps packages apart.
    kind = models.CharField(pgettext_lazy("of a notice", "kind"), max_length=30)
    #: Primary key of what the notice is about; the kind's sender knows the model.
    subject_id = models.PositiveBigIntegerField(pgettext_lazy("of a notice", "subject"))
    #: Distinguishes notices of one kind and subject, such as a round; a newer notice with the same
    #: key replaces the older one. Notices without a key (None) replace none.
    key = models.CharField(pgettext_lazy("of a notice", "key"), max_length=40, null=True)  # noqa: DJ001  (None is no value)
    #: Parameters of the sentence: a place, a reason, a text.
    params = models.JSONField(_("details"), default=dict, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    seen_at = models.DateTimeField(_("seen"), null=True, blank=True)
    mail = models.CharField(
        _("email"), max_length=6, choices=MailState.choices, default=MailState.NONE
    )
    #: When the mail is to be sent, or tried again.
    mail_at = models.DateTimeField(default=timezone.now, editable=False)
    #: The worker's turn that sends the mail.
    mail_turn = models.CharField(max_length=32, blank=True, editable=False)
    mail_tries = models.PositiveSmallIntegerField(default=0, editable=False)
    #: When the notice is to be handed to the user's push devices; None if it was, or has no need.
    push_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "subject_id", "user", "key"], name="notice_replaces"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user"], condition=Q(seen_at=None), name="notice_unseen"),
            models.Index(fields=["mail_at"], condition=Q(mail="due"), name="notice_mail_due"),
            models.Index(fields=["mail_at"], condition=Q(mail="digest"), name="notice_digest_due"),
            models.Index(
                fields=["push_at"], condition=Q(push_at__isnull=False), name="notice_push_due"
            ),
            models.Index(fields=["mail_turn"], condition=Q(mail="taken"), name="notice_mail_taken"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} {self.subject_id}"


class NoticePreferences(models.Model):
    """A user's choices of how to be notified; without a row, all are the defaults."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="notice_preferences",
        verbose_name=_("user"),
    )
    #: Choices by code of the group, only those that differ from the default.
    choices = models.JSONField(_("choices"), default=dict, blank=True)

    class Meta:
        verbose_name = _("notification settings")
        verbose_name_plural = _("notification settings")

    def __str__(self) -> str:
        return str(self.user_id)
