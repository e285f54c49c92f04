"""What rooms above the games have to say to a person: on the front page, and wherever they are."""

from dataclasses import dataclass

from accounts.models import User
from games.common.slots import Shelf


@dataclass(frozen=True, slots=True)
class HomeNotice:
    """A large link on the front page."""

    title: str
    detail: str
    url: str
    #: Whether others wait for the person there.
    is_urgent: bool = False
    #: What can be done about it by one press here, and where that is sent.
    press_label: str = ""
    press_url: str = ""


#: The notices for a person, in the order in which they are shown.
home_notices: Shelf[[User], list[HomeNotice]] = Shelf()


@dataclass(frozen=True, slots=True)
class Call:
    """Where a person is wanted now, wherever in the club they are."""

    title: str
    detail: str
    url: str
    #: Something that is said to them there: nobody is taken away for it.
    is_said: bool = False
    #: Where it is declined, for what the person may go to or not; nobody is taken away for it.
    decline_url: str = ""


#: Where a person is wanted, the most urgent first; None where they are not.
calls: Shelf[[User], Call | None] = Shelf()
#: Whether a person may be called soon, so that any page of theirs should hear of it.
callable_soon: Shelf[[User], bool] = Shelf()


def call_of(user: User) -> Call | None:
    """Return where the person is wanted most; None where they are not."""
    return next(filter(None, calls.each(user)), None)


def awaits_call(user: User) -> bool:
    """Tell whether the person may be called soon."""
    return any(callable_soon.each(user))
