"""Rounds: who sits where, and what came of it."""

import hashlib
import json
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table
from tournaments.events.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.events.rounds import Seating


class EventRound(models.Model):
    """One round: proposed, then published and played, then over."""

    class Status(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="rounds", verbose_name=_("event")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    stage = models.CharField(_("stage"), max_length=20, blank=True)
    #: Who sits where, by numbers of entries: ``{"tables": [[1, 2, 3, null]], "out": [4]}``.
    seating = models.JSONField(_("seating"))
    #: What the format proposed; `seating` is another one where an organizer seated by hand.
    drawn = models.JSONField(_("seating by the format"), null=True, editable=False)
    #: A digest of the results and entries that the format made its proposal from.
    facts = models.CharField(max_length=64, default="", db_default="", editable=False)
    #: How the proposal changed since an organizer last looked at the changes; None for not at all.
    changes = models.JSONField(_("changes of the proposal"), null=True, editable=False)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.PROPOSED
    )
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

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
        """Who sits where, as formats and seating know it."""
        return seating_of(self.seating)

    @property
    def drawn_seating(self) -> Seating | None:
        """The seating that the format proposed; None where that was not stored."""
        return None if self.drawn is None else seating_of(self.drawn)

    @property
    def seating_digest(self) -> str:
        """What changes with the seating and the stage, and with nothing else."""
        said = json.dumps([self.stage, self.seating], sort_keys=True)
        return hashlib.sha256(said.encode()).hexdigest()[:16]


class EventTable(models.Model):
    """One table of a round."""

    round = models.ForeignKey(
        EventRound, on_delete=models.CASCADE, related_name="tables", verbose_name=_("round")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    #: None with real cards, where its deals are `PaperDeal`, and for a session of a club night,
    #: which knows its table (`NightSession`).
    table = models.OneToOneField(
        Table,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="event_table",
        verbose_name=_("table"),
    )
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("table of an event")
        verbose_name_plural = _("tables of events")
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
        """The table in the app, where it is known to be played there."""
        assert self.table is not None, "played elsewhere"
        return self.table


class EventSeat(models.Model):
    """A seat at a table of an event, and what came of it in points."""

    event_table = models.ForeignKey(
        EventTable, on_delete=models.CASCADE, related_name="seats", verbose_name=_("table")
    )
    #: The seat's number at the table.
    place = models.PositiveSmallIntegerField(_("seat"))
    #: Whose result it is, whoever plays; a bot that completes the table has none.
    entry = models.ForeignKey(
        Entry,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("entry"),
    )
    #: Who plays on for the entrant: a user, or with real cards a player by name alone.
    substitute = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("substitute"),
    )
    substitute_name = models.CharField(_("name of the substitute"), max_length=40, blank=True)
    #: The substitute who agreed to the event's stake, and whose money the seat's result is. In the
    #: standings it counts for the entrant all the same.
    result_of = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("whose result it is"),
    )
    #: The users who played on for the entrant at a table of the app, also for a while: they know
    #: its packs. Their numbers.
    substitutes = models.JSONField(default=list, db_default=[], blank=True, editable=False)
    #: The sum of the nets of the round's deals, once it is known.
    net = models.IntegerField(_("net"), null=True, blank=True)
    deals_won = models.PositiveSmallIntegerField(_("deals won"), default=0)
    deals_played = models.PositiveSmallIntegerField(_("deals played"), default=0)

    class Meta:
        verbose_name = _("seat of an event")
        verbose_name_plural = _("seats of events")
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
        """The number of the account whose money the result is; the entry is fetched already."""
        if self.result_of_id is not None:
            return self.result_of_id
        return None if self.entry is None else self.entry.user_id

    @property
    def player_name(self) -> str:
        """Who plays with real cards from the seat; the entry is fetched already."""
        assert self.entry is not None, "bots do not play with real cards"
        return self.substitute_name or self.entry.name

    @property
    def player_id(self) -> int | None:
        """The number of the account of who plays with real cards; the entry is fetched already."""
        if self.substitute_name:
            return self.substitute_id
        return None if self.entry is None else self.entry.user_id


def seating_of(stored: dict[str, Any]) -> Seating:
    """Return the seating that a round's row says; the inverse of `stored_seating`."""
    return Seating(tuple(map(tuple, stored["tables"])), tuple(stored["out"]))


def stored_seating(seating: Seating) -> dict[str, Any]:
    """Return the seating as a round's row has it."""
    return {"tables": [list(table) for table in seating.tables], "out": list(seating.out)}
