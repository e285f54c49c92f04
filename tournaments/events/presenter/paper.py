"""The sheet of a table with real cards: what is written, what waits, what it comes to."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.common.numbers import listed, ordinal
from games.language.labels import kind_label
from games.language.score_words import payment_sentence, score_sentences
from games.rules.ruleset import RuleSet
from games.rules.scoring import Score
from tournaments.clubs.zones import zone_of
from tournaments.events.models import (
    Event,
    EventTable,
    PaperDeal,
    PaperDealRecord,
    written_deal,
)
from tournaments.events.paper import WrittenDeal, questions, scored
from tournaments.events.presenter.words import signed
from tournaments.events.services.planned import rules_at

_Step = PaperDealRecord.Step


@dataclass(frozen=True, slots=True)
class PaperNet:
    """A number of the sheet."""

    text: str
    is_minus: bool


@dataclass(frozen=True, slots=True)
class PaperSeat:
    """Somebody at the table, with the sum of what is written so far."""

    place: int
    name: str
    #: The entrant for whom they play on, or nobody.
    plays_for: str
    is_own: bool
    total: PaperNet
    #: What was written of them in the deals before, added up deal by deal.
    cells: Sequence[PaperNet]


@dataclass(frozen=True, slots=True)
class DealShare:
    """What one seat makes of a deal, and how that comes about."""

    name: str
    net: PaperNet
    how: Sequence[str]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a deal comes to, before it is written down or confirmed."""

    number: int
    written: Sequence[str]
    shares: Sequence[DealShare]
    payments: Sequence[str]


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A deal of the sheet."""

    number: int
    cells: Sequence[PaperNet]
    #: What each seat has come to with this deal.
    sums: Sequence[PaperNet]
    #: Who wrote it and who confirmed it, or what it waits for.
    state: str
    is_confirmed: bool
    is_disputed: bool
    #: Where the reader can write it anew; empty where they cannot.
    edit_url: str


@dataclass(frozen=True, slots=True)
class AwaitedDeal:
    """A deal that the reader can confirm, or object to."""

    preview: Preview
    version: int
    by: str
    #: Who says that it is wrong, and what is; empty where nobody does.
    objector: str
    objection: str
    #: Whether the reader confirms it as one who plays at the table, and not for the desk.
    as_player: bool
    may_object: bool
    confirm_url: str
    object_url: str


@dataclass(frozen=True, slots=True)
class PaperStepLine:
    """Something that was done about a deal."""

    at: str
    words: str
    text: str


@dataclass(frozen=True, slots=True)
class PaperPage:
    """The sheet as one reader sees it."""

    number: int
    round: int
    #: The names in the order of play.
    order: str
    seats: Sequence[PaperSeat]
    rows: Sequence[PaperRow]
    awaited: Sequence[AwaitedDeal]
    steps: Sequence[PaperStepLine]
    #: What comes next, in a sentence.
    status: str
    is_over: bool
    url: str
    close_url: str


def _net(points: int) -> PaperNet:
    return PaperNet(signed(points), points < 0)


def preview_of(rules: RuleSet, number: int, deal: WrittenDeal, names: Sequence[str]) -> Preview:
    """Return what the deal comes to, with its arithmetic.

    :raises PaperError: it cannot have been so
    """
    score = scored(rules, deal)
    return Preview(
        number=number,
        written=written_words(rules, deal, names),
        shares=[
            DealShare(name, _net(net), score_sentences(score.seats[seat], names))
            for seat, (name, net) in enumerate(zip(names, score.net, strict=True))
        ],
        payments=_payments(score, names),
    )


def _payments(score: Score, names: Sequence[str]) -> list[str]:
    return [payment_sentence(each, names) for each in score.transfers]


def written_words(rules: RuleSet, deal: WrittenDeal, names: Sequence[str]) -> list[str]:
    """Return what was written down of the deal, sentence by sentence."""
    asked = questions(rules)
    if asked.order:
        order = [*deal.order, *sorted(set(range(len(names))) - set(deal.order))]
        places = [f"{ordinal(place)} {names[seat]}" for place, seat in enumerate(order, 1)]
        said = [_("Went out: %(order)s.") % {"order": ", ".join(places)}]
    else:
        said = [_("%(name)s won.") % {"name": names[deal.winner]}]
    held = deal.ranks if asked.ranks else deal.left if asked.cards else ()
    left = [f"{names[seat]} {cards}" for seat, cards in enumerate(held) if seat != deal.first]
    if left:
        said.append(_("Left: %(cards)s.") % {"cards": ", ".join(left)})
    if asked.unplayed and deal.unplayed:
        idle = listed([names[seat] for seat in sorted(deal.unplayed)])
        said.append(_("Played no card: %(names)s.") % {"names": idle})
    if asked.starter and deal.starter is not None:
        said.append(_("%(name)s led.") % {"name": names[deal.starter]})
    if asked.last_twos and deal.last_twos:
        said.append(_("Twos in the last play: %(count)s.") % {"count": deal.last_twos})
    if asked.bombs and deal.bombs:
        said.append(_("Bombs played: %(count)s.") % {"count": deal.bombs})
    if asked.foul and deal.foul is not None:
        said.append(_("Let the winner go out: %(name)s.") % {"name": names[deal.foul]})
    if rules.payment == "loser_pays" and deal.payer is not None:
        said.append(_("%(name)s pays.") % {"name": names[deal.payer]})
    for each in deal.specials if asked.specials else ():
        kind = _("four twos") if each.all_twos else kind_label(each.kind)
        said.append(_("%(name)s: %(kind)s.") % {"name": names[each.seat], "kind": kind})
    return said


def paper_page(
    event: Event,
    row: EventTable,
    steps: Sequence[PaperDealRecord],
    reader_id: int | None,
    *,
    may_run: bool,
) -> PaperPage:
    """Return the sheet of the table. No query: seats, deals and steps are fetched already."""
    seats, deals = list(row.seats.all()), list(row.paper_deals.all())
    names = [seat.player_name for seat in seats]
    plays = any(seat.player_id == reader_id for seat in seats if reader_id is not None)
    # What was objected to is for the desk, and for those whose result it is or who played it.
    is_concerned = plays or any(
        seat.entry is not None and seat.entry.user_id == reader_id
        for seat in seats
        if reader_id is not None
    )
    is_over = row.finished_at is not None
    url = reverse("event_paper", args=[event.slug, row.pk])
    sums = list(accumulate((each.nets for each in deals), _added, initial=[0] * len(seats)))
    writes = plays and not is_over
    shown = names[::-1] if event.rule_set.direction == "clockwise" else names
    return PaperPage(
        number=row.number,
        round=row.round.number,
        order=" → ".join(shown),
        seats=[
            PaperSeat(
                place=seat.place,
                name=name,
                plays_for=seat.entry.name if seat.substitute_name and seat.entry else "",
                is_own=reader_id is not None and seat.player_id == reader_id,
                total=_net(sums[-1][seat.place]),
                cells=[_net(each.nets[seat.place]) for each in deals],
            )
            for seat, name in zip(seats, names, strict=True)
        ],
        rows=[
            PaperRow(
                number=deal.number,
                cells=[_net(net) for net in deal.nets],
                sums=[_net(each) for each in after],
                state=_state(event, deal),
                is_confirmed=deal.is_confirmed,
                is_disputed=deal.disputed_by is not None,
                edit_url=f"{url}?deal={deal.number}#write"
                if may_run or (writes and not deal.is_confirmed)
                else "",
            )
            for deal, after in zip(deals, sums[1:], strict=True)
        ],
        awaited=[
            _awaited(
                event, row, deal, names, steps, as_player=writes and not _is_own(deal, reader_id)
            )
            for deal in deals
            if not deal.is_confirmed and (may_run or (writes and not _is_own(deal, reader_id)))
        ],
        steps=[_step_line(event, each, with_text=may_run or is_concerned) for each in steps],
        status=_status(event, deals, is_over=is_over),
        is_over=is_over,
        url=url,
        close_url=_act_url(event, row, "close") if may_run and not is_over else "",
    )


def _added(before: Sequence[int], nets: Sequence[int]) -> list[int]:
    return [one + other for one, other in zip(before, nets, strict=True)]


def _is_own(deal: PaperDeal, reader_id: int | None) -> bool:
    """Return whether the reader cannot confirm it as one of the table."""
    objected = deal.disputed_by_id not in (None, reader_id)
    return deal.entered_by_id == reader_id or objected


def _act_url(event: Event, row: EventTable, act: str) -> str:
    return reverse("event_paper_act", args=[event.slug, row.pk, act])


def _state(event: Event, deal: PaperDeal) -> str:
    words = {"by": deal.entered_by.shown_name}
    if deal.confirmed_by is not None:
        words["other"] = deal.confirmed_by.shown_name
        if deal.confirmed_by_id == deal.entered_by_id and deal.stands_at is not None:
            return _("%(by)s, for the desk; nobody objected") % words
        if deal.confirmed_by_id == deal.entered_by_id:
            return _("%(by)s, for the desk") % words
        return _("%(by)s, confirmed by %(other)s") % words
    if deal.disputed_by is not None:
        words["other"] = deal.disputed_by.shown_name
        return _("%(by)s; %(other)s says it is wrong") % words
    if deal.stands_at is not None:
        local = timezone.localtime(deal.stands_at, zone_of(event.club))
        words["when"] = date_format(local, "SHORT_DATETIME_FORMAT")
        return _("%(by)s, for the desk; counts on %(when)s unless a player objects") % words
    return _("%(by)s; somebody else confirms it") % words


def _awaited(
    event: Event,
    row: EventTable,
    deal: PaperDeal,
    names: Sequence[str],
    steps: Sequence[PaperDealRecord],
    *,
    as_player: bool,
) -> AwaitedDeal:
    objections = (
        each.text for each in steps if each.deal_id == deal.pk and each.step == _Step.DISPUTED
    )
    return AwaitedDeal(
        preview=preview_of(
            rules_at(event, len(names)), deal.number, written_deal(deal.written), names
        ),
        version=deal.version,
        by=deal.entered_by.shown_name,
        objector="" if deal.disputed_by is None else deal.disputed_by.shown_name,
        objection=next(objections, ""),
        as_player=as_player,
        may_object=as_player and deal.disputed_by is None,
        confirm_url=_act_url(event, row, "confirm"),
        object_url=_act_url(event, row, "object"),
    )


def _status(event: Event, deals: Sequence[PaperDeal], *, is_over: bool) -> str:
    if is_over:
        return _("All deals are confirmed; the result is in.")
    if back := [str(each.number) for each in deals if each.disputed_by_id is not None]:
        return _("Somebody says that it is wrong: deal %(deals)s. Write it down again.") % {
            "deals": ", ".join(back)
        }
    if waiting := [str(each.number) for each in deals if not each.is_confirmed]:
        return _("To be confirmed by somebody else of the table: deal %(deals)s.") % {
            "deals": ", ".join(waiting)
        }
    return _("Deal %(number)s of %(all)s is next.") % {
        "number": len(deals) + 1,
        "all": event.deals,
    }


_STEPS: Final = {
    _Step.WRITTEN: gettext_noop("%(who)s wrote deal %(deal)s down: %(nets)s."),
    _Step.CONFIRMED: gettext_noop("%(who)s confirmed deal %(deal)s."),
    _Step.DISPUTED: gettext_noop("%(who)s says that deal %(deal)s is wrong."),
    _Step.UNDISPUTED: gettext_noop(
        "Nobody objected to deal %(deal)s within 24 hours, so it counts as %(who)s wrote it."
    ),
    _Step.CORRECTED: gettext_noop("%(who)s corrected deal %(deal)s: %(nets)s."),
}


def _step_line(event: Event, step: PaperDealRecord, *, with_text: bool) -> PaperStepLine:
    local = timezone.localtime(step.at, zone_of(event.club))
    return PaperStepLine(
        at=date_format(local, "TIME_FORMAT"),
        words=_(_STEPS[_Step(step.step)])
        % {
            "who": step.actor.shown_name,
            "deal": step.deal.number,
            "nets": " ".join(map(signed, step.nets)),
        },
        text=step.text if with_text else "",
    )
