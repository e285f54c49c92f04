"""Forms for passkeys and security keys that answer every malformed credential with an error.

The library handles many malformed credentials, but raises on others: a missing part, a signature by
another key, a number that is too large for the database.
"""

import logging
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn import forms as library
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

logger = logging.getLogger(__name__)


class CredentialErrorMixin:
    """Form mixin that turns every failure to parse a credential into a form error."""

    def clean_credential(self) -> Any:
        """Return the parsed credential; add a form error if it is malformed."""
        parsed = getattr(super(), "clean_credential", None)
        if parsed is None:
            return self.cleaned_data["credential"]  # type: ignore[attr-defined]
        return self._run_with_form_errors(parsed)

    def clean(self) -> Any:
        """Validate the form; add an error if the library fails on its credential."""
        return self._run_with_form_errors(super().clean)  # type: ignore[misc]

    def _run_with_form_errors(self, clean_step: Any) -> Any:
        """Return the result of a cleaning step; turn any failure into a form error."""
        try:
            return clean_step()
        except ValidationError:
            raise
        except Exception as error:
            # This parses untrusted input: any failure is the sender's fault, not ours.
            logger.info("a malformed credential was sent", exc_info=True)
            raise get_adapter().validation_error("incorrect_code") from error


class AddKeyForm(CredentialErrorMixin, library.AddWebAuthnForm):  # type: ignore[misc]
    """Form that adds a passkey or security key to the account."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Key name")
        alone = self.fields["passwordless"]
        alone.label = _("Use as a passkey (sign in without a password)")
        alone.help_text = _(
            "A passkey lets you sign in without your username and password. Your device asks for"
            " your PIN, fingerprint or face instead."
        )


class AuthenticateKeyForm(CredentialErrorMixin, library.AuthenticateWebAuthnForm):  # type: ignore[misc]
    """Form that sends a key as the second factor at sign-in."""

    pass


class SignInKeyForm(CredentialErrorMixin, library.LoginWebAuthnForm):  # type: ignore[misc]
    """Form that signs in with a passkey, without a password."""

    pass


class ReauthenticateKeyForm(CredentialErrorMixin, library.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """Form that confirms a signed-in user's identity with a key."""

    pass
