"""What is kept of the chat: its version, lines, who mutes whom, and reports."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.chat.phrases import phrase_text
from games.tables.models import Session, Table


class Chat(models.Model):
    """The chat of a table. Whoever changes anything of it holds this row, and not the table's."""

    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, primary_key=True, verbose_name=_("table")
    )
    #: Counted up with every line, clear, mute and unmute.
    version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("chat")
        verbose_name_plural = _("chats")

    def __str__(self) -> str:
        return f"{self.table_id} at {self.version}"


class ChatLine(models.Model):
    """What somebody wrote at a table; kept with the session."""

    #: Outlives a session that never began, so that a report of it does.
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
        verbose_name=_("person"),
    )
    name = models.CharField(_("name"), max_length=40)
    text = models.CharField(_("text"), max_length=200, blank=True)
    #: The key of a phrase, which stands in place of a text.
    phrase = models.CharField(_("phrase"), max_length=20, blank=True)
    written_at = models.DateTimeField(_("written"), auto_now_add=True)
    #: Taken off the table by its host; kept for whoever looks into a report.
    cleared = models.BooleanField(_("cleared"), default=False)

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        ordering: ClassVar = ["session", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(text="") ^ Q(phrase=""), name="text_or_phrase"),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.content}"

    @property
    def content(self) -> str:
        """What the line says, a phrase in the reader's language."""
        return phrase_text(self.phrase) if self.phrase else self.text


class Mute(models.Model):
    """One person does not want to read what another writes."""

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
    """A line of chat that somebody wants looked at."""

    line = models.ForeignKey(
        ChatLine, on_delete=models.CASCADE, related_name="reports", verbose_name=_("line")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="reports",
        verbose_name=_("reported by"),
    )
    reported_at = models.DateTimeField(_("reported"), auto_now_add=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["line", "user"], name="reported_once"),
        ]

    def __str__(self) -> str:
        return f"{self.line_id} by {self.user_id}"
