"""What one seat alone sees: its hand, and what it may do now."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import selectors, texts
from games.models import Seat, Table
from games.presenter import prompting
from games.presenter.faces import CardFace, faces
from games.rules.cards import CardError, Cards, parse_cards
from games.rules.combinations import Combination
from games.rules.deal import DealState, Refusal, judge, judge_pass
from games.rules.view import View, view


@dataclass(frozen=True, slots=True)
class Hand:
    """A viewer's own cards."""

    seat: int
    name: str
    cards: list[CardFace]

    @property
    def buttons(self) -> list[SafeString]:
        return [face.button for face in self.cards]


@dataclass(frozen=True, slots=True)
class Controls:
    """What a viewer may do now, and why not what may not be done.

    ``state`` is ``your_turn``, ``waiting``, ``between``, ``finished`` or ``spectator``, or
    ``waiting_room`` before the session, ``paused``, or ``away`` while a bot stands in; who waits
    may still have a play out of turn (``may_cut_in``) or a request for a new deal. ``notes`` are
    standing facts for this viewer alone, ``warning`` is about the chosen cards, which may be
    played all the same. ``main`` is what the big button does: ``play``, or ``give`` a card.
    ``trick`` tells one trick of a deal from the next. With ``only_pass`` there is nothing to
    decide: no play is open, and passing does not end a trick of one's own.
    """

    state: str
    prompt: str
    notes: list[str] = field(default_factory=list)
    warning: str = ""
    main: str = "play"
    can_pass: bool = False
    pass_label: str = ""
    pass_reason: str = ""
    selection: str = ""
    play_label: str = ""
    can_play: bool = False
    play_reason: str = ""
    may_cut_in: bool = False
    can_hint: bool = False
    can_redeal: bool = False
    trick: int = 0
    only_pass: bool = False
    refusal: str = ""
    ready: bool = False
    is_ready_possible: bool = False


def hand_of(position: selectors.Position, seat: int | None) -> Hand | None:
    """The seat's own cards; None for somebody who watches, and before the first deal."""
    if seat is None or position.newest is None:
        return None
    seen = view(position.state, seat)
    return Hand(seat, position.seats[seat].name, faces(seen.hand))


def controls_of(
    position: selectors.Position, seat: int | None, selection: str = "", refusal: str = ""
) -> Controls:
    """What the viewer may do now with the cards chosen."""
    phase = position.table.phase
    if phase == Table.Phase.WAITING:
        prompt = _("Waiting for the others.") if seat is not None else _("Take a seat, or watch.")
        return Controls("waiting_room", prompt, refusal=refusal)
    if seat is None:
        return Controls("spectator", _("You are watching."), refusal=refusal)
    if phase == Table.Phase.FINISHED:
        return Controls("finished", _("The session is over."), refusal=refusal)
    if phase == Table.Phase.BETWEEN:
        is_ready = position.seats[seat].ready
        return Controls(
            "between",
            _("Waiting for the others.") if is_ready else _("Ready for the next deal?"),
            ready=is_ready,
            is_ready_possible=not is_ready,
            refusal=refusal,
        )
    state, names = position.state, position.scene.names
    if position.table.paused_at is not None:
        return Controls("paused", _("The table is paused. Anybody may go on."), refusal=refusal)
    if position.seats[seat].stand_in:
        return Controls("away", _away_prompt(position.seats[seat]), refusal=refusal)
    seen = view(state, seat)
    chosen = _judged(state, seen, selection, names)
    not_passing = judge_pass(state, seat)
    return Controls(
        "your_turn" if state.turn == seat else "waiting",
        prompting.prompt(seen, names),
        notes=prompting.notes(seen, names),
        warning=chosen.warning,
        main="give" if seen.must_give else "play",
        can_pass=not_passing is None,
        pass_label=prompting.pass_label(seen),
        pass_reason="" if not_passing is None else texts.refusal_sentence(not_passing, names),
        selection=selection,
        play_label=chosen.label,
        can_play=not chosen.reason,
        play_reason=chosen.reason,
        may_cut_in=seen.may_cut_in,
        can_hint=_can_hint(seen),
        can_redeal=seen.may_redeal,
        trick=seen.trick_start,
        only_pass=not_passing is None and seen.owner != seat and not seen.may_play,
        refusal=refusal,
    )


def _away_prompt(seat: Seat) -> str:
    if seat.left_at is not None:
        return _("You have left this session. A bot plays on for your score.")
    return _("A bot plays for you. Take your seat back when you like.")


def _can_hint(seen: View) -> bool:
    """Whether there is something to beat or to lead; who must end a trick or a lead needs none."""
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
        reason = texts.refusal_sentence(verdict, names)
        known = verdict.combination
        return Chosen(_play_label(known, seen) if known else plain, reason)
    return Chosen(_play_label(verdict, seen), warning=prompting.warning(seen, verdict, names))


def _play_label(play: Combination, seen: View) -> str:
    words = {"play": texts.combination_label(play)}
    if seen.may_cut_in and not seen.on_turn:
        return _("Cut in: %(play)s") % words
    return _("Play %(play)s") % words


def _gift(cards: Cards, plain: str) -> Chosen:
    if cards.bit_count() != 1:
        return Chosen(plain, _("Choose the card to give."))
    return Chosen(_("Give the %(card)s") % {"card": texts.card_label(cards.bit_length() - 1)})
