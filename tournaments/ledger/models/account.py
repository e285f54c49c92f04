"""Whose money it is: people, those known by name alone, and the club itself."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Club
from tournaments.ledger.guards import frozen
from tournaments.ledger.models.frozen import Frozen


class Account(Frozen):
    """What somebody has won or lost, in one club or outside of all, in one currency.

    Above zero somebody is owed, below they owe. An account has no balance of its own: that is
    what its last line says (`PostingLine.after`).
    """

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        #: Somebody without an account of the app, at events with real cards; organizers act for
        #: them.
        NAME = "name", _("known by name")
        #: What the club pays and takes: bots, points for sitting out, penalties.
        HOUSE = "house", _("the house")

    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="ledger_accounts",
        verbose_name=_("person"),
    )
    name = models.CharField(_("name"), max_length=40, blank=True)
    club = models.ForeignKey(
        Club,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="accounts",
        verbose_name=_("club"),
    )
    #: ISO 4217; empty in the book of points.
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    created_at = models.DateTimeField(_("opened"), auto_now_add=True)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        triggers: ClassVar = frozen()
        constraints: ClassVar = [
            # Nothing is equal to no club, so that each has a constraint of its own.
            models.UniqueConstraint(
                fields=["user", "club", "currency"],
                condition=Q(kind="person", club__isnull=False),
                name="account_of_member_once",
            ),
            models.UniqueConstraint(
                fields=["user", "currency"],
                condition=Q(kind="person", club=None),
                name="account_of_person_once",
            ),
            models.UniqueConstraint(
                fields=["club", "currency", "name"],
                condition=Q(kind="name"),
                name="account_of_name_once",
            ),
            models.UniqueConstraint(
                fields=["club", "currency"],
                condition=Q(kind="house", club__isnull=False),
                name="account_of_house_once",
            ),
            models.UniqueConstraint(
                fields=["currency"],
                condition=Q(kind="house", club=None),
                name="account_of_bots_once",
            ),
            models.CheckConstraint(
                condition=Q(kind="person", user__isnull=False, name="")
                | (Q(kind="name", user=None, club__isnull=False) & ~Q(name=""))
                # Outside of clubs bots play for points alone.
                | (Q(kind="house", user=None, name="") & (Q(club__isnull=False) | Q(currency=""))),
                name="account_has_one_holder",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id or self.name or 'house'} {self.club_id} {self.currency}"
