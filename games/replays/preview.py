"""Link preview picture of a replay: the winner and the winning play."""

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from accounts.languages import language_for, offered
from games.common.previews.facts import LinkPicture
from games.common.previews.http import picture
from games.common.previews.typefaces import can_draw
from games.language import labels
from games.language.score_words import result_headline
from games.rules.cards import card_names
from games.rules.deal.actions import Play
from games.tables.history import FinishedDeal, finished_deal


@require_safe
def replay_preview(request: HttpRequest, slug: str, number: int, deal: int) -> HttpResponseBase:
    """Send the picture of a deal that any visitor can see; otherwise the site's picture.

    It is in the host's language, as that of the table: the program that asks for it shows it to
    others.
    """
    finished = finished_deal(slug, number, deal, None)
    host = None if finished is None else finished.table.host
    with override(offered() if host is None else language_for(host)):
        return picture(request, None if finished is None else preview_of(finished))


def preview_of(finished: FinishedDeal) -> LinkPicture:
    """Return the contents of the preview picture of a deal."""
    number, result = finished.deal.number, finished.final.result
    assert result is not None
    title = _("Replay of deal %(number)d") % {"number": number}
    kind = _("Big Two replay")
    if result.winner is None or can_draw(finished.names[result.winner]):
        kind, title = title, result_headline(result, finished.names)
    return LinkPicture(
        kind,
        title,
        (
            labels.rules_label(finished.session.rules_name),
            _("Step by step, with all hands open"),
        ),
        cards=_last_play_names(finished),
    )


def _last_play_names(finished: FinishedDeal) -> tuple[str, ...]:
    """Return the names of the winner's last cards; empty if the deal wasn't won by a play."""
    final = finished.final
    assert final.result is not None
    winner = final.result.winner
    plays = [each for each in final.actions if isinstance(each, Play) and each.seat == winner]
    return tuple(card_names(plays[-1].cards)) if plays else ()
