"""The address of a replay, for apps below that link to it."""

from django.urls import reverse

from games.tables import links


def _replay_address(slug: str, session: int, deal: int) -> str:
    """Return the address of a deal's replay."""
    return reverse("replay", args=[slug, session, deal])


def provide() -> None:
    """Fill the slot of the replay's address; called when all apps are ready."""
    links.deal_page.fill(_replay_address)
