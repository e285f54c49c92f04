"""Known browsers: a cookie exempts their users from the sign-in limit per login name.

The cookie lists the users who have signed in with the browser, so that attackers who use up the
limit don't lock them out. It grants no access: the password and the limit per address still apply.
"""

from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from accounts.models import User

COOKIE = f"{settings.COOKIE_PREFIX}known-here"
SALT = "accounts.devices"
#: Users remembered per browser; the one who signed in longest ago is dropped first.
MAX_USERS = 8
COOKIE_AGE = 60 * 60 * 24 * 365


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Set the response's cookie that lists the browser's users, with this user first."""
    user_ids = [user.pk, *(each for each in _user_ids(request) if each != user.pk)][:MAX_USERS]
    response.set_cookie(
        COOKIE,
        signing.dumps(user_ids, salt=SALT),
        max_age=COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def is_known_login(request: HttpRequest, login: str) -> bool:
    """Return whether the user with that username or email address has used this browser.

    One query if the browser has a valid cookie, none otherwise.
    """
    user_ids = _user_ids(request)
    named = Q(username__iexact=login) | Q(email__iexact=login)
    return bool(user_ids) and User.objects.filter(named, pk__in=user_ids).exists()


def is_known_user(request: HttpRequest, user: User) -> bool:
    """Return whether the user has signed in with this browser before. No query."""
    return user.pk in _user_ids(request)


def _user_ids(request: HttpRequest) -> list[int]:
    """Return the keys of the browser's users, latest first; empty without a valid cookie."""
    try:
        said = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=COOKIE_AGE)
    except signing.BadSignature:
        return []
    return [each for each in said if isinstance(each, int)] if isinstance(said, list) else []
