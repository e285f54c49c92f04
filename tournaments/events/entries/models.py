"""Entries of an event."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.events.core.models import Event


class Entry(models.Model):
    """A sign-up or invitation to an event: of a member, a bot, or a player without an account.

    It is kept when the entrant withdraws.
    """

    class Status(models.TextChoices):
        """State of an entrant: invited, signed up, waiting, checked in or withdrawn."""

        #: Added by an organizer to an event with a stake; has no place until the member accepts.
        INVITED = "invited", pgettext_lazy("a player", "invited")
        ENTERED = "entered", pgettext_lazy("a player", "signed up")
        WAITING = "waiting", _("on the waiting list")
        HERE = "here", pgettext_lazy("a player", "checked in")
        WITHDRAWN = "withdrawn", pgettext_lazy("a player", "withdrawn")

    #: Statuses with a place in the event.
    PLACED_STATUSES: ClassVar = (Status.ENTERED, Status.HERE)
    #: Statuses with a place or on the waiting list.
    SIGNED_UP_STATUSES: ClassVar = (Status.ENTERED, Status.HERE, Status.WAITING)
    #: Statuses of everyone who is signed up or invited.
    INVOLVED_STATUSES: ClassVar = (Status.INVITED, *SIGNED_UP_STATUSES)

    NAME_LENGTH: ClassVar[int] = 40

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="entries", verbose_name=_("event")
    )
    #: Counted from 1 in the order of signing up; never reused.
    number = models.PositiveSmallIntegerField(_("number"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="entries",
        verbose_name=_("user"),
    )
    #: The name at the time of signing up.
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    #: Name of the bot strategy; empty for people.
    bot = models.CharField(_("bot"), max_length=40, blank=True)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.ENTERED
    )
    #: First round of the entrant, and the last one if they left early.
    joined = models.PositiveSmallIntegerField(_("first round"), default=1)
    left = models.PositiveSmallIntegerField(_("last round"), null=True, blank=True)
    #: Numbers of the rounds that the entrant chose to skip, in ascending order.
    skipped = models.JSONField(
        _("skipped rounds"), default=list, db_default=[], blank=True, editable=False
    )
    #: Seeding by rating, 1 for the strongest; None for unseeded entrants.
    seed_rank = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    #: Order of the waiting list: every joining entrant gets a higher number than all before.
    waiting_number = models.PositiveIntegerField(_("waiting list position"), null=True)
    #: Whether an entrant on the waiting list has checked in.
    waits_here = models.BooleanField(_("checked in while waiting"), default=False, db_default=False)
    #: When an organizer recorded that the entrant agreed to the terms in person. It allows a seat
    #: but is no agreement: what the entrant then owes is pending until they accept it.
    in_person = models.DateTimeField(_("agreed in person"), null=True, blank=True)
    #: Whether the user signed up with the event's guest link, without being a member of the club.
    by_link = models.BooleanField(_("guest by link"), default=False, db_default=False)
    created_at = models.DateTimeField(pgettext_lazy("date", "signed up"), auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("of an event", "entry")
        verbose_name_plural = pgettext_lazy("of an event", "entries")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["event", "user"], name="person_enters_once"),
            # Neither user nor bot: a player without an account, at a table with real cards.
            models.CheckConstraint(
                condition=(Q(user=None) | Q(bot="")) & ~Q(name=""),
                name="entry_is_not_person_and_bot",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def waiting_order(self) -> tuple[bool, int, int]:
        """Sort key of waiting lists: by number on the list, entries without one last."""
        return self.waiting_number is None, self.waiting_number or 0, self.number

    @property
    def has_bot_tag(self) -> bool:
        """Return whether lists mark the entrant as a bot: it is one, and not called "Bot 13"."""
        return bool(self.bot) and not self.name.startswith("Bot ")

    @property
    def name_with_tag(self) -> str:
        """The name as it stands in running text, where a bot is marked in brackets."""
        return gettext("%(name)s (bot)") % {"name": self.name} if self.has_bot_tag else self.name

    @property
    def is_by_name(self) -> bool:
        """Return whether the entrant is a player without an account."""
        return self.user_id is None and not self.bot
