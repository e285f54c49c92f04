"""Pages of a table in browsers, without the browsers."""

from django.utils import translation

from accounts.models import User
from games.live.parts import Renderings
from games.screens.table.live_page import TablePage
from games.screens.table.parts import BoardParts, board_parts
from games.screens.table.state import TableState, table_state


class ShownTable:
    """The page of one viewer of a table."""

    def __init__(self, user: User | None, renderings: Renderings | None = None) -> None:
        """Open the page; viewers of one table share their renderings."""
        self.user = user
        self.page = TablePage()
        self.renderings = renderings or Renderings()

    def news(self, state: TableState | int, *args, **named) -> str:
        """Return the HTML that brings the page up to the state, or to that of a table now."""
        shown = table_state(state) if isinstance(state, int) else state
        return self.page.table_news(shown, self.user, self.renderings, *args, **named)


def board_now(game) -> BoardParts:
    """Return the public view of the game's table in the active language."""
    state = table_state(game.table.pk)
    made = Renderings().parts(state, translation.get_language(), state.is_delayed, board_parts)
    assert isinstance(made, BoardParts)
    return made
