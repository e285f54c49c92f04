"""What sessions and events came to, and who owes whom for it; posted once, never changed."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.tables.models import Session, new_slug
from tournaments.clubs.models import Club
from tournaments.ledger.guards import frozen
from tournaments.ledger.models.account import Account
from tournaments.ledger.models.book import Posting
from tournaments.ledger.models.frozen import Frozen


class Settlement(Frozen):
    """A settled session or event, or what a club settles of balances that it has carried over.

    A correction is a settlement of the difference alone, of the same session or event: ``number``
    counts them from 1. Whoever changes what is open of it counts ``version`` up.
    """

    class Source(models.TextChoices):
        SESSION = "session", _("session")
        EVENT = "event", _("event")
        CLUB = "club", _("club")

    REASON_LENGTH: ClassVar[int] = 300

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    source = models.CharField(_("of"), max_length=7, choices=Source.choices)
    session = models.ForeignKey(
        Session,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="settlements",
        verbose_name=_("session"),
    )
    #: The number of the event. Events lie above: this room knows of them what
    #: ``tournaments.ledger.links`` says.
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
    #: In minor units for a point; 1 in points, and 0 where balances are settled.
    stake_minor = models.PositiveIntegerField(_("stake per point"))
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    #: What all had agreed to: the rules, the deals, the stake.
    terms = models.JSONField(_("terms"), default=dict, blank=True)
    #: What moved the balances; None where nobody won or lost, or balances are settled.
    posting = models.OneToOneField(
        Posting, on_delete=models.PROTECT, null=True, blank=True, related_name="settlement"
    )
    #: Nobody has to pay yet: the club keeps running balances.
    is_carried = models.BooleanField(_("carried over"), default=False)
    #: Whether no shorter list of payments is possible; a long list is only near.
    is_shortest = models.BooleanField(_("shortest"), default=True)
    #: It is the difference that came of a player's agreeing to their result later.
    is_acceptance = models.BooleanField(
        _("a result accepted"), default=False, db_default=False, editable=False
    )
    #: Why a result was corrected.
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(_("settled"), auto_now_add=True)

    class Meta:
        verbose_name = _("settlement")
        verbose_name_plural = _("settlements")
        triggers: ClassVar = frozen("version")
        constraints: ClassVar = [
            # A second attempt fails here.
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
                | Q(source="club", session=None, event=None, club__isnull=False, posting=None),
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
        """Whether it is the difference that a corrected or a later accepted result makes."""
        return self.source != self.Source.CLUB and self.number > 1


class Balance(Frozen):
    """What one account won or lost by a settlement."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="balances")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    #: The name as it was then; empty for the house.
    name = models.CharField(_("name"), max_length=40, blank=True)
    points = models.IntegerField(_("points"))
    amount = models.BigIntegerField(_("amount"))

    class Meta:
        ordering: ClassVar = ["settlement", "pk"]
        triggers: ClassVar = frozen()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["settlement", "account"], name="balance_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.amount}"


class Owing(Frozen):
    """Somebody owes somebody: what pairs of people and payment lists have in common."""

    payer = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    payee = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    amount = models.PositiveBigIntegerField(_("amount"))

    class Meta:
        abstract = True
        ordering: ClassVar = ["settlement", "-amount", "pk"]

    def __str__(self) -> str:
        return f"{self.payer_id} → {self.payee_id}: {self.amount}"


class Debt(Owing):
    """The reckoning pair by pair: what one owes another after setting off."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="debts")

    class Meta(Owing.Meta):
        triggers: ClassVar = frozen()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["settlement", "payer", "payee"], name="debt_once"),
            models.CheckConstraint(
                condition=Q(amount__gt=0) & ~Q(payer=F("payee")), name="debt_is_owed_to_another"
            ),
        ]


class Transfer(Owing):
    """One payment of the shortened list; frozen, but for what of it is still open."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="transfers")
    #: What is neither paid, nor let go, nor taken up by a later settlement.
    open_amount = models.PositiveBigIntegerField(_("open"))

    class Meta(Owing.Meta):
        triggers: ClassVar = frozen("open_amount")
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
    """What was still open of a payment is part of a later settlement of the club."""

    transfer = models.OneToOneField(Transfer, on_delete=models.PROTECT, related_name="taken_up")
    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="took_up")
    amount = models.PositiveBigIntegerField(_("amount"))

    class Meta:
        verbose_name = _("payment taken up")
        verbose_name_plural = _("payments taken up")
        triggers: ClassVar = frozen()
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="taken_up_is_something"),
        ]

    def __str__(self) -> str:
        return f"{self.transfer_id}: {self.amount}"
