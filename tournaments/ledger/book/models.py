"""Postings with balanced lines: the general ledger."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.agreements.models import Agreement
from tournaments.clubs.models import Club
from tournaments.ledger.book.account import Account
from tournaments.ledger.book.frozen import Frozen
from tournaments.ledger.book.guards import frozen_triggers, sealed_trigger, sealing_trigger


class Posting(Frozen):
    """A change of balances. It is written after its lines, and no line can be added afterwards.

    The key names the cause, so that nothing is posted twice: ``session-12``, ``payment-5``.
    """

    class Kind(models.TextChoices):
        """Causes of a posting: a settlement, its reversal, a payment or a waiver."""

        SETTLEMENT = "settlement", _("settlement")
        REVERSAL = "reversal", _("reversal")
        PAYMENT = "payment", _("payment")
        WAIVER = "waiver", _("waiver")

    key = models.CharField(_("key"), max_length=60, primary_key=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
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
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
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
