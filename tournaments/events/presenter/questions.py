"""Questions that are asked before an event is left or a season is closed."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from games.common.denials import Denial
from tournaments.clubs.presenter import Question
from tournaments.events.denials import EventCode, sentence
from tournaments.events.models import Entry, Event, Season


def leaving_question(event: Event, entry: Entry) -> Question:
    """Return what follows for an entrant who leaves the event."""
    is_running = event.status == Event.Status.RUNNING
    if is_running:
        title, button = _("Leave %(event)s?"), _("Leave the event")
        sentences = [_running_seat(event)]
        if event.currency:
            sentences.append(
                _("What you have won or lost so far stays, and is settled with the event.")
            )
        sentences.append(_("You can come back until the next round is published."))
        if event.entry_limit is not None:
            sentences.append(_("If it is full then, you go to the end of the waiting list."))
    else:
        title, button = _("Withdraw from %(event)s?"), _("Withdraw")
        sentences = [_("Your place is free for others. You owe nothing for this event.")]
        if entry.status == Entry.Status.WAITING:
            sentences = [_("You lose your place in the waiting list.")]
        sentences.append(_("If you enter again and it is full, you go to the end of the list."))
    return Question(
        title=title % {"event": event.name},
        sentences=sentences,
        button=button,
        back=_("Stay in"),
        back_url=reverse("event", args=[event.slug]),
    )


def _running_seat(event: Event) -> str:
    if event.is_on_paper:
        return _(
            "If you sit at a table, the organizers name who plays on for you. You are not seated in"
            " the next rounds."
        )
    return _(
        "If you sit at a table, a bot plays on for you there, and its result is yours. You are not"
        " seated in the next rounds."
    )


def closing_question(season: Season, *, settles: bool, running: Sequence[str]) -> Question:
    """Return what follows when the season is closed, or which events keep it open.

    :param settles: whether the club carries balances over until then
    :param running: the names of its events that run
    """
    title = _("Close %(season)s?") % {"season": season.name}
    if running:
        why = Denial(EventCode.SEASON_PLAYS, {"names": tuple(running)})
        return Question(
            title=title,
            sentences=[sentence(why)],
            button="",
            back=_("Keep it open"),
            back_url=season.get_absolute_url(),
        )
    sentences = [_("Its standings are final, and no event can be added or taken out.")]
    if settles:
        sentences.append(
            _("What was carried over is settled: members who owe money are asked to pay it.")
        )
    sentences.append(
        _("Organizers can open the season again; payments that were asked for by then stay.")
    )
    return Question(
        title=title,
        sentences=sentences,
        button=_("Close the season"),
        back=_("Keep it open"),
        back_url=season.get_absolute_url(),
    )
