"""Adapters that change what the account library does: see django-allauth, "Adapter"."""

import logging
from typing import Any, ClassVar
from urllib.parse import urlencode

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from accounts import devices, limits, mails, second_factor
from accounts.models import User, is_taken
from accounts.names import name_fault
from accounts.signals import guest_became_member

logger = logging.getLogger(__name__)

#: Sign-in attempts allowed per login name, from all addresses together, with unknown browsers: many
#: more than the account's owner needs, far fewer than guessing takes.
SIGN_IN_RATE = "50/hour"
#: The library's template for the message after signing in.
SIGNED_IN = "account/messages/logged_in.txt"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """The account library's adapter: sign-up of guests, sign-in limits, and mails about changes."""

    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account isn’t active. Ask the administrator for help."),
        "cannot_remove_primary_email": _(
            "You can’t remove your primary email address. Make another address primary first."
        ),
        "duplicate_email": _("This email address is already on your account."),
        "email_password_mismatch": _("Wrong email address or password."),
        "email_taken": _("An account with this email address already exists."),
        "enter_current_password": _("Wrong password. Enter your current password."),
        "incorrect_code": _("That code isn’t correct."),
        "incorrect_password": _("Wrong password."),
        "invalid_or_expired_key": _("This link isn’t valid, or it has expired."),
        "invalid_login": _("Sign-in failed. Try again."),
        "invalid_password_reset": _("This link isn’t valid, or it has already been used."),
        "max_email_addresses": _("You can’t add more than %d email addresses."),
        "rate_limited": _("Too many requests. Wait a few minutes, then try again."),
        "same_as_current": _("This is the current value. Enter a different one."),
        "select_only_one": _("Select only one option."),
        "too_many_login_attempts": _(
            "Too many sign-in attempts. Wait a few minutes, then try again."
        ),
        "unknown_email": _("No account has this email address."),
        "unverified_primary_email": _("Confirm your primary email address first."),
        "username_blacklisted": _("This username isn’t allowed. Choose another one."),
        "username_password_mismatch": _("Wrong username or password."),
    }

    def new_user(self, request: HttpRequest) -> User:
        """Return the request's guest, who becomes a member, or a new user."""
        if isinstance(request.user, User) and request.user.is_guest:
            # A fresh copy: a form that fails must not leave a half-made member in the request.
            return User.objects.get(pk=request.user.pk)
        return User()

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: Any = None,
        *args: Any,
        **more: Any,
    ) -> None:
        """Add a message for the user, except the sign-in message when a guest signs up."""
        # A guest who creates an account gets a message about their games instead (accounts.pages).
        if getattr(request, "keeps_games", False) and message_template == SIGNED_IN:
            return
        super().add_message(request, level, message_template, *args, **more)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's address by which limits count it."""
        return limits.address(request)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the cache key of failed sign-ins: by login name and client address together.

        So strangers can't lock out the owner.
        """
        by_name: str = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{by_name}:{limits.address(request)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a sign-in attempt; refuse it above the limit per login name.

        Browsers that the user has used before are exempt.
        """
        super().pre_authenticate(request, **credentials)
        login = str(credentials.get("email") or credentials.get("username") or "").lower()
        if devices.is_known_login(request, login) or limits.within(SIGN_IN_RATE, "sign-in", login):
            return
        raise self.validation_error("too_many_login_attempts")

    def post_login(self, request: HttpRequest, user: User, **more: Any) -> HttpResponse:
        """Finish the sign-in and remember the browser; mail the user if the browser is new."""
        response: HttpResponse = super().post_login(request, user, **more)
        if not more.get("signup") and not devices.is_known_user(request, user):
            self.send_notification_mail(mails.NEW_BROWSER, user)
        devices.remember(request, response, user)
        return response

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """Return the ways to confirm the user's identity, with our descriptions."""
        descriptions = {
            "reauthenticate": _("Use your password"),
            "mfa_reauthenticate": _("Use your authenticator app or a recovery code"),
            "mfa_reauthenticate:webauthn": _("Use a passkey or security key"),
        }
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        for method in methods:
            method["description"] = descriptions.get(method["id"], method["description"])
        return methods

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Return the link to confirm an address; it leads on to the page that signing up was for.

        The page is in the link, because it may be opened in another browser.
        """
        url: str = super().get_email_confirmation_url(request, emailconfirmation)
        next_url = request.POST.get("next", "")
        if not url_has_allowed_host_and_scheme(next_url, {request.get_host()}):
            return url
        return f"{url}?{urlencode({'next': next_url})}"

    def render_mail(
        self, template_prefix: str, email: Any, context: dict[str, Any], headers: Any = None
    ) -> EmailMessage:
        """Return the mail; one that has only a text gets an HTML part with the same words."""
        made: EmailMessage = super().render_mail(template_prefix, email, context, headers)
        if isinstance(made, EmailMultiAlternatives) and not made.alternatives:
            # The HTML part has a footer of its own.
            body = made.body.partition("\n--\n")[0]
            html = render_to_string("account/email/message.html", {**context, "body": body})
            made.attach_alternative(html, "text/html")
        return made

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail in its user's language, with the site's name and address of the settings.

        The request may come from someone else, so its language and host are not used.
        """
        site = {"site_name": settings.SITE_NAME, "site_url": settings.SITE_URL}
        with override(mails.language_of_mail(email, context.get("user"))):
            super().send_mail(template_prefix, email, {**site, **context})

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Mail the user about a change to the account; if the mail fails, the change stays.

        Nothing is sent to an address that is not confirmed.
        """
        address = mails.address_for(user, email)
        if not address:
            return
        more = {"user": user, **mails.mail_context(self.request, user), **(context or {})}
        try:
            super().send_notification_mail(template_prefix, user, more, address)
        except OSError:
            logger.warning("mail %s to user %s failed", template_prefix, user.pk, exc_info=True)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save the account from the sign-up form; a guest becomes a member.

        A former guest keeps the name they chose, unless it is the site's or looks like a member's.
        """
        was_guest = user.is_guest
        if was_guest:
            user.is_guest = False
            name = user.display_name
            if name_fault(name) is not None or is_taken(name, user):
                user.display_name = ""
        # In no transaction: the password is hashed here, which takes long.
        saved: User = super().save_user(request, user, form, commit)
        if was_guest and commit:
            # A receiver that fails is logged; the account exists by now.
            guest_became_member.send_robust(sender=User, user=saved)
        return saved


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """The account library's adapter for second factors, which encrypts their stored secrets."""

    error_messages: ClassVar = {
        **DefaultMFAAdapter.error_messages,
        "add_email_blocked": _(
            "You can’t add an email address while you have a second factor. Remove the second"
            " factor first."
        ),
        "cannot_delete_authenticator": _("You can’t remove this second factor."),
        "cannot_generate_recovery_codes": _(
            "Set up a passkey, security key or authenticator app before you create recovery codes."
        ),
        "incorrect_code": _("That code isn’t correct."),
        "unverified_email": _("Confirm your email address before you set up a second factor."),
    }

    def encrypt(self, text: str) -> str:
        """Return the secret encrypted for storage; called by the library."""
        return second_factor.encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Return the stored secret decrypted; a random one if no key decrypts it."""
        return second_factor.decrypt(encrypted_text)
