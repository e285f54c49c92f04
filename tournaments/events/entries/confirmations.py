"""Confirmation questions before leaving an event or closing a season."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from games.common.denials import Denial
from tournaments.clubs.presenter import Question
from tournaments.events.core.denials import EventCode, sentence
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.seasons.models import Season


def leaving_question(event: Event, entry: Entry) -> Question:
    """Return the question that tells an entrant the consequences of leaving the event."""
    is_running = event.status == Event.Status.RUNNING
    if is_running:
        title, button = _("Leave %(event)s?"), _("Leave event")
        sentences = [_running_seat_sentence(event)]
        if event.currency:
            sentences.append(_("What you’ve won or lost so far is settled with the event."))
        sentences.append(_("You can rejoin until the next round is published."))
        if event.entry_limit is not None:
            sentences.append(
                _("If the event is full when you rejoin, you’ll go to the end of the waiting list.")
            )
    else:
        title, button = _("Withdraw from %(event)s?"), _("Withdraw")
        sentences = [_("Your place goes to another player. You’ll owe nothing for this event.")]
        if entry.status == Entry.Status.WAITING:
            sentences = [_("You’ll lose your place on the waiting list.")]
        sentences.append(
            _(
                "If you sign up again when the event is full, you’ll go to the end of the waiting"
                " list."
            )
        )
    return Question(
        title=title % {"event": event.name},
        sentences=sentences,
        button=button,
        back=_("Stay in the event"),
        back_url=reverse("event", args=[event.slug]),
    )


def _running_seat_sentence(event: Event) -> str:
    """Return the consequences of leaving the event while seated in a running round."""
    if event.is_on_paper:
        return _(
            "If you’re at a table, the organizers choose who plays on for you. You won’t be seated"
            " in later rounds."
        )
    return _(
        "If you’re at a table, a bot plays on for you and the result still counts for you. You"
        " won’t be seated in later rounds."
    )


def closing_question(season: Season, *, settles: bool, running: Sequence[str]) -> Question:
    """Return the question before closing the season; while events run, why it can't be closed.

    :param settles: whether the club carries balances over to the end of the season
    :param running: names of the season's running events
    """
    title = _("Close %(season)s?") % {"season": season.name}
    if running:
        why = Denial(EventCode.SEASON_PLAYS, {"names": tuple(running)})
        return Question(
            title=title,
            sentences=[sentence(why)],
            button="",
            back=_("Keep season open"),
            back_url=season.get_absolute_url(),
        )
    sentences = [_("The standings become final, and events can no longer be added or removed.")]
    if settles:
        sentences.append(
            _("Open balances are settled: members who owe money will be asked to pay.")
        )
    sentences.append(
        _(
            "Organizers can reopen the season, but payments that have already been requested will"
            " still be due."
        )
    )
    return Question(
        title=title,
        sentences=sentences,
        button=_("Close season"),
        back=_("Keep season open"),
        back_url=season.get_absolute_url(),
    )
