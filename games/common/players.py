"""The pages of players, which a room above has: names in lists of lower rooms lead there."""

from accounts.friends import has_address, has_page
from accounts.models import User
from games.common.slots import Slot

#: The page of a player, by the user name.
player_page: Slot[[str], str] = Slot("the page of a player")


def page_of(user: User | None) -> str:
    """Return the address of the person's page for a list that anybody may read.

    The address has the user name in it. So there is one only where everybody may see the page.
    """
    is_public = user is not None and user.page_for == User.PageFor.EVERYBODY
    return page_among_members(user) if user is not None and is_public else ""


def page_among_members(user: User) -> str:
    """Return the address of the person's page for a list that members read alone.

    Empty for guests, for who shows it to nobody, and for a user name that could be a mail address.
    What a reader gets there is up to the page.
    """
    return player_page(user.username) if has_page(user) and "@" not in user.username else ""


def page_among_friends(user: User) -> str:
    """Return the address of the page of somebody whom the reader follows or is followed by."""
    return player_page(user.username) if has_address(user) else ""
