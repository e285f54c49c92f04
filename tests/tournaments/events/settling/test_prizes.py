"""Entry fees, prizes, and events where everyone pays the club: agreed, settled and corrected."""

import json
from html import unescape
from typing import Any
from urllib.parse import unquote

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from accounts.notices.models import Notice
from accounts.stake_limits import set_limit
from games.agreements import services as agreements
from games.agreements.models import Agreement
from games.agreements.terms import digest_of
from tests.players import Person
from tests.tournaments.events import agreed
from tests.tournaments.events.browsing import browser, page
from tests.tournaments.events.evening import Evening, refused
from tests.tournaments.events.paper_evening import PaperEvening
from tournaments.clubs.models import Club
from tournaments.clubs.sentences import record_sentence
from tournaments.events import tasks
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.corrections.models import EventCorrection
from tournaments.events.corrections.penalties import give_penalty
from tournaments.events.corrections.services import correct_result
from tournaments.events.entries.invitations import agree_in_person
from tournaments.events.entries.leaving import withdraw
from tournaments.events.entries.models import Entry
from tournaments.events.entries.signing_up import enter_members
from tournaments.events.notices.kinds import EventKind
from tournaments.events.rounds import proposal, publication
from tournaments.events.rounds.models import EventSeat
from tournaments.events.settling.services import settlements_of, unsettled_for
from tournaments.events.settling.settled import settled_part, settlement_facts
from tournaments.events.setup.services import (
    cancel_event,
    change_event,
    create_event,
    open_sign_up,
)
from tournaments.events.terms.house import at_stake_in_events
from tournaments.events.terms.max_loss import deal_loss_of
from tournaments.events.terms.selectors import newcomer_terms, terms_now
from tournaments.ledger.accounts.selectors import unpaid_through_club
from tournaments.ledger.audit.chains import check_transfers
from tournaments.ledger.audit.run import faults_of
from tournaments.ledger.audit.scope import AuditScope
from tournaments.ledger.book.models import Account, ClubBook, PostingLine
from tournaments.ledger.payments.services import receive
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.pending.services import accept_result, terms_of_result
from tournaments.ledger.settling.models import Balance, Settlement, Transfer

pytestmark = pytest.mark.django_db

FEE: dict[str, Any] = {"currency": "HKD", "fee_minor": 2000, "format_settings": {"rounds": 1}}
PRIZES = FEE | {"prizes": {"share": [60, 30]}}
STAKED = PRIZES | {"stake_minor": 100}
THROUGH = STAKED | {"payments": "club", "entry_limit": 8}


def played(crew, *deals, people: int = 4, named: int = 0, **terms: Any) -> PaperEvening:
    """Return a finished and settled event of one round, whose tables enter these deals."""
    evening = PaperEvening.open(crew, **terms).seated(people=people, named=named)
    for table in evening.tables():
        evening.play_sheet(table, *deals)
    proposal.propose_round(evening.event.pk)
    evening.event.refresh_from_db()
    assert evening.event.status == Event.Status.FINISHED
    tasks.settle_event(evening.event.pk)
    return evening


def results(event: Event) -> dict[str, tuple[int, int, int, int]]:
    """Return points, fee, prize and amount of each account, over all settlements."""
    found: dict[str, tuple[int, int, int, int]] = {}
    for each in Balance.objects.filter(settlement__event=event.pk).select_related("account__user"):
        name = each.account.user.username if each.account.user else each.account.name
        part = (each.points, each.fee, each.prize, each.amount)
        found[name] = tuple(map(sum, zip(found.get(name, (0,) * 4), part, strict=True)))
    return found


def by_place(event: Event) -> list[tuple[int, int, int, int]]:
    """Return the players' results, best points first."""
    return sorted((each for name, each in results(event).items() if name), reverse=True)


def prizes_by_place(event: Event) -> list[int]:
    """Return the players' prizes, best points first."""
    return [prize for _points, _fee, prize, _amount in by_place(event)]


def faults() -> list[Any]:
    return [fault for faults in faults_of(AuditScope()) for fault in faults]


def check_paid_off(event: Event) -> None:
    """Check that the lines sum to zero, and that paying all transfers brings all to zero."""
    left = {each.account_id: each.amount for each in PostingLine.objects.all()}
    assert sum(left.values()) == 0
    for each in Transfer.objects.all():
        left[each.payer_id] = left.get(each.payer_id, 0) + each.amount
        left[each.payee_id] = left.get(each.payee_id, 0) - each.amount
    assert set(left.values()) == {0}


# --- Settlement


def test_fees_pay_the_prizes_and_the_club_keeps_the_rest(crew):
    # Each deal: +6, +2, −2, −6. The pot is 80.00.
    evening = played(crew, **PRIZES)
    assert by_place(evening.event) == [
        (12, 2000, 4800, 2800),
        (4, 2000, 2400, 400),
        (-4, 2000, 0, -2000),
        (-12, 2000, 0, -2000),
    ]
    assert results(evening.event)[""] == (0, -8000, -7200, 800)
    settlement = Settlement.objects.get()
    assert (settlement.stake_minor, settlement.currency) == (0, "HKD")
    check_paid_off(evening.event)
    assert faults() == []


def test_stake_fee_and_prize_are_one_sum(crew):
    evening = played(crew, **STAKED)
    assert by_place(evening.event) == [
        (12, 2000, 4800, 1200 + 2800),
        (4, 2000, 2400, 400 + 400),
        (-4, 2000, 0, -400 - 2000),
        (-12, 2000, 0, -1200 - 2000),
    ]
    check_paid_off(evening.event)
    assert faults() == []


def test_the_club_adds_to_the_pot(crew):
    evening = played(crew, **FEE | {"pot_minor": 10000, "prizes": {"amount": [15000, 3000]}})
    assert prizes_by_place(evening.event) == [
        15000,
        3000,
        0,
        0,
    ]
    assert results(evening.event)[""][-1] == -10000
    assert faults() == []


def test_amounts_shrink_with_the_pot(crew):
    evening = played(crew, **FEE | {"prizes": {"amount": [12000, 4000]}})
    assert prizes_by_place(evening.event) == [
        6000,
        2000,
        0,
        0,
    ]


def test_tied_players_share_their_prizes(crew):
    # Two tables with the same results: two first places, two third ones.
    evening = played(crew, people=8, **FEE | {"prizes": {"share": [50, 30, 20]}})
    assert prizes_by_place(evening.event) == [
        6400, 6400, 1600, 1600, 0, 0, 0, 0,
    ]  # fmt: skip
    assert faults() == []


def test_bots_pay_no_fee_and_win_no_prize(crew):
    evening = Evening.of(crew, **PRIZES | {"deals": 1}).started(people=4, bots=4)
    evening.well(publication.publish_round).play_round()
    tasks.settle_event(evening.event.pk)
    found = results(evening.event)
    assert found[""] == (found[""][0], -8000, -7200, 800)
    won = sorted((prize for name, (_p, _f, prize, _a) in found.items() if name), reverse=True)
    assert won in ([4800, 2400, 0, 0], [3600, 3600, 0, 0])
    check_paid_off(evening.event)
    assert faults() == []


def test_an_organizer_pays_for_a_player_without_an_account(crew):
    evening = played(crew, people=3, named=1, **PRIZES)
    assert results(evening.event)["Aunt 1"][1] == 2000
    line = PostingLine.objects.get(account__name="Aunt 1")
    assert line.agreement.user == crew.organizer
    assert faults() == []


def swapped_by_correction(crew, **terms: Any) -> tuple[Evening, list[Any]]:
    """Return a settled event whose first and second changed places, and its seats by points.

    It is played in the app, because results with real cards are corrected deal by deal.
    """
    evening = Evening.of(crew, **terms).started(people=4, bots=0)
    evening.well(publication.publish_round).play_round()
    tasks.settle_event(evening.event.pk)
    table = evening.tables()[0]
    seats = list(table.seats.select_related("entry__user").order_by("place"))
    ranked = sorted(seats, key=lambda seat: -seat.net)
    nets = {seat.place: seat.net for seat in seats}
    first, second = ranked[:2]
    assert first.net > second.net
    nets[first.place], nets[second.place] = second.net, first.net
    assert evening.do(correct_result, table.pk, nets, "They were swapped.") is None
    return evening, ranked


def test_a_correction_pays_the_prizes_again(crew):
    evening, ranked = swapped_by_correction(crew, **STAKED | {"deals": 1})
    assert settlements_of(evening.event.pk).count() == 2
    found = [results(evening.event)[seat.entry.user.username] for seat in ranked]
    assert [prize for _points, _fee, prize, _amount in found[:2]] == [2400, 4800]
    assert {fee for _points, fee, _prize, _amount in found} == {2000}
    assert sum(amount for *_more, amount in results(evening.event).values()) == 0
    check_paid_off(evening.event)
    assert faults() == []


def test_a_correction_pays_prizes_again_without_a_stake(crew):
    evening, ranked = swapped_by_correction(crew, **PRIZES | {"deals": 1})
    found = [results(evening.event)[seat.entry.user.username] for seat in ranked[:2]]
    assert [amount for *_more, amount in found] == [400, 2800]
    assert faults() == []


def test_an_organizer_who_could_win_a_prize_only_proposes_a_correction(crew):
    evening = Evening.of(crew, **PRIZES | {"deals": 1}).well(open_sign_up).joined(3)
    organizer = Person(crew.organizer)
    assert agreed.enter(evening.event, organizer) is None
    evening.people.append(organizer)
    evening.all_here().well(proposal.start_event).well(publication.publish_round).play_round()
    tasks.settle_event(evening.event.pk)
    table = evening.tables()[0]
    nets = dict(table.seats.values_list("place", "net"))
    own = table.seats.get(entry__user=crew.organizer).place
    one, other = [place for place in nets if place != own][:2]
    nets[one], nets[other] = nets[one] + 1, nets[other] - 1
    made = evening.do(correct_result, table.pk, nets, "For a prize.")
    assert isinstance(made, EventCorrection)
    assert settlements_of(evening.event.pk).count() == 1
    assert refused(evening.do(give_penalty, 1, 1, "For a prize."), EventCode.OWN_PRIZE)


def test_a_settled_event_is_described_in_words(crew):
    evening = played(crew, **STAKED)
    winner = next(each for each in results(evening.event).items() if each[1][0] == 12)[0]
    user = next(each.user for each in evening.people if each.user.username == winner)
    part = settled_part(settlement_facts(evening.event), user, None, is_in_it=True)
    assert part.words == (
        "You won HK$40.00 in this event. It’s the sum of: stake +HK$12.00, entry fee −HK$20.00 and"
        " prize +HK$48.00."
    )


def result_notices(event: Event) -> dict[str, tuple[int, bool]]:
    """Return amount and whether it awaits a settlement in each user's notice of the results."""
    found = Notice.objects.filter(kind=EventKind.RESULTS, subject_id=event.pk)
    return {
        each.user.username: (each.params["amount"], each.params["awaits_settlement"])
        for each in found.select_related("user")
    }


def settled_amounts(event: Event) -> dict[str, int]:
    return {name: amount for name, (*_parts, amount) in results(event).items() if name}


def test_notices_of_results_name_the_whole_amount_before_and_after_the_settlement(crew):
    evening = PaperEvening.open(crew, **STAKED).seated(people=4)
    for table in evening.tables():
        evening.play_sheet(table)
    proposal.propose_round(evening.event.pk)
    waiting = result_notices(evening.event)
    assert {awaits for _amount, awaits in waiting.values()} == {True}
    tasks.settle_event(evening.event.pk)
    settled = settled_amounts(evening.event)
    assert {name: amount for name, (amount, _awaits) in waiting.items()} == settled
    assert result_notices(evening.event) == {name: (each, False) for name, each in settled.items()}
    winner = max(settled, key=settled.__getitem__)
    shown = page(browser(User.objects.get(username=winner)), "/")
    assert "You won HK$40.00." in shown
    assert "You’ll be told who pays whom" not in shown


def test_notices_of_results_follow_a_result_that_is_accepted_after_the_settlement(crew):
    terms = {"stake_minor": 100, "currency": "HKD", "format_settings": {"rounds": 1}}
    evening = PaperEvening.open(crew, **terms).seated(people=4)
    for table in evening.tables():
        evening.play_sheet(table)
    loser = min(evening.people, key=lambda each: net_of(evening, each)).user
    agreements.withdraw(loser.pk, Agreement.Subject.EVENT, evening.event.pk)
    proposal.propose_round(evening.event.pk)
    tasks.settle_event(evening.event.pk)
    row = PendingResult.objects.get(user=loser)
    before = settled_amounts(evening.event)
    assert before.get(loser.username, 0) == 0
    assert accept_result(Caller(loser), row.pk, terms=digest_of(terms_of_result(row))) is None
    after = settled_amounts(evening.event)
    assert after != before
    assert after[loser.username] == row.amount
    notices = Notice.objects.filter(kind=EventKind.RESULTS, subject_id=evening.event.pk)
    told = {each.user.username: each.params.get("amount", 0) for each in notices}
    assert {name: amount for name, amount in told.items() if amount} == {
        name: amount for name, amount in after.items() if amount
    }


def net_of(evening: PaperEvening, who: Any) -> int:
    """Return the points of the player at their tables."""
    seats = EventSeat.objects.filter(entry__user=who.user, entry__event=evening.event)
    return sum(each.net or 0 for each in seats)


def test_a_correction_changes_the_whole_amount_in_notices_of_results(crew):
    evening, _ranked = swapped_by_correction(crew, **STAKED | {"deals": 1})
    settled = settled_amounts(evening.event)
    assert result_notices(evening.event) == {name: (each, False) for name, each in settled.items()}


def test_the_settlement_explains_fees_and_prizes_and_lists_the_agreed_ones(crew):
    evening = played(crew, **STAKED)
    url = settlements_of(evening.event.pk)[0].get_absolute_url()
    text = unescape(page(browser(crew.organizer), url))
    found = results(evening.event)
    first, second = sorted(found, key=lambda name: -found[name][2])[:2]
    assert "4 players owe the club the entry fee of HK$20.00 each, HK$80.00 in all." in text
    assert f"Prizes from the pot of HK$80.00: {first} HK$48.00 and {second} HK$24.00." in text
    assert "1st 60% and 2nd 30% of the pot" in text


# --- Agreements


def test_the_maximum_loss_includes_the_fee(crew):
    staked = PaperEvening.open(crew, **STAKED)
    without = PaperEvening.open(crew, **STAKED | {"fee_minor": 0, "prizes": None})
    terms, plain = newcomer_terms(staked.event), newcomer_terms(without.event)
    assert terms["max_loss"] == plain["max_loss"] + 2000
    assert not {"fee_minor", "prizes", "payments"} & set(plain)
    fee_only = PaperEvening.open(crew, **PRIZES)
    assert newcomer_terms(fee_only.event)["max_loss"] == 2000


@pytest.mark.parametrize(
    "change",
    [
        {"fee_minor": 3000},
        {"prizes": {"share": [100]}},
        {"pot_minor": 5000},
        {"payments": "club", "entry_limit": 16},
    ],
)
def test_changed_terms_are_asked_about_again(crew, change):
    evening = PaperEvening.open(crew, **STAKED).well(open_sign_up)
    evening.joined(1)
    (who,) = evening.people
    entry = evening.event.entries.get()
    assert terms_now(evening.event).has_agreed(entry)
    evening.well(change_event, **change)
    assert not terms_now(evening.event).has_agreed(entry)
    assert agreed.accept(evening.event, who) is None
    evening.event.refresh_from_db()
    assert terms_now(evening.event).has_agreed(entry)


def test_members_entered_by_an_organizer_are_invited_to_an_event_with_only_a_fee(crew):
    evening = PaperEvening.open(crew, **FEE).well(open_sign_up)
    evening.well(enter_members, {crew.member.pk: None})
    assert evening.event.entries.get().status == Entry.Status.INVITED


def test_the_users_own_limit_counts_the_fee(crew):
    evening = PaperEvening.open(crew, **FEE).well(open_sign_up)
    who = Person(crew.member)
    set_limit(who.user, "HKD", 1999)
    assert refused(agreed.enter(evening.event, who), EventCode.EVENT_ABOVE_LIMIT)


def test_without_playing_no_fee_is_owed(crew):
    evening = PaperEvening.open(crew, **PRIZES).well(open_sign_up).joined(5)
    gone = evening.people.pop()
    assert withdraw(gone.caller, evening.event.pk) is None
    evening.all_here().well(proposal.start_event).well(publication.publish_round)
    for table in evening.tables():
        evening.play_sheet(table)
    proposal.propose_round(evening.event.pk)
    tasks.settle_event(evening.event.pk)
    assert gone.user.username not in results(evening.event)
    assert results(evening.event)[""][1] == -8000


def test_a_cancelled_event_costs_nothing(crew):
    evening = PaperEvening.open(crew, **PRIZES).well(open_sign_up).joined(4)
    evening.well(cancel_event, "Rain")
    tasks.settle_event(evening.event.pk)
    assert not Settlement.objects.exists()
    assert not Agreement.objects.filter(withdrawn_at=None).exists()


def test_a_player_who_sits_out_owes_the_fee(crew):
    evening = PaperEvening.open(crew, **PRIZES).seated(people=5)
    (out,) = evening.round().seated.out
    sitting_out = evening.event.entries.get(number=out)
    assert unsettled_for(sitting_out.user) == ["Spring"]
    for table in evening.tables():
        evening.play_sheet(table)
    proposal.propose_round(evening.event.pk)
    tasks.settle_event(evening.event.pk)
    # With 0 points in the middle, the third of five.
    assert results(evening.event)[sitting_out.user.username] == (0, 2000, 0, -2000)


def test_a_fee_for_prizes_needs_the_players_own_agreement(crew):
    evening = PaperEvening.open(crew, **PRIZES).well(open_sign_up)
    evening.well(enter_members, {crew.member.pk: None})
    answer = evening.do(agree_in_person, 1, "On the phone.")
    assert refused(answer, EventCode.FEE_NEEDS_ACCEPTANCE)


# --- What doesn't fit together


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"prizes": {"share": [60, 60]}}, EventCode.PRIZES_WRONG),
        ({"prizes": {"amount": [9000]}, "entry_limit": 4}, EventCode.PRIZES_WRONG),
        ({"fee_minor": 0, "stake_minor": 100}, EventCode.PRIZES_WITHOUT_POT),
        ({"prizes": None, "pot_minor": 100}, EventCode.POT_WITHOUT_PRIZES),
        ({"payments": "club"}, EventCode.NO_ENTRY_LIMIT),
        ({"format_name": "club_night", "format_settings": {}}, EventCode.NIGHT_HAS_NO_FEE),
    ],
)
def test_what_does_not_fit_together_is_refused(crew, terms, code):
    existing = PaperEvening.open(crew, **PRIZES)
    given = {
        "name": "Summer",
        "starts_at": existing.event.starts_at,
        "rules": existing.event.rule_set,
        "rules_name": "pagat",
        "format_name": "fixed_rounds",
    }
    answer = create_event(existing.desk, crew.club, **given | PRIZES | terms)
    assert refused(answer, code)


# --- Everyone pays the club


def test_all_payments_go_through_the_club(crew):
    evening = played(crew, **THROUGH)
    settlement = Settlement.objects.get()
    assert settlement.through_club
    house = Account.objects.get(kind="house").pk
    transfers = {(each.payer_id, each.payee_id): each.amount for each in Transfer.objects.all()}
    assert all(house in pair for pair in transfers)
    paid = sorted(amount for (_payer, payee), amount in transfers.items() if payee == house)
    received = sorted(amount for (payer, _payee), amount in transfers.items() if payer == house)
    assert (paid, received) == ([2400, 3200], [800, 4000])
    check_paid_off(evening.event)
    assert faults() == []


def test_a_balanced_club_still_passes_every_payment_on(crew):
    evening = played(crew, **THROUGH | {"prizes": {"share": [70, 30]}})
    assert results(evening.event)[""][-1] == 0
    assert Transfer.objects.count() == 4
    assert faults() == []


def test_the_audit_names_a_payment_that_passes_the_club_by(crew):
    played(crew, **STAKED)
    assert faults() == []
    found = Settlement.objects.get()
    found.through_club = True
    codes = {fault.code.value for fault in check_transfers(found, is_due=True)}
    assert codes == {"transfer_past_club"}


def test_a_club_that_carries_balances_still_collects_at_once(crew):
    ClubBook.objects.create(club=crew.club, settles=ClubBook.Settles.SEASON)
    played(crew, **THROUGH)
    assert not Settlement.objects.get().is_carried
    assert Transfer.objects.exists()


def test_what_is_not_paid_counts_towards_the_clubs_limit(crew):
    evening = played(crew, **THROUGH)
    club = crew.club.pk
    # The club has to pay as much as it gets, less the 8.00 that it keeps.
    assert unpaid_through_club(club, "HKD") == 800
    house = Account.objects.get(kind="house")
    for each in Transfer.objects.filter(payer=house):
        payee = Person(each.payee.user)
        assert receive(payee.caller, each.pk, each.amount) is None
    assert unpaid_through_club(club, "HKD") == at_stake_in_events(club, "HKD") == 5600
    assert evening.event.status == Event.Status.FINISHED


def test_the_choice_is_refused_beforehand_above_the_clubs_limit(crew):
    evening = PaperEvening.open(crew, **THROUGH)
    Club.objects.filter(pk=crew.club.pk).update(house_limit_minor=1)
    evening.well(change_event, payments="fewest")
    answer = evening.do(change_event, payments="club")
    assert refused(answer, EventCode.HOUSE_LIMIT)
    # Without a limit the club bears nothing.
    Club.objects.filter(pk=crew.club.pk).update(plays_house=False)
    assert refused(evening.do(change_event, payments="club"), EventCode.HOUSE_OFF)
    assert refused(evening.do(change_event, pot_minor=100), EventCode.HOUSE_OFF)


def test_a_running_event_counts_with_all_that_could_stay_unpaid(crew):
    evening = PaperEvening.open(crew, **THROUGH)
    before = at_stake_in_events(crew.club.pk, "HKD")
    evening.seated(people=4)
    found = at_stake_in_events(crew.club.pk, "HKD")
    assert before == 0
    # Three of four can lose both deals, and eight players might not pay the fee.
    assert found == 3 * 2 * deal_loss_of(evening.event) * 100 + 8 * 2000


def test_corrections_go_through_the_club_too(crew):
    evening, _ranked = swapped_by_correction(crew, **THROUGH | {"deals": 1})
    correction = settlements_of(evening.event.pk).last()
    assert correction.number == 2
    assert correction.through_club
    kinds = {(each.payer.kind, each.payee.kind) for each in correction.transfers.all()}
    assert kinds == {("person", "house"), ("house", "person")}
    check_paid_off(evening.event)
    assert faults() == []


# --- Exports and pages


def test_results_are_exported_to_those_who_see_the_amounts(crew):
    played(crew, **STAKED)
    settlement = Settlement.objects.get()
    url = reverse("settlement_json", args=[settlement.slug])
    rows = json.loads(page(browser(crew.organizer), url))["rows"]
    assert [
        (row["kind"], row["stake"], row["fee"], row["prize"], row["amount"], row["amount_minor"])
        for row in rows
    ] == [
        ("person", "12.00", "-20.00", "48.00", "40.00", 4000),
        ("person", "4.00", "-20.00", "24.00", "8.00", 800),
        ("house", "0.00", "80.00", "-72.00", "8.00", 800),
        ("person", "-4.00", "-20.00", "0.00", "-24.00", -2400),
        ("person", "-12.00", "-20.00", "0.00", "-32.00", -3200),
    ]
    table = page(browser(crew.organizer), reverse("settlement_csv", args=[settlement.slug]))
    assert table.splitlines()[1].endswith(",12,HKD,12.00,-20.00,48.00,40.00,1200,-2000,4800,4000")
    page(browser(crew.member), url, 403)


def test_the_settlements_file_is_named_by_club_event_and_date(crew):
    played(crew, name="Fête 5/6 大老二", **THROUGH)
    url = reverse("settlement_csv", args=[Settlement.objects.get().slug])
    named = browser(crew.organizer).get(url)["Content-Disposition"]
    today = timezone.localdate().isoformat()
    stem = f"{crew.club.name} Fête 56 大老二 settlement {today}"
    assert stem.replace(" ", "_") in unquote(named)


def test_the_settlements_page_and_chat_text_name_the_parts(crew):
    played(crew, **THROUGH)
    shown = unescape(page(browser(crew.organizer), Settlement.objects.get().get_absolute_url()))
    parts = "stake +HK$12.00, entry fee −HK$20.00 and prize +HK$48.00"
    assert shown.count(parts) >= 2
    assert f"+HK$40.00 ({parts})" in shown
    assert "Everyone pays the club, and the club pays out." in shown


def fees_in_activity(club: Club) -> list[str]:
    """Return the sentences on entry fees in the club's activity, oldest first."""
    rows = club.records.filter(deed__in=["fee", "no-fee"]).order_by("pk")
    return [record_sentence(each) for each in rows]


def test_the_clubs_activity_has_the_fees_of_events_that_are_not_drafts(crew):
    evening = Evening.of(crew, **FEE)
    evening.well(change_event, fee_minor=1500)
    assert fees_in_activity(crew.club) == []
    evening.well(open_sign_up)
    evening.well(change_event, name="Summer Cup")
    evening.well(change_event, fee_minor=1000)
    evening.well(change_event, fee_minor=0, currency="")
    assert fees_in_activity(crew.club) == [
        "oscar set the entry fee of “Spring” to HK$15.00.",
        "oscar set the entry fee of “Summer Cup” to HK$10.00.",
        "oscar removed the entry fee of “Summer Cup”.",
    ]
