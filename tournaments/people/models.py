"""Model of invitations to waiting tables."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.tables.models import Session


class InvitationKind(models.TextChoices):
    """The occasion of a notice about an invitation to a table."""

    INVITED = "table.invited", _("Invitation to a table")


class TableInvitation(models.Model):
    """A player's invitation of a friend to a waiting table; invalid once the session begins."""

    class Answer(models.TextChoices):
        """The invited friend's answers."""

        NONE = "none", pgettext_lazy("an answer", "none")
        SEEN = "seen", pgettext_lazy("an invitation", "opened")
        DECLINED = "declined", pgettext_lazy("an invitation", "declined")

    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, related_name="invitations", verbose_name=_("session")
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="table_invitations",
        verbose_name=_("invited user"),
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        verbose_name=_("invited by"),
    )
    answer = models.CharField(
        _("answer"), max_length=10, choices=Answer.choices, default=Answer.NONE
    )
    created_at = models.DateTimeField(pgettext_lazy("date", "invited"), auto_now_add=True)

    class Meta:
        verbose_name = _("table invitation")
        verbose_name_plural = _("table invitations")
        constraints: ClassVar = [
            # A user who declined is not invited again, not even by another player.
            models.UniqueConstraint(fields=["session", "person"], name="invited_to_a_table_once"),
        ]

    def __str__(self) -> str:
        return f"{self.session_id}: {self.person_id} {self.answer}"
