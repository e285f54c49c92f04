"""Rounds, their tables and seats, and the results; tables of undone rounds."""

import hashlib
import json
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.tables.models import Table
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.pairing.rounds import Seating


class EventRound(models.Model):
    """A round: proposed, then published and played, then finished."""

    class Status(models.TextChoices):
        """State of a round: proposed, in progress or finished."""

        PROPOSED = "proposed", _("proposed")
        RUNNING = "running", _("in progress")
        FINISHED = "finished", pgettext_lazy("a round", "finished")

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="rounds", verbose_name=_("event")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    stage = models.CharField(_("stage"), max_length=20, blank=True)
    #: Entry numbers per table, null for a bot: ``{"tables": [[1, 2, 3, null]], "out": [4]}``.
    seating = models.JSONField(_("seating"))
    #: The format's proposal; `seating` differs from it where an organizer changed the seating.
    drawn = models.JSONField(_("seating drawn by the format"), null=True, editable=False)
    #: Digest of the results and entries on which the format's proposal is based.
    facts = models.CharField(max_length=64, default="", db_default="", editable=False)
    #: Changes of the proposal since an organizer last looked at them; None for no changes.
    changes = models.JSONField(_("changes to the proposed seating"), null=True, editable=False)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.PROPOSED
    )
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(pgettext_lazy("date", "finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["event"],
                condition=~Q(status="finished"),
                name="event_has_one_round_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"

    @property
    def seated(self) -> Seating:
        """The current seating, with changes made by hand, converted from the stored JSON data."""
        return seating_of(self.seating)

    @property
    def drawn_seating(self) -> Seating | None:
        """The seating proposed by the format; None where it was not stored."""
        return None if self.drawn is None else seating_of(self.drawn)

    @property
    def seating_digest(self) -> str:
        """A digest, 16 hex digits, of the current seating and the stage."""
        said = json.dumps([self.stage, self.seating], sort_keys=True)
        return hashlib.sha256(said.encode()).hexdigest()[:16]


class EventTable(models.Model):
    """A table of an event's round, in the app or with real cards."""

    round = models.ForeignKey(
        EventRound, on_delete=models.CASCADE, related_name="tables", verbose_name=_("round")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    #: None with real cards, where its deals are `PaperDeal`, and for a session of a club night,
    #: whose table is found by `NightSession`.
    table = models.OneToOneField(
        Table,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="event_table",
        verbose_name=_("table"),
    )
    finished_at = models.DateTimeField(pgettext_lazy("date", "finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("event table")
        verbose_name_plural = _("event tables")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="event_table_number_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["table"], condition=Q(finished_at=None), name="event_table_going_on"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"

    @property
    def app_table(self) -> Table:
        """The app table, for tables that are known to be played in the app."""
        assert self.table is not None, "played elsewhere"
        return self.table


class EventSeat(models.Model):
    """A seat at a table of an event, with its result in points."""

    event_table = models.ForeignKey(
        EventTable, on_delete=models.CASCADE, related_name="seats", verbose_name=_("table")
    )
    #: Seat number at the table.
    place = models.PositiveSmallIntegerField(_("seat"))
    #: Owner of the result in the standings, even if a substitute plays; None for a bot that
    #: fills the table.
    entry = models.ForeignKey(
        Entry,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=pgettext_lazy("of an event", "entry"),
    )
    #: The substitute: a user, or with real cards a player without an account.
    substitute = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("substitute"),
    )
    substitute_name = models.CharField(_("substitute’s name"), max_length=40, blank=True)
    #: The substitute who agreed to the event's stake and whose money the result is. In the
    #: standings it still counts for the entrant.
    result_of = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("owner of the result"),
    )
    #: Account numbers of all users who played for the entrant at an app table, even for a while:
    #: they know its cards.
    substitutes = models.JSONField(default=list, db_default=[], blank=True, editable=False)
    #: Sum of the nets of the round's deals, once known.
    net = models.IntegerField(_("net"), null=True, blank=True)
    deals_won = models.PositiveSmallIntegerField(_("deals won"), default=0)
    deals_played = models.PositiveSmallIntegerField(_("deals played"), default=0)

    class Meta:
        verbose_name = _("event seat")
        verbose_name_plural = _("event seats")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event_table", "place"], name="event_seat_once"),
            models.CheckConstraint(
                condition=Q(substitute=None) | ~Q(substitute_name=""),
                name="event_substitute_has_a_name",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_table_id}/{self.place}"

    @property
    def holder_id(self) -> int | None:
        """Account number of the user whose money the result is; None for other players and bots.

        The entry is already fetched.
        """
        if self.result_of_id is not None:
            return self.result_of_id
        return None if self.entry is None else self.entry.user_id

    @property
    def player_name(self) -> str:
        """The name of the seat's player with real cards: the substitute, or else the entrant."""
        assert self.entry is not None, "bots do not play with real cards"
        return self.substitute_name or self.entry.name

    @property
    def player_id(self) -> int | None:
        """Account number of the substitute, else of the entrant; None for one without an account.

        The entry is already fetched.
        """
        if self.substitute_name:
            return self.substitute_id
        return None if self.entry is None else self.entry.user_id


def seating_of(stored: dict[str, Any]) -> Seating:
    """Return the seating from a round's JSON data; the inverse of `stored_seating`."""
    return Seating(tuple(map(tuple, stored["tables"])), tuple(stored["out"]))


def stored_seating(seating: Seating) -> dict[str, Any]:
    """Return the seating as JSON data, the form in which a round's row stores it."""
    return {"tables": [list(table) for table in seating.tables], "out": list(seating.out)}


class TakenBackTable(models.Model):
    """The address of a table of an undone round; it redirects to the event."""

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="taken_back", verbose_name=_("event")
    )
    slug = models.CharField(_("address"), max_length=16)
    at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("undone table")
        verbose_name_plural = _("undone tables")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["slug"], name="table_taken_back_once"),
        ]

    def __str__(self) -> str:
        return self.slug
