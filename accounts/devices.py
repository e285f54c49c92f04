"""Browsers that somebody has signed in with: what strangers try does not lock their owner out.

A cookie says who has signed in here before. It opens nothing: whoever has it needs the password, as
often as it may be tried from one address.
"""

from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from accounts.models import User

COOKIE = f"{settings.COOKIE_PREFIX}known-here"
SALT = "accounts.devices"
#: So many people share one browser at most; who has not been here for longest is forgotten.
PEOPLE = 8
AGE = 60 * 60 * 24 * 365


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Let the browser say from now on that the person has signed in with it."""
    people = [user.pk, *(each for each in _people(request) if each != user.pk)][:PEOPLE]
    response.set_cookie(
        COOKIE,
        signing.dumps(people, salt=SALT),
        max_age=AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def is_known(request: HttpRequest, login: str) -> bool:
    """Tell whether whoever signs in by that name or address has done so with this browser before.

    Costs a query where anybody has.
    """
    people = _people(request)
    named = Q(username__iexact=login) | Q(email__iexact=login)
    return bool(people) and User.objects.filter(named, pk__in=people).exists()


def knows(request: HttpRequest, user: User) -> bool:
    """Tell whether the person has signed in with this browser before; asks nobody."""
    return user.pk in _people(request)


def _people(request: HttpRequest) -> list[int]:
    """Return who has signed in with the browser, the last one first; nobody, if it has no word."""
    try:
        said = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=AGE)
    except signing.BadSignature:
        return []
    return [each for each in said if isinstance(each, int)] if isinstance(said, list) else []
