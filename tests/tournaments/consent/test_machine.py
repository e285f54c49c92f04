"""State machine: whatever organizers and accomplices do, no user owes more than a page showed.

An organizer, the club's owner and a player act together against three other members, in any order,
through the real services and database. A model of plain dicts records what each user was shown when
they last pressed a button (``shown``). After each step the ledger is compared with it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from tests.proofs import size
from tests.tournaments.consent.events import EventSteps
from tests.tournaments.consent.money import MoneySteps
from tests.tournaments.consent.world import founded

#: Seed of the random choices within a step.
chances = st.integers(0, 2**32)


class Consent(EventSteps, MoneySteps, RuleBasedStateMachine):
    """The club and its steps as the rules of a state machine."""

    steps = 0

    def teardown(self) -> None:
        try:
            self.shadow.check_audit()
        except AssertionError as error:
            raise AssertionError(self.story()) from error
        finally:
            self.undo()

    def story(self) -> str:
        return "\n".join(self.log)

    def _step(self, chance: int, *steps: tuple[int, Callable[[], None]]) -> None:
        self.chance = Random(f"{chance} {len(self.log)}")
        self.do_one(steps)
        type(self).steps += 1

    @initialize(chance=chances)
    def an_event_is_opened(self, chance: int) -> None:
        """Open an event that members have entered; most histories begin so."""
        self.chance = Random(chance)
        self.everyone_looks()
        self.make_event()
        for _ in range(self.one_of(0, 1, 2)):
            self.many_members_act()

    @rule(chance=chances)
    def an_organizer_prepares(self, chance: int) -> None:
        self._step(
            chance,
            (3, self.make_event),
            (1, self.open_entries),
            (3, self.enter_members),
            (2, self.enter_by_name),
            (1, self.answer_for),
            (1, self.enter_bot),
            (4, self.change_event),
            (1, self.choose_leftover),
            (4, self.begin_check_in),
            (2, self.check_in_other),
            (2, self.check_in_all),
            (2, self.agree_in_person),
            (1, self.remove_entrant),
            (5, self.start_event),
            (1, self.cancel_event),
            (2, self.change_and_change_back),
            (8, self.event_goes_on),
        )

    @rule(chance=chances)
    def an_organizer_runs_an_event(self, chance: int) -> None:
        self._step(
            chance,
            (3, self.publish),
            (1, self.redraw_seating),
            (1, self.seat_by_hand),
            (1, self.take_back_round),
            (1, self.keep_apart),
            (8, self.play_round),
            (3, self.write_deal),
            (2, self.close_paper_table),
            (3, self.give_penalty),
            (1, self.reverse_penalty),
            (4, self.correct_result),
            (4, self.correct_above_maximum),
            (2, self.replace_player),
            (4, self.end_event),
            (8, self.event_goes_on),
        )

    @rule(chance=chances)
    def players_act(self, chance: int) -> None:
        self._step(
            chance,
            (6, self.member_acts),
            (5, self.many_members_act),
            (2, self.confirm_deal),
            (1, self.dispute_deal),
            (2, self.answer_substitution),
            (3, self.answer_correction),
            (2, self.answer_session_correction),
            (3, self.correct_above_maximum),
            (3, self.correct_session_above_maximum),
            (6, self.answer_result),
            (6, self.event_goes_on),
        )

    @rule(chance=chances)
    def tables_are_played(self, chance: int) -> None:
        self._step(
            chance,
            (3, self.open_table),
            (4, self.sit_down),
            (1, self.stand_up),
            (1, self.remove_from_table),
            (3, self.start_table),
            (4, self.finish_table),
            (3, self.play_a_session),
            (2, self.play_again),
            (2, self.begin_night),
            (2, self.open_night_table),
            (1, self.end_night),
            (1, self.correct_night),
            (3, self.correct_session),
            (4, self.correct_session_above_maximum),
        )

    @rule(chance=chances)
    def the_ledger_is_kept(self, chance: int) -> None:
        self._step(
            chance,
            (3, self.pay),
            (3, self.answer_payment),
            (1, self.change_book),
            (2, self.settle_club),
            (1, self.end_season),
            (3, self.sweep),
            (1, self.time_passes),
            (1, self.set_role),
            (1, self.remove_member),
            (1, self.leave_club),
            (2, self.let_members_rejoin),
            (4, self.event_goes_on),
            (4, self.play_a_session),
        )

    @rule(chance=chances)
    def something_rare_happens(self, chance: int) -> None:
        self._step(
            chance,
            (1, self.close_club),
            (40, self.event_goes_on),
            (20, self.member_acts),
            (10, self.time_passes),
            (10, self.correct_result),
        )

    @invariant()
    def no_player_owes_more_than_they_were_shown(self) -> None:
        try:
            self.shadow.check()
        except AssertionError as error:
            raise AssertionError(self.story()) from error


@pytest.mark.long
@pytest.mark.proof
@pytest.mark.django_db
def test_no_player_owes_more_than_shown_whatever_organizers_do(queued) -> None:
    class Machine(Consent):
        users, club = founded()

    steps = size("consent: steps of a history")
    run_state_machine_as_test(
        Machine,
        settings=settings(
            deadline=None,
            max_examples=size("consent: histories"),
            stateful_step_count=steps,
            suppress_health_check=list(HealthCheck),
            # In CI failures are not shrunk, which takes minutes.
            phases=[Phase.generate],
        ),
    )
    # Hypothesis stops some histories early; the proof is weak if that happens to most.
    assert Machine.steps >= size("consent: histories") * steps * 0.5
