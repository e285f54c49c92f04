"""What rooms above the games have to say to a person on the front page."""

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


#: The notices for a person, in the order in which they are shown.
home_notices: Shelf[[User], list[HomeNotice]] = Shelf()
