"""The page of a finished session."""

from typing import Any

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.guests import person
from accounts.models import User
from games.common.players import page_of
from games.language import labels
from games.language.scores import deal_report, final_standing_text, sheet_of
from games.language.stake_words import stake_label
from games.tables import selectors
from games.tables.history import states_of
from games.tables.models import Session
from games.tables.stakes import is_shown_money


@require_safe
def session(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a finished session's standing, score sheet and deals; 404 if not over or not visible.

    :param number: the ordinal of the session at the table, from 1
    """
    user = person(request)
    found = selectors.finished_session(slug, number, user)
    if found is None:
        raise Http404(_("This game doesn’t exist, isn’t over or is private."))
    return render(request, "games/screens/session.html", session_page(found, user))


def session_page(session: Session, reader: User | None) -> dict[str, Any]:
    """Return the template context of a finished session: standing, score sheet and completed deals.

    Replays each deal; the actions of all deals are read in one query.
    """
    seats = list(session.seats.all())
    deals = [deal for deal in session.deals.all() if deal.nets is not None]
    prefetch_related_objects(deals, "actions")
    number = reader.pk if reader else None
    with_money = is_shown_money(session, seats, number)
    own_seat = (
        next((seat.number for seat in seats if seat.user_id == number), None) if number else None
    )
    results = []
    for deal in deals:
        state = states_of(deal, deal.actions.all())[-1]
        assert state.result is not None
        url = reverse("replay", args=[session.table.slug, session.number, deal.number])
        results.append(
            deal_report(
                deal.number,
                state.rules,
                state.result,
                seats,
                session,
                with_money=with_money,
                reader=own_seat,
                replay_url=url,
            )
        )
    final = final_standing_text(
        session,
        session.table.slug,
        seats,
        deals,
        with_money=with_money,
        reader=own_seat,
        pages={seat.number: page_of(seat.user) for seat in seats},
    )
    return {
        "session": session,
        "rules_name": labels.rules_label(session.rules_name),
        "final": final,
        "sheet": sheet_of(session, seats, deals, with_money=with_money),
        "deals": results,
        "may_review": own_seat is not None,
        "stake_label": stake_label(session, seats, bots=session.table.bots),
    }
