"""Model of a user's answers to puzzles."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class PuzzleResult(models.Model):
    """A user's first answer to a puzzle, and their rating after it. Later answers don't count."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="puzzle_results",
        verbose_name=_("user"),
    )
    #: Number of the puzzle in ``games.puzzles.puzzle``.
    puzzle = models.PositiveIntegerField(_("puzzle"))
    #: The cards played as text; empty for a pass.
    cards = models.CharField(_("cards"), max_length=60, blank=True)
    is_right = models.BooleanField(_("right"))
    #: The user's rating after this answer (``games.puzzles.services``).
    rating = models.IntegerField(_("rating"))
    created_at = models.DateTimeField(_("answered at"), auto_now_add=True)

    class Meta:
        verbose_name = _("puzzle result")
        verbose_name_plural = _("puzzle results")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "puzzle"], name="one_result_per_puzzle"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.puzzle}: {self.cards or '-'}"
