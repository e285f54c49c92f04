"""Link preview picture of a table: rules, length, stake and free seats."""

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override, pgettext
from django.views.decorators.http import require_safe

from accounts.languages import language_for, offered
from games.common.previews.facts import LinkPicture
from games.common.previews.http import picture
from games.language import labels
from games.language.stake_words import waiting_stake_label
from games.rules.ruleset.rule_set import RuleSet
from games.tables import selectors
from games.tables.models import Table


@require_safe
def table_preview(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Send the picture of a table that anyone may watch, or else the site's default picture.

    It is in the host's language: the program that asks for it shows it to others.
    """
    found = selectors.table_to_watch(slug, None)
    host = None if found is None else found.host
    with override(offered() if host is None else language_for(host)):
        return picture(request, None if found is None else preview_of(found))


def preview_of(table: Table) -> LinkPicture:
    """Return the contents of the picture, without names of players. Two queries."""
    session = table.sessions.order_by("-number").first()
    if session is None:
        lines = [labels.rules_label(table.rules_name)]
        return LinkPicture(
            pgettext("where cards are played", "Table"), _("Big Two table"), tuple(lines)
        )
    lines = [
        labels.rules_label(session.rules_name),
        labels.length_label(session.deals_planned, session.target),
        waiting_stake_label(
            session.stake_minor, session.currency, session.bot_money, bots=table.bots
        ),
    ]
    if table.phase != Table.Phase.WAITING:
        return LinkPicture(
            pgettext("where cards are played", "Table"), _("Big Two table"), tuple(lines)
        )
    taken = set(session.seats.values_list("number", flat=True))
    players = RuleSet.make(options=session.rules).players
    chairs = tuple(number in taken for number in range(players))
    free = chairs.count(False)
    if not free:
        return LinkPicture(
            pgettext("where cards are played", "Table"),
            _("All seats taken"),
            tuple(lines),
            chairs=chairs,
        )
    words = ngettext("%(count)d seat free", "%(count)d seats free", free) % {"count": free}
    return LinkPicture(
        pgettext("adjective", "Open table"), _("Pull up a chair"), (*lines, words), chairs=chairs
    )
