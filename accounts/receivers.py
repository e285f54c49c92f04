"""Signal receivers that write the security log and send mails about changed email addresses."""

from collections.abc import Mapping
from typing import Any

from allauth.account import signals as account
from allauth.account.adapter import get_adapter
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models import Q
from django.db.models.signals import post_save
from django.dispatch import Signal, receiver
from django.http import HttpRequest

from accounts import limits, log_context, mails
from accounts.models import SecurityEvent, User
from accounts.security import record

_Kind = SecurityEvent.Kind


def _address(request: HttpRequest | None) -> str:
    """Return the client's address; without a request, the one in the log context."""
    return limits.address(request) if request is not None else log_context.address.get()


@receiver(user_login_failed)
def log_failed_sign_in(
    sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **more: Any
) -> None:
    """Log a failed sign-in; an unknown login name may be a password, so it is not logged."""
    name = str(credentials.get("username") or credentials.get("email") or "")
    is_theirs = Q(username=name) | Q(emailaddress__email=name.lower())
    found = list(User.objects.filter(is_theirs).order_by("pk")) if name else []
    # As at sign-in, an account with this email address comes before one with this username.
    person = next((each for each in found if each.username != name), next(iter(found), None))
    details = "" if person else f"unknown login name of {len(name)} characters"
    record(_Kind.SIGN_IN_FAILED, person, _address(request), details)


def _log_account_signal(kind: SecurityEvent.Kind, signal: Signal) -> None:
    """Connect a receiver that logs an event for each member the signal is sent for."""

    def log(sender: Any, user: Any = None, request: HttpRequest | None = None, **more: Any) -> None:
        """Log the event if the signal is about a member."""
        if isinstance(user, User) and not user.is_guest:
            record(kind, user, _address(request), _details(more))

    signal.connect(log, weak=False, dispatch_uid=f"security.{kind.value}")


def _details(of_signal: Mapping[str, Any]) -> str:
    """Return the type of the signal's second factor, such as "totp"; empty for other signals."""
    return str(getattr(of_signal.get("authenticator"), "type", ""))


for _kind, _signal in (
    (_Kind.SIGNED_IN, user_logged_in),
    (_Kind.SIGNED_OUT, user_logged_out),
    (_Kind.SIGNED_UP, account.user_signed_up),
    (_Kind.PASSWORD_CHANGED, account.password_changed),
    (_Kind.PASSWORD_SET, account.password_set),
    (_Kind.PASSWORD_RESET, account.password_reset),
    (_Kind.MAIL_ADDED, account.email_added),
    (_Kind.MAIL_CHANGED, account.email_changed),
    (_Kind.MAIL_REMOVED, account.email_removed),
):
    _log_account_signal(_kind, _signal)


@receiver(account.email_added)
def mail_about_added_address(
    sender: Any, request: HttpRequest, user: User, email_address: Any, **more: Any
) -> None:
    """Mail the member about an added address; the library mails about other changes."""
    context = {"added_email": email_address.email}
    get_adapter(request).send_notification_mail(mails.ADDRESS_ADDED, user, context)


@receiver(account.email_confirmed)
def log_confirmed_address(
    sender: Any, request: HttpRequest | None, email_address: Any, **more: Any
) -> None:
    """Log that a user confirmed an email address."""
    record(_Kind.MAIL_CONFIRMED, email_address.user, _address(request))


if apps.is_installed("allauth.mfa"):
    from allauth.mfa import signals as mfa

    for _kind, _signal in (
        (_Kind.FACTOR_ADDED, mfa.authenticator_added),
        (_Kind.FACTOR_REMOVED, mfa.authenticator_removed),
        (_Kind.FACTOR_RENEWED, mfa.authenticator_reset),
        (_Kind.FACTOR_FAILED, mfa.authentication_failed),
    ):
        _log_account_signal(_kind, _signal)


@receiver(post_save, sender=LogEntry)
def log_staff_action(sender: Any, instance: LogEntry, created: bool, **more: Any) -> None:
    """Log what staff added, changed or deleted in the administration."""
    if created:
        what = instance.content_type.model if instance.content_type else "?"
        details = f"{instance.get_action_flag_display()}: {what} {instance.object_id}"
        record(_Kind.STAFF_ACTED, instance.user, _address(None), details)
