"""The user of a request: a member, a guest, or a visitor who becomes a guest."""

from django.conf import settings
from django.contrib.auth import login
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from accounts import limits
from accounts import services as people
from accounts.models import User

#: Seconds during which a form that is sent twice counts once, and its cache key.
RESEND_SECONDS = 60
FORM_CACHE_KEY = "guest-press:%s"
#: Guests have no password; they are identified by their session alone.
BACKEND = "django.contrib.auth.backends.ModelBackend"


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
