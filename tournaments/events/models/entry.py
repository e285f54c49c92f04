"""Who takes part, and what they lose by decision."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.event import Event


class Entry(models.Model):
    """Somebody has entered: a member, a bot that fills the event, or a person by name alone."""

    class Status(models.TextChoices):
        #: By an organizer, to an event with a stake; without a place until the member accepts.
        INVITED = "invited", _("invited")
        ENTERED = "entered", _("entered")
        WAITING = "waiting", _("on the waiting list")
        HERE = "here", _("checked in")
        WITHDRAWN = "withdrawn", _("withdrawn")

    NAME_LENGTH: ClassVar[int] = 40

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="entries", verbose_name=_("event")
    )
    #: Counted from 1 in the order of entering; never given twice.
    number = models.PositiveSmallIntegerField(_("number"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="entries",
        verbose_name=_("person"),
    )
    #: The name as it was on entering.
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    #: The name of the bot that plays, where no person does.
    bot = models.CharField(_("bot"), max_length=40, blank=True)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.ENTERED
    )
    #: The first round they take part in, and the last one if they left before the end.
    joined = models.PositiveSmallIntegerField(_("from round"), default=1)
    left = models.PositiveSmallIntegerField(_("up to round"), null=True, blank=True)
    #: The place by rating that somebody was listed with, 1 being the best.
    seed_rank = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    #: The order of the waiting list: each entry into it gets a higher number than all before.
    waiting_number = models.PositiveIntegerField(_("place in the order of waiting"), null=True)
    #: Whether an entrant who waits for a place has said that they are there.
    waits_here = models.BooleanField(_("waits and is there"), default=False, db_default=False)
    #: When an organizer recorded that the entrant agreed to the terms in person. It allows a seat
    #: and is no agreement: what the entrant then owes is pending until they accept it.
    in_person = models.DateTimeField(_("agreed in person"), null=True, blank=True)
    created_at = models.DateTimeField(_("entered"), auto_now_add=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["event", "user"], name="person_enters_once"),
            # Neither of them: somebody without an account, at a table with real cards.
            models.CheckConstraint(
                condition=(Q(user=None) | Q(bot="")) & ~Q(name=""),
                name="entry_is_not_person_and_bot",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def waiting_order(self) -> tuple[bool, int, int]:
        """What waiting lists are sorted by: the latest entry into the list, the earliest first."""
        return self.waiting_number is None, self.waiting_number or 0, self.number

    @property
    def is_by_name(self) -> bool:
        """Whether it is somebody without an account."""
        return self.user_id is None and not self.bot


class EntryPenalty(models.Model):
    """Points that an entrant loses, until that is taken back."""

    REASON_LENGTH: ClassVar[int] = 200

    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="penalties", verbose_name=_("entry")
    )
    points = models.PositiveIntegerField(_("points"))
    #: The round it was given in; 0 before the first.
    round = models.PositiveSmallIntegerField(_("round"), default=0)
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    created_at = models.DateTimeField(_("given"), auto_now_add=True)
    reversed_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(points__gte=1), name="penalty_costs_something"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} -{self.points}"
