"""Who sends a request: a member, a guest, or somebody unknown who can become a guest."""

from django.conf import settings
from django.contrib.auth import login
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from accounts import limits
from accounts import services as people
from accounts.models import User

#: How long the same form counts as the same press, in seconds, and where that is kept.
SAME_PRESS = 60
PRESSED = "guest-press:%s"
#: Guests have no password; they are known by their session alone.
BACKEND = "django.contrib.auth.backends.ModelBackend"


def person(request: HttpRequest) -> User | None:
    """Return who is asking: a member or a guest, or None for somebody unknown."""
    return request.user if isinstance(request.user, User) else None


def sign_in_guest(request: HttpRequest, guest: User) -> None:
    """Make the browser that asks the guest's."""
    login(request, guest, backend=BACKEND)
    # Now, and not with the answer: whoever sits down in the same request must be found signed in.
    request.session.save()


def person_or_new_guest(request: HttpRequest, press: str = "", name: str = "") -> User | None:
    """Return who is asking; somebody unknown becomes a guest, signed in.

    None where too many guests came from one address: the answer is to try again later.

    :param press: what the form that was sent is called; sent twice before the first answer had
        arrived, it makes one guest. It was drawn for one page of one browser.
    :param name: what the guest wants to be called; empty for a name of our own
    """
    user = person(request) or guest_of(request, press)
    if user is not None:
        return user
    if not limits.within(settings.GUEST_RATE, "guest", limits.address(request)):
        return None
    guest = people.create_guest(name)
    if press and not cache.add(PRESSED % press, guest.pk, SAME_PRESS):
        # The other of two presses at once was quicker, or who came of an earlier one is no longer.
        if other := guest_of(request, press):
            guest.delete()
            return other
        cache.set(PRESSED % press, guest.pk, SAME_PRESS)
    sign_in_guest(request, guest)
    return guest


def guest_of(request: HttpRequest, press: str) -> User | None:
    """Return the guest whom the same press has made, now signed in here, too."""
    known = cache.get(PRESSED % press) if press else None
    guest = User.objects.filter(pk=known, is_guest=True).first() if known else None
    if guest is not None:
        sign_in_guest(request, guest)
    return guest


def too_many(request: HttpRequest) -> HttpResponse:
    """Answer somebody of whose address there were too many guests, and say when to come back."""
    return limits.too_many(request, settings.GUEST_RATE, "guest", limits.address(request))
