"""What a payee has entered, as it is kept."""

import json
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.cipher import Cipher, DecryptionError
from accounts.models import User
from tournaments.ledger.codes.schemes import SCHEMES, AccountDetails, Scheme

cipher = Cipher(b"big-two-club: payment details")


class PayeeDetails(models.Model):
    """How somebody is paid by one scheme; what it says is encrypted.

    Whose it is stands inside as well: details that were moved to another's row do not open, so that
    nobody who writes to the database alone can turn a payment round.
    """

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="payee_details", verbose_name=_("person")
    )
    #: A code of SCHEMES.
    scheme = models.CharField(_("scheme"), max_length=8)
    data = models.TextField(_("encrypted details"))
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("payee's details")
        verbose_name_plural = _("payees' details")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "scheme"], name="payee_scheme_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.scheme}"

    @property
    def way(self) -> Scheme[AccountDetails]:
        """The scheme that the details are for."""
        return SCHEMES[self.scheme]

    def encrypt(self, details: AccountDetails) -> None:
        """Encrypt the details into the row."""
        kept = {"of": self._owner(), "details": self.way.kept(details)}
        self.data = cipher.encrypted(json.dumps(kept))

    def details(self) -> AccountDetails:
        """Return what the payee has entered.

        :raises DecryptionError: if no key opens it, or it is another's
        """
        kept = json.loads(cipher.decrypted(self.data))
        if kept["of"] != self._owner():
            raise DecryptionError("these details are another's")
        return self.way.found(kept["details"])

    def shown(self) -> str:
        """Return what tells the owner which account it is, and nobody else much.

        :raises DecryptionError: if no key opens it, or it is another's
        """
        return self.details().masked

    def _owner(self) -> list[int | str]:
        return [self.user_id, self.scheme]
