"""What one seat alone sees: its hand, and what it may do now."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.language import labels
from games.language.card_faces import CardFace, faces
from games.language.refusals import Refused, sentence
from games.rules.cards import CardError, Cards, parse_cards
from games.rules.combinations import Combination
from games.rules.deal import DealState, Refusal, judge, judge_pass
from games.rules.view import View, view
from games.screens.question import StakeQuestion, question_of
from games.screens.table import prompts
from games.tables import links
from games.tables.models import Table
from games.tables.snapshot import SeatFacts, Snapshot, deal_key


@dataclass(frozen=True, slots=True)
class Hand:
    """A viewer's own cards."""

    seat: int
    name: str
    #: Tells the cards of one deal from those of another.
    deal_key: str
    cards: list[CardFace]

    @property
    def buttons(self) -> list[SafeString]:
        return [face.button for face in self.cards]


@dataclass(frozen=True, slots=True)
class Controls:
    """What a viewer may do now, and why not what may not be done."""

    #: ``your_turn``, ``waiting``, ``between``, ``finished`` or ``spectator``, or ``waiting_room``
    #: before the session, ``paused``, or ``away`` while a bot stands in. Who waits may still have
    #: a play out of turn (``may_cut_in``) or a request for a new deal.
    state: str
    prompt: str
    seat: int | None = None
    #: What a move is made for; see ``games.tables.snapshot.Moment``.
    moment: str = ""
    #: How the page's title calls for the viewer, if it does.
    call: str = ""
    #: Standing facts for this viewer alone.
    notes: list[str] = field(default_factory=list)
    #: About the chosen cards, which may be played all the same.
    warning: str = ""
    #: What the big button does: ``play``, or ``give`` a card.
    main: str = "play"
    #: Whether there are cards left to press buttons for.
    has_cards: bool = False
    can_pass: bool = False
    pass_label: str = ""
    pass_reason: str = ""
    selection: str = ""
    play_label: str = ""
    can_play: bool = False
    play_reason: str = ""
    may_cut_in: bool = False
    #: Whether the turn comes again in this trick, so that a play for it can be planned.
    can_plan: bool = False
    can_hint: bool = False
    can_redeal: bool = False
    #: Tells one trick of a deal from the next.
    trick: int = 0
    #: There is nothing to decide: no play is open, and passing ends no trick of one's own.
    only_pass: bool = False
    #: Why the last thing that the viewer asked for was not done.
    refusal: str = ""
    #: What the viewer is asked instead, who would play again.
    question: StakeQuestion | None = None
    ready: bool = False
    is_ready_possible: bool = False
    #: Where a session that is over is shown, deal by deal.
    session_url: str = ""
    #: Where it is compared with those of other tables that play the same packs.
    comparison_url: str = ""


def hand_of(snapshot: Snapshot, seat: int | None) -> Hand | None:
    """Return the seat's own cards; None for somebody who watches, and before the first deal."""
    if seat is None or snapshot.newest is None:
        return None
    seen = view(snapshot.state, seat)
    return Hand(seat, snapshot.seats[seat].name, deal_key(snapshot.setting), faces(seen.hand))


def controls_of(
    snapshot: Snapshot,
    seat: int | None,
    selection: str = "",
    refusal: Refused | None = None,
) -> Controls:
    """Return what the viewer may do now with the cards chosen.

    :param refusal: why the last thing that the viewer asked for was not done
    """
    question = question_of(refusal)
    names = [each.name for each in snapshot.seats]
    why = sentence(refusal, names) if refusal and not question else ""
    made = _play(snapshot, seat, selection) if seat is not None else None
    return replace(made or _no_play(snapshot, seat), seat=seat, refusal=why, question=question)


def _no_play(snapshot: Snapshot, seat: int | None) -> Controls:
    """Return what is to be done where no cards can be played."""
    table = snapshot.table
    if table.phase == Table.Phase.WAITING:
        prompt = _("Waiting for the others.") if seat is not None else _("Take a seat, or watch.")
        return Controls("waiting_room", prompt)
    if seat is None:
        return Controls("spectator", _watching_prompt(table.spectator_delay))
    if table.phase == Table.Phase.FINISHED:
        if table.same_packs:
            compared = links.comparison_page(table.same_packs)
            return Controls("finished", _("The session is over."), comparison_url=compared)
        url = links.session_page(table.slug, snapshot.session.number)
        return Controls("finished", _("The session is over."), session_url=url)
    sitter = snapshot.seats[seat]
    if table.phase == Table.Phase.BETWEEN:
        prompt = _("Waiting for the others.") if sitter.ready else _("Ready for the next deal?")
        return Controls("between", prompt, ready=sitter.ready, is_ready_possible=not sitter.ready)
    if table.paused_at is not None:
        return Controls("paused", _("The table is paused. Anybody may go on."))
    return Controls("away", _away_prompt(sitter))


def _watching_prompt(delay: int) -> str:
    if not delay:
        return _("You are watching.")
    late = ngettext(
        "You see the table %(count)d play late.", "You see the table %(count)d plays late.", delay
    )
    return f"{_('You are watching.')} {late % {'count': delay}}"


def _play(snapshot: Snapshot, seat: int, selection: str) -> Controls | None:
    """Return what the player may do now with the cards chosen, or None where nobody plays."""
    table = snapshot.table
    if table.phase != Table.Phase.PLAYING or table.paused_at is not None:
        return None
    if snapshot.seats[seat].stand_in:
        return None
    state, names = snapshot.state, snapshot.names
    seen = view(state, seat)
    chosen = _judged(state, seen, selection, names)
    not_passing = judge_pass(state, seat)
    is_turn = state.turn == seat
    return Controls(
        "your_turn" if is_turn else "waiting",
        prompts.prompt(seen, names),
        moment=snapshot.moment,
        call=_call(seen, is_turn=is_turn),
        notes=prompts.notes(seen, names),
        warning=chosen.warning,
        main="give" if seen.must_give else "play",
        has_cards=bool(seen.hand),
        can_pass=not_passing is None,
        pass_label=prompts.pass_label(seen),
        pass_reason="" if not_passing is None else sentence(not_passing, names),
        selection=selection,
        play_label=chosen.label,
        can_play=not chosen.reason,
        play_reason=chosen.reason,
        may_cut_in=seen.may_cut_in,
        can_plan=seat not in seen.locked,
        can_hint=_can_hint(seen),
        can_redeal=seen.may_redeal,
        trick=seen.trick_start,
        only_pass=not_passing is None and seen.owner != seat and not seen.may_play,
    )


def _call(seen: View, *, is_turn: bool) -> str:
    if is_turn:
        return _("Your turn")
    return _("You may cut in") if seen.may_cut_in else ""


def _away_prompt(seat: SeatFacts) -> str:
    if seat.left_at is not None:
        return _("You have left this session. A bot plays on for your score.")
    return _("A bot plays for you. Take your seat back when you like.")


def _can_hint(seen: View) -> bool:
    """Return whether a hint helps: who must end a trick, or pass the lead, needs none."""
    if not seen.on_turn:
        return seen.may_cut_in
    leads_nothing = seen.top is None and seen.may_pass
    return not leads_nothing and (seen.owner != seen.seat or bool(seen.open_plays()))


@dataclass(frozen=True, slots=True)
class Chosen:
    """What can be done with the cards chosen: the big button's label, and why it is held back."""

    label: str
    reason: str = ""
    warning: str = ""


def _judged(state: DealState, seen: View, selection: str, names: Sequence[str]) -> Chosen:
    plain = _("Give") if seen.must_give else _("Play")
    try:
        cards = parse_cards(selection)
    except CardError:
        return Chosen(plain, _("Those are no cards of this pack."))
    # Cards that were played from another tab are no longer there to be chosen.
    cards &= seen.hand
    if seen.must_give:
        return _gift(cards, plain)
    if not cards:
        return Chosen(plain, _("Choose cards to play."))
    assert seen.seat is not None
    verdict = judge(state, seen.seat, cards)
    if isinstance(verdict, Refusal):
        reason = sentence(verdict, names)
        known = verdict.combination
        return Chosen(_play_label(known, seen) if known else plain, reason)
    return Chosen(_play_label(verdict, seen), warning=prompts.warning(seen, verdict, names))


def _play_label(play: Combination, seen: View) -> str:
    words = {"play": labels.combination_label(play)}
    if seen.may_cut_in and not seen.on_turn:
        return _("Cut in: %(play)s") % words
    return _("Play %(play)s") % words


def _gift(cards: Cards, plain: str) -> Chosen:
    if cards.bit_count() != 1:
        return Chosen(plain, _("Choose the card to give."))
    return Chosen(_("Give the %(card)s") % {"card": labels.card_label(cards.bit_length() - 1)})
