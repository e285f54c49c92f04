"""The score sheet of a table with real cards: entered deals, confirmations and scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.common.dates import date_format
from games.common.languages import paragraph
from games.common.numbers import listed
from games.language.labels import kind_label
from games.language.score_words import payment_sentence, score_sentences
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import Score
from tournaments.clubs.models import zone_of
from tournaments.events.core.format_input import rules_at
from tournaments.events.core.models import Event
from tournaments.events.core.words import signed
from tournaments.events.paper.deal import WrittenDeal, questions, scored
from tournaments.events.paper.models import PaperDeal, PaperDealRecord, written_deal
from tournaments.events.rounds.models import EventSeat, EventTable

_Step = PaperDealRecord.Step


@dataclass(frozen=True, slots=True)
class PaperNet:
    """Points on the score sheet, as text, and whether they are negative."""

    text: str
    is_minus: bool


@dataclass(frozen=True, slots=True)
class PaperSeat:
    """A player at the table, with the total of the deals entered so far."""

    place: int
    name: str
    #: The entrant for whom a substitute plays; otherwise empty.
    plays_for: str
    is_own: bool
    total: PaperNet
    #: The player's net points of each deal.
    cells: Sequence[PaperNet]


@dataclass(frozen=True, slots=True)
class DealShare:
    """A seat's net points in a deal, and how they are calculated."""

    name: str
    net: PaperNet
    how: Sequence[str]


@dataclass(frozen=True, slots=True)
class Preview:
    """A deal and its calculated score in sentences, before it is saved or confirmed."""

    number: int
    written: Sequence[str]
    shares: Sequence[DealShare]
    payments: Sequence[str]


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A deal on the score sheet: each seat's points and running total, and its confirmation."""

    number: int
    cells: Sequence[PaperNet]
    #: Each seat's running total after this deal.
    sums: Sequence[PaperNet]
    #: Who entered and who confirmed it, or what it is waiting for.
    state: str
    is_confirmed: bool
    is_disputed: bool
    #: Where the reader can edit it; empty if not allowed.
    edit_url: str
    #: Why it is disputed, for readers who may know; otherwise empty.
    objection: str


@dataclass(frozen=True, slots=True)
class AwaitedDeal:
    """An unconfirmed deal that the reader can confirm or dispute, with the addresses for it."""

    preview: Preview
    version: int
    by: str
    #: Who disputed it, and why; empty if undisputed.
    objector: str
    objection: str
    #: Whether the reader confirms it as a player at the table, not as an organizer.
    as_player: bool
    may_object: bool
    confirm_url: str
    object_url: str


@dataclass(frozen=True, slots=True)
class PaperPage:
    """The score sheet as one reader sees it."""

    number: int
    round: int
    #: The names in the order of play.
    order: str
    seats: Sequence[PaperSeat]
    rows: Sequence[PaperRow]
    awaited: Sequence[AwaitedDeal]
    #: Time, sentence and reason of each entry of the log.
    steps: Sequence[tuple[str, str, str]]
    #: The next step, in a sentence.
    status: str
    is_over: bool
    url: str
    close_url: str


def _paper_net(points: int) -> PaperNet:
    """Return points as the score sheet shows them."""
    return PaperNet(signed(points), points < 0)


def preview_of(rules: RuleSet, number: int, deal: WrittenDeal, names: Sequence[str]) -> Preview:
    """Return the scored deal with its calculation; raise `PaperError` if the deal is impossible."""
    score = scored(rules, deal)
    return Preview(
        number=number,
        written=written_words(rules, deal, names),
        shares=[
            DealShare(name, _paper_net(net), score_sentences(score.seats[seat], names))
            for seat, (name, net) in enumerate(zip(names, score.net, strict=True))
        ],
        payments=_payment_sentences(score, names),
    )


def _payment_sentences(score: Score, names: Sequence[str]) -> list[str]:
    """Return a sentence for each payment between players that the deal's score results in."""
    return [payment_sentence(each, names) for each in score.transfers]


def written_words(rules: RuleSet, deal: WrittenDeal, names: Sequence[str]) -> list[str]:
    """Return the entered facts of the deal, sentence by sentence."""
    asked = questions(rules)
    if asked.order:
        order = [*deal.order, *sorted(set(range(len(names))) - set(deal.order))]
        said = [
            _("Finished in this order: %(names)s.")
            % {"names": listed([names[seat] for seat in order])}
        ]
    else:
        said = [_("%(name)s won.") % {"name": names[deal.winner]}]
    held = deal.ranks if asked.ranks else deal.left if asked.cards else ()
    left = [
        pgettext("cards left", "%(name)s (%(cards)s)") % {"name": names[seat], "cards": cards}
        for seat, cards in enumerate(held)
        if seat != deal.first
    ]
    if left:
        said.append(_("Cards left: %(cards)s.") % {"cards": listed(left)})
    if asked.unplayed and deal.unplayed:
        idle = listed([names[seat] for seat in sorted(deal.unplayed)])
        said.append(_("Played no cards: %(names)s.") % {"names": idle})
    if asked.starter and deal.starter is not None:
        said.append(_("%(name)s started the deal.") % {"name": names[deal.starter]})
    if asked.last_twos and deal.last_twos:
        said.append(_("Twos in the last play: %(count)s.") % {"count": deal.last_twos})
    if asked.bombs and deal.bombs:
        said.append(_("Bombs played: %(count)s.") % {"count": deal.bombs})
    if asked.foul and deal.foul is not None:
        said.append(_("%(name)s let the winner go out.") % {"name": names[deal.foul]})
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
    """Return the score sheet of the table for the user with ID `reader_id`; None is a visitor.

    No query: seats, deals and steps must be fetched.
    """
    seats, deals = list(row.seats.all()), list(row.paper_deals.all())
    names = [seat.player_name for seat in seats]
    plays = any(seat.player_id == reader_id for seat in seats if reader_id is not None)
    # Reasons of disputes are for organizers, the players at the table and the entrants.
    is_concerned = plays or any(
        seat.entry is not None and seat.entry.user_id == reader_id
        for seat in seats
        if reader_id is not None
    )
    is_over = row.finished_at is not None
    url = reverse("event_paper", args=[event.slug, row.pk])
    sums = list(accumulate((each.nets for each in deals), _add_nets, initial=[0] * len(seats)))
    writes = plays and not is_over

    def may_answer(deal: PaperDeal) -> bool:
        """Return whether the reader can confirm the deal, as a player or as an organizer."""
        as_player = writes and _may_confirm(deal, reader_id)
        return as_player or (may_run and _may_confirm_as_organizer(event, deal, seats, reader_id))

    waiting = [deal for deal in deals if not deal.is_confirmed]
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
                total=_paper_net(sums[-1][seat.place]),
                cells=[_paper_net(each.nets[seat.place]) for each in deals],
            )
            for seat, name in zip(seats, names, strict=True)
        ],
        rows=[
            PaperRow(
                number=deal.number,
                cells=[_paper_net(net) for net in deal.nets],
                sums=[_paper_net(each) for each in after],
                state=_deal_state(event, deal),
                is_confirmed=deal.is_confirmed,
                is_disputed=deal.disputed_by is not None,
                edit_url=f"{url}?deal={deal.number}#write"
                if may_run or (writes and not deal.is_confirmed)
                else "",
                objection=_objection(deal, steps) if may_run or is_concerned else "",
            )
            for deal, after in zip(deals, sums[1:], strict=True)
        ],
        awaited=[
            _awaited_deal(
                event, row, deal, names, steps, as_player=writes and _may_confirm(deal, reader_id)
            )
            for deal in waiting
            if may_answer(deal)
        ],
        steps=[_record_line(event, each, with_text=may_run or is_concerned) for each in steps],
        status=paragraph(
            _next_step_sentence(event, deals, is_over=is_over),
            *(
                _confirmers_sentence(deal, seats)
                for deal in waiting
                if (may_run or plays) and deal.disputed_by_id is None and not may_answer(deal)
            ),
        ),
        is_over=is_over,
        url=url,
        close_url=_action_url(event, row, "close") if may_run and not is_over else "",
    )


def _add_nets(sums: Sequence[int], nets: Sequence[int]) -> list[int]:
    """Return the sums per seat after a deal with these net points."""
    return [one + other for one, other in zip(sums, nets, strict=True)]


def _may_confirm(deal: PaperDeal, reader_id: int | None) -> bool:
    """Return whether the user with this ID didn't enter the deal and no other user disputes it."""
    is_disputed_by_another = deal.disputed_by_id not in (None, reader_id)
    return deal.entered_by_id != reader_id and not is_disputed_by_another


def _may_confirm_as_organizer(
    event: Event, deal: PaperDeal, seats: Sequence[EventSeat], reader_id: int | None
) -> bool:
    """Return whether an organizer with this ID can confirm the deal, as the services decide.

    With a stake, an organizer's deal is for its players to confirm while they can.
    """
    if not event.currency:
        return True
    if deal.entered_by_id == reader_id:
        return False
    is_with_players = deal.stands_at is not None and deal.disputed_by_id is None
    return not (is_with_players and _confirmers(deal, seats))


def _confirmers(deal: PaperDeal, seats: Sequence[EventSeat]) -> list[EventSeat]:
    """Return the seats whose players can confirm the deal: with an account, and not its author."""
    return [each for each in seats if each.player_id not in (None, deal.entered_by_id)]


def _confirmers_sentence(deal: PaperDeal, seats: Sequence[EventSeat]) -> str:
    """Return who can confirm the deal, for readers who can't."""
    names = [each.player_name for each in _confirmers(deal, seats)]
    if not names:
        return _("Another organizer can confirm deal %(deal)s.") % {"deal": deal.number}
    words = {"names": listed(names), "deal": deal.number}
    return _("%(names)s can confirm deal %(deal)s.") % words


def _action_url(event: Event, row: EventTable, action: str) -> str:
    """Return the address for an action at the table: "confirm", "object" or "close"."""
    return reverse("event_paper_act", args=[event.slug, row.pk, action])


def _deal_state(event: Event, deal: PaperDeal) -> str:
    """Return who entered, confirmed or disputed the deal, and when it counts by itself."""
    words = {"by": deal.entered_by.shown_name}
    if deal.confirmed_by is not None:
        words["other"] = deal.confirmed_by.shown_name
        if deal.confirmed_by_id == deal.entered_by_id and deal.stands_at is not None:
            return _("Entered by organizer %(by)s; not disputed") % words
        if deal.confirmed_by_id == deal.entered_by_id:
            return _("Entered by organizer %(by)s") % words
        return _("Entered by %(by)s, confirmed by %(other)s") % words
    if deal.disputed_by is not None:
        words["other"] = deal.disputed_by.shown_name
        return _("Entered by %(by)s, disputed by %(other)s") % words
    if deal.stands_at is not None:
        local = timezone.localtime(deal.stands_at, zone_of(event.club))
        words["when"] = date_format(local, "SHORT_DATETIME_FORMAT")
        return (
            _("Entered by organizer %(by)s; counts from %(when)s unless a player disputes it")
            % words
        )
    return _("Entered by %(by)s, waiting for confirmation") % words


def _objection(deal: PaperDeal, steps: Sequence[PaperDealRecord]) -> str:
    """Return why the deal is disputed, as the player wrote it; empty if it isn't disputed.

    :param steps: the log of the score sheet, newest first
    """
    if deal.disputed_by_id is None:
        return ""
    disputes = (each for each in steps if each.deal_id == deal.pk)
    return next((each.text for each in disputes if each.step == _Step.DISPUTED), "")


def _awaited_deal(
    event: Event,
    row: EventTable,
    deal: PaperDeal,
    names: Sequence[str],
    steps: Sequence[PaperDealRecord],
    *,
    as_player: bool,
) -> AwaitedDeal:
    """Return a deal that the reader can confirm or dispute, with its preview and addresses."""
    return AwaitedDeal(
        preview=preview_of(
            rules_at(event, len(names)), deal.number, written_deal(deal.written), names
        ),
        version=deal.version,
        by=deal.entered_by.shown_name,
        objector="" if deal.disputed_by is None else deal.disputed_by.shown_name,
        objection=_objection(deal, steps),
        as_player=as_player,
        may_object=as_player and deal.disputed_by is None,
        confirm_url=_action_url(event, row, "confirm"),
        object_url=_action_url(event, row, "object"),
    )


def _next_step_sentence(event: Event, deals: Sequence[PaperDeal], *, is_over: bool) -> str:
    """Return a sentence on what the table waits for: a deal, a confirmation or nothing more."""
    if is_over and len(deals) < event.deals:
        return _("This table was ended early. Its confirmed deals count.")
    if is_over:
        return _("All deals are confirmed. The result is in.")
    if disputed := [str(each.number) for each in deals if each.disputed_by_id is not None]:
        if len(disputed) == 1:
            return _("Deal %(number)s is disputed. Enter it again.") % {"number": disputed[0]}
        words = _("Deals %(numbers)s are disputed. Enter them again.")
        return words % {"numbers": listed(disputed)}
    if waiting := [str(each.number) for each in deals if not each.is_confirmed]:
        if len(waiting) == 1:
            words = _("Deal %(number)s is waiting for another player at the table to confirm it.")
            return words % {"number": waiting[0]}
        words = _("Deals %(numbers)s are waiting for another player at the table to confirm them.")
        return words % {"numbers": listed(waiting)}
    return _("Next: deal %(number)s of %(all)s.") % {
        "number": len(deals) + 1,
        "all": event.deals,
    }


_STEPS: Final = {
    _Step.WRITTEN: gettext_noop("%(who)s entered deal %(deal)s: %(nets)s."),
    _Step.CONFIRMED: gettext_noop("%(who)s confirmed deal %(deal)s."),
    _Step.DISPUTED: gettext_noop("%(who)s disputed deal %(deal)s."),
    _Step.UNDISPUTED: gettext_noop(
        "Deal %(deal)s wasn’t disputed within 24 hours, so %(who)s’s entry was confirmed"
        " automatically."
    ),
    _Step.CORRECTED: gettext_noop("%(who)s corrected deal %(deal)s: %(nets)s."),
}


def _record_line(event: Event, record: PaperDealRecord, *, with_text: bool) -> tuple[str, str, str]:
    """Return time, sentence and reason of an entry of the score sheet's log.

    :param with_text: whether the reader may see the reason
    """
    local = timezone.localtime(record.at, zone_of(event.club))
    words = {
        "who": record.actor.shown_name,
        "deal": record.deal.number,
        "nets": " ".join(map(signed, record.nets)),
    }
    sentence = _(_STEPS[_Step(record.step)]) % words
    return date_format(local, "TIME_FORMAT"), sentence, record.text if with_text else ""
