"""Models of the chat: version, messages, mutes and reports."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.chat.phrases import phrase_text
from games.tables.models import Session, Table


class Chat(models.Model):
    """The version of a table's chat; changes of the chat lock this row, not the table's."""

    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, primary_key=True, verbose_name=_("table")
    )
    #: Incremented by every message, clear, mute and unmute.
    version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("chat")
        verbose_name_plural = _("chats")

    def __str__(self) -> str:
        return f"{self.table_id} at {self.version}"


class ChatLine(models.Model):
    """A chat message at a table: a typed text, or the key of a phrase or reaction."""

    #: SET_NULL, so that a reported message outlives a session that never started.
    session = models.ForeignKey(
        Session,
        on_delete=models.SET_NULL,
        null=True,
        related_name="chat_lines",
        verbose_name=_("session"),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="chat_lines",
        verbose_name=_("sender"),
    )
    name = models.CharField(_("name"), max_length=40)
    text = models.CharField(_("text"), max_length=200, blank=True)
    #: Key of a phrase, in place of a text.
    phrase = models.CharField(_("phrase"), max_length=20, blank=True)
    written_at = models.DateTimeField(_("sent at"), auto_now_add=True)
    #: Removed from the table by its host, but kept for the review of reports.
    cleared = models.BooleanField(_("cleared by the host"), default=False)

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        ordering: ClassVar = ["session", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(text="") ^ Q(phrase=""), name="text_or_phrase"),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.content}"

    @property
    def content(self) -> str:
        """The message; a phrase is in the active language."""
        return phrase_text(self.phrase) if self.phrase else self.text


class Mute(models.Model):
    """One user mutes another: their messages are hidden."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes"
    )
    muted = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="muted_by"
    )

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "muted"], name="muted_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} mutes {self.muted_id}"


class Report(models.Model):
    """A user's report of a message."""

    line = models.ForeignKey(
        ChatLine, on_delete=models.CASCADE, related_name="reports", verbose_name=_("message")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="reports",
        verbose_name=_("reported by"),
    )
    reported_at = models.DateTimeField(_("reported at"), auto_now_add=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["line", "user"], name="reported_once"),
        ]

    def __str__(self) -> str:
        return f"{self.line_id} by {self.user_id}"
