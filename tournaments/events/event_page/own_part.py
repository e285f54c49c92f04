"""The reader's part in an event: status, buttons and terms."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from accounts.models import User
from games.common.languages import paragraph
from games.screens.question import terms_field
from tournaments.events.core.denial_texts import sign_up_closed
from tournaments.events.core.format_input import (
    next_round_to_skip,
    sign_up_state,
)
from tournaments.events.core.models import Event
from tournaments.events.core.words import table_url
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound, EventTable
from tournaments.events.settling.settled import SettledPart, entry_terms
from tournaments.events.terms.prize_words import (
    players_in_pot,
)
from tournaments.events.terms.selectors import TermsNow
from tournaments.events.terms.words import Offer, offer_of

_Status = Event.Status


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the reader's part of the page."""

    label: str
    url: str
    #: Whether it is the main action.
    is_main: bool = True
    #: Whether it leads to a page that states the consequences and asks for confirmation.
    asks: bool = False
    #: Digest of the terms that pressing it agrees to; empty for none.
    terms: str = ""

    @property
    def terms_field(self) -> SafeString:
        """Hidden field with the digest of the terms."""
        return terms_field(self.terms)


@dataclass(frozen=True, slots=True)
class OwnPart:
    """The reader's part in the event: status, table, buttons, terms and settlement."""

    #: The reader's status in a sentence; may be empty.
    words: str = ""
    #: The reader's table while a round runs.
    table_url: str = ""
    table_number: int = 0
    buttons: Sequence[Button] = ()
    #: The stake terms of signing up; empty for points only or for players already in.
    terms: str = ""
    #: The reader's settlement, once the event has ended.
    settled: SettledPart | None = None


def own_part(
    event: Event,
    entries: Sequence[Entry],
    user: User | None,
    table: EventTable | None,
    rounds: Sequence[EventRound] = (),
    *,
    is_member: bool = True,
    may_return: bool = False,
    terms_now: TermsNow | None = None,
) -> OwnPart:
    """Return the reader's status, table, buttons and terms; all empty for visitors and non-members.

    :param terms_now: the terms of the event and who has agreed to them
    :param rounds: the published rounds
    :param is_member: whether the reader belongs to the club; a former member can only withdraw,
        guests by link take part like members
    :param may_return: whether the reader has left the event and can rejoin
    """
    if user is None:
        return OwnPart()
    own_entry = next((each for each in entries if each.user_id == user.pk), None)
    terms_now = terms_now or TermsNow(event)
    offer = offer_of(terms_now, own_entry)
    terms = ""
    is_guest = own_entry is not None and own_entry.by_link and not is_member
    is_member = is_member or is_guest
    is_in_it = own_entry is not None and own_entry.status != Entry.Status.WITHDRAWN
    if own_entry is not None and own_entry.status == Entry.Status.INVITED:
        return _invited_part(event, entries, rounds, offer) if is_member else OwnPart()
    if is_in_it:
        assert own_entry is not None
        words, buttons = _entered_part(event, entries, own_entry, rounds, offer)
        if offer is not None and is_member and _needs_agreement(event, terms_now, own_entry):
            words = _agreement_request(own_entry, offer)
            terms = paragraph(offer.before, offer.words)
            if not any(each.is_main for each in buttons):
                buttons = [_agree_button(event, offer), *buttons]
        if not is_member:
            words = words and _("You’re no longer in the club, but you’re still signed up.")
            buttons = [each for each in buttons if not each.is_main]
    elif not is_member:
        return OwnPart()
    else:
        words, buttons = _outside_part(event, entries, own_entry, rounds, offer)
        if may_return:
            return _return_part(event, entries, rounds)
        if is_guest:
            # Signing up again needs the link.
            return OwnPart(words=_("You’re no longer signed up for this event."))
        terms = entry_terms(event, offer, players_in_pot(entries)) if buttons else ""
    if table is not None:
        return OwnPart(
            words=_seat_sentence(user, table),
            table_url=table_url(event, table),
            table_number=table.number,
            buttons=[each for each in buttons if not each.is_main or each.terms],
            terms=terms,
        )
    if is_in_it and own_entry is not None and (by := _substitute_sentence(own_entry, rounds)):
        words = by
    return OwnPart(words=words, buttons=buttons, terms=terms)


def _seat_sentence(user: User, table: EventTable) -> str:
    """Return where the user plays now, and for whom if they are a substitute."""
    named: dict[str, str | int] = {"table": table.number}
    seat = next((each for each in table.seats.all() if each.substitute_id == user.pk), None)
    if seat is None or seat.entry is None:
        return _("The round has started. You’re at table %(table)s.") % named
    words = _("The round has started. You’re playing for %(name)s at table %(table)s.")
    return words % (named | {"name": seat.entry.name})


def _substitute_sentence(own_entry: Entry, rounds: Sequence[EventRound]) -> str:
    """Return who plays for the entrant now; empty without a substitute."""
    newest = next((each for each in rounds if each.status == EventRound.Status.RUNNING), None)
    for table in newest.tables.all() if newest is not None else ():
        for seat in table.seats.all():
            if seat.entry_id == own_entry.pk and seat.substitute_name and not table.finished_at:
                words = _("%(by)s is playing for you at table %(table)s.")
                return words % {"by": seat.substitute_name, "table": table.number}
    return ""


def _needs_agreement(event: Event, terms_now: TermsNow, own_entry: Entry) -> bool:
    """Return whether the entrant has yet to agree to the terms; False if event or club ended."""
    if event.status in Event.OVER_STATUSES or event.club.closed_at is not None:
        return False
    return not terms_now.has_agreed(own_entry)


def _agreement_request(own_entry: Entry, offer: Offer) -> str:
    """Return the sentence that asks an entrant to agree to the current terms."""
    if own_entry.in_person is not None:
        return _(
            "An organizer recorded that you agreed in person. You won’t owe anything for losses"
            " until you accept the terms yourself."
        )
    if offer.before:
        return _(
            "The terms have changed. You keep your place, but you won’t get a seat until you agree"
            " to the new terms."
        )
    return _("Agree to the terms to get a seat.")


def _agree_button(event: Event, offer: Offer) -> Button:
    """Return the button that agrees to the offered terms."""
    label = _("Agree: %(stake)s, max. loss %(most)s") % {
        "stake": offer.stake,
        "most": offer.max_loss,
    }
    return Button(label, reverse("event_accept", args=[event.slug]), terms=offer.digest)


def _invited_part(
    event: Event, entries: Sequence[Entry], rounds: Sequence[EventRound], offer: Offer | None
) -> OwnPart:
    """Return an invited member's status and buttons: accept and decline, or decline if too late.

    Empty if the event has ended or the club has closed.
    """
    if event.status in Event.OVER_STATUSES or event.club.closed_at is not None:
        return OwnPart()
    no = Button(_("Decline"), reverse("event_decline", args=[event.slug]), is_main=False)
    if event.status == _Status.RUNNING:
        found = sign_up_state(event, entries, rounds)
        if not found.is_open:
            return OwnPart(words=sign_up_closed(found.closed_by), buttons=[no])
    label, words = _("Accept"), _("You’re invited.")
    if offer is not None:
        named = {"stake": offer.stake, "most": offer.max_loss}
        if offer.has_stake:
            words = _("You’re invited. You’d play for %(stake)s. Maximum loss: %(most)s.") % named
        else:
            words = paragraph(words, offer.price)
        label = _("Accept: %(stake)s, max. loss %(most)s") % named
    if is_full(event, entries):
        words = _(
            "You’re invited, but the event is full. If you accept, you’ll join the waiting list."
        )
    yes = Button(
        label, reverse("event_accept", args=[event.slug]), terms=offer.digest if offer else ""
    )
    terms = entry_terms(event, offer, players_in_pot(entries))
    return OwnPart(words=words, buttons=[yes, no], terms=terms)


def _return_part(event: Event, entries: Sequence[Entry], rounds: Sequence[EventRound]) -> OwnPart:
    """Return status and buttons of an entrant who has left and can rejoin."""
    url = reverse("event_rejoin", args=[event.slug])
    fills_places = sign_up_state(event, entries, rounds).fills_places
    if is_full(event, entries) if fills_places else not is_place_free(event, entries):
        words = _(
            "You left the event, and it’s full now. You can join the waiting list until the next"
            " round."
        )
        return OwnPart(words=words, buttons=[Button(_("Join the waiting list"), url)])
    words = _("You left the event. You can rejoin until the next round.")
    return OwnPart(words=words, buttons=[Button(_("Rejoin event"), url)])


def _entered_part(
    event: Event,
    entries: Sequence[Entry],
    own_entry: Entry,
    rounds: Sequence[EventRound],
    offer: Offer | None,
) -> tuple[str, list[Button]]:
    """Return the status text and buttons of an entrant or a player on the waiting list."""
    # Others are waiting for the place, so withdrawing can't be undone: ask first.
    asks = any(each.status == Entry.Status.WAITING for each in entries)
    url = reverse("event_withdraw", args=[event.slug])
    leave = Button(_("Withdraw"), url, is_main=False, asks=asks)
    if event.club.closed_at is not None:
        return "", [] if event.status in Event.OVER_STATUSES else [leave]
    if own_entry.status == Entry.Status.WAITING:
        if event.status in Event.OVER_STATUSES:
            return _("You were on the waiting list, but no place opened up."), []
        words, can_come = _waiting_words(event, entries, own_entry, rounds)
        check_in = _check_in_button(event, offer)
        return words, [check_in, leave] if can_come and not own_entry.waits_here else [leave]
    if event.status == _Status.CHECK_IN and own_entry.status == Entry.Status.ENTERED:
        check_in = _check_in_button(event, offer)
        return _("You’re signed up. Check in to get a seat."), [
            check_in,
            leave,
        ]
    if event.status in (_Status.OPEN, _Status.CHECK_IN):
        if own_entry.status == Entry.Status.HERE:
            return _("You’re checked in. Seating for the first round is coming soon."), [leave]
        return _("You’re signed up."), [leave]
    if event.status == _Status.RUNNING:
        leave_event = Button(_("Leave event"), url, is_main=False, asks=True)
        words, skip = _skipping_part(event, entries, own_entry, rounds)
        words = words or _("You’re in. Your seat will appear here when the round starts.")
        return words, [*skip, leave_event]
    return "", []


def _skipping_part(
    event: Event, entries: Sequence[Entry], own_entry: Entry, rounds: Sequence[EventRound]
) -> tuple[str, list[Button]]:
    """Return which round the entrant skips, as text, and the button to skip or play the next one.

    The text is empty for none; there is no button if no further round can be skipped.
    """
    coming = next_round_to_skip(event, entries, rounds)
    words = ""
    if rounds and rounds[0].number in own_entry.skipped and rounds[0].finished_at is None:
        words = _("You’re skipping round %(round)s.") % {"round": rounds[0].number}
    if coming is None:
        return words, []
    number = {"round": coming}
    if coming in own_entry.skipped:
        words = _("You’re skipping round %(round)s. You can still play it until it’s published.")
        label, name = _("Play round %(round)s"), "event_play_round"
    else:
        words = words and _(
            "You’re skipping round %(skipped)s. You’ll get a seat again in round %(round)s."
        )
        number["skipped"] = coming - 1
        label, name = _("Skip round %(round)s"), "event_skip_round"
    url = reverse(name, args=[event.slug, coming])
    return words % number, [Button(label % number, url, is_main=False)]


def _check_in_button(event: Event, offer: Offer | None) -> Button:
    """Return the button to check in, which also agrees to the offered terms if there are any."""
    url = reverse("event_check_in", args=[event.slug])
    if offer is None:
        return Button(pgettext("yourself", "Check in"), url)
    if offer.has_stake:
        label = _("Check in and play for %(stake)s (max. loss %(max_loss)s)")
    else:
        label = _("Check in: %(stake)s, max. loss %(max_loss)s")
    return Button(
        label % {"stake": offer.stake, "max_loss": offer.max_loss}, url, terms=offer.digest
    )


def _waiting_words(
    event: Event, entries: Sequence[Entry], own_entry: Entry, rounds: Sequence[EventRound]
) -> tuple[str, bool]:
    """Return the words for a player on the waiting list, and whether they can check in."""
    waiting = [each for each in entries if each.status == Entry.Status.WAITING]
    waiting.sort(key=lambda each: each.waiting_order)
    place = {"place": waiting.index(own_entry) + 1}
    if event.status == _Status.CHECK_IN:
        if own_entry.waits_here:
            said = _(
                "You’re number %(place)s on the waiting list and checked in. You’ll play if a place"
                " is free when the event starts."
            )
        else:
            said = _(
                "You’re number %(place)s on the waiting list. Check in anyway: if players don’t"
                " show up, their places go to players on the waiting list who have checked in."
            )
        return said % place, True
    if event.status == _Status.RUNNING:
        if not sign_up_state(event, entries, rounds).fills_places:
            return _(
                "You’re on the waiting list, but this event no longer takes new players."
            ), False
        return _("You’re number %(place)s on the waiting list.") % place, is_place_free(
            event, entries
        )
    return _("You’re number %(place)s on the waiting list.") % place, False


def _outside_part(
    event: Event,
    entries: Sequence[Entry],
    own_entry: Entry | None,
    rounds: Sequence[EventRound],
    offer: Offer | None,
) -> tuple[str, list[Button]]:
    """Return the status text and buttons of a member who hasn't signed up or has withdrawn."""
    enter = reverse("event_enter", args=[event.slug])
    terms = "" if offer is None else offer.digest
    if event.club.closed_at is not None:
        return "", []
    if event.status in (_Status.OPEN, _Status.CHECK_IN):
        if is_full(event, entries):
            return _(
                "The event is full. Players on the waiting list move up when a player withdraws."
            ), [Button(_("Join the waiting list"), enter, terms=terms)]
        words = _("You withdrew from this event.") if own_entry is not None else ""
        label = _("Sign up")
        if offer is not None:
            label = _("Sign up: %(stake)s, max. loss %(most)s") % {
                "stake": offer.stake,
                "most": offer.max_loss,
            }
        return words, [Button(label, enter, terms=terms)]
    if event.status == _Status.RUNNING and (own_entry is None or own_entry.left is None):
        found = sign_up_state(event, entries, rounds)
        if not found.is_open:
            return sign_up_closed(found.closed_by), []
        if is_full(event, entries):
            return _(
                "The event is full. Players on the waiting list move up when a player withdraws."
            ), [Button(_("Join the waiting list"), enter, is_main=False, terms=terms)]
        return str(_OPEN_UNTIL[found.closed_by]), [
            Button(_("Join from the next round"), enter, is_main=False, terms=terms)
        ]
    return (_("You left the event.") if own_entry is not None else ""), []


#: How long players can still join a running event, by what closes its sign-up.
_OPEN_UNTIL: Final = {
    "any_time": gettext_lazy("The event has started. You can still join."),
    "first_round": gettext_lazy(
        "The event has started. You can still join until the first round ends."
    ),
    "half": gettext_lazy(
        "The event has started. You can still join until halfway through the rounds."
    ),
    "half_of_groups": gettext_lazy(
        "The event has started. You can still join until halfway through the group rounds."
    ),
    "never": gettext_lazy(
        "The event has started. You can still join until the first round is published."
    ),
}


def is_full(event: Event, entries: Sequence[Entry]) -> bool:
    """Return whether a new entrant would have to wait: no place is free, or others wait."""
    waits = any(each.status == Entry.Status.WAITING for each in entries)
    return event.entry_limit is not None and (waits or not is_place_free(event, entries))


def is_place_free(event: Event, entries: Sequence[Entry]) -> bool:
    """Return whether fewer players are signed up or checked in than the limit; True without one."""
    taken = sum(each.status in Entry.PLACED_STATUSES for each in entries)
    return event.entry_limit is None or taken < event.entry_limit
