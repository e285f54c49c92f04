"""The address of a replay, for apps below that link to it."""

from django.urls import reverse

from games.tables import links


def _deal_page(slug: str, session: int, deal: int) -> str:
    return reverse("replay", args=[slug, session, deal])


def provide() -> None:
    """Fill the slot; called when all apps are ready."""
    links.deal_page.fill(_deal_page)
