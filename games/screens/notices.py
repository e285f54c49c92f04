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
    #: What can be done about it by one press here, and where that is sent.
    press_label: str = ""
    press_url: str = ""


#: The notices for a person, in the order in which they are shown.
home_notices: Shelf[[User], list[HomeNotice]] = Shelf()
