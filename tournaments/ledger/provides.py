"""What settlements provide to the rooms below: a part of sessions' pages, and notices."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.screens.notices import HomeNotice, home_notices
from games.tables import links
from games.tables.links import PagePart
from tournaments.ledger import selectors
from tournaments.ledger.models import LedgerNotice
from tournaments.ledger.presenter import URGENT, events_of, ledger_words
from tournaments.ledger.topics import register_topics

#: So many notices the front page shows; the others come when these are put away.
MOST_NOTICES = 5


def _settlement(slug: str, number: int) -> PagePart:
    url = reverse("session_settlement", args=[slug, number])
    return PagePart(url, _("The settlement is being worked out…"))


def _notices(user: User) -> list[HomeNotice]:
    """Return what waits for the person's answer, and what they were told. Three queries."""
    if user.is_guest:
        return []
    told = list(selectors.unseen_notices(user)[:MOST_NOTICES])
    events = events_of(each.settlement for each in told)
    found = []
    if waiting := selectors.awaiting_answer(user).count():
        title = ngettext(
            "%(count)d payment waits for your answer.",
            "%(count)d payments wait for your answer.",
            waiting,
        )
        found.append(
            HomeNotice(title % {"count": waiting}, _("Your payments"), reverse("payments"), True)
        )
    for each in told:
        words = ledger_words(each, events)
        found.append(
            HomeNotice(
                title=words.title,
                detail=words.detail,
                url=words.url,
                is_urgent=LedgerNotice.Kind(each.kind) in URGENT,
                press_label=_("Seen"),
                press_url=reverse("ledger_notice_seen", args=[each.pk]),
            )
        )
    return found


def provide() -> None:
    """Fill the slots; called when the apps are ready."""
    register_topics()
    links.session_parts.put(_settlement)
    home_notices.put(_notices, selectors.unseen_at, selectors.awaiting_at)
