"""Accounts of users, of players without a user account, and of clubs."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Club
from tournaments.ledger.book.frozen import Frozen
from tournaments.ledger.book.guards import frozen_triggers


class Account(Frozen):
    """The balance of one holder in one currency, within a club or outside clubs.

    Above zero the holder is owed money; below zero the holder owes. The balance is stored in the
    account's last line (`PostingLine.after`).
    """

    class Kind(models.TextChoices):
        """Kinds of account holders: a user, a player without an account, or the club."""

        PERSON = "person", _("user")
        #: A player without a user account, at events with real cards; organizers act for them.
        NAME = "name", _("player without an account")
        #: The club account: bots, points for sitting out, penalties.
        HOUSE = "house", _("club account")

    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="ledger_accounts",
        verbose_name=_("user"),
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
    #: ISO 4217; empty for points.
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    created_at = models.DateTimeField(_("opened"), auto_now_add=True)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        triggers: ClassVar = frozen_triggers()
        constraints: ClassVar = [
            # NULLs are distinct in unique constraints, so accounts without a club need their own.
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
                # Outside clubs bots only play for points.
                | (Q(kind="house", user=None, name="") & (Q(club__isnull=False) | Q(currency=""))),
                name="account_has_one_holder",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id or self.name or 'house'} {self.club_id} {self.currency}"
