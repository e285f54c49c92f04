"""Tables with real cards: entering and confirming deals, and the results."""

import pytest
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.notices.models import Notice
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Table
from tests.players import Person
from tests.tournaments.clubs.people import person
from tests.tournaments.events.evening import Evening, refused
from tests.tournaments.events.paper.test_deal import deals_of, written
from tests.tournaments.events.paper_evening import (
    OTHER,
    OTHER_NETS,
    PLAIN,
    PLAIN_NETS,
    PaperEvening,
)
from tournaments.clubs.models import Membership
from tournaments.events import upkeep
from tournaments.events.core import format_input
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.corrections.services import correct_result
from tournaments.events.desk.services import pause_all, resume_all
from tournaments.events.entries.checking_in import check_in_entrant
from tournaments.events.entries.leaving import remove_entrant, withdraw
from tournaments.events.entries.models import Entry
from tournaments.events.entries.signing_up import enter, enter_bot, enter_by_name
from tournaments.events.manual_seating.services import choose_leftover
from tournaments.events.paper.deal import PaperCode, WrittenDeal
from tournaments.events.paper.models import PaperDealRecord, stored_deal, written_deal
from tournaments.events.paper.services import close_table, confirm_deal, dispute_deal, write_deal
from tournaments.events.rounds import proposal, publication, selectors
from tournaments.events.setup.services import change_event, open_check_in, open_sign_up
from tournaments.events.substitutes.services import replace_player

Status = Event.Status


@pytest.fixture
def evening(crew) -> PaperEvening:
    return PaperEvening.open(crew)


@pytest.fixture
def seated(evening) -> PaperEvening:
    return evening.seated()


# --- A whole event


def test_eight_players_play_three_rounds_with_real_cards_and_a_correction(evening):
    evening.seated(people=6, named=2)
    assert not Table.objects.exists()
    corrected = None
    for number in (1, 2, 3):
        assert evening.round().number == number
        for table in evening.tables():
            places = [seat.place for seat in table.seats.all() if seat.player_id is not None]
            for deal in (1, 2):
                assert evening.writes(table, places[0], deal, (PLAIN, OTHER)[deal - 1]) is None
                assert evening.confirms(table, places[1], deal) is None
        evening.event.refresh_from_db()
        proposal.propose_round(evening.event.pk)
        if number == 1:
            # The first result proposes the second round, which stays the same.
            seating = evening.round().seating
            corrected = evening.event.rounds.get(number=1).tables.first()
            before = evening.nets(corrected)
            fixed = WrittenDeal(winner=2, left=(3, 1, 0, 2))
            assert evening.as_desk(corrected, 1, fixed, version=1, reason="misread") is None
            assert evening.nets(corrected) != before
            assert evening.round().seating == seating
        if number < 3:
            evening.well(publication.publish_round)
    evening.event.refresh_from_db()
    assert evening.event.status == Status.FINISHED
    lines = format_input.standings_of(evening.event)
    assert len(lines) == 8
    assert sum(line.total for line in lines) == 0
    assert {line.deals for line in lines} == {6}
    assert sum(line.deals_won for line in lines) == 3 * 2 * 2
    # A deal corrected after the end updates the notifications about places.
    told = dict(
        Notice.objects.about(Event, evening.event.pk)
        .filter(kind="event.results")
        .values_list("user", "params")
    )
    assert told
    fixed = WrittenDeal(winner=0, left=(0, 13, 13, 13))
    last = evening.tables()[0]
    assert evening.as_desk(last, 2, fixed, version=1, reason="a slip was found") is None
    now = dict(
        Notice.objects.about(Event, evening.event.pk)
        .filter(kind="event.results")
        .values_list("user", "params")
    )
    assert now.keys() == told.keys()
    assert now != told
    record = evening.event.records.get(deed=EventRecord.Deed.DEAL_CHANGED, text="misread")
    assert (record.text, record.params) == ("misread", {"round": 1, "table": 1, "deal": 1})
    step = PaperDealRecord.objects.get(record=record)
    assert step.step == "corrected"
    assert step.deal.event_table_id == corrected.pk


def test_confirming_all_deals_gives_the_result_and_proposes_the_next_round(seated):
    table = seated.table()
    seated.play_sheet(table, PLAIN, OTHER)
    table.refresh_from_db()
    assert table.finished_at is not None
    first = table.seats.order_by("place").values_list("deals_won", "deals_played")
    assert list(first) == [(1, 2), (1, 2), (0, 2), (0, 2)]
    assert seated.deal(table, 2).nets == OTHER_NETS
    assert seated.nets(table) == [25, 25, 13, -63]
    upkeep.sweep()
    assert seated.round().number == 2


# --- Permissions


def test_a_deal_entered_by_one_player_is_confirmed_by_another(seated):
    table = seated.table()
    assert seated.writes(table, 0, 1) is None
    deal = seated.deal(table)
    assert (deal.nets, deal.entered_by, deal.is_confirmed) == (
        PLAIN_NETS,
        seated.at(table, 0).user,
        False,
    )
    assert refused(seated.confirms(table, 0, 1), EventCode.OWN_DEAL)
    assert seated.confirms(table, 2, 1) is None
    deal.refresh_from_db()
    assert deal.confirmed_by == seated.at(table, 2).user
    # A repeated call is no error.
    assert seated.confirms(table, 3, 1) is None
    deal.refresh_from_db()
    assert deal.confirmed_by == seated.at(table, 2).user
    assert refused(seated.writes(table, 1, 1, OTHER, version=1), EventCode.DEAL_CONFIRMED)


def test_only_players_at_the_table_and_organizers_with_a_reason_enter_deals(evening):
    evening.seated(people=8)
    table, other = evening.tables()
    crew, elsewhere = evening.crew, evening.at(other, 0)
    for user in (crew.member, crew.stranger, crew.guest, elsewhere.user):
        who = Person(user).caller
        for answer in (
            write_deal(who, evening.event.pk, table.pk, 1, PLAIN),
            confirm_deal(who, evening.event.pk, table.pk, 1, version=1),
            dispute_deal(who, evening.event.pk, table.pk, 1, version=1, text="no"),
        ):
            assert refused(answer, EventCode.NOT_YOUR_TABLE)
        for answer in (
            write_deal(who, evening.event.pk, table.pk, 1, PLAIN, reason="x"),
            close_table(who, evening.event.pk, table.pk, "x"),
        ):
            assert refused(answer, EventCode.NOT_ALLOWED)
    assert refused(evening.as_desk(table, 1, PLAIN), EventCode.NO_REASON)
    assert refused(evening.as_desk(table, 1, PLAIN, reason="  "), EventCode.NO_REASON)
    assert not table.paper_deals.exists()
    assert evening.as_desk(table, 1, PLAIN, reason="from the slip") is None
    deal = evening.deal(table)
    assert deal.is_confirmed
    record = evening.event.records.get(deed=EventRecord.Deed.DEAL_WRITTEN)
    assert (record.actor, record.text) == (crew.organizer, "from the slip")


def test_an_organizer_can_confirm_a_deal_with_a_reason(seated):
    table = seated.table()
    assert seated.writes(table, 0, 1) is None
    answer = seated.do(confirm_deal, table.pk, 1, version=1, reason="saw it")
    assert answer is None
    assert seated.deal(table).confirmed_by == seated.crew.organizer
    assert seated.event.records.get(deed=EventRecord.Deed.DEAL_AGREED).text == "saw it"


def test_an_organizer_who_plays_needs_a_reason_to_confirm_their_own_deal(evening):
    evening.well(open_sign_up).joined(3)
    organizer = Person(evening.crew.organizer)
    assert enter(organizer.caller, evening.event.pk) is None
    evening.people.append(organizer)
    evening.all_here().well(proposal.start_event).well(publication.publish_round)
    table = evening.table()
    assert evening.as_desk(table, 1, PLAIN) is None
    confirm = (confirm_deal, table.pk, 1)
    assert refused(evening.do(*confirm, version=1), EventCode.OWN_DEAL)
    assert evening.do(*confirm, version=1, reason="they went home") is None


def test_the_substitute_enters_deals_and_the_replaced_player_cannot(seated):
    table = seated.table()
    gone = seated.at(table, 0)
    number = table.seats.get(place=0).entry.number
    seated.well(replace_player, number, seated.crew.member, "ill")
    seated.people.append(Person(seated.crew.member))
    assert refused(
        write_deal(gone.caller, seated.event.pk, table.pk, 1, PLAIN),
        EventCode.NOT_YOUR_TABLE,
    )
    assert selectors.table_of(seated.crew.member) == table
    assert selectors.table_of(gone.user) is None
    seated.play_sheet(table)
    lines = {line.entrant: line for line in format_input.standings_of(seated.event)}
    assert lines[number].total == 2 * PLAIN_NETS[0]


@pytest.mark.every_database
def test_a_substitute_needs_no_account_and_the_entrant_can_return(seated):
    table = seated.table()
    gone, number = seated.at(table, 0), table.seats.get(place=0).entry.number
    replace = (replace_player, number, None, "ill")
    assert refused(seated.do(*replace), EventCode.NAME_MISSING)
    seated.well(*replace, name=" Aunt  May ")
    assert table.seats.get(place=0).substitute_name == "Aunt May"
    assert table.seats.get(place=0).player_id is None
    seated.well(replace_player, number, gone.user, "well again")
    assert table.seats.get(place=0).substitute_name == ""
    assert seated.writes(table, 0, 1) is None


def test_a_player_cannot_play_at_two_tables_with_real_cards(evening):
    evening.seated(people=8)
    table, other = evening.tables()
    busy, number = evening.at(other, 0).user, table.seats.get(place=0).entry.number
    answer = evening.do(replace_player, number, busy, "ill")
    assert refused(answer, EventCode.PLAYS_ELSEWHERE)
    second = PaperEvening.open(evening.crew, name="Second")
    second.well(open_sign_up)
    for each in evening.people[:4]:
        assert enter(each.caller, second.event.pk) is None
        second.people.append(each)
    second.all_here().well(proposal.start_event)
    assert refused(second.do(publication.publish_round), EventCode.PLAYS_ELSEWHERE)


def test_a_player_who_leaves_is_not_replaced_and_plays_no_further_round(evening):
    evening.seated(people=5)
    table = evening.table()
    leaver = evening.at(table, 3)
    assert withdraw(leaver.caller, evening.event.pk) is None
    evening.play_sheet(table)
    proposal.propose_round(evening.event.pk)
    entry = Entry.objects.get(user=leaver.user)
    assert entry.left == 1
    assert entry.number not in evening.round().seated.seated
    assert entry.number in {line.entrant for line in format_input.standings_of(evening.event)}


# --- Changes


def test_an_unconfirmed_deal_can_be_changed_and_its_old_version_is_kept(seated):
    table = seated.table()
    assert seated.writes(table, 0, 1) is None
    assert refused(seated.writes(table, 1, 1, OTHER), EventCode.DEAL_WRITTEN_MEANWHILE)
    assert seated.writes(table, 1, 1, OTHER, version=1) is None
    deal = seated.deal(table)
    assert (deal.version, deal.entered_by) == (2, seated.at(table, 1).user)
    kept = deal.records.get(version=1)
    assert (kept.written, kept.nets, kept.actor) == (
        stored_deal(PLAIN),
        PLAIN_NETS,
        seated.at(table, 0).user,
    )
    # Confirms a version that has just been changed.
    answer = seated.confirms(table, 2, 1, version=1)
    assert refused(answer, EventCode.DEAL_WRITTEN_MEANWHILE)
    assert "just entered deal 1" in sentence(answer)
    assert seated.confirms(table, 2, 1, version=2) is None
    with pytest.raises(TypeError):
        kept.save()


def test_a_disputed_deal_can_be_entered_again(seated):
    table = seated.table()
    assert seated.writes(table, 0, 1) is None
    objector = seated.at(table, 1).caller
    said = (objector, seated.event.pk, table.pk, 1)
    assert refused(dispute_deal(*said, version=1, text=" "), EventCode.NO_REASON)
    assert dispute_deal(*said, version=1, text="I had four") is None
    answer = seated.confirms(table, 2, 1)
    assert refused(answer, EventCode.DEAL_DISPUTED)
    assert seated.writes(table, 0, 1, OTHER, version=1) is None
    assert seated.deal(table).disputed_by is None
    assert seated.confirms(table, 1, 1, version=2) is None
    steps = list(seated.deal(table).records.values_list("step", "text"))
    assert steps == [
        ("written", ""),
        ("disputed", "I had four"),
        ("written", ""),
        ("confirmed", ""),
    ]
    assert refused(dispute_deal(*said, version=2, text="x"), EventCode.DEAL_CONFIRMED)


def test_a_player_who_disputed_a_deal_can_still_confirm_it(seated):
    table = seated.table()
    assert seated.writes(table, 0, 1) is None
    who = seated.at(table, 1).caller
    dispute_deal(who, seated.event.pk, table.pk, 1, version=1, text="no")
    assert seated.confirms(table, 1, 1) is None
    assert seated.deal(table).is_confirmed


def test_a_second_player_entering_the_same_deal_confirms_it(seated):
    table = seated.table()
    assert seated.writes(table, 0, 1) is None
    # A repeat by the same user is a double click.
    assert seated.writes(table, 0, 1) is None
    assert not seated.deal(table).is_confirmed
    assert seated.writes(table, 1, 1) is None
    deal = seated.deal(table)
    assert deal.confirmed_by == seated.at(table, 1).user
    assert deal.version == 1


# --- Impossible deals


def test_deals_are_entered_in_order_and_only_as_many_as_planned(seated):
    table = seated.table()
    assert refused(seated.writes(table, 0, 2), EventCode.NEXT_DEAL_FIRST)
    assert seated.writes(table, 0, 1) is None
    # The second deal may be entered while the first waits.
    assert seated.writes(table, 0, 2) is None
    for number in (0, 3):
        assert refused(seated.writes(table, 0, number), EventCode.NO_FURTHER_DEAL)
    assert refused(seated.confirms(table, 1, 3), EventCode.NO_SUCH_DEAL)


@pytest.mark.parametrize(
    ("deal", "code", "said"),
    [
        (WrittenDeal(winner=0, left=(0, 14, 1, 1)), PaperCode.TOO_MANY_CARDS, "player"),
        (WrittenDeal(winner=0, left=(2, 1, 1, 1)), PaperCode.WINNER_HAS_CARDS, "player"),
        (WrittenDeal(winner=0, left=(0, 1, 1)), PaperCode.NOT_ALL_SEATS, "each player"),
    ],
)
def test_an_impossible_deal_is_refused_with_an_explanation(seated, deal, code, said):
    answer = seated.writes(seated.table(), 0, 1, deal)
    assert refused(answer, code)
    assert said in sentence(answer)
    assert not seated.table().paper_deals.exists()


def test_every_refusal_of_events_and_score_sheets_has_a_sentence():
    from games.common.denials import Denial

    params = dict.fromkeys(
        (
            "name",
            "names",
            "text",
            "rank",
            "could",
            "number",
            "next",
            "points",
            "round",
            "table",
            "worst",
            "limit",
        ),
        "1",
    ) | dict.fromkeys(("least", "missing", "sum", "packs", "minutes", "deals", "days", "most"), 1)
    params["numbers"] = ("1", "2")
    for code in (*EventCode, *PaperCode):
        assert sentence(Denial(code, params))


def test_only_organizers_can_change_deals_of_a_finished_table(seated):
    table = seated.table()
    seated.play_sheet(table)
    assert refused(seated.writes(table, 0, 1, OTHER, version=1), EventCode.TABLE_DONE)
    assert refused(seated.do(close_table, table.pk, "late"), EventCode.TABLE_DONE)
    nets = dict.fromkeys(range(4), 0)
    answer = seated.do(correct_result, table.pk, nets, "x")
    assert refused(answer, EventCode.DEAL_BY_DEAL)
    before = seated.nets(table)
    stale = seated.as_desk(table, 1, OTHER, version=7, reason="misread")
    assert refused(stale, EventCode.DEAL_WRITTEN_MEANWHILE)
    assert seated.nets(table) == before
    assert seated.as_desk(table, 1, OTHER, version=1, reason="misread") is None
    assert sum(seated.nets(table)) == 0
    assert seated.nets(table) != before
    table.refresh_from_db()
    assert table.seats.get(place=1).deals_won == 1


def test_a_table_can_end_early_with_its_confirmed_deals(seated):
    table = seated.table()
    assert seated.writes(table, 0, 1) is None
    close = (close_table, table.pk)
    assert refused(seated.do(*close, "the last bus"), EventCode.DEALS_UNCONFIRMED)
    assert refused(seated.do(*close, " "), EventCode.NO_REASON)
    assert seated.confirms(table, 1, 1) is None
    seated.well(*close, "the last bus")
    assert seated.nets(table) == PLAIN_NETS
    assert set(table.seats.values_list("deals_played", flat=True)) == {1}
    proposal.propose_round(seated.event.pk)
    assert seated.round().number == 2
    late = seated.as_desk(table, 2, PLAIN, reason="found the slip")
    assert refused(late, EventCode.NO_NEW_DEALS)
    assert seated.nets(table) == PLAIN_NETS


def test_a_finished_event_takes_no_new_deals_but_its_deals_can_be_corrected(seated):
    table = seated.table()
    seated.writes(table, 0, 1)
    seated.confirms(table, 1, 1)
    seated.well(close_table, table.pk, "the last bus").well(proposal.end_event, "the last bus")
    places = [(line.entrant, line.total) for line in format_input.standings_of(seated.event)]
    late = seated.as_desk(table, 2, OTHER, reason="found the slip")
    assert refused(late, EventCode.NO_NEW_DEALS)
    assert [
        (line.entrant, line.total) for line in format_input.standings_of(seated.event)
    ] == places
    assert table.paper_deals.count() == 1
    assert seated.as_desk(table, 1, OTHER, version=1, reason="misread") is None
    assert seated.nets(table) == OTHER_NETS


def test_an_event_cannot_end_while_a_table_has_no_result(seated):
    assert refused(seated.do(proposal.end_event, "rain"), EventCode.RESULTS_MISSING)


def test_an_event_played_in_the_app_has_no_score_sheets(crew):
    evening = Evening.of(crew).started(people=4, bots=0).well(publication.publish_round)
    (table,) = evening.tables()
    who = evening.people[0].caller
    answer = write_deal(who, evening.event.pk, table.pk, 1, PLAIN)
    assert refused(answer, EventCode.NOT_AT_TABLE)
    assert refused(evening.do(enter_by_name, "Aunt"), EventCode.ACCOUNTS_ONLY)


def test_a_deal_cannot_be_entered_through_another_event(seated, crew):
    other = PaperEvening.open(crew, name="Other").well(open_sign_up)
    who = seated.at(seated.table(), 0).caller
    answer = write_deal(who, other.event.pk, seated.table().pk, 1, PLAIN)
    assert refused(answer, EventCode.NOT_NOW)


# --- Sign-ups


@pytest.mark.every_database
def test_events_with_real_cards_cannot_have_bots_or_clocks_or_be_club_nights(evening, crew):
    with pytest.raises(AssertionError, match="NO_BOTS_HERE"):
        PaperEvening.open(crew, uneven="bots")
    with pytest.raises(AssertionError, match="NO_NIGHT_HERE"):
        PaperEvening.open(crew, format_name="club_night", format_settings={})
    evening.well(open_sign_up)
    assert refused(evening.do(enter_bot), EventCode.NO_BOTS_HERE)
    for service in (pause_all, resume_all):
        assert refused(evening.do(service), EventCode.NO_CLOCKS_HERE)
    evening.event.uneven = "bots"
    with pytest.raises(IntegrityError), transaction.atomic():
        evening.event.save()


def test_an_organizer_adds_and_checks_in_players_without_an_account(evening):
    evening.well(open_sign_up).joined(1)
    evening.well(enter_by_name, "  Aunt   May ")
    aunt = evening.event.entries.get(user=None)
    assert (aunt.name, aunt.is_by_name, aunt.status) == ("Aunt May", True, "entered")
    assert refused(evening.do(enter_by_name, "aunt may"), EventCode.NAME_TAKEN)
    assert refused(evening.do(enter_by_name, " "), EventCode.NAME_MISSING)
    evening.well(open_check_in)
    aunt.refresh_from_db()
    assert aunt.status == "entered"
    evening.well(check_in_entrant, aunt.number, is_here=True)
    aunt.refresh_from_db()
    assert aunt.status == "here"
    # During check-in, added players are checked in.
    evening.well(enter_by_name, "Uncle Bo")
    assert evening.event.entries.get(name="Uncle Bo").status == "here"
    who = Person(evening.crew.member).caller
    assert refused(enter_by_name(who, evening.event.pk, "Me"), EventCode.NOT_ALLOWED)


def test_switching_to_real_cards_or_the_app_needs_entrants_who_can_play_that_way(evening, crew):
    evening.well(open_sign_up).well(enter_by_name, "Aunt May")
    change = (change_event,)
    assert refused(evening.do(*change, cards="app"), EventCode.ACCOUNTS_ONLY)
    assert refused(evening.do(*change, uneven="bots"), EventCode.NO_BOTS_HERE)
    assert refused(evening.do(choose_leftover, "bots"), EventCode.NO_BOTS_HERE)
    evening.well(remove_entrant, 1, "at home").well(*change, cards="app")
    evening.well(enter_bot)
    assert refused(evening.do(*change, cards="paper"), EventCode.NO_BOTS_HERE)


def test_a_round_with_real_cards_can_be_undone_before_a_deal_is_entered(seated):
    seated.well(publication.undo_round, "one is late").well(publication.publish_round)
    assert seated.writes(seated.table(), 0, 1) is None
    answer = seated.do(publication.undo_round, "too late")
    assert refused(answer, EventCode.PLAYED_ALREADY)
    assert seated.deal(seated.table()).nets == PLAIN_NETS


def test_a_table_of_three_is_scored_by_the_rules_for_three(crew):
    evening = PaperEvening.open(crew, uneven="smaller").seated(people=7)
    small = next(each for each in evening.tables() if each.seats.count() == 3)
    # Seventeen cards each: more can be left than at a table of four.
    assert evening.writes(small, 0, 1, WrittenDeal(winner=0, left=(0, 1, 14))) is None
    assert sum(evening.deal(small).nets) == 0
    assert refused(evening.writes(small, 0, 2), PaperCode.NOT_ALL_SEATS)


def test_a_player_without_an_account_can_be_added_late(evening):
    evening.seated(people=4)
    evening.play_sheet(evening.table())
    proposal.propose_round(evening.event.pk)
    evening.event.format_settings = {"rounds": 4}
    evening.event.save()
    late = person("late")
    Membership.objects.create(club=evening.crew.club, user=late)
    evening.well(enter_by_name, "Late Lee")
    found = evening.event.entries.get(name="Late Lee")
    assert (found.status, found.joined) == ("here", 2)


# --- Arbitrary deals


@pytest.mark.parametrize("preset", PRESETS)
def test_a_stored_deal_is_read_back_unchanged(preset):
    from random import Random

    for state in deals_of(Random(preset), lambda: RuleSet.make(preset), 3):
        deal = written(state)
        assert written_deal(stored_deal(deal)) == deal


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_every_score_sheet_sums_to_zero(seated, data):
    table = seated.table()
    table.paper_deals.all().delete()
    seated.event.rounds.update(status="running", finished_at=None)
    seated.round().tables.update(finished_at=None)
    for number in (1, 2):
        winner = data.draw(st.integers(0, 3))
        left = [0 if seat == winner else data.draw(st.integers(1, 13)) for seat in range(4)]
        deal = WrittenDeal(winner=winner, left=tuple(left))
        assert seated.writes(table, 0, number, deal) is None
        assert seated.confirms(table, 1, number) is None
    assert sum(seated.nets(table)) == 0
    nets = [each.nets for each in table.paper_deals.all()]
    assert seated.nets(table) == [one + other for one, other in zip(*nets, strict=True)]
