"""Settlements with their balances, debts and transfers; immutable once posted."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.tables.models import Session, new_slug
from tournaments.clubs.models import Club
from tournaments.ledger.book.guards import frozen_triggers
from tournaments.ledger.book.models import Account, Frozen, Posting


class Settlement(Frozen):
    """A settled session or event, a club's settlement of carried balances, or an agreed charge.

    A charge is one member's dues for a period, or one share of a bill.

    A correction is a settlement of only the difference, for the same session or event; ``number``
    counts from 1. Every change of its open amounts increments ``version``.
    """

    class Source(models.TextChoices):
        """Sources of a settlement: a session, an event, a club's carried balances or a charge."""

        SESSION = "session", _("session")
        EVENT = "event", _("event")
        CLUB = "club", _("club")
        DUES = "dues", _("club dues")
        BILL = "bill", _("shared bill")

    REASON_LENGTH: ClassVar[int] = 300

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    source = models.CharField(_("source"), max_length=7, choices=Source.choices)
    session = models.ForeignKey(
        Session,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="settlements",
        verbose_name=_("session"),
    )
    #: The event's primary key. The ledger cannot import events and uses the slots in
    #: ``tournaments.ledger.links``.
    event = models.PositiveBigIntegerField(_("event"), null=True, blank=True)
    club = models.ForeignKey(
        Club,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="settlements",
        verbose_name=_("club"),
    )
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    #: In minor units per point; 1 for points, and 0 for a settlement of balances.
    stake_minor = models.PositiveIntegerField(_("stake per point"))
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    #: The agreed terms: rules, deals, stake; of a charge, what it is for.
    terms = models.JSONField(_("terms"), default=dict, blank=True)
    #: The posting; None if nobody won or lost, or for a settlement of balances.
    posting = models.OneToOneField(
        Posting, on_delete=models.PROTECT, null=True, blank=True, related_name="settlement"
    )
    #: Not billed yet: the club carries balances over.
    is_carried = models.BooleanField(_("carried over"), default=False)
    #: Whether the payment list is proven shortest; long lists are only approximately so.
    is_shortest = models.BooleanField(_("shortest possible list"), default=True)
    #: Whether all payments go to the club or come from it: the event's terms say so.
    through_club = models.BooleanField(
        _("everyone pays the club"), default=False, db_default=False, editable=False
    )
    #: A difference caused by a player's later acceptance of a result.
    is_acceptance = models.BooleanField(
        _("accepted result"), default=False, db_default=False, editable=False
    )
    #: Reason for a correction.
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(pgettext_lazy("date", "settled"), auto_now_add=True)

    class Meta:
        verbose_name = _("settlement")
        verbose_name_plural = _("settlements")
        triggers: ClassVar = frozen_triggers("version")
        constraints: ClassVar = [
            # A second settlement fails here.
            models.UniqueConstraint(
                fields=["session", "number"],
                condition=Q(source="session"),
                name="session_settled_once",
            ),
            models.UniqueConstraint(
                fields=["event", "number"], condition=Q(source="event"), name="event_settled_once"
            ),
            models.UniqueConstraint(
                fields=["club", "currency", "number"],
                condition=Q(source="club"),
                name="club_settled_once",
            ),
            models.CheckConstraint(
                condition=Q(source="session", session__isnull=False, event=None)
                | Q(source="event", session=None, event__isnull=False, club__isnull=False)
                | Q(source="club", session=None, event=None, club__isnull=False, posting=None)
                | Q(
                    source__in=["dues", "bill"],
                    session=None,
                    event=None,
                    club__isnull=False,
                    posting__isnull=False,
                ),
                name="settlement_has_a_source",
            ),
            models.CheckConstraint(
                condition=Q(number=1) | Q(source="club") | Q(is_acceptance=True) | ~Q(reason=""),
                name="settlement_is_corrected_with_a_reason",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["club", "currency", "-created_at"], name="settlement_book")
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.session_id or self.event or self.club_id} {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("settlement", args=[self.slug])

    @property
    def is_correction(self) -> bool:
        """Return whether it settles a difference: a correction or a later acceptance."""
        return self.is_of_game and self.number > 1

    @property
    def is_of_game(self) -> bool:
        """Return whether it settles a session or an event, which can be corrected."""
        return self.source in (self.Source.SESSION, self.Source.EVENT)

    @property
    def is_charge(self) -> bool:
        """Return whether it is a member's dues or share of a bill."""
        return self.source in (self.Source.DUES, self.Source.BILL)


class Balance(Frozen):
    """An account's win or loss in a settlement, in points and in minor units.

    The amount is points times stake, minus the entry fee, plus the prize; the club's fee and prize
    are the opposite of all players'.
    """

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="balances")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    #: The name at that time; empty for the club.
    name = models.CharField(_("name"), max_length=40, blank=True)
    points = models.IntegerField(_("points"))
    #: In minor units, like the prize; 0 except in events.
    fee = models.BigIntegerField(_("entry fee"), default=0, db_default=0)
    prize = models.BigIntegerField(_("prize"), default=0, db_default=0)
    amount = models.BigIntegerField(_("amount"))

    class Meta:
        ordering: ClassVar = ["settlement", "pk"]
        triggers: ClassVar = frozen_triggers()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["settlement", "account"], name="balance_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.amount}"


class Owing(Frozen):
    """A debt between two accounts; base of pairwise debts and transfers."""

    payer = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    payee = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    amount = models.PositiveBigIntegerField(_("amount"))

    class Meta:
        abstract = True
        ordering: ClassVar = ["settlement", "-amount", "pk"]

    def __str__(self) -> str:
        return f"{self.payer_id} → {self.payee_id}: {self.amount}"


class Debt(Owing):
    """Amount that one account lost to another in a settlement, with both directions set off."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="debts")

    class Meta(Owing.Meta):
        triggers: ClassVar = frozen_triggers()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["settlement", "payer", "payee"], name="debt_once"),
            models.CheckConstraint(
                condition=Q(amount__gt=0) & ~Q(payer=F("payee")), name="debt_is_owed_to_another"
            ),
        ]


class Transfer(Owing):
    """A due payment of a settlement's shortest list; only its open amount changes."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="transfers")
    #: What is not yet paid, waived or rolled into a later settlement.
    open_amount = models.PositiveBigIntegerField(_("open amount"))

    class Meta(Owing.Meta):
        triggers: ClassVar = frozen_triggers("open_amount")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["settlement", "payer", "payee"], name="transfer_once"),
            models.CheckConstraint(
                condition=Q(amount__gt=0) & ~Q(payer=F("payee")),
                name="transfer_is_paid_to_another",
            ),
            models.CheckConstraint(
                condition=Q(open_amount__gte=0, open_amount__lte=F("amount")),
                name="transfer_is_never_paid_twice",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["payer"], condition=Q(open_amount__gt=0), name="transfer_to_be_paid"
            ),
            models.Index(
                fields=["payee"], condition=Q(open_amount__gt=0), name="transfer_to_be_received"
            ),
        ]


class TakenUp(Frozen):
    """The open rest of a transfer that was rolled into a later club settlement."""

    transfer = models.OneToOneField(Transfer, on_delete=models.PROTECT, related_name="taken_up")
    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="took_up")
    amount = models.PositiveBigIntegerField(_("amount"))

    class Meta:
        verbose_name = _("payment rolled into a later settlement")
        verbose_name_plural = _("payments rolled into a later settlement")
        triggers: ClassVar = frozen_triggers()
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="taken_up_is_something"),
        ]

    def __str__(self) -> str:
        return f"{self.transfer_id}: {self.amount}"
