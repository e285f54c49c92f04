"""Questions of organizers that others answer: corrected results and substitutes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from games.agreements.terms import digest_of
from games.common import money
from tournaments.clubs.zones import zone_of
from tournaments.events import services
from tournaments.events.models import (
    Event,
    EventCorrection,
    EventSeat,
    Substitution,
)
from tournaments.events.presenter.words import signed


@dataclass(frozen=True, slots=True)
class ChangedSeat:
    """What a correction changes for a seat."""

    name: str
    before: str
    after: str
    is_changed: bool


@dataclass(frozen=True, slots=True)
class CorrectionPart:
    """A proposed correction as one reader sees it."""

    title: str
    seats: Sequence[ChangedSeat]
    by: str
    reason: str
    #: How it stands, and whose answer counts.
    sentences: Sequence[str]
    may_confirm: bool
    may_decline: bool


def correction_part(
    event: Event,
    held: EventCorrection,
    seats: Sequence[EventSeat],
    reader: services.CorrectionRole,
) -> CorrectionPart:
    """Return the correction, its table and its deal are fetched already."""
    row = held.event_table
    place = {"round": row.round.number, "table": row.number}
    if held.deal is None:
        title = _("Round %(round)s, table %(table)s: another result") % place
    else:
        place["deal"] = held.deal.number
        title = _("Round %(round)s, table %(table)s: another result of deal %(deal)s") % place
    waits = held.is_open and held.lapses_at > timezone.now()
    return CorrectionPart(
        title=title,
        seats=[
            ChangedSeat(
                name=_("A bot") if seat.entry is None else seat.entry.name,
                before=signed(before),
                after=signed(after),
                is_changed=before != after,
            )
            for seat, before, after in zip(seats, held.before, held.nets, strict=True)
        ],
        by=held.proposed_by.shown_name,
        reason=held.reason,
        sentences=_waiting(event, held) if waits else [_closed(held)],
        may_confirm=waits and reader.may_confirm,
        may_decline=waits and reader.may_decline,
    )


def _waiting(event: Event, held: EventCorrection) -> list[str]:
    if held.takes_effect_at is not None:
        said = _(
            "It counts when a player of the table or a second organizer confirms it, or by itself"
            " on %(when)s unless a player declines it."
        )
        return [said % {"when": _time(event, held.takes_effect_at)}]
    return [
        _(
            "%(by)s gains by it, so it counts only when a second organizer confirms it, or"
            " everyone who loses by it."
        )
        % {"by": held.proposed_by.shown_name},
        _("It lapses on %(when)s.") % {"when": _time(event, held.lapses_at)},
    ]


def _time(event: Event, when: object) -> str:
    local = timezone.localtime(when, zone_of(event.club))  # type: ignore[arg-type]
    return date_format(local, "SHORT_DATETIME_FORMAT")


def _closed(held: EventCorrection) -> str:
    by = {"by": "" if held.closed_by is None else held.closed_by.shown_name}
    if held.outcome == EventCorrection.Outcome.CONFIRMED:
        if held.closed_by is None:
            return _("Nobody declined it in time, so the result is corrected.")
        return _("%(by)s confirmed it: the result is corrected.") % by
    if held.outcome == EventCorrection.Outcome.DECLINED:
        return _("%(by)s declined it: the result stays as it was.") % by
    if held.outcome == EventCorrection.Outcome.REPLACED:
        return _("A newer correction has replaced it.")
    return _("It was not confirmed in time: the result stays as it was.")


@dataclass(frozen=True, slots=True)
class SubstitutionPart:
    """What the player or the substitute is asked."""

    title: str
    sentences: Sequence[str]
    reason: str
    #: The digest of the terms that a substitute agrees to; empty for the player.
    terms: str
    accept: str
    decline: str
    #: Whether there is still anything to answer, and whether the reader can accept.
    is_open: bool
    may_accept: bool


def substitution_part(event: Event, held: Substitution, user: User) -> SubstitutionPart:
    """Return what the user is asked about the substitute. At most three queries."""
    table, entry = held.seat.event_table, held.seat.entry
    words = {
        "name": "" if entry is None else entry.name,
        "by": held.name,
        "event": event.name,
        "round": table.round.number,
        "table": table.number,
    }
    is_open = held.status == Substitution.Status.ASKED and table.finished_at is None
    where = _("Round %(round)s, table %(table)s.") % words
    if user.pk == held.player_id:
        return SubstitutionPart(
            title=_("%(by)s is to play on for you in %(event)s") % words,
            sentences=[
                where,
                _("The result stays yours: you win or lose what %(by)s plays.") % words,
                _("If you decline, the seat stays yours; if you are away, a bot plays on for you."),
            ],
            reason=held.reason,
            terms="",
            accept=_("Accept the substitute"),
            decline=_("Decline the substitute"),
            is_open=is_open,
            may_accept=is_open,
        )
    may_accept = is_open and services.may_take_over(event, held)
    terms = services.substitute_terms(event, held.seat, user)
    if may_accept:
        cost = money.amount(services.session_cost_of(event).minor, event.currency)
        sentences = [
            where,
            _("A point is worth %(stake)s.")
            % {"stake": money.amount(event.stake_minor, event.currency)},
            _("If you accept, the result at this table is yours. It can cost you at most %(cost)s.")
            % {"cost": cost},
            _("If %(name)s accepts first, you play and the result is theirs.") % words,
        ]
    else:
        sentences = [
            where,
            _("You play if %(name)s accepts it; the result is theirs.") % words,
        ]
    return SubstitutionPart(
        title=_("You are asked to play for %(name)s in %(event)s") % words,
        sentences=sentences,
        reason="",
        terms=digest_of(terms) if may_accept else "",
        accept=_("Play for my own money"),
        decline=_("Decline to play"),
        is_open=is_open,
        may_accept=may_accept,
    )


@dataclass(frozen=True, slots=True)
class AskedLine:
    """A question that waits for an answer."""

    words: str
    url: str


def asked_lines(
    event: Event,
    corrections: Collection[EventCorrection],
    substitutions: Collection[Substitution] = (),
) -> list[AskedLine]:
    """Return the questions of the event that wait, as links. No query."""
    lines = [
        AskedLine(
            _("%(by)s proposes another result: round %(round)s, table %(table)s")
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
        AskedLine(
            _("%(by)s is to play on for %(name)s at table %(table)s")
            % {
                "by": each.name,
                "name": each.seat.entry.name if each.seat.entry is not None else "",
                "table": each.seat.event_table.number,
            },
            reverse("event_substitution", args=[event.slug, each.pk]),
        )
        for each in substitutions
    ]
