"""Texts of event notifications, shown on the home page and sent by email."""

from collections.abc import Callable
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.notices.models import Notice
from accounts.notices.senders import NoticeText
from games.common import money, numbers
from games.common.languages import paragraph
from tournaments.events.core.announcements import shown_text
from tournaments.events.core.models import Event
from tournaments.events.core.words import signed, when
from tournaments.events.notices.kinds import EventKind
from tournaments.events.terms.prize_words import price_sentence, stake_and_fee
from tournaments.events.terms.selectors import is_for_money
from tournaments.events.terms.words import terms_summary
from tournaments.ledger.corrections.texts import new_maximum_sentences

_Kind = EventKind


def notice_words(event: Event, kind: str, params: dict[str, Any]) -> NoticeText:
    """Return the text, without address, of a notice about the event, whose club is fetched."""
    return _WORDS[_Kind(kind)](event, params)


def _opened(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice to members that the event is open for sign-up."""
    said = _("%(club)s, %(when)s. Sign-up is open.") % {
        "club": event.club.name,
        "when": when(event),
    }
    if event.currency:
        price = price_sentence(event.stake_minor, event.fee_minor, event.currency)
        said = paragraph(said, price)
    title = _("New event: %(event)s") % {"event": event.name}
    return NoticeText(title, said, button=_("View event"))


def _reminder(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the reminder to an entrant that the event starts soon."""
    return NoticeText(
        _("%(event)s starts soon") % {"event": event.name},
        _("You’re signed up. The event starts on %(when)s.") % {"when": when(event)},
        button=_("View event"),
    )


def check_in_words(event: Event) -> NoticeText:
    """Return the text that asks a player to check in."""
    if is_for_money(event):
        if event.stake_minor:
            said = _(
                "You’d play for %(stake)s. Review the terms and check in before the event starts,"
                " or you won’t get a seat."
            ) % {"stake": stake_and_fee(event.stake_minor, event.fee_minor, event.currency)}
        else:
            said = paragraph(
                price_sentence(0, event.fee_minor, event.currency),
                _(
                    "Review the terms and check in before the event starts, or you won’t get a"
                    " seat."
                ),
            )
        title = _("Check-in is open for %(event)s") % {"event": event.name}
        return NoticeText(title, said, button=pgettext("yourself", "Check in"))
    return NoticeText(
        _("Check-in is open for %(event)s") % {"event": event.name},
        _("Check in before the event starts, or you won’t get a seat."),
        button=pgettext("yourself", "Check in"),
    )


def _check_in(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice that check-in is open, to an entrant or a player on the waiting list."""
    if not params.get("is_waiting"):
        return check_in_words(event)
    return NoticeText(
        _("Check-in is open for %(event)s") % {"event": event.name},
        _(
            "You’re on the waiting list. Check in anyway: if players don’t show up, their places"
            " go to players on the waiting list who have checked in."
        ),
        button=pgettext("yourself", "Check in"),
    )


def _moved_up(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice to a player who has moved up from the waiting list."""
    title = _("You’re in from the waiting list: %(event)s") % {"event": event.name}
    if number := params.get("round"):
        said = _("A place opened up. You’ll start playing in round %(round)s.")
        return NoticeText(title, said % {"round": number}, button=_("View event"))
    said = _("A place opened up. The event starts on %(when)s.")
    return NoticeText(title, said % {"when": when(event)}, button=_("View event"))


def _new_time(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice that the event has a new start or the club a new time zone."""
    if zone := params.get("zone"):
        return NoticeText(
            _("%(event)s has a new time zone") % {"event": event.name},
            _(
                "The club now uses the time zone %(zone)s. The event keeps its time of day and"
                " starts on %(when)s."
            )
            % {"zone": zone, "when": when(event)},
        )
    return NoticeText(
        _("%(event)s has a new time") % {"event": event.name},
        _("The event now starts on %(when)s.") % {"when": when(event)},
    )


def _cancelled(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice that the event is cancelled, with the reason."""
    title = _("%(event)s is cancelled") % {"event": event.name}
    if params.get("because"):
        return NoticeText(title, _("The club has closed, so you were withdrawn from the event."))
    if reason := params.get("reason"):
        return NoticeText(
            title, _("The event won’t take place. Reason: %(reason)s") % {"reason": reason}
        )
    return NoticeText(title, _("The event won’t take place."))


def _announcement(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice with an organizer's announcement."""
    title = _("News from %(event)s") % {"event": event.name}
    return NoticeText(title, shown_text(str(params.get("text", ""))))


def _table_ready(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice to a player whose table is waiting for them."""
    words = {
        "event": event.name,
        "round": params.get("round", ""),
        "table": params.get("table", ""),
    }
    detail = _("The round has started, and the other players are waiting for you.")
    button = _("Go to your table")
    if not words["table"]:
        # Notices of earlier releases have no table.
        return NoticeText(_("Round %(round)s of %(event)s") % words, detail, button=button)
    title = _("Round %(round)s: table %(table)s in %(event)s") % words
    return NoticeText(title, detail, button=button)


def _called(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice to a player whom an organizer calls to a table."""
    words = {name: params.get(name, "") for name in ("round", "table")} | {"event": event.name}
    return NoticeText(
        _("Please come to table %(table)s") % words,
        _("%(event)s, round %(round)s: the organizers are calling you.") % words,
    )


def _results(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice to an entrant with their place in the final standings."""
    place = numbers.ordinal(int(params.get("place", 0)))
    words = {"place": place, "of": params.get("of", ""), "event": event.name}
    if params.get("shared"):
        title = pgettext("ordinal place", "You tied for %(place)s of %(of)s in %(event)s") % words
    else:
        title = pgettext("ordinal place", "You finished %(place)s of %(of)s in %(event)s") % words
    amount, currency = params.get("amount"), str(params.get("currency", ""))
    detail = _("The final standings are out.")
    if amount and currency:
        won = _("You won %(amount)s.") if amount > 0 else _("You lost %(amount)s.")
        detail = won % {"amount": money.amount(abs(amount), currency)}
        if params.get("awaits_settlement"):
            detail = paragraph(detail, _("You’ll be told who pays whom as soon as it’s settled."))
    return NoticeText(title, detail, button=_("View standings"))


def _entrant_left_club(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice to organizers about an entrant who is no longer in the club."""
    return NoticeText(
        _("%(name)s is out of %(event)s") % {"name": params.get("name", ""), "event": event.name},
        _("%(name)s is no longer in the club and was withdrawn from the event.")
        % {"name": params.get("name", "")},
    )


def _visibility(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice that asks organizers to choose who sees an event of an earlier release."""
    return NoticeText(
        _("Choose who sees %(event)s") % {"event": event.name},
        _(
            "Everyone can still see this event. You can now show events only to members or to"
            " people with the link. To change who sees this event, edit it. New events are visible"
            " only to members at first."
        ),
    )


def _withdrawn(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice to a former member who was withdrawn from the event."""
    return NoticeText(
        _("You’re out of %(event)s") % {"event": event.name},
        _("You’re no longer in the club, so you were withdrawn from the event."),
    )


def _penalty(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice to an entrant about a penalty that was given or removed."""
    points, minor = int(params.get("points", 0)), int(params.get("minor", 0))
    reason, button = str(params.get("reason", "")), _("View standings")
    words = {"event": event.name, "count": points, "points": signed(-points), "reason": reason}
    if params.get("is_reversed"):
        title = _("Your penalty in %(event)s was removed") % words
        said = ngettext(
            "You get %(count)d point back.", "You get %(count)d points back.", points
        ) % {"count": points}
        return NoticeText(title, paragraph(said, _("Reason: %(reason)s") % words), button=button)
    title = _("Penalty %(points)s: %(reason)s") % words
    currency = str(params.get("currency", ""))
    if minor:
        said = ngettext(
            "The penalty in %(event)s costs you %(count)d point and %(amount)s.",
            "The penalty in %(event)s costs you %(count)d points and %(amount)s.",
            points,
        ) % (words | {"amount": money.amount(minor, currency)})
        return NoticeText(title, said, button=button)
    said = (
        ngettext(
            "The penalty in %(event)s costs you %(count)d point.",
            "The penalty in %(event)s costs you %(count)d points.",
            points,
        )
        % words
    )
    free = _("The penalty doesn’t cost you any money.") if currency else ""
    return NoticeText(title, paragraph(said, free), button=button)


def _result_corrected(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice to a player whose result an organizer has corrected."""
    after = int(params.get("after", 0))
    words = {
        "round": params.get("round", ""),
        "table": params.get("table", ""),
        "before": signed(int(params.get("before", 0))),
        "after": signed(after),
        "reason": params.get("reason", ""),
    }
    return NoticeText(
        _("Your result in %(event)s was corrected") % {"event": event.name},
        ngettext(
            "Round %(round)s, table %(table)s: you now have %(after)s point instead of %(before)s."
            " Reason: %(reason)s",
            "Round %(round)s, table %(table)s: you now have %(after)s points instead of %(before)s."
            " Reason: %(reason)s",
            abs(after),
        )
        % words,
    )


def _correction(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice about a proposed correction: a question, or how it ended."""
    known = ("round", "table", "by", "reason", "answered_by")
    words = {name: params.get(name, "") for name in known} | {"event": event.name}
    state = params.get("state")
    if state == "declined":
        return NoticeText(
            _("A correction in %(event)s was declined") % words,
            _(
                "%(answered_by)s declined the correction, so the result of table %(table)s stays"
                " the same."
            )
            % words,
        )
    if state == "lapsed":
        return NoticeText(
            _("A correction in %(event)s wasn’t confirmed") % words,
            _("The result of table %(table)s in round %(round)s stays the same.") % words,
        )
    if state == "done":
        return NoticeText(
            _("A result in %(event)s was corrected") % words,
            _("Round %(round)s, table %(table)s. Reason: %(reason)s") % words,
        )
    title = _("%(by)s proposes a correction in %(event)s") % words
    if higher := params.get("higher"):
        where = _("Round %(round)s, table %(table)s.") % words
        reason = _("Reason: %(reason)s") % words
        said = paragraph(where, new_maximum_sentences(higher), reason)
        return NoticeText(title, said, button=pgettext("button", "Answer"))
    if params.get("by_itself"):
        said = _(
            "Round %(round)s, table %(table)s. Confirm or decline the correction. If no player"
            " declines it, it takes effect automatically after 24 hours. Reason: %(reason)s"
        )
    else:
        said = _(
            "Round %(round)s, table %(table)s. Confirm or decline the correction. Reason:"
            " %(reason)s"
        )
    return NoticeText(title, said % words, button=pgettext("button", "Answer"))


def _paper_deal(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice that asks a player to confirm a deal entered on the score sheet."""
    words = {name: params.get(name, "") for name in ("by", "deal", "round", "table")}
    return NoticeText(
        _("%(by)s entered one of your deals: %(event)s") % (words | {"event": event.name}),
        _(
            "Round %(round)s, table %(table)s, deal %(deal)s. Confirm the result, or dispute it if"
            " it’s wrong. If no player disputes it, it’s confirmed automatically after 24 hours."
        )
        % words,
        button=_("Check the deal"),
    )


def _substitute(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice about a substitute: a question, an answer or who plays now."""
    known = ("name", "by", "round", "table", "answered_by")
    words = {each: params.get(each, "") for each in known} | {"event": event.name}
    where = _("Round %(round)s, table %(table)s.") % words
    state = params.get("state")
    if state == "asked-player":
        return NoticeText(
            _("Let %(by)s play for you in %(event)s?") % words,
            _("The result would still count for you. Accept or decline the substitute."),
            button=pgettext("button", "Answer"),
        )
    if state == "asked-substitute":
        return NoticeText(
            _("Play for %(name)s in %(event)s?") % words,
            _("See whose money is at stake and what the maximum loss is."),
            button=pgettext("button", "Answer"),
        )
    if state == "declined":
        return NoticeText(
            _("%(by)s won’t play for %(name)s in %(event)s") % words,
            _("%(answered_by)s declined the request.") % words,
        )
    if state == "substitute":
        return NoticeText(
            _("%(by)s now plays instead of %(name)s in %(event)s") % words,
            _("%(by)s gets the result at table %(table)s in round %(round)s.") % words,
        )
    if state == "entrant":
        return NoticeText(_("%(by)s now plays for %(name)s in %(event)s") % words, where)
    return NoticeText(_("You now play for %(name)s in %(event)s") % words, where)


def _invited(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice to a member who is invited to the event, with its terms."""
    if not params.get("currency"):
        said = _("Accept or decline on the event’s page. The event starts on %(when)s.") % {
            "when": when(event)
        }
    elif params.get("stake_minor"):
        said = _(
            "You’d play for %(terms)s. You don’t have a place until you accept. The event starts"
            " on %(when)s."
        ) % {"terms": terms_summary(params), "when": when(event)}
    else:
        said = paragraph(
            price_sentence(0, params.get("fee_minor", 0), params["currency"]),
            _("You don’t have a place until you accept. The event starts on %(when)s.")
            % {"when": when(event)},
        )
    title = _("You’re invited to %(event)s") % {"event": event.name}
    return NoticeText(title, said, button=_("View invitation"))


def _terms_changed(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice that an entrant or organizer has to agree to new terms."""
    title = _("The terms for %(event)s have changed") % {"event": event.name}
    before, now, names = params.get("before"), params.get("now"), params.get("names")
    if not now:
        return NoticeText(
            title, _("The event is now played for points only, so no one will owe any money.")
        )
    words = {
        "before": terms_summary(before) if before else _("points only"),
        "now": terms_summary(now),
        "names": numbers.listed(names or []),
    }
    if names:
        said = _(
            "Before: %(before)s. Now: %(now)s. At the desk, confirm that you still take"
            " responsibility for %(names)s. They won’t get a seat until you do."
        )
    else:
        said = _(
            "Before: %(before)s. Now: %(now)s. You keep your place, but you won’t get a seat until"
            " you agree to the new terms."
        )
    return NoticeText(title, said % words, button=_("View new terms"))


def _in_person(event: Event, params: dict[str, Any]) -> NoticeText:
    """Return the notice to a user for whom an organizer recorded an agreement in person."""
    if params.get("stake_minor"):
        said = _(
            "An organizer recorded that you agreed in person to play for %(terms)s, and wrote:"
            " “%(reason)s”. You won’t owe anything for losses until you accept the terms yourself."
            " If you didn’t agree, withdraw from the event."
        )
    else:
        said = _(
            "An organizer recorded that you agreed in person to the terms (%(terms)s), and wrote:"
            " “%(reason)s”. You won’t owe anything until you accept them yourself. If you didn’t"
            " agree, withdraw from the event."
        )
    return NoticeText(
        _("%(event)s: did you agree to play?") % {"event": event.name},
        said % {"terms": terms_summary(params), "reason": params.get("reason", "")},
    )


_WORDS: Final[dict[EventKind, Callable[[Event, dict[str, Any]], NoticeText]]] = {
    _Kind.OPENED: _opened,
    _Kind.REMINDER: _reminder,
    _Kind.CHECK_IN: _check_in,
    _Kind.MOVED_UP: _moved_up,
    _Kind.NEW_TIME: _new_time,
    _Kind.CANCELLED: _cancelled,
    _Kind.ANNOUNCED: _announcement,
    _Kind.TABLE: _table_ready,
    _Kind.CALLED: _called,
    _Kind.RESULTS: _results,
    _Kind.ENTRANT_GONE: _entrant_left_club,
    _Kind.VISIBILITY: _visibility,
    _Kind.WITHDRAWN: _withdrawn,
    _Kind.PENALTY: _penalty,
    _Kind.CORRECTED: _result_corrected,
    _Kind.CORRECTION: _correction,
    _Kind.PAPER_DEAL: _paper_deal,
    _Kind.SUBSTITUTE: _substitute,
    _Kind.INVITED: _invited,
    _Kind.TERMS: _terms_changed,
    _Kind.IN_PERSON: _in_person,
}


def notice_url(event: Event) -> str:
    """Return the address of the event's page, to which notices lead unless they ask a question."""
    return reverse("event", args=[event.slug])


def notice_link(event: Event, notice: Notice) -> str:
    """Return the address that the notice leads to: its question, or its event."""
    if notice.kind == _Kind.CORRECTION:
        return reverse("event_correction", args=[event.slug, notice.key])
    if notice.kind == _Kind.PAPER_DEAL:
        return reverse("event_paper", args=[event.slug, notice.key])
    if str(notice.params.get("state", "")).startswith("asked-"):
        return reverse("event_substitution", args=[event.slug, notice.key])
    return notice_url(event)
