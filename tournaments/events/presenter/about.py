"""An event, what somebody can do there, and who takes part."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.sorting import sorted_by
from games.common import money
from games.language import labels
from games.language.stake_words import stake_beforehand
from games.screens.question import terms_field
from games.tables import clocks
from games.tables.models import Table
from tournaments.events.denials import sign_up_closed
from tournaments.events.formats import FORMATS as FORMATS_BY_NAME
from tournaments.events.models import Entry, Event, EventRound, EventTable
from tournaments.events.presenter.settled import SettledPart, entry_terms, settled_when
from tournaments.events.presenter.terms import Offer, offer_of
from tournaments.events.presenter.words import format_words, rules_of, table_url
from tournaments.events.services.costs import session_cost_of
from tournaments.events.services.planned import format_of, is_night, sign_up
from tournaments.events.services.terms import TermsNow, cost_in, newcomer_terms

_Status = Event.Status


@dataclass(frozen=True, slots=True)
class EventFact:
    """One thing that is said of an event."""

    label: str
    value: str
    url: str = ""


def facts(event: Event, *, money_too: bool) -> list[EventFact]:
    """Return what the event is, besides name, time and description.

    At most two queries, and three more where it is for money.

    :param money_too: whether the reader sees what it is played for
    """
    found = [
        EventFact(_("Format"), format_words(event)),
        EventFact(_("Rules"), *rules_of(event)),
        EventFact(
            _("A session") if is_night(event) else _("A round at a table"),
            labels.deals_label(event.deals),
        ),
        _uneven(event),
        EventFact(_("Visible to"), event.get_visibility_display()),
    ]
    if money_too:
        found.append(EventFact(_("Stake"), _stake(event)))
    if event.currency and money_too:
        found.append(EventFact(_("Settled"), settled_when(event)))
        if event.status not in Event.OVER_STATUSES:
            found.append(_worst(event))
    if event.is_on_paper:
        found.append(EventFact(_("Cards"), _("real ones; results are written down here")))
    else:
        found.append(EventFact(_("Clock"), clocks.label(event.clock)))
        found.append(EventFact(_("Spectators"), _spectators(event)))
    if event.sit_out_points:
        given = _("%(points)s from the house, for each round")
        found.append(
            EventFact(
                _("Who sits out gets"), given % {"points": money.points(event.sit_out_points)}
            )
        )
    if FORMATS_BY_NAME[event.format].same_packs:
        found.append(EventFact(_("Packs"), _("the same at all tables; no hand is dealt anew")))
    if event.entry_limit is not None:
        found.append(EventFact(_("Entries at most"), str(event.entry_limit)))
    if not is_night(event):
        found.append(EventFact(_("Sign-up closes"), _signup_closes(event)))
    if event.status != _Status.DRAFT:
        url = reverse("event_ics", args=[event.slug])
        found.append(EventFact(_("Calendar"), _("Add to my calendar"), url))
    found += [
        EventFact(_("Counts for"), each.name, each.get_absolute_url())
        for each in event.seasons.order_by("pk")
    ]
    return found


def _signup_closes(event: Event) -> str:
    """Return when sign-up closes; what the format allows is said by the format's own limit."""
    never = format_of(event).late_entry == "never"
    chosen = event.signup_closes
    if chosen == Event.SignupCloses.FORMAT or (never and chosen != Event.SignupCloses.START):
        return str(_FORMAT_CLOSES[format_of(event).late_entry])
    return str(_CLOSES[Event.SignupCloses(event.signup_closes)])


_CLOSES: Final = {
    Event.SignupCloses.START: gettext_lazy("at the start"),
    Event.SignupCloses.FIRST_ROUND: gettext_lazy("when the first round ends"),
    Event.SignupCloses.HALF: gettext_lazy("at half of the rounds"),
}
_FORMAT_CLOSES: Final = {
    "any_time": gettext_lazy("at the end"),
    "half": gettext_lazy("at half of the rounds"),
    "half_of_groups": gettext_lazy("at half of the group rounds"),
    "never": gettext_lazy("when the first round starts"),
}


def _worst(event: Event) -> EventFact:
    """Return what the event, or at a club night one session, can cost one who plays."""
    if is_night(event):
        amount = money.amount(*session_cost_of(event))
        return EventFact(_("Costs at most"), _("%(amount)s in one session") % {"amount": amount})
    terms = newcomer_terms(event)
    words = ngettext(
        "%(amount)s in all, in %(count)d round",
        "%(amount)s in all, in up to %(count)d rounds",
        terms["rounds"],
    )
    said = words % {"amount": money.amount(*cost_in(terms)), "count": terms["rounds"]}
    return EventFact(_("Costs at most"), said)


def _spectators(event: Event) -> str:
    if not event.spectators or not event.spectator_delay:
        return _("welcome") if event.spectators else _("none")
    return ngettext(
        "welcome, %(count)d play late", "welcome, %(count)d plays late", event.spectator_delay
    ) % {"count": event.spectator_delay}


def _stake(event: Event) -> str:
    # Bots complete tables, or enter by themselves; with real cards there are none.
    house, bots = Table.BotMoney.HOUSE, not event.is_on_paper
    return stake_beforehand(event.stake_minor, event.currency, house, bots=bots)


def _uneven(event: Event) -> EventFact:
    if not is_night(event):
        return EventFact(_("If players are left over"), event.get_uneven_display())
    completed = event.uneven == Event.Uneven.BOTS
    return EventFact(_("Bots"), _("take the free seats") if completed else _("none"))


@dataclass(frozen=True, slots=True)
class Button:
    """Something to do by one press."""

    label: str
    url: str
    #: Whether it is the one main thing to do.
    is_main: bool = True
    #: Whether it leads to a page that says what follows, and asks.
    asks: bool = False
    #: The digest of the terms that a press agrees to; empty where it agrees to none.
    terms: str = ""

    @property
    def terms_field(self) -> SafeString:
        """The hidden field with that digest."""
        return terms_field(self.terms)


@dataclass(frozen=True, slots=True)
class OwnPart:
    """What the reader is in the event, and can do now."""

    #: What they are, in a sentence; empty where there is nothing to say.
    words: str = ""
    #: The reader's table while a round runs.
    table_url: str = ""
    table_number: int = 0
    buttons: Sequence[Button] = ()
    #: For what one plays who enters; empty where that is for points, or one is in.
    terms: str = ""
    #: What came of it for the reader, once it is over.
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
    now: TermsNow | None = None,
) -> OwnPart:
    """Return what the reader is in the event, and can do now.

    :param now: the terms of the event and who has agreed to them
    :param rounds: the published ones
    :param is_member: whether they belong to the club; a former member can only withdraw
    :param may_return: whether they have left the event and can undo that
    """
    if user is None:
        return OwnPart()
    mine = next((each for each in entries if each.user_id == user.pk), None)
    now = now or TermsNow(event)
    offer = offer_of(now, mine)
    terms = ""
    in_it = mine is not None and mine.status != Entry.Status.WITHDRAWN
    if mine is not None and mine.status == Entry.Status.INVITED:
        return _invited_part(event, entries, rounds, offer) if is_member else OwnPart()
    if in_it:
        assert mine is not None
        words, buttons = _entered_part(event, entries, mine, rounds, offer)
        if offer is not None and is_member and _is_asked(event, now, mine):
            words = _asked_words(mine, offer)
            terms = f"{offer.before} {offer.words}".strip()
            if not any(each.is_main for each in buttons):
                buttons = [_agree_button(event, offer), *buttons]
        if not is_member:
            words = words and _("You no longer belong to the club, but you are still entered.")
            buttons = [each for each in buttons if not each.is_main]
    elif not is_member:
        return OwnPart()
    else:
        words, buttons = _outside_part(event, entries, mine, rounds, offer)
        if may_return:
            return _return_part(event, entries, rounds)
        terms = entry_terms(event, offer) if buttons else ""
    if table is not None:
        return OwnPart(
            words=_("The round runs; your seat is at table %(table)s.") % {"table": table.number},
            table_url=table_url(event, table),
            table_number=table.number,
            buttons=[each for each in buttons if not each.is_main or each.terms],
            terms=terms,
        )
    return OwnPart(words=words, buttons=buttons, terms=terms)


def _is_asked(event: Event, now: TermsNow, mine: Entry) -> bool:
    """Return whether the entrant has yet to agree to the terms as they are now."""
    return (
        event.status not in Event.OVER_STATUSES
        and event.club.closed_at is None
        and not now.has_agreed(mine)
    )


def _asked_words(mine: Entry, offer: Offer) -> str:
    if mine.in_person is not None:
        return _(
            "An organizer recorded that you agreed in person. What you lose is owed only once you"
            " accept it yourself."
        )
    if offer.before:
        return _(
            "The terms have changed. You keep your place, but you are not seated until you agree"
            " to the new ones."
        )
    return _("You are not seated until you agree to the terms.")


def _agree_button(event: Event, offer: Offer) -> Button:
    label = _("Agree: %(stake)s, at most %(most)s") % {"stake": offer.stake, "most": offer.most}
    return Button(label, reverse("event_accept", args=[event.slug]), terms=offer.digest)


def _invited_part(
    event: Event, entries: Sequence[Entry], rounds: Sequence[EventRound], offer: Offer | None
) -> OwnPart:
    """Return what is shown to a member whom an organizer has entered in an event with a stake."""
    if event.status in Event.OVER_STATUSES or event.club.closed_at is not None:
        return OwnPart()
    no = Button(_("Decline"), reverse("event_decline", args=[event.slug]), is_main=False)
    if event.status == _Status.RUNNING:
        found = sign_up(event, entries, rounds)
        if not found.is_open:
            return OwnPart(words=sign_up_closed(found.closed_by), buttons=[no])
    label, words = _("Accept"), _("You are invited.")
    if offer is not None:
        named = {"stake": offer.stake, "most": offer.most}
        words = _("You are invited: %(stake)s, at most %(most)s.") % named
        label = _("Accept: %(stake)s, at most %(most)s") % named
    if is_full(event, entries):
        words = _("You are invited. All places are taken: by accepting you join the waiting list.")
    yes = Button(
        label, reverse("event_accept", args=[event.slug]), terms=offer.digest if offer else ""
    )
    return OwnPart(words=words, buttons=[yes, no], terms=entry_terms(event, offer))


def _return_part(event: Event, entries: Sequence[Entry], rounds: Sequence[EventRound]) -> OwnPart:
    """Return what is shown to an entrant who has left and can undo that."""
    url = reverse("event_come_back", args=[event.slug])
    fills_places = sign_up(event, entries, rounds).fills_places
    if is_full(event, entries) if fills_places else not is_place_free(event, entries):
        words = _(
            "You have left the event, and all places are taken. Until the next round you can join"
            " the waiting list."
        )
        return OwnPart(words=words, buttons=[Button(_("Join the waiting list"), url)])
    words = _("You have left the event. You can come back until the next round.")
    return OwnPart(words=words, buttons=[Button(_("Come back"), url)])


def _entered_part(
    event: Event,
    entries: Sequence[Entry],
    mine: Entry,
    rounds: Sequence[EventRound],
    offer: Offer | None,
) -> tuple[str, list[Button]]:
    # A place that others wait for is not to be had again.
    asks = any(each.status == Entry.Status.WAITING for each in entries)
    url = reverse("event_withdraw", args=[event.slug])
    leave = Button(_("Withdraw"), url, is_main=False, asks=asks)
    if event.club.closed_at is not None:
        return "", [] if event.status in Event.OVER_STATUSES else [leave]
    if mine.status == Entry.Status.WAITING:
        if event.status in Event.OVER_STATUSES:
            return _("You were on the waiting list, and no place became free."), []
        words, can_come = _waiting_words(event, entries, mine, rounds)
        here = _here_button(event, offer)
        return words, [here, leave] if can_come and not mine.waits_here else [leave]
    if event.status == _Status.CHECK_IN and mine.status == Entry.Status.ENTERED:
        here = _here_button(event, offer)
        return _("You have entered. Say that you are here, or you will not be seated."), [
            here,
            leave,
        ]
    if event.status in (_Status.OPEN, _Status.CHECK_IN):
        if mine.status == Entry.Status.HERE:
            return _("You are checked in. The first round is seated soon."), [leave]
        return _("You have entered."), [leave]
    if event.status == _Status.RUNNING:
        gone = Button(_("Leave the event"), url, is_main=False, asks=True)
        return _("You take part. Your seat is shown here when the round begins."), [gone]
    return "", []


def _here_button(event: Event, offer: Offer | None) -> Button:
    url = reverse("event_here", args=[event.slug])
    if offer is None:
        return Button(_("I am here"), url)
    label = _("I am here, for %(stake)s, at most %(most)s")
    return Button(label % {"stake": offer.stake, "most": offer.most}, url, terms=offer.digest)


def _waiting_words(
    event: Event, entries: Sequence[Entry], mine: Entry, rounds: Sequence[EventRound]
) -> tuple[str, bool]:
    """Return what is said to somebody on the waiting list, and whether they can check in."""
    waiting = [each for each in entries if each.status == Entry.Status.WAITING]
    waiting.sort(key=lambda each: each.waiting_order)
    place = {"place": waiting.index(mine) + 1}
    if event.status == _Status.CHECK_IN:
        if mine.waits_here:
            said = _(
                "You are on the waiting list, in place %(place)s, and you are checked in. You play"
                " if a place is free when the event starts."
            )
        else:
            said = _(
                "You are on the waiting list, in place %(place)s. Say that you are here: the places"
                " of those who do not come go to those who wait and are here."
            )
        return said % place, True
    if event.status == _Status.RUNNING:
        if not sign_up(event, entries, rounds).fills_places:
            return _("You are on the waiting list, but nobody can join this event any more."), False
        return _("You are on the waiting list, in place %(place)s.") % place, is_place_free(
            event, entries
        )
    return _("You are on the waiting list, in place %(place)s.") % place, False


def _outside_part(
    event: Event,
    entries: Sequence[Entry],
    mine: Entry | None,
    rounds: Sequence[EventRound],
    offer: Offer | None,
) -> tuple[str, list[Button]]:
    enter = reverse("event_enter", args=[event.slug])
    terms = "" if offer is None else offer.digest
    if event.club.closed_at is not None:
        return "", []
    if event.status in (_Status.OPEN, _Status.CHECK_IN):
        if is_full(event, entries):
            return _("All places are taken. Who waits moves up when somebody withdraws."), [
                Button(_("Join the waiting list"), enter, terms=terms)
            ]
        words = _("You have withdrawn.") if mine is not None else ""
        label = _("Enter")
        if offer is not None:
            label = _("Enter for %(stake)s, at most %(most)s") % {
                "stake": offer.stake,
                "most": offer.most,
            }
        return words, [Button(label, enter, terms=terms)]
    if event.status == _Status.RUNNING and (mine is None or mine.left is None):
        found = sign_up(event, entries, rounds)
        if not found.is_open:
            return sign_up_closed(found.closed_by), []
        if is_full(event, entries):
            return _("All places are taken. Who waits moves up when somebody withdraws."), [
                Button(_("Join the waiting list"), enter, is_main=False, terms=terms)
            ]
        return str(_OPEN_UNTIL[found.closed_by]), [
            Button(_("Enter from the next round on"), enter, is_main=False, terms=terms)
        ]
    return (_("You have left the event.") if mine is not None else ""), []


#: Until when others can join an event that runs, by what closes sign-up then.
_OPEN_UNTIL: Final = {
    "any_time": gettext_lazy("The event has started. You can still join."),
    "first_round": gettext_lazy(
        "The event has started. You can still join until the first round ends."
    ),
    "half": gettext_lazy(
        "The event has started. You can still join until half of the rounds are played."
    ),
    "half_of_groups": gettext_lazy(
        "The event has started. You can still join until half of the group rounds are played."
    ),
    "never": gettext_lazy(
        "The event has started. You can still join until the first round is published."
    ),
}


def is_full(event: Event, entries: Sequence[Entry]) -> bool:
    """Return whether the next to enter would have to wait: those who wait come first."""
    waits = any(each.status == Entry.Status.WAITING for each in entries)
    return event.entry_limit is not None and (waits or not is_place_free(event, entries))


def is_place_free(event: Event, entries: Sequence[Entry]) -> bool:
    """Return whether the event has fewer entrants than its limit."""
    taken = sum(each.status in (Entry.Status.ENTERED, Entry.Status.HERE) for each in entries)
    return event.entry_limit is None or taken < event.entry_limit


@dataclass(frozen=True, slots=True)
class EntryLine:
    """Somebody in the list of entries."""

    number: int
    name: str
    is_bot: bool
    is_own: bool
    status: str
    is_here: bool
    #: For the desk, in an event with a stake: what stands in the way of a seat; empty for nothing.
    lacks: str = ""
    #: For the desk: what an organizer agrees to who answers for an entrant by name.
    answer: Offer | None = None


def entry_lines(
    entries: Sequence[Entry], user: User | None, *statuses: str, now: TermsNow | None = None
) -> list[EntryLine]:
    """Return the entries with one of the statuses: by name, and who waits in turn.

    :param now: the terms and who has agreed to them, where the lines are for organizers
    """
    found = [each for each in entries if each.status in statuses]
    if Entry.Status.WAITING in statuses:
        found.sort(key=lambda each: each.waiting_order)
    else:
        found = sorted_by(found, lambda each: each.name)
    return [
        EntryLine(
            number=each.number,
            name=each.name,
            is_bot=bool(each.bot),
            is_own=user is not None and each.user_id == user.pk,
            status=_entry_status(each),
            is_here=each.status == Entry.Status.HERE or each.waits_here,
            lacks="" if now is None else _lacks(now, each),
            answer=None if now is None or now.may_sit(each) else _answer(now, each),
        )
        for each in found
    ]


def _lacks(now: TermsNow, entry: Entry) -> str:
    """Return what an entrant lacks to be seated in an event with a stake."""
    if not now.is_for_money or entry.status == Entry.Status.INVITED:
        return ""
    if entry.in_person is not None:
        return "" if now.has_agreed(entry) else _("agreed in person")
    return "" if now.may_sit(entry) else _("has not agreed")


def _answer(now: TermsNow, entry: Entry) -> Offer | None:
    return offer_of(now, entry) if entry.is_by_name else None


def _entry_status(entry: Entry) -> str:
    if entry.left is not None:
        return _("left after round %(round)s") % {"round": entry.left}
    if entry.joined > 1:
        return _("from round %(round)s on") % {"round": entry.joined}
    return entry.get_status_display()
