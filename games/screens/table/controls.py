"""A viewer's own hand and controls."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import ngettext, pgettext

from games.common.denials import Denial
from games.common.languages import cached_by_language
from games.common.languages import gettext as _
from games.language import labels
from games.language.card_faces import CardFace, faces
from games.language.refusals import Refused, sentence
from games.rules.cards import CardError, Cards, parse_cards
from games.rules.combinations.kinds import Combination
from games.rules.deal.judge import judge, judge_ahead, judge_pass
from games.rules.deal.refusals import Code, Refusal
from games.rules.deal.state import DealState, Phase
from games.rules.view import View, view
from games.screens.question import StakeQuestion, question_of
from games.screens.table import prompts
from games.screens.table.menu import starts_automatically
from games.tables import clocks, links
from games.tables.denials import TableCode
from games.tables.models import Table
from games.tables.opening_hold import is_lead_held, lead_opens_at
from games.tables.snapshot import SeatFacts, Snapshot, deal_key
from games.tables.stakes import asks_each_player
from games.tables.terms import shown_digest


@dataclass(frozen=True, slots=True)
class Hand:
    """Data of a player's own cards in one deal, as the page shows them."""

    seat: int
    name: str
    #: Identifies the deal that the cards belong to.
    deal_key: str
    cards: list[CardFace]

    @property
    def buttons(self) -> list[SafeString]:
        """The cards as HTML buttons; the second of two equal cards is marked as a copy."""
        before = [None, *self.cards]
        return [
            face.second_button if face == other else face.button
            for face, other in zip(self.cards, before, strict=False)
        ]


class Stance(NamedTuple):
    """The part of the controls that the page's CSS and scripts read."""

    state: str
    seat: int | None
    selection: str
    trick: int
    only_pass: bool
    may_cut_in: bool
    leads_next: bool
    call: str


class Remarks(NamedTuple):
    """The part of the controls with standing notes for the viewer and their buttons."""

    notes: tuple[str, ...]
    can_redeal: bool
    can_keep: bool


class Said(NamedTuple):
    """The part of the controls with the prompt and reasons why something can't be done."""

    is_turn: bool
    prompt: str
    refusal: str
    question: StakeQuestion | None
    warning: str
    play_reason: str
    is_play_reason_shown: bool
    pass_reason: str
    is_pass_reason_shown: bool


class Moves(NamedTuple):
    """The part of the controls with the buttons that move cards."""

    does: str
    can_hint: bool
    pass_label: str
    can_pass: bool
    has_pass_reason: bool
    is_later: bool
    can_plan: bool
    plan_label: str
    selection: str
    play_label: str
    can_play: bool
    has_play_reason: bool
    has_warning: bool


@dataclass(frozen=True, slots=True)
class Controls:
    """Data of a viewer's controls in their language: possible actions, and why others are not."""

    #: ``your_turn``, ``waiting``, ``between``, ``finished`` or ``spectator``, or ``waiting_room``
    #: before the session, ``paused``, or ``away`` while a bot stands in. A waiting player may still
    #: cut in (``may_cut_in``) or ask for a redeal.
    state: str
    prompt: str
    seat: int | None = None
    #: Alert in the page's title, or empty.
    call: str = ""
    #: Standing notes for this viewer only.
    notes: tuple[str, ...] = ()
    #: Warning about the selected cards, which may still be played.
    warning: str = ""
    #: Action of the main button: ``play``, or ``give`` a card.
    main: str = "play"
    #: Whether the viewer has cards left.
    has_cards: bool = False
    #: Whether turns are limited, so that the page keeps a place for the time left.
    has_clock: bool = False
    can_pass: bool = False
    pass_label: str = ""
    pass_reason: str = ""
    #: Whether the player leads and so can't pass; the prompt says that they lead.
    must_lead: bool = False
    selection: str = ""
    play_label: str = ""
    can_play: bool = False
    play_reason: str = ""
    may_cut_in: bool = False
    #: Whether the selected cards can be queued: the viewer's turn comes again in this trick, and
    #: the cards could be played as the table is now.
    can_plan: bool = False
    #: Label of the queue button.
    plan_label: str = ""
    #: Whether the seat leads next unless its play is beaten; a queued play waits for that trick.
    leads_next: bool = False
    can_hint: bool = False
    can_redeal: bool = False
    #: Whether the viewer can confirm that they won't ask for a redeal.
    can_keep: bool = False
    #: Identifies the trick within the deal.
    trick: int = 0
    #: Whether passing is the only choice: no play is possible, and the trick is not the viewer's.
    only_pass: bool = False
    #: Why the viewer's last request was refused.
    refusal: str = ""
    #: Question shown instead, to a viewer who wants to play again.
    question: StakeQuestion | None = None
    ready: bool = False
    is_ready_possible: bool = False
    #: Page of the finished session.
    session_url: str = ""
    #: Page that compares the session with other tables that play the same packs.
    comparison_url: str = ""

    @property
    def standing(self) -> tuple[object, ...]:
        """The values that stay the same between moves; if they change, all controls are sent."""
        state = "" if self.has_cards else self.state
        ready = self.ready, self.is_ready_possible
        return self.has_cards, state, ready, self.session_url, self.comparison_url

    @property
    def stance(self) -> Stance:
        """The values for CSS and scripts."""
        return Stance(
            self.state,
            self.seat,
            self.selection,
            self.trick,
            self.only_pass,
            self.may_cut_in,
            self.leads_next,
            self.call,
        )

    @property
    def remarks(self) -> Remarks:
        """The standing notes and their buttons."""
        return Remarks(self.notes, self.can_redeal, self.can_keep)

    @property
    def said(self) -> Said:
        """The prompt and the reasons; a reason equal to the prompt is not shown again."""
        is_play_told = not self.can_play and self.play_reason not in ("", self.prompt)
        is_pass_told = bool(self.pass_reason) and not self.must_lead and self.main == "play"
        return Said(
            self.state == "your_turn",
            self.prompt,
            self.refusal,
            self.question,
            self.warning,
            self.play_reason,
            is_play_told,
            self.pass_reason,
            is_pass_told,
        )

    @property
    def moves(self) -> Moves:
        """The values of the buttons that move cards."""
        return Moves(
            self.main,
            self.can_hint,
            self.pass_label if self.main == "play" else "",
            self.can_pass,
            bool(self.pass_reason),
            self.state == "waiting" and not self.can_play,
            self.can_plan,
            self.plan_label,
            self.selection,
            self.play_label,
            self.can_play,
            bool(self.play_reason),
            bool(self.warning),
        )


def hand_of(snapshot: Snapshot, seat: int | None) -> Hand | None:
    """Return the cards of the seat's player; None for a spectator and before the first deal."""
    if seat is None or snapshot.newest is None:
        return None
    seen = view(snapshot.state, seat)
    return Hand(seat, snapshot.seats[seat].name, deal_key(snapshot.setting), faces(seen.hand))


def controls_of(
    snapshot: Snapshot,
    seat: int | None,
    selection: str = "",
    refusal: Refused | None = None,
    seen: View | None = None,
) -> Controls:
    """Return the controls of the seat's player, or of a spectator, with the selected cards.

    :param refusal: why the viewer's last request was refused
    :param seen: the deal as the seat sees it, if known
    """
    question = _rematch_question(snapshot, refusal)
    names = [each.name for each in snapshot.seats]
    why = sentence(refusal, names) if refusal and not question else ""
    made = None
    if seat is not None:
        made = _controls_in_play(snapshot, seat, selection, seen, refusal=why, question=question)
    return made or replace(
        _controls_without_play(snapshot, seat), seat=seat, refusal=why, question=question
    )


def is_plain_wait(snapshot: Snapshot, seat: int) -> bool:
    """Return whether the seat's player just waits for another one to play, as most do at any time.

    Then the controls, with nothing selected, say the same to each of them, except for the `Stance`:
    no player may play out of turn or ask for a redeal, and no note on an exchange is shown.
    """
    table, state = snapshot.table, snapshot.newest
    if state is None or table.phase != Table.Phase.PLAYING or table.paused_at is not None:
        return False
    is_later = state.starter is not None and state.exchange is None
    return (
        is_later
        and state.phase is Phase.PLAY
        and seat not in (state.turn, state.taker)
        and bool(state.hands[seat])
        and not state.setup.rules.may_cut_in
        and not snapshot.seats[seat].stand_in
    )


def _rematch_question(snapshot: Snapshot, refusal: Refused | None) -> StakeQuestion | None:
    """Return the question about a loss above the player's limit, with the digest of its terms.

    None for any other refusal.
    """
    question, session = question_of(refusal), snapshot.session
    if question is None:
        return None
    return replace(question, terms=shown_digest(session, snapshot.table.clock))


def _controls_without_play(snapshot: Snapshot, seat: int | None) -> Controls:
    """Return the controls while the viewer can't play cards."""
    table = snapshot.table
    if table.phase == Table.Phase.WAITING:
        return Controls("waiting_room", _waiting_prompt(snapshot, seat))
    if seat is None:
        return Controls("spectator", _spectator_prompt(table.spectator_delay))
    if table.phase == Table.Phase.FINISHED:
        if table.same_packs:
            compared = links.comparison_page(table.same_packs)
            return Controls("finished", _("The game is over."), comparison_url=compared)
        if table.lesson:
            return Controls("finished", _("The lesson is over."))
        url = reverse("session", args=[table.slug, snapshot.session.number])
        return Controls("finished", _("The game is over."), session_url=url)
    own_seat = snapshot.seats[seat]
    if table.phase == Table.Phase.BETWEEN:
        prompt = _("Waiting for the others.") if own_seat.ready else _("Start the next deal?")
        return Controls(
            "between", prompt, ready=own_seat.ready, is_ready_possible=not own_seat.ready
        )
    if table.paused_at is not None:
        return Controls("paused", _("Game paused. Anyone can resume it."))
    return Controls("away", _away_prompt(own_seat))


def _waiting_prompt(snapshot: Snapshot, seat: int | None) -> str:
    """Return the prompt before the session starts."""
    if seat is None:
        return _("Take a seat, or watch.")
    own_seat = next((each for each in snapshot.seats if each.number == seat), None)
    is_host = own_seat is not None and own_seat.user_id == snapshot.table.host_id
    if snapshot.setting.free_seats:
        if is_host and snapshot.table.bots and not starts_automatically(snapshot):
            return _("Start when you’re ready.")
        return _("Waiting for the others.")
    is_agreed = all(seat.ready for seat in snapshot.seats)
    if is_host and (is_agreed or not asks_each_player(snapshot.session, snapshot.session)):
        return _("All seats are taken. Start when you’re ready.")
    return _("All seats are taken.")


def _spectator_prompt(delay: int) -> str:
    """Return the prompt of a spectator who sees moves with that delay, in moves."""
    if not delay:
        return _("You’re watching.")
    return ngettext(
        "You’re watching with a delay of %(count)d move.",
        "You’re watching with a delay of %(count)d moves.",
        delay,
    ) % {"count": delay}


def _controls_in_play(
    snapshot: Snapshot,
    seat: int,
    selection: str,
    seen: View | None,
    *,
    refusal: str,
    question: StakeQuestion | None,
) -> Controls | None:
    """Return the controls of a player in a running deal; None if they can't play now."""
    table = snapshot.table
    if table.phase != Table.Phase.PLAYING or table.paused_at is not None:
        return None
    if snapshot.seats[seat].stand_in:
        return None
    state, names = snapshot.state, snapshot.names
    seen = seen or view(state, seat)
    chosen = _check_selection(
        state,
        seen,
        selection,
        names,
        is_held=seen.on_turn and is_lead_held(table.turn_since, state),
    )
    not_passing = judge_pass(state, seat)
    is_turn = state.turn == seat
    return Controls(
        "your_turn" if is_turn else "waiting",
        prompts.prompt(seen, names),
        seat=seat,
        call=_title_alert(seen, is_turn=is_turn),
        notes=tuple(prompts.notes(seen, names)),
        warning=chosen.warning,
        main="give" if seen.must_give else "play",
        has_cards=bool(seen.hand),
        has_clock=clocks.clock_of(snapshot.table.clock) is not None,
        can_pass=not_passing is None,
        pass_label=prompts.pass_label(seen),
        pass_reason="" if not_passing is None else sentence(not_passing, names),
        must_lead=not_passing is not None and not_passing.code == Code.MUST_LEAD,
        selection=selection,
        play_label=chosen.label,
        can_play=chosen.can_play,
        play_reason=chosen.reason,
        may_cut_in=seen.may_cut_in,
        can_plan=chosen.can_plan,
        plan_label=chosen.plan_label,
        leads_next=not is_turn and seen.owner == seat,
        can_hint=_can_hint(seen),
        can_redeal=seen.may_redeal,
        can_keep=_can_keep(snapshot, seat),
        trick=seen.trick_start,
        only_pass=not_passing is None and seen.owner != seat and not seen.may_play,
        refusal=refusal,
        question=question,
    )


def _can_keep(snapshot: Snapshot, seat: int) -> bool:
    """Return whether the first lead waits for this player to confirm that they keep the hand.

    It waits for every player but the leader, so that waiting reveals nothing about a hand.
    """
    if snapshot.state.turn == seat or snapshot.seats[seat].ready:
        return False
    return lead_opens_at(snapshot) is not None


def _title_alert(seen: View, *, is_turn: bool) -> str:
    """Return the alert for the page's title if the player can act; otherwise empty."""
    if is_turn:
        return _("Your turn")
    return _("You can cut in") if seen.may_cut_in else ""


def _away_prompt(seat: SeatFacts) -> str:
    """Return the prompt for a player for whom a bot plays."""
    if seat.left_at is not None:
        return _("You quit this game. A bot is finishing it for you.")
    return _("A bot is playing for you.")


def _can_hint(seen: View) -> bool:
    """Return whether the player has a possible play that the Hint button could show."""
    return bool(seen.open_plays()) if seen.on_turn else seen.may_cut_in


@dataclass(frozen=True, slots=True)
class SelectionCheck:
    """Result of checking the selected cards: label and state of the play and queue buttons."""

    label: str
    reason: str = ""
    warning: str = ""
    #: Whether they can be played now, or queued for the viewer's turn.
    can_play: bool = False
    can_plan: bool = False
    plan_label: str = ""


@cached_by_language(20)
def _texts_without_selection(must_give: bool) -> tuple[str, str, str]:
    """Return three texts while no cards are selected: play label, queue label and prompt."""
    label = pgettext("a card", "Give") if must_give else pgettext("cards", "Play")
    return label, _("Queue this play"), _("Choose cards to play.")


def _check_selection(
    state: DealState,
    seen: View,
    selection: str,
    names: Sequence[str],
    *,
    is_held: bool = False,
) -> SelectionCheck:
    """Return whether the selected cards can be played or queued now, or why not.

    :param is_held: whether the lead waits for players who may ask for a redeal
    """
    plain, later, choose = _texts_without_selection(seen.must_give)
    try:
        cards = parse_cards(selection) if selection else 0
    except CardError:
        return SelectionCheck(plain, _("Those cards aren’t in this pack."), plan_label=later)
    # Cards played from another tab can no longer be selected.
    cards &= seen.hand
    if seen.must_give:
        return _check_gift(cards, plain)
    if not cards and seen.on_turn and not seen.open_plays():
        # The prompt already says that there is nothing to play.
        return SelectionCheck(plain, prompts.prompt(seen, names))
    if not cards:
        return SelectionCheck(plain, choose, plan_label=later)
    assert seen.seat is not None
    verdict = judge(state, seen.seat, cards)
    if not isinstance(verdict, Refusal):
        label = _play_label(verdict, seen)
        if is_held:
            return SelectionCheck(label, sentence(Denial(TableCode.LEAD_HELD), names))
        return SelectionCheck(label, warning=prompts.warning(seen, verdict, names), can_play=True)
    ahead = verdict if seen.on_turn else judge_ahead(state, seen.seat, cards)
    known = verdict.combination
    label = _play_label(known, seen) if known else plain
    if isinstance(ahead, Refusal):
        return SelectionCheck(label, sentence(ahead, names), plan_label=later)
    words = {"play": labels.combination_label(ahead)}
    return SelectionCheck(label, can_plan=True, plan_label=_("Queue %(play)s") % words)


def _play_label(play: Combination, seen: View) -> str:
    """Return the label of the button that makes the play."""
    words = {"play": labels.combination_label(play)}
    if seen.may_cut_in and not seen.on_turn:
        return _("Cut in: %(play)s") % words
    return _("Play %(play)s") % words


def _check_gift(cards: Cards, label: str) -> SelectionCheck:
    """Return whether the selected cards can be given in the exchange: only a single one can."""
    if cards.bit_count() != 1:
        return SelectionCheck(label, _("Choose the card to give."))
    card = labels.card_label(cards.bit_length() - 1)
    return SelectionCheck(_("Give the %(card)s") % {"card": card}, can_play=True)
