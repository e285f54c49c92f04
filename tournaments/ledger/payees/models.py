"""Encrypted payment details of payees."""

import json
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.cipher import Cipher, DecryptionError
from accounts.models import User
from tournaments.clubs.models import Club
from tournaments.ledger.codes.schemes import SCHEMES, AccountDetails, Scheme

cipher = Cipher(b"big-two-club: payment details")


class PayeeDetails(models.Model):
    """Payment details of a user or a club for one scheme, encrypted.

    The owner is encrypted with the details: a row copied to another owner cannot be decrypted, so
    write access to the database is not enough to redirect payments.
    """

    #: The owner; None for a club's.
    user = models.ForeignKey(
        User,
        on_delete=models.CASCADE,
        null=True,
        related_name="payee_details",
        verbose_name=_("user"),
    )
    #: The owner; None for a user's.
    club = models.ForeignKey(
        Club,
        on_delete=models.CASCADE,
        null=True,
        related_name="payee_details",
        verbose_name=_("club"),
    )
    #: A code of SCHEMES.
    scheme = models.CharField(_("payment method"), max_length=16)
    data = models.TextField(_("encrypted details"))
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("payment details")
        verbose_name_plural = _("payment details")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "scheme"], name="payee_scheme_once"),
            models.UniqueConstraint(fields=["club", "scheme"], name="payee_club_scheme_once"),
            models.CheckConstraint(
                condition=Q(user=None, club__isnull=False) | Q(user__isnull=False, club=None),
                name="payee_is_a_user_or_a_club",
            ),
        ]

    def __str__(self) -> str:
        return ": ".join(map(str, self._owner()))

    @property
    def payment_scheme(self) -> Scheme[AccountDetails]:
        """The scheme of the details, from `SCHEMES`."""
        return SCHEMES[self.scheme]

    def encrypt(self, details: AccountDetails) -> None:
        """Encrypt the details and their owner into `data`; the row is not saved."""
        kept = {"of": self._owner(), "details": self.payment_scheme.to_data(details)}
        self.data = cipher.encrypt(json.dumps(kept))

    def details(self) -> AccountDetails:
        """Return the decrypted details: an instance of the scheme's class.

        :raises DecryptionError: if no key decrypts them, or they are another owner's
        """
        kept = json.loads(cipher.decrypt(self.data))
        if kept["of"] != self._owner():
            raise DecryptionError("these details belong to another owner")
        return self.payment_scheme.from_data(kept["details"])

    def masked_account(self) -> str:
        """Return the decrypted account, masked: enough for the owner to recognize it.

        :raises DecryptionError: if no key decrypts it, or it is another owner's
        """
        return self.details().masked

    def _owner(self) -> list[int | str]:
        """Return the owner and the scheme, which are encrypted with the details."""
        if self.club_id is not None:
            return ["club", self.club_id, self.scheme]
        assert self.user_id is not None
        return [self.user_id, self.scheme]
