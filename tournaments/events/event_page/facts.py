"""Facts about an event."""

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.common import money
from games.language import labels
from games.language.stake_words import waiting_stake_label
from games.tables import clocks
from games.tables.models import Table
from tournaments.events.core.format_input import (
    format_of,
    is_night,
)
from tournaments.events.core.models import Event
from tournaments.events.core.words import format_words, rules_of
from tournaments.events.series.words import repeats_fact
from tournaments.events.settling.settled import settled_when
from tournaments.events.standings.ties import order_label
from tournaments.events.terms.max_loss import session_cost_of
from tournaments.events.terms.prize_words import (
    fee_fact,
    payments_sentence,
    players_in_pot,
    pot_sentences,
    shares_sentences,
    tie_sentences,
)
from tournaments.events.terms.selectors import cost_in, newcomer_terms
from tournaments.pairing.formats import FORMATS as FORMATS_BY_NAME

_Status = Event.Status


@dataclass(frozen=True, slots=True)
class EventFact:
    """A fact about an event with its label."""

    label: str
    value: str
    url: str = ""


def facts(event: Event, *, with_stake: bool) -> list[EventFact]:
    """Return an event's facts except name, time and description; the stake if `with_stake`.

    At most three queries, and four more if the event has a stake or a fee.

    :param with_stake: whether the reader may see the stake
    """
    found = [
        EventFact(_("Format"), format_words(event)),
        EventFact(_("Rules"), *rules_of(event)),
        EventFact(
            _("Session length") if is_night(event) else _("Round length"),
            labels.deals_label(event.deals),
        ),
        EventFact(_("Tie-breaks"), order_label(format_of(event).tie_breaks)),
        _uneven_fact(event),
        EventFact(_("Visible to"), event.get_visibility_display()),
    ]
    if with_stake:
        found.append(EventFact(_("Stake"), _stake_label(event)))
    if event.currency and with_stake:
        found.append(
            EventFact(pgettext("when an event is settled", "Settled"), settled_when(event))
        )
        if event.status not in Event.OVER_STATUSES:
            found.append(_max_loss_fact(event))
        found += _money_facts(event)
    if event.is_on_paper:
        found.append(EventFact(_("Cards"), _("Real cards; results are entered on this site")))
    else:
        found.append(EventFact(_("Clock"), clocks.label(event.clock)))
        found.append(EventFact(_("Spectators"), _spectators_label(event)))
    if event.sit_out_points:
        given = _("%(points)s per round, paid by the club")
        found.append(
            EventFact(
                _("Points for sitting out"), given % {"points": money.points(event.sit_out_points)}
            )
        )
    if FORMATS_BY_NAME[event.format].same_packs:
        found.append(EventFact(_("Cards dealt"), _("The same at every table; no redeals")))
    if event.entry_limit is not None:
        found.append(EventFact(_("Player limit"), str(event.entry_limit)))
    if not is_night(event):
        found.append(EventFact(_("Sign-up closes"), _signup_end_label(event)))
    if event.status != _Status.DRAFT:
        url = reverse("event_ics", args=[event.slug])
        found.append(EventFact(_("Calendar"), _("Add to my calendar"), url))
    if repeats := repeats_fact(event):
        url = reverse("club_events", args=[event.club.slug])
        found.append(EventFact(_("Repeats"), repeats, url))
    found += [
        EventFact(_("Season"), each.name, each.get_absolute_url())
        for each in event.seasons.order_by("pk")
    ]
    return found


def _signup_end_label(event: Event) -> str:
    """Return when sign-up closes: as the organizer chose, or as late as the format allows."""
    never = format_of(event).late_entry == "never"
    chosen = event.signup_closes
    if chosen == Event.SignupCloses.FORMAT or (never and chosen != Event.SignupCloses.START):
        return str(_FORMAT_CLOSES[format_of(event).late_entry])
    return str(_CLOSES[Event.SignupCloses(event.signup_closes)])


_CLOSES: Final = {
    Event.SignupCloses.START: gettext_lazy("When the event starts"),
    Event.SignupCloses.FIRST_ROUND: gettext_lazy("When the first round ends"),
    Event.SignupCloses.HALF: gettext_lazy("Halfway through the rounds"),
}
_FORMAT_CLOSES: Final = {
    "any_time": gettext_lazy("When the event ends"),
    "half": gettext_lazy("Halfway through the rounds"),
    "half_of_groups": gettext_lazy("Halfway through the group rounds"),
    "never": gettext_lazy("When the first round starts"),
}


def _max_loss_fact(event: Event) -> EventFact:
    """Return the maximum loss of a player: in the event, or in one session of a club night."""
    if is_night(event):
        amount = money.amount(*session_cost_of(event))
        return EventFact(_("Max. loss"), _("%(amount)s per session") % {"amount": amount})
    terms = newcomer_terms(event)
    if not event.stake_minor:
        return EventFact(_("Max. loss"), money.amount(*cost_in(terms)))
    words = ngettext(
        "%(amount)s over at most %(count)d round",
        "%(amount)s over at most %(count)d rounds",
        terms["rounds"],
    )
    said = words % {"amount": money.amount(*cost_in(terms)), "count": terms["rounds"]}
    return EventFact(_("Max. loss"), said)


def _money_facts(event: Event) -> list[EventFact]:
    """Return fee, prizes and payments of an event as far as it has them. At most one query."""
    entries = event.entries.all() if event.prizes else ()
    found = [
        EventFact(_("Entry fee"), fee_fact(event)),
        EventFact(_("Pot"), pot_sentences(event, players_in_pot(entries))),
        EventFact(_("Prizes"), shares_sentences(event)),
        EventFact(_("Ties and rounding"), tie_sentences(event)),
        EventFact(_("Payments"), payments_sentence(event)),
    ]
    return [fact for fact in found if fact.value]


def _spectators_label(event: Event) -> str:
    """Return whether spectators may watch, and with what delay."""
    if not event.spectators or not event.spectator_delay:
        return _("Allowed") if event.spectators else _("Not allowed")
    return ngettext(
        "Allowed, with a delay of %(count)d play",
        "Allowed, with a delay of %(count)d plays",
        event.spectator_delay,
    ) % {"count": event.spectator_delay}


def _stake_label(event: Event) -> str:
    """Return the stake as text, with how results of bots are paid."""
    # Bots fill tables or take part as entrants; with real cards there are none.
    house, bots = Table.BotMoney.HOUSE, not event.is_on_paper
    return waiting_stake_label(event.stake_minor, event.currency, house, bots=bots)


def _uneven_fact(event: Event) -> EventFact:
    """Return what happens if tables don't fill; at a club night, whether bots fill seats."""
    if not is_night(event):
        return EventFact(_("If tables don’t fill"), event.get_uneven_display())
    completed = event.uneven == Event.Uneven.BOTS
    none = pgettext("bots at a club night", "None")
    return EventFact(_("Bots"), _("Fill empty seats") if completed else none)
