"""Where the account library asks us: see django-allauth, "Adapter"."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.http import HttpRequest, HttpResponse

from accounts import devices, limits, mails, second_factor
from accounts.models import User

logger = logging.getLogger(__name__)

#: How often one may try to sign in by one name, from all addresses together, with browsers that are
#: not known: many more than its owner needs, and far fewer than guessing does.
TRIES = "50/hour"
#: What the library calls its message to somebody who has just signed in.
SIGNED_IN = "account/messages/logged_in.txt"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Signing up turns a guest into a member instead of making a second person."""

    def new_user(self, request: HttpRequest) -> User:
        if isinstance(request.user, User) and request.user.is_guest:
            # A fresh copy: a form that fails later must not leave half a member in the request.
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
        # Whoever makes an account of a guest is told that the games were kept (accounts.views).
        if getattr(request, "keeps_games", False) and message_template == SIGNED_IN:
            return
        super().add_message(request, level, message_template, *args, **more)

    def get_client_ip(self, request: HttpRequest) -> str:
        return limits.address(request)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failures by name and address: nobody is locked out by what others try."""
        by_name: str = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{by_name}:{limits.address(request)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        super().pre_authenticate(request, **credentials)
        login = str(credentials.get("email") or credentials.get("username") or "").lower()
        if devices.is_known(request, login) or limits.within(TRIES, "sign-in", login):
            return
        raise self.validation_error("too_many_login_attempts")

    def post_login(self, request: HttpRequest, user: User, **more: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **more)
        if not more.get("signup") and not devices.knows(request, user):
            self.send_notification_mail(mails.NEW_BROWSER, user)
        devices.remember(request, response, user)
        return response

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell the person by mail; what they did stands though the mail does not go."""
        address = mails.address_for(user, email)
        if not address:
            return
        more = {**mails.facts(self.request, user), **(context or {})}
        try:
            super().send_notification_mail(template_prefix, user, more, address)
        except OSError:
            logger.warning("%s did not go to person %s", template_prefix, user.pk, exc_info=True)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        if user.is_guest:
            user.is_guest = False
            user.display_name = ""
        saved: User = super().save_user(request, user, form, commit)
        return saved


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """What codes are made of is kept encrypted."""

    def encrypt(self, text: str) -> str:
        return second_factor.sealed(text)

    def decrypt(self, encrypted_text: str) -> str:
        return second_factor.opened(encrypted_text)
