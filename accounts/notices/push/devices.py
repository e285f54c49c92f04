"""Devices of members: added and removed by them, and removed with the session they belong to."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account import signals as account
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest
from ua_parser import parse

from accounts.models import User
from accounts.notices.groups import Choice
from accounts.notices.push.endpoints import EndpointError, check_endpoint
from accounts.notices.push.models import ENDPOINT_LENGTH, PushDevice
from accounts.notices.push.protocol import check_device_keys
from accounts.notices.senders import groups

#: Maximum number of devices of a member.
MAX_DEVICES = 10
#: Key in the browser's session: the primary key of its device.
IN_SESSION = "push_device"


class InvalidDeviceError(ValueError):
    """The browser sent an endpoint or keys that can't be used."""


class TooManyDevicesError(ValueError):
    """The member already has the maximum number of devices."""


@dataclass(frozen=True, slots=True)
class ListedDevice:
    """A device for the list on the settings page."""

    pk: int
    #: Such as "Firefox" and "Android"; empty if the browser doesn't say.
    browser: str
    system: str
    added_at: datetime
    #: Whether it is the browser that asks.
    is_current: bool


def add_device(
    user: User,
    session_key: str,
    endpoint: str,
    p256dh: str,
    auth: str,
    *,
    user_agent: str = "",
    time_zone: str = "",
) -> PushDevice:
    """Store that this browser gets the user's push messages; one known by its endpoint is renewed.

    At first it gets the kinds that are mailed at once by default, not those of the daily mail.

    :raises InvalidDeviceError: the endpoint or the keys can't be used
    :raises TooManyDevicesError: the user has `MAX_DEVICES` others
    """
    try:
        if len(endpoint) > ENDPOINT_LENGTH:
            raise InvalidDeviceError("the endpoint is too long")
        check_endpoint(endpoint)
        check_device_keys(p256dh, auth)
    except (EndpointError, ValueError) as error:
        raise InvalidDeviceError(str(error)) from error
    current = {
        "session_key": session_key,
        "p256dh": p256dh,
        "auth": auth,
        "user_agent": user_agent[:200],
        "time_zone": time_zone[:50],
        "failed_days": 0,
        "failed_at": None,
    }
    with transaction.atomic():
        # Lock the user, so that two browsers at once don't exceed the limit.
        User.objects.select_for_update().get(pk=user.pk)
        # A browser has one subscription: earlier ones, and those of other users, are outdated.
        PushDevice.objects.filter(session_key=session_key).exclude(endpoint=endpoint).delete()
        PushDevice.objects.filter(endpoint=endpoint).exclude(user=user).delete()
        known = PushDevice.objects.filter(user=user)
        if known.filter(endpoint=endpoint).update(**current):
            return known.get(endpoint=endpoint)
        if known.count() >= MAX_DEVICES:
            raise TooManyDevicesError
        muted = [code for code, each in groups().items() if each.default is Choice.DIGEST]
        return PushDevice.objects.create(user=user, endpoint=endpoint, muted=muted, **current)


def devices_of(user: User, session_key: str | None) -> list[ListedDevice]:
    """Return the user's devices, the oldest first. One query.

    :param session_key: key of the browser session that asks
    """
    return [listed_device(row, session_key) for row in PushDevice.objects.filter(user=user)]


def listed_device(row: PushDevice, session_key: str | None) -> ListedDevice:
    """Return the device with the names that its user agent gives."""
    said = parse(row.user_agent)
    return ListedDevice(
        row.pk,
        said.user_agent.family if said.user_agent else "",
        said.os.family if said.os else "",
        row.created_at,
        row.session_key == session_key,
    )


def remove_with_sessions(session_keys: Collection[str]) -> None:
    """Remove the devices of these browser sessions. One statement if there are none."""
    PushDevice.objects.filter(session_key__in=session_keys).delete()


# --- The end of sessions. Those that end otherwise, such as by expiry, are found at each delivery.


@receiver(user_logged_out)
def remove_at_sign_out(
    sender: Any, request: HttpRequest | None, user: User | None = None, **kwargs: Any
) -> None:
    """Remove the browser's device when its user signs out."""
    session = getattr(request, "session", None)
    if session is not None and session.session_key:
        remove_with_sessions([session.session_key])


@receiver(account.password_reset)
@receiver(account.password_set)
@receiver(account.password_changed)
def remove_at_new_password(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Remove the devices of other browsers, which a new password signs out.

    This browser's session continues under another key.
    """
    mine = PushDevice.objects.filter(user=user)
    current = mine.filter(pk=request.session.get(IN_SESSION, 0))
    current.update(session_key=request.session.session_key or "")
    mine.exclude(pk__in=current).delete()
