"""Guests: how a visitor becomes one, and how idle ones are deleted, after `GUEST_DAYS`."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.contrib.auth import login
from django.core.cache import cache
from django.db import transaction
from django.db.models import ProtectedError, Q, QuerySet
from django.http import HttpRequest, HttpResponse

from accounts import limits
from accounts import services as people
from accounts.models import User

#: Seconds during which a form that is sent twice counts once, and its cache key.
RESEND_SECONDS = 60
FORM_CACHE_KEY = "guest-press:%s"
#: Guests have no password; they are identified by their session alone.
BACKEND = "django.contrib.auth.backends.ModelBackend"
#: Idle guests deleted in one call; few, because rows that belong to them are deleted as well.
GUEST_BATCH = 20


def person(request: HttpRequest) -> User | None:
    """Return the request's user, a member or a guest; None for a visitor."""
    return request.user if isinstance(request.user, User) else None


def signed_in_user(request: HttpRequest) -> User:
    """Return the user of a request for a page that requires a login."""
    user = person(request)
    assert user is not None
    return user


def sign_in_guest(request: HttpRequest, guest: User) -> None:
    """Sign the guest in with the browser that sent the request."""
    login(request, guest, backend=BACKEND)
    # Saved now, not with the response: taking a seat in the same request checks the session.
    request.session.save()


def person_or_new_guest(request: HttpRequest, form_key: str = "", name: str = "") -> User | None:
    """Return the request's user, or a new guest who is signed in; None above the limit.

    None means too many new guests from one address; the response is then `too_many`.

    :param form_key: a random ID of the form, unique to one page in one browser; if the form is sent
        again before the first response has arrived, no second guest is created
    :param name: the guest's display name; empty for a default
    """
    user = person(request) or sign_in_guest_of_form(request, form_key)
    if user is not None:
        return user
    if not limits.within(settings.GUEST_RATE, "guest", limits.address(request)):
        return None
    guest = people.create_guest(name)
    if form_key and not cache.add(FORM_CACHE_KEY % form_key, guest.pk, RESEND_SECONDS):
        # A simultaneous request with the same form was faster, or its guest no longer exists.
        if other := sign_in_guest_of_form(request, form_key):
            guest.delete()
            return other
        cache.set(FORM_CACHE_KEY % form_key, guest.pk, RESEND_SECONDS)
    sign_in_guest(request, guest)
    return guest


def sign_in_guest_of_form(request: HttpRequest, form_key: str) -> User | None:
    """Sign in the guest whom an earlier request with the same form created, and return them.

    None if there is no such guest, or the key is empty.
    """
    known = cache.get(FORM_CACHE_KEY % form_key) if form_key else None
    guest = User.objects.filter(pk=known, is_guest=True).first() if known else None
    if guest is not None:
        sign_in_guest(request, guest)
    return guest


def too_many(request: HttpRequest) -> HttpResponse:
    """Return the 429 page for an address with too many new guests."""
    return limits.too_many(request, settings.GUEST_RATE, "guest", limits.address(request))


# --- Deletion, a few in a transaction of their own, so that others can write in between


def idle_guests(before: datetime, after: int) -> list[int]:
    """Return the primary keys of the next guests not seen since `before`, in ascending order.

    At most `GUEST_BATCH`; empty when there are no more.

    :param after: the last key of the previous call; 0 for the first
    """
    found = _idle_guests(before).filter(pk__gt=after)
    return list(found.order_by("pk").values_list("pk", flat=True)[:GUEST_BATCH])


def forget_guests(keys: Sequence[int], before: datetime) -> int:
    """Delete the guests with these keys who are still idle, or close their accounts.

    Return how many were deleted or closed.

    A guest who has played stays as a former player, so that other players' results keep their sums.
    A guest with a reason to stay (`account_closing`) is not changed.
    """
    found = list(_idle_guests(before).filter(pk__in=keys))
    return _delete_or_split(found)


def _idle_guests(before: datetime) -> QuerySet[User]:
    """Return the query for guests with an open account, last seen or created before the time."""
    unseen = Q(seen_at__lt=before) | Q(seen_at=None, date_joined__lt=before)
    return User.objects.filter(unseen, is_guest=True, is_active=True)


def _delete_or_split(guests: Sequence[User]) -> int:
    """Delete the guests, but close the accounts of those with protected data; return the number.

    If the guests can't be deleted together, each half of the list is tried.
    """
    if not guests:
        return 0
    try:
        with transaction.atomic():
            User.objects.filter(pk__in=[each.pk for each in guests]).delete()
    except ProtectedError:
        if len(guests) == 1:
            return int(not people.close_account(guests[0]))
        middle = len(guests) // 2
        return _delete_or_split(guests[:middle]) + _delete_or_split(guests[middle:])
    return len(guests)
