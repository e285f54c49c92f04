"""Slots for links to pages that higher packages know; see `games.common.slots`."""

from typing import NamedTuple

from games.common.slots import Shelf, Slot


class PagePart(NamedTuple):
    """A part of a page that is fetched when the page is shown."""

    #: The address of the part; without JavaScript it is a whole page.
    url: str
    #: The text that is shown until the part arrives.
    pending: str


class Origin(NamedTuple):
    """The event that arranged a table: its name and page, and the round and table numbers."""

    name: str
    url: str
    round: int = 0
    table: int = 0
    #: Names of substitutes and of the players for whom they play.
    substitutes: tuple[tuple[str, str], ...] = ()


#: Takes a table id and returns what arranged the table; None if unknown.
origin_of: Slot[[int], Origin | None] = Slot("what has arranged a table")
#: Takes the common key of tables with the same packs and returns the page that compares them.
comparison_page: Slot[[str], str] = Slot("the comparison of tables with the same packs")
#: Take a table's slug and a session number and return more parts for the page of the session.
session_parts: Shelf[[str, int], PagePart] = Shelf()
#: Take the slug of a deleted table and return the page for its users; empty if unknown.
onward_pages: Shelf[[str], str] = Shelf()


def onward_page(slug: str) -> str:
    """Return the page for users of the deleted table with that slug; empty if there is none."""
    return next(filter(None, onward_pages(slug)), "")
