"""What people are told of events, in words: on the front page, and as mails."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import money, numbers
from tournaments.events.models import Event, EventNotice
from tournaments.events.presenter.terms import in_short
from tournaments.events.presenter.words import signed, when
from tournaments.events.services.terms import is_for_money
from tournaments.ledger.presenter.corrections import new_maximum_sentences

_Kind = EventNotice.Kind


@dataclass(frozen=True, slots=True)
class NoticeWords:
    """What somebody is told of an event."""

    title: str
    #: What there is to say besides, which may be nothing.
    detail: str


def notice_words(event: Event, kind: str, params: dict[str, Any]) -> NoticeWords:
    """Return what is said in a notice of the event; its club is fetched already."""
    return _WORDS[_Kind(kind)](event, params)


def _reminder(event: Event, params: dict[str, Any]) -> NoticeWords:
    return NoticeWords(
        _("%(event)s begins soon") % {"event": event.name},
        _("You have entered. It begins on %(when)s.") % {"when": when(event)},
    )


def check_in_words(event: Event) -> NoticeWords:
    """Return what those are told who have to say that they are there."""
    if is_for_money(event):
        stake = money.stake(event.stake_minor, event.currency)
        said = _(
            "The check-in has begun. You play for %(stake)s: look at the terms, and say that you"
            " are here, or you will not be seated."
        )
        title = _("%(event)s: are you here?") % {"event": event.name}
        return NoticeWords(title, said % {"stake": stake})
    return NoticeWords(
        _("%(event)s: are you here?") % {"event": event.name},
        _("The check-in has begun. Say that you are here, or you will not be seated."),
    )


def _check_in(event: Event, params: dict[str, Any]) -> NoticeWords:
    if not params.get("is_waiting"):
        return check_in_words(event)
    return NoticeWords(
        _("%(event)s: are you here?") % {"event": event.name},
        _(
            "The check-in has begun, and you are on the waiting list. Say that you are here: the"
            " places of those who do not come go to those who wait and are here."
        ),
    )


def _moved_up(event: Event, params: dict[str, Any]) -> NoticeWords:
    title = _("You are in: %(event)s") % {"event": event.name}
    if number := params.get("round"):
        said = _(
            "A place is free, and you have moved up from the waiting list. You play from round"
            " %(round)s on."
        )
        return NoticeWords(title, said % {"round": number})
    said = _("A place is free, and you have moved up from the waiting list. It begins on %(when)s.")
    return NoticeWords(title, said % {"when": when(event)})


def _new_time(event: Event, params: dict[str, Any]) -> NoticeWords:
    if zone := params.get("zone"):
        return NoticeWords(
            _("%(event)s keeps its time of day in another time zone") % {"event": event.name},
            _("The club now goes by the time of %(zone)s. It begins on %(when)s.")
            % {"zone": zone, "when": when(event)},
        )
    return NoticeWords(
        _("%(event)s has a new time") % {"event": event.name},
        _("It begins on %(when)s.") % {"when": when(event)},
    )


def _cancelled(event: Event, params: dict[str, Any]) -> NoticeWords:
    title = _("%(event)s is cancelled") % {"event": event.name}
    if params.get("because"):
        return NoticeWords(title, _("The club has closed, and your entry was withdrawn."))
    if reason := params.get("reason"):
        return NoticeWords(title, _("It will not take place: %(reason)s") % {"reason": reason})
    return NoticeWords(title, _("It will not take place."))


def _announced(event: Event, params: dict[str, Any]) -> NoticeWords:
    title = _("News from %(event)s") % {"event": event.name}
    return NoticeWords(title, str(params.get("text", "")))


def _table(event: Event, params: dict[str, Any]) -> NoticeWords:
    return NoticeWords(
        _("Your table is ready: %(event)s") % {"event": event.name},
        _("Round %(round)s has begun, and the others wait for you.")
        % {"round": params.get("round", "")},
    )


def _results(event: Event, params: dict[str, Any]) -> NoticeWords:
    place = numbers.ordinal(int(params.get("place", 0)))
    words = {"place": place, "of": params.get("of", ""), "event": event.name}
    if params.get("shared"):
        title = _("You share %(place)s place of %(of)s in %(event)s") % words
    else:
        title = _("You came %(place)s of %(of)s in %(event)s") % words
    return NoticeWords(title, _("The results are out."))


def _entrant_gone(event: Event, params: dict[str, Any]) -> NoticeWords:
    return NoticeWords(
        _("%(name)s no longer takes part in %(event)s")
        % {"name": params.get("name", ""), "event": event.name},
        _("They no longer belong to the club, so their entry was withdrawn."),
    )


def _visibility(event: Event, params: dict[str, Any]) -> NoticeWords:
    return NoticeWords(
        _("Choose who sees %(event)s") % {"event": event.name},
        _(
            "Everybody can see it, as before. You can now keep events for members, or for those who"
            " have the link: change the event. New events are for members at first."
        ),
    )


def _withdrawn(event: Event, params: dict[str, Any]) -> NoticeWords:
    return NoticeWords(
        _("You no longer take part in %(event)s") % {"event": event.name},
        _("You no longer belong to the club, so your entry was withdrawn."),
    )


def _penalty(event: Event, params: dict[str, Any]) -> NoticeWords:
    points, minor = int(params.get("points", 0)), int(params.get("minor", 0))
    reason = _("Reason: %(reason)s") % {"reason": params.get("reason", "")}
    if params.get("is_reversed"):
        title = _("Your penalty in %(event)s is taken back") % {"event": event.name}
        said = ngettext(
            "You have %(count)d point back.", "You have %(count)d points back.", points
        ) % {"count": points}
        return NoticeWords(title, f"{said} {reason}")
    title = _("You got a penalty in %(event)s") % {"event": event.name}
    said = ngettext(
        "It takes %(count)d point from you.", "It takes %(count)d points from you.", points
    ) % {"count": points}
    currency = str(params.get("currency", ""))
    if minor:
        cost = _("It costs you %(amount)s.") % {"amount": money.amount(minor, currency)}
    else:
        cost = _("It costs you no money.") if currency else ""
    return NoticeWords(title, " ".join(each for each in (said, cost, reason) if each))


def _corrected(event: Event, params: dict[str, Any]) -> NoticeWords:
    words = {
        "round": params.get("round", ""),
        "table": params.get("table", ""),
        "before": signed(int(params.get("before", 0))),
        "after": signed(int(params.get("after", 0))),
        "reason": params.get("reason", ""),
    }
    return NoticeWords(
        _("Your result in %(event)s was corrected") % {"event": event.name},
        _(
            "Round %(round)s, table %(table)s: you now have %(after)s points instead of"
            " %(before)s. Reason: %(reason)s"
        )
        % words,
    )


def _correction(event: Event, params: dict[str, Any]) -> NoticeWords:
    known = ("round", "table", "by", "reason", "answered_by")
    words = {name: params.get(name, "") for name in known} | {"event": event.name}
    state = params.get("state")
    if state == "declined":
        return NoticeWords(
            _("A correction in %(event)s was declined") % words,
            _("%(answered_by)s declined it, so the result of table %(table)s stays as it was.")
            % words,
        )
    if state == "lapsed":
        return NoticeWords(
            _("A correction in %(event)s was not confirmed") % words,
            _("The result of table %(table)s in round %(round)s stays as it was.") % words,
        )
    if state == "done":
        return NoticeWords(
            _("A result in %(event)s was corrected") % words,
            _("Round %(round)s, table %(table)s. Reason: %(reason)s") % words,
        )
    title = _("%(by)s proposes another result in %(event)s") % words
    if higher := params.get("higher"):
        where = _("Round %(round)s, table %(table)s.") % words
        reason = _("Reason: %(reason)s") % words
        return NoticeWords(title, f"{where} {new_maximum_sentences(higher)} {reason}")
    if params.get("by_itself"):
        said = _(
            "Round %(round)s, table %(table)s. Confirm or decline it; after 24 hours it counts by"
            " itself. Reason: %(reason)s"
        )
    else:
        said = _("Round %(round)s, table %(table)s. Confirm or decline it. Reason: %(reason)s")
    return NoticeWords(title, said % words)


def _paper_deal(event: Event, params: dict[str, Any]) -> NoticeWords:
    words = {name: params.get(name, "") for name in ("by", "deal", "round", "table")}
    return NoticeWords(
        _("%(by)s wrote a deal of yours down: %(event)s") % (words | {"event": event.name}),
        _(
            "Round %(round)s, table %(table)s, deal %(deal)s. Confirm it, or say that it is wrong;"
            " after 24 hours it counts by itself."
        )
        % words,
    )


def _substitute(event: Event, params: dict[str, Any]) -> NoticeWords:
    known = ("name", "by", "round", "table", "answered_by")
    words = {each: params.get(each, "") for each in known} | {"event": event.name}
    where = _("Round %(round)s, table %(table)s.") % words
    state = params.get("state")
    if state == "asked-player":
        return NoticeWords(
            _("%(by)s is to play on for you in %(event)s") % words,
            _("The result stays yours. Accept or decline the substitute."),
        )
    if state == "asked-substitute":
        return NoticeWords(
            _("You are asked to play for %(name)s in %(event)s") % words,
            _("See whose money you play for, and what it can cost."),
        )
    if state == "declined":
        return NoticeWords(
            _("%(by)s does not play on for %(name)s in %(event)s") % words,
            _("%(answered_by)s declined.") % words,
        )
    if state == "substitute":
        return NoticeWords(
            _("%(by)s plays for %(name)s in %(event)s") % words,
            _("The result at table %(table)s in round %(round)s is %(by)s’s.") % words,
        )
    if state == "entrant":
        return NoticeWords(_("%(by)s plays on for %(name)s in %(event)s") % words, where)
    return NoticeWords(_("You play on for %(name)s in %(event)s") % words, where)


def _invited(event: Event, params: dict[str, Any]) -> NoticeWords:
    if not params.get("currency"):
        said = _("Accept or decline on its page. It begins on %(when)s.") % {"when": when(event)}
    else:
        said = _(
            "You would play for %(terms)s. You have no place until you accept. It begins on"
            " %(when)s."
        ) % {"terms": in_short(params), "when": when(event)}
    return NoticeWords(_("You are invited to %(event)s") % {"event": event.name}, said)


def _terms_changed(event: Event, params: dict[str, Any]) -> NoticeWords:
    title = _("The terms of %(event)s have changed") % {"event": event.name}
    before, now, names = params.get("before"), params.get("now"), params.get("names")
    if not now:
        return NoticeWords(title, _("It is for points now; nobody owes anything for it."))
    words = {
        "before": in_short(before) if before else _("points only"),
        "now": in_short(now),
        "names": numbers.listed(names or []),
    }
    if names:
        said = _(
            "Before: %(before)s. Now: %(now)s. You answer for %(names)s: confirm that again at the"
            " desk, or they are not seated."
        )
    else:
        said = _(
            "Before: %(before)s. Now: %(now)s. Your place stays yours, but you are not seated until"
            " you agree to the new terms."
        )
    return NoticeWords(title, said % words)


def _in_person(event: Event, params: dict[str, Any]) -> NoticeWords:
    said = _(
        "An organizer recorded that you agreed in person to play for %(terms)s, and wrote:"
        " “%(reason)s”. What you lose is owed only once you accept it yourself. If it is not right,"
        " withdraw."
    )
    return NoticeWords(
        _("%(event)s: did you agree to play?") % {"event": event.name},
        said % {"terms": in_short(params), "reason": params.get("reason", "")},
    )


_WORDS: Final[dict[EventNotice.Kind, Callable[[Event, dict[str, Any]], NoticeWords]]] = {
    _Kind.REMINDER: _reminder,
    _Kind.CHECK_IN: _check_in,
    _Kind.MOVED_UP: _moved_up,
    _Kind.NEW_TIME: _new_time,
    _Kind.CANCELLED: _cancelled,
    _Kind.ANNOUNCED: _announced,
    _Kind.TABLE: _table,
    _Kind.RESULTS: _results,
    _Kind.ENTRANT_GONE: _entrant_gone,
    _Kind.VISIBILITY: _visibility,
    _Kind.WITHDRAWN: _withdrawn,
    _Kind.PENALTY: _penalty,
    _Kind.CORRECTED: _corrected,
    _Kind.CORRECTION: _correction,
    _Kind.PAPER_DEAL: _paper_deal,
    _Kind.SUBSTITUTE: _substitute,
    _Kind.INVITED: _invited,
    _Kind.TERMS: _terms_changed,
    _Kind.IN_PERSON: _in_person,
}


def notice_url(event: Event) -> str:
    """Return where a notice of the event leads."""
    return reverse("event", args=[event.slug])


def notice_link(notice: EventNotice) -> str:
    """Return where the notice leads: to what it asks, or to its event."""
    event, number = notice.event, notice.number
    if notice.kind == _Kind.CORRECTION:
        return reverse("event_correction", args=[event.slug, number])
    if notice.kind == _Kind.PAPER_DEAL:
        return reverse("event_paper", args=[event.slug, number])
    if str(notice.params.get("state", "")).startswith("asked-"):
        return reverse("event_substitution", args=[event.slug, number])
    return notice_url(event)
