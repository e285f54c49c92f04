"""Addresses that tables, sessions and deals have on pages above."""

from typing import NamedTuple

from games.common.slots import Shelf, Slot


class PagePart(NamedTuple):
    """A part of a page that is fetched when the page is shown."""

    #: Where the part comes from; the same address is a whole page without JavaScript.
    url: str
    #: What is shown until it is there.
    pending: str


class Origin(NamedTuple):
    """Whatever has arranged a table: what it is called, and its page."""

    name: str
    url: str


#: What has arranged a table, by the table's number; None where that is not known.
origin_of: Slot[[int], Origin | None] = Slot("what has arranged a table")
#: The page of a table, by its slug.
table_page: Slot[[str], str] = Slot("the page of a table")
#: The page of a finished session, by its table's slug and its number there.
session_page: Slot[[str, int], str] = Slot("the page of a session")
#: The page of a finished deal, by its table's slug and the numbers of session and deal.
deal_page: Slot[[str, int, int], str] = Slot("the page of a deal")
#: Where a table counts for more than itself, by the table's slug; asked for those alone.
purpose_page: Slot[[str], str] = Slot("the page of what a table counts for")
#: Where tables that play the same packs are compared, by what they have in common.
comparison_page: Slot[[str], str] = Slot("the comparison of tables with the same packs")
#: Where a form asks for a table of one person against bots; it sends an ``opening_key``.
play_now_page: Slot[[], str] = Slot("where a table against bots is asked for")
#: What else is shown of a finished session, by its table's slug and its number there.
session_parts: Shelf[[str, int], PagePart] = Shelf()
#: Where else people are invited from to a table that waits, by its slug: parts of its page.
invite_parts: Shelf[[str], str] = Shelf()
#: Where the people of a table go that was taken away, by its slug; empty where nobody knows.
onward_pages: Shelf[[str], str] = Shelf()


def onward_page(slug: str) -> str:
    """Return where the people of a table go that is no longer there; empty for nowhere."""
    return next(filter(None, onward_pages(slug)), "")
