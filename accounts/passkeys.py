"""The forms of passkeys and security keys: what a browser sends of one may be anything.

The library answers much of what is no key's, and fails at the rest: a missing part, a signature
that is not the key's, a number that no database has.
"""

import logging
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn import forms as library
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

logger = logging.getLogger(__name__)


class AnsweredMixin:
    """Refuses what is no key's with a sentence, whatever is wrong with it."""

    def clean_credential(self) -> Any:
        parsed = getattr(super(), "clean_credential", None)
        if parsed is None:
            return self.cleaned_data["credential"]  # type: ignore[attr-defined]
        return self._answered(parsed)

    def clean(self) -> Any:
        return self._answered(super().clean)  # type: ignore[misc]

    def _answered(self, part: Any) -> Any:
        try:
            return part()
        except ValidationError:
            raise
        except Exception as error:
            # Parsing what strangers send: everything that can be wrong with it is the sender's.
            logger.info("no key was sent", exc_info=True)
            raise get_adapter().validation_error("incorrect_code") from error


class AddKeyForm(AnsweredMixin, library.AddWebAuthnForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("What to call it")
        alone = self.fields["passwordless"]
        alone.label = _("Sign in with it alone, as a passkey")
        alone.help_text = _(
            "It then stands for your name and your password, and asks you for a PIN, a finger or "
            "your face."
        )


class AuthenticateKeyForm(AnsweredMixin, library.AuthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class SignInKeyForm(AnsweredMixin, library.LoginWebAuthnForm):  # type: ignore[misc]
    pass


class ReauthenticateKeyForm(AnsweredMixin, library.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass
