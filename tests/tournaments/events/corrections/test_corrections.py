"""Corrections of results: within rules and agreed maximums, and not in the corrector's favour."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.notices.models import Notice
from games.agreements.models import Agreement
from games.agreements.selectors import current
from games.common.denials import Denial
from tests.players import Person
from tests.proofs import size
from tests.tournaments.clubs.people import person
from tests.tournaments.events import agreed
from tests.tournaments.events.browsing import browser, page
from tests.tournaments.events.evening import Evening, refused
from tests.tournaments.events.rows import played_event
from tests.tournaments.events.settling.test_settlement import (
    HKD,
    check_fully_settled,
    finish_round,
    settled,
)
from tournaments.clubs.models import Membership
from tournaments.events import tasks, upkeep
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.corrections import penalties
from tournaments.events.corrections.models import EntryPenalty, EventCorrection
from tournaments.events.corrections.services import (
    confirm_correction,
    correct_result,
    correction_seats,
    decline_correction,
)
from tournaments.events.rounds import proposal, publication
from tournaments.events.rounds.models import EventTable
from tournaments.events.settling.winnings import event_winnings
from tournaments.events.setup.services import open_sign_up
from tournaments.ledger.book.holders import HOUSE


def settled_event(crew, *, plays: bool = True, **terms) -> Evening:
    """Return a settled event of one round at one table; the organizer may play in it."""
    given = {"format_settings": {"rounds": 1}, **HKD, **terms}
    evening = Evening.of(crew, **given).well(open_sign_up)
    evening.joined(3 if plays else 4)
    if plays:
        evening.people.append(Person(crew.organizer))
        assert agreed.enter(evening.event, evening.people[-1]) is None
    evening.all_here().well(proposal.start_event).well(publication.publish_round)
    finish_round(evening)
    tasks.settle_event(evening.event.pk)
    return evening


def the_table(evening: Evening) -> EventTable:
    return EventTable.objects.get(round__event=evening.event)


def nets_of(evening: Evening) -> dict[int, int]:
    return dict(the_table(evening).seats.order_by("place").values_list("place", "net"))


def place_of(evening: Evening, user) -> int:
    return the_table(evening).seats.get(entry__user=user).place


def moved(evening: Evening, points: int, *, to: int) -> dict[int, int]:
    """Return the nets with points moved from the best other seat to one seat."""
    nets = nets_of(evening)
    loser = max((each for each in nets if each != to), key=lambda each: nets[each])
    return nets | {to: nets[to] + points, loser: nets[loser] - points}


def correct(evening: Evening, nets: dict[int, int]) -> object:
    return evening.do(correct_result, the_table(evening).pk, nets, "Misread")


def losers_of(made: EventCorrection) -> list[Person]:
    seats = correction_seats(made)
    return [
        Person(seat.entry.user)
        for seat, change in zip(seats, made.changes(), strict=True)
        if change < 0
    ]


# --- Within the rules and agreed maximums


def test_a_correction_cannot_exceed_what_the_rules_allow_a_seat_to_lose(crew):
    evening = settled_event(crew, plays=False)
    before = nets_of(evening)
    answer = correct(evening, {0: 99_999, 1: -99_999, 2: 0, 3: 0})
    assert refused(answer, EventCode.BEYOND_RULES)
    assert "so a loss of 99999 isn’t possible" in sentence(answer)
    assert nets_of(evening) == before
    assert len(settled(evening.event)) == 1


def test_players_whose_result_changes_are_notified(crew):
    evening = Evening.of(crew).started(people=4, bots=0)
    evening.well(publication.publish_round).play_round()
    table = evening.event.rounds.get(number=1).tables.get()
    nets = dict(table.seats.values_list("place", "net"))
    nets[0], nets[1] = nets[0] + 5, nets[1] - 5
    evening.well(correct_result, table.pk, nets, "Misread")
    told = Notice.objects.filter(kind="event.corrected").values_list("user", flat=True)
    changed = table.seats.filter(place__in=(0, 1)).values_list("entry__user", flat=True)
    assert set(told) == set(changed)


# --- In the corrector's favour


def test_an_organizer_who_gains_by_a_correction_can_only_propose_it(crew):
    evening = settled_event(crew)
    before = nets_of(evening)
    made = correct(evening, moved(evening, 5, to=place_of(evening, crew.organizer)))
    assert isinstance(made, EventCorrection)
    assert nets_of(evening) == before
    assert len(settled(evening.event)) == 1
    told = set(Notice.objects.filter(kind="event.correction").values_list("user", flat=True))
    assert told == {each.user.pk for each in evening.people if each.user != crew.organizer}
    # Not by the organizer themselves.
    answer = evening.do(confirm_correction, made.pk)
    assert refused(answer, EventCode.NOT_YOURS_TO_CONFIRM)
    upkeep.sweep()
    assert nets_of(evening) == before


def test_an_organizers_correction_against_themselves_applies_at_once(crew):
    evening = settled_event(crew)
    place = place_of(evening, crew.organizer)
    other = next(each for each in nets_of(evening) if each != place)
    nets = nets_of(evening)
    nets |= {place: nets[place] - 1, other: nets[other] + 1}
    assert correct(evening, nets) is None
    assert nets_of(evening) == nets


@pytest.mark.every_database
def test_a_second_organizer_confirms_a_proposed_correction(crew):
    evening = settled_event(crew)
    wanted = moved(evening, 5, to=place_of(evening, crew.organizer))
    made = correct(evening, wanted)
    owner = Person(crew.owner).caller
    assert confirm_correction(owner, evening.event.pk, made.pk) is None
    assert nets_of(evening) == wanted
    check_fully_settled(evening.event)
    assert settled(evening.event)[-1].made_by == crew.organizer
    again = confirm_correction(owner, evening.event.pk, made.pk)
    assert refused(again, EventCode.NO_CORRECTION)


def test_a_correction_applies_once_every_player_who_loses_by_it_confirms(crew):
    evening = settled_event(crew)
    place = place_of(evening, crew.organizer)
    nets = nets_of(evening)
    best = sorted((each for each in nets if each != place), key=lambda each: -nets[each])[:2]
    wanted = nets | {place: nets[place] + 4} | {each: nets[each] - 2 for each in best}
    made = correct(evening, wanted)
    one, other = losers_of(made)
    (idle,) = [
        each for each in evening.people if each.user not in (one.user, other.user, crew.organizer)
    ]
    answer = confirm_correction(idle.caller, evening.event.pk, made.pk)
    assert refused(answer, EventCode.NOT_YOURS_TO_CONFIRM)
    assert confirm_correction(one.caller, evening.event.pk, made.pk) is None
    assert nets_of(evening) == nets
    assert confirm_correction(other.caller, evening.event.pk, made.pk) is None
    assert nets_of(evening) == wanted


def test_the_result_stays_when_a_losing_player_declines_the_correction(crew):
    evening = settled_event(crew)
    before = nets_of(evening)
    made = correct(evening, moved(evening, 5, to=place_of(evening, crew.organizer)))
    (loser,) = losers_of(made)
    shown = page(browser(loser.user), f"/events/{evening.event.slug}/corrections/{made.pk}/")
    assert "Confirm correction" in shown
    assert f"oscar proposes a correction in {evening.event.name}" in page(browser(loser.user), "/")
    assert decline_correction(loser.caller, evening.event.pk, made.pk) is None
    answer = confirm_correction(Person(crew.owner).caller, evening.event.pk, made.pk)
    assert refused(answer, EventCode.NO_CORRECTION)
    assert nets_of(evening) == before


def test_a_proposed_correction_lapses_after_seven_days(crew):
    evening = settled_event(crew)
    before = nets_of(evening)
    made = correct(evening, moved(evening, 5, to=place_of(evening, crew.organizer)))
    EventCorrection.objects.update(lapses_at=F("lapses_at") - timedelta(days=7))
    upkeep.sweep()
    made.refresh_from_db()
    assert (made.outcome, nets_of(evening)) == ("lapsed", before)


def test_a_correction_cannot_be_confirmed_after_the_result_has_changed(crew):
    evening = settled_event(crew)
    place = place_of(evening, crew.organizer)
    made = correct(evening, moved(evening, 5, to=place))
    the_table(evening).seats.filter(place=place).update(net=F("net") - 1)
    answer = confirm_correction(Person(crew.owner).caller, evening.event.pk, made.pk)
    assert refused(answer, EventCode.CORRECTION_OUTDATED)


def test_a_newer_correction_replaces_a_proposed_one(crew):
    evening = settled_event(crew)
    made = correct(evening, moved(evening, 5, to=place_of(evening, crew.organizer)))
    newer = correct(evening, moved(evening, 3, to=place_of(evening, crew.organizer)))
    made.refresh_from_db()
    assert (made.outcome, newer.is_open) == ("replaced", True)


def test_uninvolved_members_can_neither_see_nor_answer_a_correction(crew):
    evening = settled_event(crew)
    made = correct(evening, moved(evening, 5, to=place_of(evening, crew.organizer)))
    url = f"/events/{evening.event.slug}/corrections/{made.pk}/"
    assert browser(crew.member).get(url).status_code == 403
    assert browser(crew.owner).get(url).status_code == 200
    for user, code in ((crew.member, EventCode.NOT_YOURS_TO_CONFIRM),):
        who = Person(user).caller
        assert refused(confirm_correction(who, evening.event.pk, made.pk), code)
        assert refused(decline_correction(who, evening.event.pk, made.pk), code)


# --- Arbitrary decisions of organizers


@pytest.fixture(params=[(True, 0), (True, 500), (False, 7)])
def decided(crew, request) -> tuple[Evening, object]:
    """A finished event in which the organizer may play, and a second organizer."""
    plays, limit = request.param
    second = person("second")
    Membership.objects.create(club=crew.club, user=second, role="organizer")
    return settled_event(crew, plays=plays, penalty_limit=limit), Person(second).caller


@settings(
    max_examples=size("corrections: sequences of decisions"),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_no_sequence_of_penalties_and_corrections_exceeds_the_agreed_max_loss(decided, data):
    evening, second = decided
    # Each example's changes are rolled back before the next.
    with transaction.atomic():
        decide_anything(data, evening, (evening.desk, second))
        transaction.set_rollback(True)


def decide_anything(data: st.DataObject, evening: Evening, desks: tuple[object, ...]) -> None:
    """Make arbitrary decisions as two organizers."""
    table, places = the_table(evening), list(nets_of(evening))
    steps = st.lists(st.sampled_from(("penalty", "reverse", "correct", "confirm")), max_size=8)
    for step in data.draw(steps):
        desk = data.draw(st.sampled_from(desks))
        if step == "penalty":
            number, points = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 130))
            answer = penalties.give_penalty(desk, evening.event.pk, number, points, "why")
        elif step == "correct":
            drawn = data.draw(st.lists(st.integers(-130, 130), min_size=3, max_size=3))
            nets = dict(zip(places, [*drawn, -sum(drawn)], strict=True))
            answer = correct_result(desk, evening.event.pk, table.pk, nets, "why")
        else:
            kind = EventCorrection if step == "confirm" else EntryPenalty
            nth = data.draw(st.integers(0, 4))
            pk = next(iter(kind.objects.order_by("pk").values_list("pk", flat=True)[nth:]), 0)
            service = confirm_correction if step == "confirm" else penalties.reverse_penalty
            more = () if step == "confirm" else ("why",)
            answer = service(desk, evening.event.pk, pk, *more)
        assert answer is None or isinstance(answer, Denial | EventCorrection)
        check_agreements(Event.objects.get(pk=evening.event.pk))


def check_agreements(event: Event) -> None:
    """Check that every settled loss is within the player's agreed maximum."""
    held = current(Agreement.Subject.EVENT, event.pk)
    winnings = event_winnings(event.pk)
    for holder, points in winnings.by_holder().items():
        if holder != HOUSE:
            most = held[(holder.user_id, holder.name)].max_loss
            assert -points * event.stake_minor <= most


def test_only_a_table_with_a_result_can_be_corrected(crew):
    nets = {1: 20, 2: -20, 3: 0, 4: 0}
    event = played_event(crew, [[nets], [dict.fromkeys(nets)]], ["ann", "bob", "cy", "dan"])
    done, playing = EventTable.objects.filter(round__event=event).order_by("round__number")
    desk = Person(crew.organizer).caller

    def correct(table_id, *points):
        return correct_result(desk, event.pk, table_id, dict(enumerate(points)), "Misread")

    assert refused(correct(10**6, 0, 0, 0, 0), EventCode.NO_RESULT)
    assert refused(correct(playing.pk, 0, 0, 0, 0), EventCode.NO_RESULT)
    assert refused(correct(done.pk, 0, 0, 0), EventCode.NO_RESULT)
    # Until all tables with the same packs have finished, there is a result but it is hidden.
    playing.finished_at = timezone.now()
    playing.save()
    assert refused(correct(playing.pk, 0, 0, 0, 0), EventCode.NO_RESULT)
    assert correct(done.pk, 10, -20, 10, 0) is None
