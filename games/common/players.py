"""Links to players' pages."""

from django.urls import reverse

from accounts.friends import has_address, has_page
from accounts.models import User


def page_of(user: User | None) -> str:
    """Return the address of the user's page; empty unless everyone may see the page.

    The address contains the username, so it is returned only if everyone may see the page.
    """
    is_public = user is not None and user.page_for == User.PageFor.EVERYBODY
    return page_among_members(user) if user is not None and is_public else ""


def page_among_members(user: User) -> str:
    """Return the address of the user's page for a list that only members may read.

    Empty for guests, for users who show their page to no one, and for a username that could be an
    e-mail address. The page itself checks what its reader may see.
    """
    is_linked = has_page(user) and "@" not in user.username
    return reverse("player", args=[user.username]) if is_linked else ""


def page_among_friends(user: User) -> str:
    """Return the address of the page of a user whom the reader follows or is followed by.

    Empty for guests and closed accounts. Any privacy setting is ignored: the page checks it.
    """
    return reverse("player", args=[user.username]) if has_address(user) else ""
