"""Links to questions that users have yet to answer: corrections and substitutes."""

from collections.abc import Collection

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.events.core.models import Event
from tournaments.events.corrections.models import EventCorrection
from tournaments.events.corrections.services import corrections_for
from tournaments.events.substitutes.models import Substitution
from tournaments.events.substitutes.services import substitutions_for


def unanswered_questions(event: Event, user: User | None) -> list[tuple[str, str]]:
    """Return links to open questions to the user in a started event. At most two queries."""
    if user is None or event.status not in Event.STARTED_STATUSES:
        return []
    corrections = corrections_for(event, user)
    asks_substitutes = event.currency and event.status == Event.Status.RUNNING
    return question_links(
        event, corrections, substitutions_for(event, user) if asks_substitutes else ()
    )


def question_links(
    event: Event,
    corrections: Collection[EventCorrection],
    substitutions: Collection[Substitution] = (),
) -> list[tuple[str, str]]:
    """Return (text, URL) of each of these unanswered corrections and requests for substitutes."""
    lines = [
        (
            _("%(by)s proposes a correction: round %(round)s, table %(table)s")
            % {
                "by": each.proposed_by.shown_name,
                "round": each.event_table.round.number,
                "table": each.event_table.number,
            },
            reverse("event_correction", args=[event.slug, each.pk]),
        )
        for each in corrections
    ]
    return lines + [
        (
            _("Let %(by)s play for %(name)s at table %(table)s?")
            % {
                "by": each.name,
                "name": each.seat.entry.name if each.seat.entry is not None else "",
                "table": each.seat.event_table.number,
            },
            reverse("event_substitution", args=[event.slug, each.pk]),
        )
        for each in substitutions
    ]
