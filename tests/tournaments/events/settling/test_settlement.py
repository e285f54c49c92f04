"""Settlement of events: once, complete, by the played nets; and corrections afterwards."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.db import connection
from django.db.models import Sum
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.notices.models import Notice
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Seat, Session, Table
from games.tables.services import seating, starting
from games.tables.stakes import counts_for_money
from tests.players import Game, walk_away
from tests.tournaments.clubs.people import person, play_house
from tests.tournaments.events import agreed
from tests.tournaments.events.club_night import Night
from tests.tournaments.events.evening import Evening, deeds, refused
from tests.tournaments.events.paper_evening import OTHER, PLAIN, PaperEvening
from tournaments.clubs.models import Membership
from tournaments.events import tasks, upkeep
from tournaments.events.club_nights.models import NightSession
from tournaments.events.club_nights.services import take_night_result
from tournaments.events.core import format_input
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.corrections import penalties
from tournaments.events.corrections.models import EntryPenalty, EventCorrection
from tournaments.events.corrections.services import confirm_correction, correct_result
from tournaments.events.entries.leaving import withdraw
from tournaments.events.event_page.facts import facts
from tournaments.events.paper.deal import WrittenDeal
from tournaments.events.paper.models import PaperDeal
from tournaments.events.rounds import proposal, publication, results
from tournaments.events.rounds.models import EventRound, EventSeat, EventTable
from tournaments.events.seasons.services import close_season, create_season, reopen_season
from tournaments.events.settling.services import settle_now, settlements_of, unsettled
from tournaments.events.settling.winnings import event_winnings
from tournaments.events.setup.services import open_sign_up
from tournaments.events.substitutes.models import Substitution
from tournaments.events.substitutes.services import answer_substitution, replace_player
from tournaments.ledger.book.holders import HOUSE
from tournaments.ledger.book.models import Account, ClubBook, Posting, PostingLine
from tournaments.ledger.settling import services
from tournaments.ledger.settling.models import Balance, Debt, Settlement, Transfer
from tournaments.ledger.settling.services import settle_session
from tournaments.ledger.settling.settlement import pairwise_debts

HKD = {"stake_minor": 100, "currency": "HKD", "penalty_limit": 100}
#: Time since the end of an event for money that settles itself.
A_DAY_AGO = Event.CHECKING_TIME + timedelta(minutes=1)


def settled(event: Event) -> list[Settlement]:
    return list(settlements_of(event.pk))


def points_of(event: Event) -> dict[str, int]:
    """Return the points of each account from the event; the club's account has no name."""
    rows = Balance.objects.filter(settlement__event=event.pk).order_by()
    found = rows.values_list("account__user__username", "account__name").annotate(Sum("points"))
    return {user or name: points for user, name, points in found}


def balances() -> dict[str, int]:
    """Return the account balances by name."""
    return {
        account.user.username if account.user else account.name: last.after
        for account in Account.objects.select_related("user")
        if (last := account.lines.order_by("number").last()) is not None
    }


def played_for(event: Event) -> dict[str, int]:
    """Compute the same points again from the stored results and decisions.

    For money, tables with a single person and bots do not count.
    """
    found: dict[str, int] = {"": 0}
    counted = EventSeat.objects.filter(event_table__round__event=event)
    if event.currency and not event.is_on_paper:
        counted = counted.exclude(event_table__in=alone(event))
    for entry in event.entries.all():
        who = "" if entry.bot else (entry.user.username if entry.user else entry.name)
        net = counted.filter(entry=entry).aggregate(sum=Sum("net"))["sum"] or 0
        lost = entry.penalties.filter(reversed_at=None).aggregate(sum=Sum("points"))["sum"] or 0
        if event.currency:
            # At club nights players agree to sessions, without penalties.
            lost = min(lost, 0 if event.format == "club_night" else event.penalty_limit)
        out = sum(entry.number in each.seated.out for each in event.rounds.all())
        given = out * event.sit_out_points
        found[who] = found.get(who, 0) + net + given - lost
        found[""] += lost - given
    found[""] += counted.filter(entry=None).aggregate(sum=Sum("net"))["sum"] or 0
    return found


def alone(event: Event) -> list[int]:
    """Return the tables where fewer than two people had a seat at the end."""
    people: dict[int, int] = {}
    for table in EventTable.objects.filter(round__event=event):
        night = NightSession.objects.filter(event_table=table).first()
        session = night.session if night else table.table.sessions.get()
        people[table.pk] = session.seats.filter(user__isnull=False).count()
    return [table for table, count in people.items() if count < 2]


def check_fully_settled(event: Event) -> None:
    """Check that points, money, debts and ledger agree, and sum to zero in each currency."""
    came_to = {who: points for who, points in played_for(event).items() if points}
    assert {who: points for who, points in points_of(event).items() if points} == came_to
    assert sum(came_to.values()) == 0
    stake = event.stake_minor or 1
    assert {who: points for who, points in balances().items() if points} == {
        who: points * stake for who, points in came_to.items()
    }
    left = {each.account_id: each.amount for each in Balance.objects.all()}
    if Settlement.objects.count() == 1:
        for line in Debt.objects.all():
            left[line.payer_id] += line.amount
            left[line.payee_id] -= line.amount
        assert set(left.values()) == {0}


def finish(evening: Evening, most: int = 12) -> Evening:
    """Play all rounds of the event."""
    for _ in range(most):
        if evening.event.status == Event.Status.FINISHED:
            return evening
        evening.well(publication.publish_round).play_round()
    raise AssertionError("it does not end")


@pytest.fixture
def paper(crew) -> PaperEvening:
    """One round of two deals at two tables, each with three members and a player by name."""
    terms = {"format_settings": {"rounds": 1}, **HKD}
    evening = PaperEvening.open(crew, **terms).seated(people=6, named=2)
    for table in evening.tables():
        places = [seat.place for seat in table.seats.all() if seat.player_id is not None]
        for number, deal in enumerate((PLAIN, OTHER), 1):
            assert evening.writes(table, places[0], number, deal) is None
            assert evening.confirms(table, places[1], number) is None
    proposal.propose_round(evening.event.pk)
    evening.event.refresh_from_db()
    assert evening.event.status == Event.Status.FINISHED
    return evening


# --- Winnings of an event


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("fixed_rounds", {"rounds": 2}),
        ("rotation", {"rounds": 2}),
        ("swiss", {"rounds": 2}),
        ("groups", {"groups": 2, "group_rounds": 1, "past_cut": 2}),
        ("knock_out", {"going_on": 2}),
        ("duplicate", {"rounds": 1}),
    ],
)
def test_an_event_of_each_format_is_fully_settled(crew, name, given):
    evening = Evening.of(crew, format_name=name, format_settings=given, **HKD)
    finish(evening.started(people=5, bots=3))
    tasks.settle_event(evening.event.pk)
    check_fully_settled(evening.event)
    made = Settlement.objects.get()
    assert (made.source, made.event, made.number) == ("event", evening.event.pk, 1)
    assert (made.currency, made.stake_minor, made.club) == ("HKD", 100, crew.club)
    # No table was settled separately.
    assert Session.objects.filter(is_part=True, status="finished").exists()
    services.sweep()
    assert Settlement.objects.count() == 1


def test_an_event_for_points_is_posted_in_points_without_payments(crew):
    evening = Evening.of(crew, format_settings={"rounds": 1})
    finish(evening.started(people=3, bots=5))
    tasks.settle_event(evening.event.pk)
    check_fully_settled(evening.event)
    assert Settlement.objects.get().currency == ""
    assert not Transfer.objects.exists()


def test_the_club_pays_and_collects_for_bots_that_fill_tables(crew):
    evening = Evening.of(crew, uneven="bots", format_settings={"rounds": 1}, **HKD)
    finish(evening.started(people=5, bots=0))
    assert EventSeat.objects.filter(entry=None).exists()
    tasks.settle_event(evening.event.pk)
    check_fully_settled(evening.event)
    assert Account.objects.get(kind="house").club == crew.club


def test_a_player_alone_with_bots_plays_for_points(crew):
    """As at any table of the club; sitting out and penalties still cost money."""
    evening = Evening.of(crew, format_settings={"rounds": 1}, deals=2, **HKD)
    evening.started(people=1, bots=3).well(publication.publish_round)
    table = evening.tables()[0]
    finish_round(evening)
    nets = {seat.place: 12 if seat.entry.user else -4 for seat in table.seats.all()}
    evening.well(correct_result, table.pk, nets, "Misread")
    evening.well(penalties.give_penalty, 1, 3, "Late")
    tasks.settle_event(evening.event.pk)
    assert points_of(evening.event) == {"player1": -3, "": 3}
    assert format_input.standings_of(evening.event)[0].deals == 2


def test_a_table_with_one_person_counts_fully_in_an_event_for_points(crew):
    evening = Evening.of(crew, format_settings={"rounds": 1}, deals=2)
    finish(evening.started(people=1, bots=3))
    tasks.settle_event(evening.event.pk)
    net = EventSeat.objects.get(entry__number=1).net
    assert points_of(evening.event) == {"player1": net, "": -net}


def test_the_club_pays_for_sit_outs_and_collects_penalties(crew):
    evening = Evening.of(crew, sit_out_points=7, format_settings={"rounds": 2}, **HKD)
    evening.started(people=5, bots=0)
    evening.well(publication.publish_round)
    out = evening.round().seated.out
    evening.well(penalties.give_penalty, 1, 20, "Late").well(penalties.give_penalty, 2, 5, "Loud")
    kept, taken = EntryPenalty.objects.order_by("pk")
    evening.well(penalties.reverse_penalty, taken.pk, "It was another")
    evening.play_round()
    finish(evening)
    tasks.settle_event(evening.event.pk)
    check_fully_settled(evening.event)
    # Two sit-outs at 7, one penalty of 20.
    assert len(out) == 1
    assert points_of(evening.event)[""] == kept.points - 2 * 7


def test_every_deal_is_settled_even_if_it_does_not_count_in_the_standings(crew):
    """A club night counts the best of three sessions in its standings; money follows all three."""
    night = Night.begun(crew, format_settings={"by": "best", "best": 1}, **HKD)
    night.counted(0, 1, 2, 3, left={0: 0, 1: 2, 2: 3, 3: 5})
    night.counted(0, 1, 2, 3, left={0: 3, 1: 0, 2: 1, 3: 2})
    night.counted(0, 1, 2, 3, left={0: 2, 1: 6, 2: 2, 3: 0})
    night.well(proposal.end_event, "")
    tasks.settle_event(night.event.pk)
    assert night.totals()["guest1"] == 10
    assert points_of(night.event) == {
        "": 0, "guest1": 6, "guest2": -6, "guest3": 2, "guest4": -2,
    }  # fmt: skip
    check_fully_settled(night.event)


def test_the_entrant_gets_the_result_whoever_plays_on_for_them(crew):
    evening = Evening.of(crew, format_settings={"rounds": 1}, **HKD).started(people=4, bots=4)
    evening.well(publication.publish_round)
    walk_away(evening.event.entries.get(number=1).user)
    evening.well(replace_player, 1, None, "Had to leave")
    substitute = person("sub")
    Membership.objects.create(club=crew.club, user=substitute)
    asked = evening.do(replace_player, 2, substitute, "Has a train")
    assert isinstance(asked, Substitution)
    who = next(each for each in evening.people if each.user.pk == asked.player_id)
    answer = answer_substitution(who.caller, evening.event.pk, asked.pk, accepts=True)
    assert answer is None
    evening.people.append(type(evening.people[0])(substitute))
    finish_round(evening)
    tasks.settle_event(evening.event.pk)
    check_fully_settled(evening.event)
    names = set(points_of(evening.event))
    assert "sub" not in names
    assert {"player1", "player2"} <= names


def finish_round(evening: Evening) -> None:
    evening.play_round()
    assert evening.event.status == Event.Status.FINISHED


def test_a_player_who_leaves_keeps_their_results(crew):
    evening = Evening.of(crew, format_settings={"rounds": 2}, **HKD).started(people=8, bots=0)
    evening.well(publication.publish_round).play_round()
    assert withdraw(evening.people[0].caller, evening.event.pk) is None
    evening.event.refresh_from_db()
    finish(evening)
    tasks.settle_event(evening.event.pk)
    check_fully_settled(evening.event)
    left = evening.event.entries.get(user=evening.people[0].user)
    assert left.left is not None
    assert points_of(evening.event)["player1"] == left.seats.aggregate(s=Sum("net"))["s"]


def test_deals_with_real_cards_are_settled_pair_by_pair(paper):
    """+6 +2 −2 −6, then +19 +23 +15 −57: +25, +25, +13, −63 at each table."""
    tasks.settle_event(paper.event.pk)
    check_fully_settled(paper.event)
    assert sorted(points_of(paper.event).values()) == [-63, -63, 0, 13, 13, 25, 25, 25, 25]
    by_name = Account.objects.filter(kind="name").values_list("name", flat=True)
    assert sorted(by_name) == ["Aunt 1", "Aunt 2"]
    # Each pair of a table settles its difference: there were no ties, so no pair is missing.
    winnings = event_winnings(paper.event.pk)
    seats = EventSeat.objects.values_list("event_table", "entry__name")
    tables: dict[int, set[str]] = {}
    for table, name in seats:
        tables.setdefault(table, set()).add(name)
    names = [party.name for party in winnings.parties]
    pairs = [{names[payer], names[payee]} for payer, payee in winnings.pairs]
    assert all(any(pair <= people for people in tables.values()) for pair in pairs)
    # The winners of the two deals paid each other 4 and 4, which cancel out.
    assert Debt.objects.count() == 2 * 5


def test_deals_the_rules_no_longer_accept_are_settled_by_their_nets(paper):
    """Payments between pairs are then as few as possible."""
    before = points_of_winnings(paper)
    PaperDeal.objects.update(written={**PaperDeal.objects.first().written, "left": [0, 0, 0, 0]})
    assert points_of_winnings(paper) == before


def points_of_winnings(evening: Evening) -> dict[str, int]:
    winnings = event_winnings(evening.event.pk)
    whole = dict(enumerate(winnings.points))
    pairwise_debts(whole, [winnings.pairs])
    return {
        party.name: points for party, points in zip(winnings.parties, winnings.points, strict=True)
    }


def test_players_who_lose_by_a_correction_pay_those_who_gain(crew):
    evening = Evening.of(crew, format_settings={"rounds": 1}, **HKD).started(people=4, bots=0)
    evening.well(publication.publish_round)
    table = evening.tables()[0]
    finish_round(evening)
    played = dict(table.seats.values_list("place", "net"))
    changed = {**played, 0: played[0] + 10, 1: played[1] - 10}
    evening.well(correct_result, table.pk, changed, "Misread")
    winnings = event_winnings(evening.event.pk)
    deals = Session.objects.get(table=table.table).deals.get().pairs
    seats = list(table.seats.order_by("place").values_list("entry__name", flat=True))
    names = [party.name for party in winnings.parties]
    expected: dict[tuple[str, str], int] = {}
    for payer, payee, points in [*deals, (1, 0, 10)]:
        pair = seats[payer], seats[payee]
        expected[pair] = expected.get(pair, 0) + points
    assert {(names[a], names[b]): points for (a, b), points in winnings.pairs.items()} == expected


def test_the_settlement_stores_the_terms(crew):
    evening = Evening.of(crew, format_settings={"rounds": 1}, deals=2, sit_out_points=3, **HKD)
    finish(evening.started(people=4, bots=0))
    tasks.settle_event(evening.event.pk)
    terms = Settlement.objects.get().terms
    assert terms["rules"] == RuleSet.make("pagat").to_options()
    told = {name: terms[name] for name in ("name", "rules_name", "format", "deals", "rounds")}
    assert told == {
        "name": "Spring", "rules_name": "pagat", "format": "fixed_rounds", "deals": 2, "rounds": 1,
    }  # fmt: skip
    assert (terms["stake_minor"], terms["currency"], terms["sit_out_points"]) == (100, "HKD", 3)


def test_winnings_take_no_more_queries_for_four_rounds_than_for_one(crew):
    counts = []
    for rounds, people in ((1, 4), (4, 8)):
        evening = Evening.of(crew, format_settings={"rounds": rounds}, sit_out_points=1, **HKD)
        evening.well(open_sign_up).with_bots(people).all_here()
        finish(evening.well(proposal.start_event))
        with CaptureQueriesContext(connection) as caught:
            assert event_winnings(evening.event.pk) is not None
        counts.append(len(caught))
    assert counts[1] <= counts[0] <= 8


# --- Once


def test_repeating_the_task_settles_nothing_twice(paper):
    version = paper.event.version
    for _ in range(3):
        tasks.settle_event(paper.event.pk)
    assert Settlement.objects.count() == Posting.objects.count() == 1
    assert PostingLine.objects.count() == 8
    paper.event.refresh_from_db()
    # Its pages are updated once.
    assert paper.event.version == version + 1


@pytest.mark.parametrize(("terms", "queued"), [({}, 1), (HKD, 0)])
def test_only_an_event_for_points_queues_its_settlement_at_its_end(
    crew, monkeypatch, django_capture_on_commit_callbacks, terms, queued
):
    sent: list[tuple[Any, ...]] = []

    def send(task: str, args: Iterable[Any] = (), *more: object, **named: object) -> None:
        sent.append((task, *args))

    monkeypatch.setattr(current_app, "send_task", send)
    evening = Evening.of(crew, format_settings={"rounds": 1}, **terms).started(people=4, bots=0)
    evening.well(publication.publish_round)
    with django_capture_on_commit_callbacks(execute=True):
        for table in evening.tables():
            evening.play_table(table)
    assert (tasks.settle_event.name, evening.event.pk) not in sent
    with django_capture_on_commit_callbacks(execute=True):
        proposal.propose_round(evening.event.pk)
    assert evening.event.records.filter(deed=EventRecord.Deed.FINISHED).exists()
    assert sent.count((tasks.settle_event.name, evening.event.pk)) == queued


def test_an_organizer_settles_once_the_results_are_checked(paper):
    paper.well(penalties.give_penalty, 1, 5, "Late")
    assert not Settlement.objects.exists()
    paper.well(settle_now)
    paper.well(settle_now)
    check_fully_settled(paper.event)
    assert [each.number for each in settled(paper.event)] == [1]
    assert deeds(paper).count(EventRecord.Deed.SETTLED) == 1
    tasks.settle_event(paper.event.pk)
    assert len(settled(paper.event)) == 1


def test_only_organizers_settle_an_event(paper):
    answer = settle_now(paper.people[0].caller, paper.event.pk)
    assert refused(answer, EventCode.NOT_ALLOWED)
    assert not Settlement.objects.exists()


def test_an_event_in_progress_or_without_all_results_is_not_settled(paper):
    EventSeat.objects.filter(pk=EventSeat.objects.first().pk).update(net=None)
    assert refused(paper.do(settle_now), EventCode.NOT_COMPLETE)
    Event.objects.update(status=Event.Status.RUNNING)
    assert refused(paper.do(settle_now), EventCode.NOT_NOW)
    assert not Settlement.objects.exists()


def test_an_event_for_money_settles_itself_after_a_day(paper):
    Event.objects.update(finished_at=timezone.now() - Event.CHECKING_TIME + timedelta(minutes=1))
    upkeep.sweep()
    assert not Settlement.objects.exists()
    Event.objects.update(finished_at=timezone.now() - A_DAY_AGO)
    upkeep.sweep()
    upkeep.sweep()
    assert Settlement.objects.count() == 1
    check_fully_settled(paper.event)


def test_nothing_is_settled_before_the_end(crew):
    evening = Evening.of(crew, format_settings={"rounds": 2}, **HKD).started(people=4, bots=0)
    evening.well(publication.publish_round).play_round()
    tasks.settle_event(evening.event.pk)
    assert event_winnings(evening.event.pk) is None
    assert not Settlement.objects.exists()


@pytest.mark.every_database
def test_an_event_without_a_deal_is_never_settled(crew):
    evening = Evening.of(crew, **HKD).started(people=4, bots=0)
    evening.well(proposal.end_event, "No time")
    tasks.settle_event(evening.event.pk)
    assert not Settlement.objects.exists()
    assert not unsettled().exists()


@pytest.mark.every_database
def test_the_sweep_settles_an_event_for_points_whose_task_was_lost(paper):
    Event.objects.update(stake_minor=0, currency="", penalty_limit=0)
    upkeep.sweep()
    # The task is still running.
    assert not Settlement.objects.exists()
    Event.objects.update(finished_at=timezone.now() - timedelta(minutes=1))
    upkeep.sweep()
    upkeep.sweep()
    assert Settlement.objects.count() == 1


def test_the_settlement_waits_for_missing_results(paper):
    """While a seat's result is missing nothing is settled; afterwards everything is."""
    Event.objects.update(finished_at=timezone.now() - A_DAY_AGO)
    seat = EventSeat.objects.first()
    net = seat.net
    EventSeat.objects.filter(pk=seat.pk).update(net=None)
    upkeep.sweep()
    assert not Settlement.objects.exists()
    EventSeat.objects.filter(pk=seat.pk).update(net=net)
    upkeep.sweep()
    check_fully_settled(paper.event)


def test_an_event_with_wrong_sums_does_not_block_other_settlements(paper, crew):
    Event.objects.update(finished_at=timezone.now() - A_DAY_AGO)
    other = Evening.of(crew, name="Other", format_settings={"rounds": 1}, **HKD)
    other.well(open_sign_up)
    for each in paper.people[:4]:
        assert agreed.enter(other.event, each) is None
        other.people.append(each)
    finish(other.all_here().well(proposal.start_event))
    Event.objects.filter(pk=other.event.pk).update(
        finished_at=timezone.now() - A_DAY_AGO - timedelta(minutes=1)
    )
    EventSeat.objects.filter(event_table__round__event=other.event, place=0).update(net=1000)
    upkeep.sweep()
    assert [each.event for each in Settlement.objects.all()] == [paper.event.pk]


# --- Club nights


def test_a_session_that_ends_after_the_club_night_is_settled_by_itself(crew):
    night = Night.begun(crew, **HKD)
    night.counted(0, 1, 2, 3, left={0: 0, 1: 2, 2: 3, 3: 5})
    late = night.seated(0, 1, 2, 3)
    night.well(proposal.end_event, "")
    session = night.play(late, {0: 3, 1: 0, 2: 1, 3: 2})
    assert take_night_result(session.pk) is None
    services.settle_session(session.pk)
    tasks.settle_event(night.event.pk)
    alone = Settlement.objects.get(session=session)
    assert alone.balances.get(account__user__username="guest1").points == -6
    assert points_of(night.event)["guest1"] == 10
    # Both are in the club's ledger once.
    assert balances()["guest1"] == (10 - 6) * 100


def test_a_club_night_is_not_settled_before_all_of_its_sessions_count(crew):
    night = Night.begun(crew, **HKD)
    table = night.seated(0, 1, 2, 3)
    session = night.play(table, {0: 0})
    night.well(proposal.end_event, "")
    # As if another process had committed the session's end only now.
    EventRound.objects.all().delete()
    night.event.rounds.all().delete()
    assert not NightSession.objects.exists()
    EntryPenalty.objects.create(entry=night.event.entries.first(), points=5, reason="Late")
    tasks.settle_event(night.event.pk)
    assert not Settlement.objects.exists()
    Event.objects.update(finished_at=timezone.now() - A_DAY_AGO)
    Session.objects.update(finished_at=timezone.now() - A_DAY_AGO - timedelta(minutes=1))
    upkeep.sweep()
    assert NightSession.objects.get().session == session
    check_fully_settled(night.event)


def test_a_player_who_leaves_the_club_during_a_session_keeps_the_result(crew):
    night = Night.begun(crew, **HKD)
    table = night.opened(0)
    gone = night.people[3].user
    assert isinstance(night.sits(1, table), Table)
    assert isinstance(night.sits(2, table), Table)
    # Not through the club night's page.
    assert night.people[3].asks(seating.sit, table, None) is None
    assert starting.start(night.people[0].caller, table.pk) is None
    Membership.objects.filter(user=gone).delete()
    session = night.play(table, {0: 0, 3: 5})
    assert take_night_result(session.pk) is None
    night.well(proposal.end_event, "")
    assert EventSeat.objects.filter(entry=None).count() == 1
    tasks.settle_event(night.event.pk)
    net = Seat.objects.get(session=session, user=gone).net
    assert points_of(night.event)["guest4"] == net < 0
    assert points_of(night.event)[""] == 0


def test_the_club_pays_and_collects_for_bots_at_a_club_night(crew):
    play_house(crew.club, "HKD")
    night = Night.begun(crew, people=2, uneven="bots", **HKD)
    night.counted(0, 1, left={0: 0, 1: 4})
    night.well(proposal.end_event, "")
    tasks.settle_event(night.event.pk)
    check_fully_settled(night.event)
    assert points_of(night.event)[""] != 0


# --- Corrections


def corrected(event: Event) -> Settlement:
    assert len(settled(event)) == 2
    return settled(event)[-1]


def confirmed(paper: PaperEvening, made: object) -> None:
    """Confirm the correction as a player of the table."""
    assert isinstance(made, EventCorrection)
    who = paper.at(made.event_table, paper.accounts_at(made.event_table)[0]).caller
    assert confirm_correction(who, paper.event.pk, made.pk) is None


def test_a_corrected_deal_settles_only_the_difference(paper, crew):
    tasks.settle_event(paper.event.pk)
    table = paper.table()
    before = points_of(paper.event)
    fixed = WrittenDeal(winner=2, left=(3, 1, 0, 2))
    made = paper.as_desk(table, 1, fixed, version=1, reason="It was the third seat")
    assert points_of(paper.event) == before
    confirmed(paper, made)
    check_fully_settled(paper.event)
    made = corrected(paper.event)
    assert (made.reason, made.made_by) == ("It was the third seat", crew.organizer)
    changed = {each.name: each.points for each in made.balances.all()}
    after = points_of(paper.event)
    names = {entry.name: entry.user.username if entry.user else entry.name
             for entry in paper.event.entries.all()}  # fmt: skip
    assert {names[name]: points for name, points in changed.items()} == {
        who: after[who] - before[who] for who in after if after[who] != before[who]
    }
    # The entries are reversed, and all of them are posted again.
    kinds = Posting.objects.order_by("at").values_list("kind", flat=True)
    assert sorted(kinds) == ["reversal", "settlement", "settlement"]
    told = Notice.objects.filter(kind="settlement.corrected").values_list(
        "user__username", flat=True
    )
    people = {each.user.username for each in paper.people}
    assert set(told) == {who for who in people if after[who] != before[who]} != set()


def test_a_penalty_after_the_end_and_its_reversal_are_settled(paper):
    tasks.settle_event(paper.event.pk)
    before = points_of(paper.event)
    paper.well(penalties.give_penalty, 1, 10, "Found out later")
    assert points_of(paper.event)["player1"] == before["player1"] - 10
    assert points_of(paper.event)[""] == 10
    check_fully_settled(paper.event)
    paper.well(penalties.reverse_penalty, EntryPenalty.objects.get().pk, "It was another")
    assert points_of(paper.event) == before
    check_fully_settled(paper.event)
    assert [each.number for each in settled(paper.event)] == [1, 2, 3]
    # Repeating the follow-up of a correction settles nothing more.
    tasks.settle_event(paper.event.pk)
    upkeep.sweep()
    assert len(settled(paper.event)) == 3


def test_a_corrected_result_is_settled_as_a_difference(crew):
    evening = Evening.of(crew, format_settings={"rounds": 1}, **HKD).started(people=4, bots=0)
    evening.well(publication.publish_round)
    table = evening.tables()[0]
    finish_round(evening)
    tasks.settle_event(evening.event.pk)
    nets = dict(table.seats.values_list("place", "net"))
    nets[0], nets[1] = nets[0] + 10, nets[1] - 10
    evening.well(correct_result, table.pk, nets, "Misread")
    check_fully_settled(evening.event)
    assert {each.points for each in corrected(evening.event).balances.all()} == {10, -10}
    assert Debt.objects.get(settlement__number=2).amount == 1000


def test_correcting_to_the_same_result_settles_nothing(crew):
    evening = Evening.of(crew, format_settings={"rounds": 1}, **HKD).started(people=4, bots=0)
    evening.well(publication.publish_round)
    table = evening.tables()[0]
    finish_round(evening)
    tasks.settle_event(evening.event.pk)
    nets = dict(table.seats.values_list("place", "net"))
    evening.well(correct_result, table.pk, nets, "To be sure")
    assert len(settled(evening.event)) == 1


def test_a_penalty_before_the_first_settlement_is_part_of_it(paper):
    paper.well(penalties.give_penalty, 1, 10, "Late")
    assert not Settlement.objects.exists()
    tasks.settle_event(paper.event.pk)
    assert len(settled(paper.event)) == 1
    check_fully_settled(paper.event)


def test_a_failing_penalty_changes_neither_result_nor_settlement(paper, monkeypatch):
    tasks.settle_event(paper.event.pk)

    def killed(*args: object, **named: object) -> None:
        raise RuntimeError("killed")

    monkeypatch.setattr("tournaments.events.settling.services.settle_winnings", killed)
    with pytest.raises(RuntimeError):
        paper.do(penalties.give_penalty, 1, 10, "Late")
    assert not EntryPenalty.objects.exists()
    check_fully_settled(paper.event)


# --- Seasons


def carrying(crew) -> None:
    ClubBook.objects.create(club=crew.club, settles=ClubBook.Settles.SEASON)


def test_closing_a_season_settles_carried_over_amounts(paper, crew):
    carrying(crew)
    tasks.settle_event(paper.event.pk)
    assert Settlement.objects.get().is_carried
    assert not Transfer.objects.exists()
    season = create_season(paper.desk, crew.club, name="Spring")
    assert close_season(paper.desk, season.pk) is None
    made = Settlement.objects.get(source="club")
    assert made.made_by == crew.organizer
    assert sum(each.amount for each in made.transfers.all()) == 2 * 6300
    # After reopening and closing again, nothing is billed twice.
    assert reopen_season(paper.desk, season.pk) is None
    assert close_season(paper.desk, season.pk) is None
    assert Settlement.objects.filter(source="club").count() == 1


def test_closing_a_season_includes_an_event_whose_task_has_not_run(paper, crew):
    carrying(crew)
    season = create_season(paper.desk, crew.club, name="Spring")
    assert close_season(paper.desk, season.pk) is None
    assert Settlement.objects.filter(source="event").count() == 1
    assert Settlement.objects.get(source="club").transfers.exists()


def test_closing_a_season_settles_nothing_in_a_club_that_settles_each_event(paper, crew):
    tasks.settle_event(paper.event.pk)
    assert Transfer.objects.exists()
    season = create_season(paper.desk, crew.club, name="Spring")
    assert close_season(paper.desk, season.pk) is None
    assert not Settlement.objects.filter(source="club").exists()


def test_a_table_in_the_app_is_settled_like_a_separate_session(crew):
    """By the deals' own payments, like a separate session."""
    evening = Evening.of(crew, format_settings={"rounds": 1}, deals=2, **HKD)
    evening.started(people=4, bots=0).well(publication.publish_round)
    table = evening.tables()[0]
    Game(evening.people, table.table).finish_session()
    assert results.take_result(table.table.sessions.get().pk) is None
    proposal.propose_round(evening.event.pk)
    winnings = event_winnings(evening.event.pk)
    alone = services.winnings_of(
        Session.objects.select_related("table").prefetch_related("seats", "deals").get()
    )
    assert winnings.by_holder() == {**alone.by_holder(), HOUSE: 0}
    assert winnings.debts_by_holder() == alone.debts_by_holder()


def test_reversing_the_only_penalty_of_an_unplayed_event_pays_it_back(crew):
    evening = Evening.of(crew, **HKD).started(people=4, bots=0)
    late = evening.event.entries.get(user=evening.people[0].user)
    evening.well(penalties.give_penalty, late.number, 10, "never came")
    evening.well(proposal.end_event, "No player came")
    tasks.settle_event(evening.event.pk)
    assert points_of(evening.event) == {"player1": -10, "": 10}
    evening.well(penalties.reverse_penalty, late.penalties.get().pk, "the bus was late")
    assert set(balances().values()) == {0}
    assert Settlement.objects.count() == 2


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew)


def test_a_table_of_an_event_is_settled_with_the_event_and_not_by_itself(crew):
    evening = Evening.of(crew, stake_minor=25, currency="HKD").started(people=2, bots=2)
    (stake,) = (
        each.value for each in facts(evening.event, with_stake=True) if each.label == "Stake"
    )
    assert stake.startswith("HK$0.25 a point (bots play for the club; if you’re alone")
    evening.well(publication.publish_round)
    (table,) = evening.tables()
    assert (table.table.stake_minor, table.table.currency) == (25, "HKD")
    assert table.table.bot_money == Table.BotMoney.HOUSE
    evening.play_table(table)
    session = table.table.sessions.get()
    assert counts_for_money(session, session.seats.all())
    settle_session(session.pk)
    assert not Settlement.objects.filter(session=session).exists()
