"""Accounts, postings with balanced lines, and clubs' ledger settings."""

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.agreements.models import Agreement
from games.common.records import AppendOnly
from tournaments.clubs.models import Club
from tournaments.ledger.book.guards import frozen_triggers, sealed_trigger, sealing_trigger


class FrozenRows(models.QuerySet[Any]):
    """A queryset that can only read and insert."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse to change rows.

        :raises TypeError: always
        """
        raise TypeError(f"{self.model._meta.verbose_name}: ledger rows cannot be changed")

    def delete(self) -> NoReturn:
        """Refuse to delete rows.

        :raises TypeError: always
        """
        raise TypeError(f"{self.model._meta.verbose_name}: ledger rows cannot be deleted")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse to change rows.

        :raises TypeError: always
        """
        raise TypeError(f"{self.model._meta.verbose_name}: ledger rows cannot be changed")


class Frozen(AppendOnly):
    """An append-only row; ``tournaments.ledger.book.guards`` has the database triggers."""

    objects: ClassVar[models.Manager[Any]] = FrozenRows.as_manager()

    class Meta:
        abstract = True

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse to delete the row.

        :raises TypeError: always
        """
        raise TypeError(f"{self._meta.verbose_name}: ledger rows cannot be deleted")


class Account(Frozen):
    """The balance of one holder in one currency, within a club or outside clubs.

    Above zero the holder is owed money; below zero the holder owes. The balance is stored in the
    account's last line (`PostingLine.after`).
    """

    class Kind(models.TextChoices):
        """Kinds of account holders: a user, a player without an account, or the club."""

        PERSON = "person", _("user")
        #: A player without a user account, at events with real cards; keepers act for them.
        NAME = "name", _("player without an account")
        #: The club account: bots, points for sitting out, penalties.
        HOUSE = "house", _("club account")

    kind = models.CharField(
        pgettext_lazy("of an account", "kind"), max_length=6, choices=Kind.choices
    )
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


class Posting(Frozen):
    """A change of balances. It is written after its lines, and no line can be added afterwards.

    The key names the cause, so that nothing is posted twice: ``session-12``, ``payment-5``.
    """

    class Kind(models.TextChoices):
        """Causes of a posting: a settlement or its reversal, a payment, a waiver or a dispute."""

        SETTLEMENT = "settlement", _("settlement")
        REVERSAL = "reversal", _("reversal")
        PAYMENT = "payment", _("payment")
        WAIVER = "waiver", _("waiver")
        #: Takes back a payment that the payee disputed after it was recorded.
        DISPUTE = "dispute", _("disputed payment")

    key = models.CharField(
        pgettext_lazy("of a ledger entry", "key"), max_length=60, primary_key=True
    )
    kind = models.CharField(
        pgettext_lazy("of a ledger entry", "kind"), max_length=10, choices=Kind.choices
    )
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="postings"
    )
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    #: The posting that this one reverses line by line.
    reverses = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="reversed_by"
    )
    #: The user who caused it; None for the end of a session or event.
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(_("posted"), auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("of the ledger", "entry")
        verbose_name_plural = pgettext_lazy("of the ledger", "entries")
        triggers: ClassVar = [*frozen_triggers(), sealing_trigger()]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(key=""), name="posting_has_a_key"),
            models.CheckConstraint(
                condition=Q(kind="reversal", reverses__isnull=False)
                | (~Q(kind="reversal") & Q(reverses=None)),
                name="posting_reverses_as_a_reversal",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["club", "currency", "at"], name="posting_book")]

    def __str__(self) -> str:
        return self.key


class PostingLine(Frozen):
    """The amount a posting adds to an account, and the resulting balance."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="lines")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="lines")
    #: In minor units of the currency, or points.
    amount = models.BigIntegerField(_("amount"))
    #: Counts from 1 within the account.
    number = models.PositiveIntegerField(_("number"))
    #: The account's balance after this line.
    after = models.BigIntegerField(_("balance"))
    #: Whether it is a user's or named player's money: not points, and not the club's. Sealing
    #: checks that it matches the account.
    needs_agreement = models.BooleanField(default=False, db_default=False, editable=False)
    #: The holder's agreement. Payments and waivers have the agreement of the account's previous
    #: line.
    agreement = models.ForeignKey(
        Agreement,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="lines",
        verbose_name=_("agreement"),
    )

    class Meta:
        verbose_name = _("entry line")
        verbose_name_plural = _("entry lines")
        triggers: ClassVar = [*frozen_triggers(), sealed_trigger()]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["posting", "account"], name="line_once_an_account"),
            # Of two concurrent writers to an account one fails, and no balance is wrong.
            models.UniqueConstraint(fields=["account", "number"], name="line_number_once"),
            models.CheckConstraint(condition=~Q(amount=0), name="line_moves_something"),
            models.CheckConstraint(condition=Q(number__gte=1), name="line_is_counted_from_1"),
            models.CheckConstraint(
                condition=Q(needs_agreement=True, agreement__isnull=False)
                | Q(needs_agreement=False, agreement=None),
                name="line_of_money_is_agreed_to",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.posting_id} {self.account_id}: {self.amount}"


class Payments(models.TextChoices):
    """Ways to pay what an event's settlement asks for."""

    FEWEST = "fewest", _("Players pay each other")
    CLUB = "club", _("Everyone pays the club")


class ClubBook(models.Model):
    """A club's settings for settling and for visibility of amounts; defaults apply without a row.

    Changes require a lock on the club's row.
    """

    class Settles(models.TextChoices):
        """Occasions on which a club turns balances into a payment list."""

        EVERY = "every", _("After every game and event")
        SEASON = "season", _("When a season closes, or an organizer or treasurer settles")
        LIMIT = "limit", _("When a balance passes a limit")

    class SeenBy(models.TextChoices):
        """Choice of members who may see all amounts of a club: its keepers only, or everyone."""

        INVOLVED = "involved", _("Organizers, treasurers and the players involved")
        MEMBERS = "members", _("All club members")

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, related_name="ledger_book", verbose_name=_("club")
    )
    settles = models.CharField(
        _("settlement schedule"), max_length=6, choices=Settles.choices, default=Settles.EVERY
    )
    #: In minor units of the currency; other currencies are settled every time.
    limit_minor = models.PositiveBigIntegerField(_("limit"), default=0)
    limit_currency = models.CharField(_("limit currency"), max_length=3, blank=True)
    seen_by = models.CharField(
        _("amounts visible to"), max_length=8, choices=SeenBy.choices, default=SeenBy.INVOLVED
    )
    #: The initial choice for new events.
    payments = models.CharField(
        _("payments of events"),
        max_length=6,
        choices=Payments.choices,
        default=Payments.FEWEST,
        db_default=Payments.FEWEST.value,
    )

    class Meta:
        verbose_name = _("club ledger settings")
        verbose_name_plural = _("club ledger settings")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(settles="limit") | (Q(limit_minor__gt=0) & ~Q(limit_currency="")),
                name="club_limit_is_an_amount",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.settles}"

    def has_limit(self, currency: str) -> bool:
        """Return whether balances in the currency are settled at a limit."""
        return self.settles == self.Settles.LIMIT and currency == self.limit_currency

    def carries(self, currency: str) -> bool:
        """Return whether balances in the currency add up instead of being billed at once."""
        return self.settles == self.Settles.SEASON or self.has_limit(currency)
