"""Terms of an event with a stake, in words: offered, compared, and on agreement pages."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.agreements.terms import digest_of
from games.common import money
from games.common.languages import paragraph
from games.language import labels
from games.rulebook.terms_text import TermFormat, Terms
from games.tables import clocks
from tournaments.clubs.models import Membership
from tournaments.clubs.policy import Role
from tournaments.events.core import access
from tournaments.events.core.format_input import format_of
from tournaments.events.core.models import Event
from tournaments.events.core.words import FORMATS, format_words
from tournaments.events.entries.models import Entry
from tournaments.events.standings.ties import order_label
from tournaments.events.terms.prize_words import payments_label, price_sentence, stake_and_fee
from tournaments.events.terms.selectors import TermsNow
from tournaments.ledger.links import AgreedEvent, SubjectState
from tournaments.ledger.settling.prize_labels import prizes_label
from tournaments.pairing.formats.knock_out import KnockOut

_Status = Event.Status
_STATES: Final = {
    _Status.RUNNING: SubjectState.RUNNING,
    _Status.FINISHED: SubjectState.FINISHED,
    _Status.CANCELLED: SubjectState.NOT_PLAYED,
}
#: Statuses before the start.
_COMING: Final = (_Status.OPEN, _Status.CHECK_IN)


@dataclass(frozen=True, slots=True)
class Offer:
    """The terms that a user agrees to by pressing a button, in words and as a digest."""

    #: Digest of the shown terms, which the form sends back.
    digest: str
    #: Stake and entry fee as a label.
    stake: str
    #: The same as a sentence.
    price: str
    has_stake: bool
    #: The maximum loss.
    max_loss: str
    #: Stake, maximum loss and number of rounds, in sentences.
    words: str
    #: The terms that the user agreed to before, if different; otherwise empty.
    before: str = ""


def offer_of(terms_now: TermsNow, entry: Entry | None) -> Offer | None:
    """Return the terms offered to the entrant, or to a new player; None for points only."""
    if not terms_now.is_for_money:
        return None
    terms = terms_now.terms_for(entry)
    agreed = None if entry is None else terms_now.agreement_of(entry)
    before = ""
    if agreed is not None and agreed.terms and not terms_now.has_agreed(entry or Entry()):
        before = _("You agreed to %(terms)s.") % {"terms": terms_summary(agreed.terms)}
    return Offer(
        digest=digest_of(terms),
        stake=_price(terms),
        price=price_sentence(terms["stake_minor"], terms.get("fee_minor", 0), terms["currency"]),
        has_stake=bool(terms["stake_minor"]),
        max_loss=money.amount(terms["max_loss"], terms["currency"]),
        words=_max_loss_sentences(terms, may_get_longer=terms_now.may_get_longer),
        before=before,
    )


def _price(terms: Mapping[str, Any]) -> str:
    """Return stake and entry fee in the terms as a label."""
    stake_minor, fee_minor = terms["stake_minor"], terms.get("fee_minor", 0)
    if not stake_minor and not fee_minor:
        return _("points only")
    return stake_and_fee(stake_minor, fee_minor, terms["currency"])


def terms_summary(terms: Mapping[str, Any]) -> str:
    """Return stake and maximum loss as text; `terms` needs only these and the currency."""
    if not terms["currency"]:
        return _("points only")
    return _("%(stake)s, max. loss %(most)s") % {
        "stake": _price(terms),
        "most": money.amount(terms["max_loss"], terms["currency"]),
    }


def _max_loss_sentences(terms: Mapping[str, Any], *, may_get_longer: bool) -> str:
    """Return the stake, the maximum loss and the maximum number of rounds, in sentences.

    :param may_get_longer: whether more entrants could make more rounds possible
    """
    if not terms["stake_minor"] and not terms.get("fee_minor"):
        # The club alone pays for the prizes.
        return _("You play for points and can’t lose any money.")
    if not terms["stake_minor"]:
        # The fee is all that can be lost, in any number of rounds.
        return _("You could lose up to %(most)s: the entry fee.") % {
            "most": money.amount(terms["max_loss"], terms["currency"])
        }
    said = ngettext(
        "Stake: %(stake)s. You could lose up to %(most)s over at most %(count)d round.",
        "Stake: %(stake)s. You could lose up to %(most)s over at most %(count)d rounds.",
        terms["rounds"],
    )
    words = said % {
        "stake": _price(terms),
        "most": money.amount(terms["max_loss"], terms["currency"]),
        "count": terms["rounds"],
    }
    if not may_get_longer:
        return words
    return paragraph(
        words, _("You’ll be asked again if more players sign up and the event gets more rounds.")
    )


@dataclass(frozen=True, slots=True)
class TermLine:
    """One of the terms: its current value and, in a comparison, the one before."""

    label: str
    now: str
    before: str = ""

    @property
    def is_changed(self) -> bool:
        """Return whether the value has changed."""
        return self.now != self.before


def term_lines(terms: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> list[TermLine]:
    """Return all terms as labelled values, beside the values of `before` if given.

    :param before: the terms to compare with; None for no comparison
    """
    older = dict(_labelled_terms(before)) if before else {}
    lines = [
        TermLine(label, value, older.get(label, "")) for label, value in _labelled_terms(terms)
    ]
    named = {each.label for each in lines}
    lines += [TermLine(label, "–", value) for label, value in older.items() if label not in named]
    if before and not any(each.is_changed for each in lines):
        # The rules have the same name but other content.
        return [_mark_changed_rules(each) for each in lines]
    return lines


def _mark_changed_rules(line: TermLine) -> TermLine:
    """Return the line with its value marked as changed if it is that of the rules."""
    if line.label != _("Rules"):
        return line
    return TermLine(line.label, _("%(rules)s (changed)") % {"rules": line.now}, line.before)


def _labelled_terms(terms: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return a label and a formatted value for each of the terms."""
    event = Event(format=terms["format"], format_settings=terms["format_settings"])
    found = [
        (_("Stake"), money.stake(terms["stake_minor"], terms["currency"])),
        (_("Max. loss"), money.amount(terms["max_loss"], terms["currency"])),
        (_("Max. rounds"), str(terms["rounds"])),
        (_("Rules"), labels.rules_label(terms["rules_name"])),
        (_("Round length"), labels.deals_label(terms["deals"])),
        (_("Format"), format_words(event)),
        *_format_terms(event),
        (_("If tables don’t fill"), str(Event.Uneven(terms["uneven"]).label)),
        (_("Points for sitting out"), money.points(terms["sit_out_points"])),
        (_("Penalty limit"), money.points(terms["penalties"])),
        *_labelled_money_terms(terms),
        (_("Cards"), str(Event.Cards(terms["cards"]).label)),
    ]
    if terms["cards"] == Event.Cards.APP:
        found.append((_("Clock"), clocks.label(terms["clock"])))
    return found


def _format_terms(event: Event) -> list[tuple[str, str]]:
    """Return further settings of the format with their labels."""
    made = format_of(event)
    found = [(_("Tie-breaks"), order_label(made.tie_breaks))]
    if isinstance(made, KnockOut):
        found.append((_("Consolation table"), _("Yes") if made.consolation else _("No")))
    return found


def _labelled_money_terms(terms: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return a label and a formatted value for fee, pot, prizes and payments, as far as set."""
    currency = terms["currency"]
    found = [
        (_("Entry fee"), _amount_or_none(terms.get("fee_minor"), currency)),
        (_("Added by the club"), _amount_or_none(terms.get("pot_minor"), currency)),
        (_("Prizes"), prizes_label(terms.get("prizes"), currency)),
        (_("Payments"), payments_label(terms.get("payments", ""))),
    ]
    return [(label, value) for label, value in found if value]


def _amount_or_none(minor: int | None, currency: str) -> str:
    """Return the amount as text; empty for none."""
    return money.amount(minor, currency) if minor else ""


def agreed_events(event_ids: Collection[int], user: User) -> Mapping[int, AgreedEvent]:
    """Return the events by primary key, as data for the user's agreements page. Three queries."""
    events = list(Event.objects.filter(pk__in=event_ids).select_related("club"))
    held = Membership.objects.filter(user=user, club__in={each.club_id for each in events})
    roles = {club: Role(role) for club, role in held.values_list("club", "role")}
    entered = Entry.objects.filter(user=user, event__in=events)
    entries = dict(entered.values_list("event", "status"))
    return {
        each.pk: _agreed_event(each, roles.get(each.club_id), entries.get(each.pk))
        for each in events
    }


def _agreed_event(event: Event, role: Role | None, entry_status: str | None) -> AgreedEvent:
    """Return the event for a user's agreements page, with its address only if the role may see it.

    The address for withdrawing is empty unless the user is signed up and the event hasn't started.
    """
    is_open = access.may_see(event, role, is_entered=entry_status is not None)
    is_in_it = entry_status not in (None, Entry.Status.WITHDRAWN)
    return AgreedEvent(
        name=event.name,
        url=reverse("event", args=[event.slug]) if is_open else "",
        state=_STATES.get(_Status(event.status), SubjectState.WAITING),
        withdraw_url=reverse("event_withdraw", args=[event.slug])
        if is_in_it and event.status in _COMING
        else "",
    )


def unfinished_events() -> QuerySet[Event, Any]:
    """Return a query for the primary keys of events that are neither finished nor cancelled."""
    return Event.objects.exclude(status__in=(_Status.FINISHED, _Status.CANCELLED)).values("pk")


def _format_label(terms: Terms) -> str:
    """Return the event format in the terms as text, with the number of rounds if it is set."""
    name = str(terms["format"])
    title = str(FORMATS[name].title) if name in FORMATS else name
    settings = terms.get("format_settings")
    rounds = settings.get("rounds") if isinstance(settings, Mapping) else None
    if not isinstance(rounds, int):
        return title
    said = ngettext("%(format)s, %(count)d round", "%(format)s, %(count)d rounds", rounds)
    return said % {"format": title, "count": rounds}


#: Labels and values of terms that only events have, for ``games.rulebook.terms_words``.
EVENT_TERMS: Final = (
    TermFormat(
        ("fee_minor",),
        gettext_lazy("Entry fee"),
        lambda terms: money.amount(terms["fee_minor"], terms["currency"]),
    ),
    TermFormat(
        ("pot_minor",),
        gettext_lazy("Added by the club"),
        lambda terms: money.amount(terms["pot_minor"], terms["currency"]),
    ),
    TermFormat(
        ("prizes",),
        gettext_lazy("Prizes"),
        lambda terms: prizes_label(terms["prizes"], terms["currency"]),
    ),
    TermFormat(
        ("payments",),
        gettext_lazy("Payments"),
        lambda terms: payments_label(terms["payments"]),
    ),
    TermFormat(("format", "format_settings"), gettext_lazy("Format"), _format_label),
    TermFormat(
        ("cards",),
        gettext_lazy("Cards"),
        lambda terms: str(Event.Cards(terms["cards"]).label),
    ),
    TermFormat(
        ("uneven",),
        gettext_lazy("If tables don’t fill"),
        lambda terms: str(Event.Uneven(terms["uneven"]).label),
    ),
)
