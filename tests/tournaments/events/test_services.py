"""Events from sign-up to the final standings, and denials on the way."""

from datetime import timedelta

import pytest
from django.db.models import Sum
from django.utils import timezone

from games.common.denials import Denial
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Seat, Table
from tests.players import Person
from tests.tournaments.clubs.people import person
from tests.tournaments.events.evening import Evening, refused
from tournaments.clubs.models import Membership
from tournaments.events import upkeep
from tournaments.events.core import format_input
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.corrections import penalties
from tournaments.events.corrections.services import correct_result
from tournaments.events.desk.services import announce, extend_time, pause_all, resume_all
from tournaments.events.entries.checking_in import check_in
from tournaments.events.entries.leaving import remove_entrant, withdraw
from tournaments.events.entries.models import Entry
from tournaments.events.entries.signing_up import enter, enter_bot
from tournaments.events.manual_seating.services import seat_by_hand
from tournaments.events.rounds import proposal, publication, results
from tournaments.events.rounds.models import EventRound, EventSeat
from tournaments.events.seasons.services import create_season
from tournaments.events.setup.services import (
    cancel_event,
    change_event,
    create_event,
    open_check_in,
    open_sign_up,
)
from tournaments.events.substitutes.services import replace_player
from tournaments.pairing.rounds import Seating

Status = Event.Status


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew)


def entries(evening):
    return dict(evening.event.entries.values_list("number", "status"))


def test_an_event_runs_from_sign_up_to_the_final_standings(crew):
    evening = Evening.of(crew, deals=2).started(people=4, bots=4)
    for number in (1, 2, 3):
        assert evening.round().number == number
        evening.well(publication.publish_round)
        assert len(evening.tables()) == 2
        evening.play_round()
    assert evening.event.status == Status.FINISHED
    lines = format_input.standings_of(evening.event)
    assert len(lines) == 8
    assert sum(line.total for line in lines) == 0
    assert all(
        sum(seat.net for seat in table.seats.all()) == 0
        for each in evening.event.rounds.all()
        for table in each.tables.all()
    )
    assert {seat.deals_played for seat in EventSeat.objects.all()} == {2}
    # Three rounds of eight: all players have met.
    met = {
        frozenset((one, other))
        for each in evening.event.rounds.all()
        for table in each.seated.tables
        for one in table
        for other in table
        if one != other
    }
    assert len(met) == 8 * 7 // 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("format_name", "chosen"),
    [
        ("rotation", {"rounds": 3}),
        ("swiss", {"rounds": 3}),
        ("groups", {}),
        ("knock_out", {}),
    ],
)
def test_an_event_of_bots_is_played_to_its_end_in_each_format(crew, format_name, chosen):
    evening = Evening.of(crew, format_name=format_name, format_settings=chosen, deals=1)
    evening.started(people=0, bots=16)
    for _ in range(12):
        if evening.event.status != Status.RUNNING:
            break
        evening.well(publication.publish_round).play_round()
    assert evening.event.status == Status.FINISHED
    lines = format_input.standings_of(evening.event)
    assert [line.place for line in lines] == sorted(line.place for line in lines)
    assert {line.entrant for line in lines} == set(range(1, 17))
    assert EventSeat.objects.aggregate(sum=Sum("net"))["sum"] == 0


def test_players_sit_where_the_published_round_says(evening):
    evening.started().well(publication.publish_round)
    for table, listed in zip(evening.tables(), evening.round().seated.tables, strict=True):
        session = table.table.sessions.get()
        names = list(session.seats.order_by("number").values_list("name", flat=True))
        entered = {each.number: each.name for each in evening.event.entries.all()}
        assert names == [entered[number] for number in listed]
        assert table.table.is_arranged


def test_clockwise_rules_reverse_the_order_of_seats(crew):
    rules = RuleSet.make(options={"direction": "clockwise"})
    evening = Evening.of(crew, rules=rules, rules_name="clockwise").started(people=4, bots=0)
    evening.well(publication.publish_round)
    (table,) = evening.tables()
    by_place = [seat.entry.number for seat in table.seats.order_by("place")]
    assert by_place == list(reversed(evening.round().seated.tables[0]))


def test_a_full_event_has_a_waiting_list_that_moves_up(crew):
    evening = Evening.of(crew, entry_limit=2).well(open_sign_up).joined(4)
    assert entries(evening) == {1: "entered", 2: "entered", 3: "waiting", 4: "waiting"}
    assert withdraw(evening.people[0].caller, evening.event.pk) is None
    assert entries(evening) == {1: "withdrawn", 2: "entered", 3: "entered", 4: "waiting"}
    # A returning player waits behind those who were already waiting.
    assert enter(evening.people[0].caller, evening.event.pk) is None
    assert entries(evening)[1] == "waiting"
    deeds = evening.event.records.order_by("pk").values_list("deed", flat=True)
    assert list(deeds)[-3:] == ["withdrew", "moved-up", "entered"]


def test_a_player_who_does_not_check_in_does_not_play(evening):
    evening.well(open_sign_up).joined(5).well(open_check_in)
    for each in evening.people[:4]:
        assert check_in(each.caller, evening.event.pk) is None
    evening.well(proposal.start_event)
    assert evening.round().seated.seated == evening.round().seated.tables[0]
    assert entries(evening)[5] == "withdrawn"


def test_a_player_who_leaves_is_not_seated_again_and_a_late_entrant_is(evening):
    evening.started(people=5, bots=4).well(publication.publish_round)
    seated = evening.round().seated.seated
    # One of nine sits out, drawn by lot.
    number, leaver = next((at, each) for at, each in enumerate(evening.people, 1) if at in seated)
    late = person("late")
    assert withdraw(leaver.caller, evening.event.pk) is None
    # A bot continues at the table in play.
    assert Seat.objects.get(user=leaver.user).stand_in
    Membership.objects.create(club=evening.crew.club, user=late)
    evening.people.append(Person(late))
    assert enter(evening.people[-1].caller, evening.event.pk) is None
    evening.play_round()
    second = evening.round()
    assert second.number == 2
    playing = {*second.seated.seated, *second.seated.out}
    assert number not in playing
    assert Entry.objects.get(user=late).number in playing
    # The result of the played round stays.
    assert number in {line.entrant for line in format_input.standings_of(evening.event)}


def test_a_proposal_is_redrawn_when_players_join_or_leave_before_publication(evening):
    evening.started(people=4, bots=5)
    assert len(evening.round().seated.out) == 1
    assert withdraw(evening.people[0].caller, evening.event.pk) is None
    seating = evening.round().seated
    assert 1 not in seating.seated
    assert seating.out == ()
    evening.well(enter_bot)
    assert len(evening.round().seated.out) == 1
    evening.well(publication.publish_round)


@pytest.mark.every_database
def test_an_event_with_too_few_players_waits_for_others_or_its_end(evening):
    evening.started(people=4, bots=0)
    assert withdraw(evening.people[0].caller, evening.event.pk) is None
    assert not evening.event.rounds.exists()
    # Automatically, it ends only after its rounds are played.
    upkeep.sweep()
    evening.event.refresh_from_db()
    assert evening.event.status == Status.RUNNING
    evening.well(enter_bot)
    evening.well(publication.publish_round).play_round()
    assert withdraw(evening.people[1].caller, evening.event.pk) is None
    upkeep.sweep()
    evening.event.refresh_from_db()
    assert evening.event.status == Status.RUNNING
    evening.well(proposal.end_event, "too few are left")
    assert evening.event.status == Status.FINISHED
    assert len(format_input.standings_of(evening.event)) == 4


def test_an_event_cannot_end_while_a_round_is_running(evening):
    evening.started().well(publication.publish_round)
    assert refused(evening.do(proposal.end_event, "rain"), EventCode.RESULTS_MISSING)


def test_only_entrants_who_played_are_in_the_standings(crew):
    evening = Evening.of(crew, entry_limit=8).started(people=4, bots=4)
    waits = evening.joined(1).people[-1]
    assert entries(evening)[9] == "waiting"
    leaver = evening.people[0]
    for each in (waits, leaver):
        assert withdraw(each.caller, evening.event.pk) is None
    evening.well(enter_bot)
    evening.well(publication.publish_round).play_round()
    # A player who left before the first deal has played nothing and may rejoin for the next round.
    stand = {line.entrant for line in format_input.standings_of(evening.event)}
    assert not stand & {1, 9}
    evening.event.entry_limit = None
    evening.event.save()
    assert enter(leaver.caller, evening.event.pk) is None
    assert 1 in {*evening.round().seated.seated, *evening.round().seated.out}


def test_sign_up_closes_after_half_of_the_rounds(evening):
    evening.started()
    for _ in range(2):
        evening.well(publication.publish_round).play_round()
    late = person("late")
    Membership.objects.create(club=evening.crew.club, user=late)
    answer = enter(Person(late).caller, evening.event.pk)
    assert refused(answer, EventCode.ENTRIES_CLOSED)


def test_an_organizer_gives_and_reverses_a_penalty(evening):
    evening.started().well(publication.publish_round).play_round()
    before = {line.entrant: line.total for line in format_input.standings_of(evening.event)}
    evening.well(penalties.give_penalty, 2, 15, "came late")
    after = {line.entrant: line.total for line in format_input.standings_of(evening.event)}
    assert after == before | {2: before[2] - 15}
    given = evening.event.entries.get(number=2).penalties.get()
    evening.well(penalties.reverse_penalty, given.pk, "the bus was late")
    assert {each.entrant: each.total for each in format_input.standings_of(evening.event)} == before
    again = evening.do(penalties.reverse_penalty, given.pk, "once more")
    assert refused(again, EventCode.NO_PENALTY)
    texts = evening.event.records.filter(deed__in=["penalty", "reversed"]).values_list("text")
    assert [text for (text,) in texts] == ["the bus was late", "came late"]


def test_a_substitute_plays_on_for_the_entrant(evening):
    evening.started().well(publication.publish_round)
    substitute = person("sub")
    seat = EventSeat.objects.get(entry__number=1)
    evening.well(replace_player, 1, substitute, "had to go")
    evening.people.append(Person(substitute))
    assert (
        Seat.objects.get(session__table=seat.event_table.table_id, number=seat.place).user
        == substitute
    )
    other = evening.people[1].user
    answer = evening.do(replace_player, 1, other, "no")
    assert refused(answer, EventCode.PLAYS_ELSEWHERE)
    evening.play_round()
    seat.refresh_from_db()
    assert seat.entry.number == 1
    assert seat.net is not None


def test_a_correction_changes_the_result_but_not_the_seating(evening):
    evening.started().well(publication.publish_round).play_round()
    table = evening.event.rounds.get(number=1).tables.first()
    second = evening.round().seating
    nets = {0: 10, 1: -10, 2: 0, 3: 0}
    evening.well(correct_result, table.pk, nets, "the sheet was wrong")
    assert dict(table.seats.values_list("place", "net")) == nets
    assert evening.round().seating == second
    wrong = evening.do(correct_result, table.pk, nets | {3: 1}, "no")
    assert refused(wrong, EventCode.NOT_ZERO)
    assert "add up to 0. These add up to 1." in sentence(wrong)


def test_a_result_is_taken_once(evening):
    evening.started().well(publication.publish_round)
    table = evening.tables()[0]
    evening.play_table(table)
    first = list(table.seats.values_list("place", "net"))
    Seat.objects.filter(session__table=table.table_id).update(net=99)
    assert results.take_result(table.table.sessions.get().pk) is None
    assert list(table.seats.values_list("place", "net")) == first


def test_no_round_is_proposed_while_a_result_is_missing(evening):
    evening.started().well(publication.publish_round)
    evening.play_table(evening.tables()[0])
    proposal.propose_round(evening.event.pk)
    assert evening.round().number == 1
    assert refused(evening.do(publication.publish_round), EventCode.NO_ROUND)


def test_the_sweep_catches_up_on_lost_tasks(evening):
    from tests.players import Game

    evening.started().well(publication.publish_round)
    for table in evening.tables():
        Game(evening.people, table.table).finish_session()
    upkeep.sweep()
    assert evening.round().number == 2


def test_starting_and_publishing_twice_is_refused(evening):
    evening.started()
    assert refused(evening.do(proposal.start_event), EventCode.NOT_NOW)
    evening.well(publication.publish_round)
    assert refused(evening.do(publication.publish_round), EventCode.NO_ROUND)
    assert Table.objects.count() == 2


def test_a_failure_at_the_last_table_publishes_nothing(evening, monkeypatch):
    evening.started()

    def fail(*_, **__):
        raise RuntimeError("the power is gone")

    monkeypatch.setattr(publication.EventSeat.objects, "bulk_create", fail)
    with pytest.raises(RuntimeError):
        evening.do(publication.publish_round)
    assert evening.round().status == EventRound.Status.PROPOSED
    assert not Table.objects.exists()


def test_a_player_cannot_play_at_two_running_tables(crew):
    first, second = Evening.of(crew), Evening.of(crew, name="Other")
    first.started(people=4, bots=0).well(publication.publish_round)
    second.people = first.people
    second.well(open_sign_up)
    for each in second.people:
        assert enter(each.caller, second.event.pk) is None
    second.all_here().well(proposal.start_event)
    assert refused(second.do(publication.publish_round), EventCode.PLAYS_ELSEWHERE)
    assert second.round().status == EventRound.Status.PROPOSED


def test_an_organizer_can_change_the_seating_before_publication(evening):
    evening.started()
    (one, two), out = evening.round().seated.tables, evening.round().seated.out
    changed = Seating((two, one[::-1]), out)
    evening.well(seat_by_hand, changed, "as they came")
    assert evening.round().seated == changed
    for wrong in (Seating((one,), out), Seating((one, one), out), Seating((one, two[:3]), two[3:])):
        assert refused(evening.do(seat_by_hand, wrong), EventCode.SEATING_WRONG)
    assert evening.round().seated == changed


@pytest.mark.parametrize(
    ("service", "more"),
    [
        (open_sign_up, ()),
        (open_check_in, ()),
        (proposal.start_event, ()),
        (cancel_event, ("rain",)),
        (proposal.end_event, ("rain",)),
        (enter_bot, ()),
        (remove_entrant, (1, "why")),
        (publication.publish_round, ()),
        (proposal.redraw_seating, ()),
        (penalties.give_penalty, (1, 5, "why")),
        (penalties.reverse_penalty, (1, "why")),
        (replace_player, (1, None, "why")),
        (correct_result, (1, {}, "why")),
        (announce, ("hello",)),
        (pause_all, ()),
        (resume_all, ()),
        (extend_time, (60, "why")),
    ],
)
def test_only_organizers_can_run_events(evening, service, more):
    version = evening.event.version
    for user in (evening.crew.member, evening.crew.stranger, evening.crew.guest):
        answer = service(Person(user).caller, evening.event.pk, *more)
        assert refused(answer, EventCode.NOT_ALLOWED)
    evening.event.refresh_from_db()
    assert evening.event.version == version


def test_only_members_of_the_club_can_sign_up(evening):
    evening.well(open_sign_up)
    for user in (evening.crew.stranger, evening.crew.guest):
        answer = enter(Person(user).caller, evening.event.pk)
        assert refused(answer, EventCode.NOT_IN_CLUB)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"name": " "}, EventCode.NAMELESS),
        ({"starts_at": timezone.now() - timedelta(days=1)}, EventCode.BEGINS_IN_THE_PAST),
        ({"format_name": "nonsense"}, EventCode.NO_SUCH_FORMAT),
        ({"format_name": "league"}, EventCode.NO_SUCH_FORMAT),
        ({"format_settings": {"rounds": 0}}, EventCode.FORMAT_WRONG),
        ({"format_settings": {"moons": 2}}, EventCode.FORMAT_WRONG),
    ],
)
def test_an_event_with_invalid_terms_is_not_created(crew, terms, code):
    given = {
        "name": "Spring",
        "starts_at": timezone.now() + timedelta(days=1),
        "rules": RuleSet.make("pagat"),
        "rules_name": "pagat",
        "format_name": "swiss",
    }
    answer = create_event(Person(crew.owner).caller, crew.club, **given | terms)
    assert refused(answer, code)
    assert sentence(answer)
    assert not Event.objects.exists()


def test_decisions_need_a_reason(evening):
    evening.started()
    assert refused(evening.do(penalties.give_penalty, 1, 5, "  "), EventCode.NO_REASON)
    assert refused(evening.do(penalties.give_penalty, 1, 0, "why"), EventCode.NO_POINTS)
    assert refused(evening.do(remove_entrant, 1, ""), EventCode.NO_REASON)


def test_records_cannot_be_changed(evening):
    record = evening.event.records.first()
    assert record.deed == EventRecord.Deed.CREATED
    with pytest.raises(TypeError):
        record.save()


def test_every_refusal_has_a_sentence():
    names = (
        "could days deals least limit minutes missing most name next number points rank round"
        " sum table text worst"
    )
    params = {**dict.fromkeys(names.split(), 1), "numbers": ("1", "2"), "names": ("Ada",)}
    for each in EventCode:
        assert sentence(Denial(each, params)).endswith(".")


def test_an_organizer_adds_time_at_one_table_or_at_all(crew):
    evening = Evening.of(crew, clock="quick").started(people=8, bots=0)
    evening.well(publication.publish_round)
    first, second = (each.table for each in evening.tables())
    before = [first.deadline, second.deadline]
    assert refused(evening.do(extend_time, 60, " "), EventCode.NO_REASON)
    evening.well(extend_time, 60, "A glass fell.", number=2)
    evening.well(extend_time, 30, "Fire drill.")
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.deadline - before[0] == timedelta(seconds=30)
    assert second.deadline - before[1] == timedelta(seconds=90)
    for number in (3, 0):
        answer = evening.do(extend_time, 60, "why", number=number)
        assert refused(answer, EventCode.NO_CLOCK_RUNS)
    noted = evening.event.records.filter(deed="extended").order_by("pk")
    assert [each.params for each in noted] == [
        {"seconds": 60, "table": 2},
        {"seconds": 30, "table": 0},
    ]


def test_time_cannot_be_added_without_a_clock(evening):
    evening.started().well(publication.publish_round)
    assert refused(evening.do(extend_time, 60, "why"), EventCode.NO_CLOCK_RUNS)


def test_every_action_at_the_desk_is_recorded(evening):
    evening.started().well(proposal.redraw_seating).well(publication.publish_round)
    evening.well(pause_all).well(resume_all)
    deeds = list(evening.event.records.order_by("pk").values_list("deed", flat=True))
    assert deeds[-4:] == ["anew", "published", "paused", "resumed"]


@pytest.mark.parametrize("text", ["\u3164", "\u200b", "...", "\u202ex"])
def test_a_reason_needs_visible_letters_or_digits(evening, text):
    evening.started()
    asked = (
        (penalties.give_penalty, 1, 5, text),
        (remove_entrant, 1, text),
        (announce, text),
        (proposal.end_event, text),
    )
    for service, *more in asked:
        assert refused(evening.do(service, *more), EventCode.WORDING_FLAWED), service


@pytest.mark.parametrize("name", ["\u200b", "\u3164", "Spr\u0456ng", "♠", "Spring\u202e"])
def test_events_and_seasons_need_readable_names(crew, name):
    evening = Evening.of(crew)
    for denied in (
        evening.do(change_event, name=name),
        create_season(evening.desk, crew.club, name=name, best=None, points="total"),
    ):
        assert refused(denied, EventCode.WORDING_FLAWED)
        assert sentence(denied)
    evening.well(change_event, name="鋤大弟 Night")
    assert evening.event.name == "鋤大弟 Night"


def test_an_event_keeps_a_name_that_would_be_refused_today(crew):
    evening = Evening.of(crew)
    Event.objects.filter(pk=evening.event.pk).update(name="Spr\u0456ng")
    evening.well(change_event, description="Bring a friend.")
    assert evening.event.description == "Bring a friend."
