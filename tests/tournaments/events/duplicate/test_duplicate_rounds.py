"""Rounds with shared packs: dealing, comparison, shuffle check and hidden results."""

import copy
import re
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import create_guest
from games.chat import services as chat
from games.chat.denials import ChatCode
from games.chat.phrases import PHRASES
from games.replays.review.export import _reviews
from games.replays.review.making import make_review
from games.replays.review.models import DealReview
from games.rules import record
from games.rules.cards import card_name
from games.rules.ruleset.rule_set import RuleSet
from games.tables import seals, selectors, shuffle
from games.tables.history import finished_deal
from games.tables.models import Deal, PreparedPack, Seat, Session, Table
from games.tables.services.moves import ask_for_redeal
from tests.players import Game, Person
from tests.replaying import SCRIPT, failing
from tests.rigging import with_second_factor
from tests.statement_counts import assert_at_most
from tests.tournaments.events.evening import Evening, refused
from tournaments.events.core import format_input
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.corrections.services import correct_result
from tournaments.events.duplicate.models import RoundPacks
from tournaments.events.duplicate.packs import pack_name, words_digest
from tournaments.events.duplicate.selectors import same_round
from tournaments.events.duplicate.services import add_round_word, check_substitute, newest_packs
from tournaments.events.duplicate.shuffle_proof import proof_data, round_proof
from tournaments.events.entries.leaving import withdraw
from tournaments.events.rounds import proposal, publication, results
from tournaments.events.rounds.models import EventSeat
from tournaments.events.setup.services import create_event, open_sign_up
from tournaments.events.substitutes.services import replace_player
from tournaments.pairing.formats.duplicate import round_scores
from tournaments.ratings import services as ratings
from tournaments.ratings.models import RatedSession

DUPLICATE = {"format_name": "duplicate", "format_settings": {"rounds": 2}, "deals": 2}


def evening_of(crew, people=8, bots=0, **terms) -> Evening:
    return Evening.of(crew, **DUPLICATE | terms).started(people, bots)


@pytest.fixture
def evening(crew) -> Evening:
    """Two tables of members and added bots, with a proposed first round."""
    return evening_of(crew, 3, 5)


def packs_of(evening) -> RoundPacks:
    return newest_packs(evening.event, evening.round().number)


def add(evening, who: int, word: str, commitment: str | None = None):
    packs = packs_of(evening)
    caller = evening.people[who].caller
    given = packs.commitment if commitment is None else commitment
    return add_round_word(caller, evening.event.pk, packs.number, word, given)


def published(evening) -> Evening:
    return evening.well(publication.publish_round)


def games(evening) -> list[Game]:
    return [Game(evening.people, each.table) for each in evening.tables()]


def played(evening):
    found = same_round(Event.objects.get(pk=evening.event.pk), evening.round().number)
    assert found is not None
    return found


def play_table(evening, table) -> None:
    Game(evening.people, table.table).finish_session()
    assert results.take_result(table.table.sessions.get().pk) is None


def finished_round(evening) -> Evening:
    published(evening)
    for table in evening.tables():
        play_table(evening, table)
    return evening


# --- Dealing


@pytest.mark.every_database
def test_the_secret_is_committed_to_before_any_word_and_stays_when_seats_change(evening):
    packs = packs_of(evening)
    assert packs.commitment == shuffle.commitment(packs.secret)
    note = evening.event.records.get(deed=EventRecord.Deed.COMMITTED)
    assert note.params == {"round": 1, "commitment": packs.commitment}
    assert add(evening, 0, "maple") is None
    evening.well(proposal.redraw_seating)
    again = packs_of(evening)
    assert (again.pk, again.words) == (packs.pk, {"1": "maple"})
    assert packs.secret not in repr(note.params)


def test_all_tables_get_packs_derived_from_the_secret_the_words_and_the_round(evening):
    add(evening, 0, "maple")
    add(evening, 2, "Birch7")
    published(evening)
    packs = packs_of(evening)
    assert packs.frozen_at is not None
    words = {1: "maple", 3: "Birch7"}
    for game in games(evening):
        here = game.now()
        name = pack_name(f"shared/{evening.event.slug}/1/1", words, 1)
        assert here.deal.shuffle_name == name
        assert here.state.setup.pack == shuffle.order(packs.secret, {}, name)
        assert here.state.setup.dealer == shuffle.draw(packs.secret, {}, name, 4)
    first, second = games(evening)
    assert first.now().state.hands == second.now().state.hands
    assert PreparedPack.objects.count() == 4


def test_each_deal_starts_the_same_at_all_tables_whoever_won_the_last_one(crew):
    # Under these rules the winner leads, and the loser gives a card.
    rules = RuleSet.make(options={"players": 3, "opening_leader": "winner", "exchange": True})
    evening = published(evening_of(crew, people=6, rules=rules, deals=3))
    starts = set()
    for game in games(evening):
        game.finish_session()
        for deal in Deal.objects.filter(session__table=game.table):
            state = record.replay(deal.start)
            starts.add((deal.number, state.setup.dealer, state.leader, state.hands, state.exchange))
    assert len(starts) == 3
    assert {start[-1] for start in starts} == {None}


def test_a_player_can_change_their_word_until_the_round_begins(evening):
    assert add(evening, 0, "maple") is None
    assert add(evening, 0, "oak") is None
    assert packs_of(evening).words == {"1": "oak"}
    assert refused(add(evening, 0, "two words"), EventCode.NO_WORD)
    assert refused(add(evening, 0, ""), EventCode.NO_WORD)
    assert refused(add(evening, 0, "elm", "00" * 32), EventCode.OTHER_SECRET)
    published(evening)
    assert refused(add(evening, 1, "late"), EventCode.WORDS_FROZEN)
    assert packs_of(evening).words == {"1": "oak"}


def test_only_entrants_can_add_a_word(evening):
    packs = packs_of(evening)
    args = (evening.event.pk, 1, "maple", packs.commitment)
    for user in (evening.crew.owner, evening.crew.member, evening.crew.stranger):
        assert refused(add_round_word(Person(user).caller, *args), EventCode.NOT_ENTERED)
    assert packs_of(evening).words == {}


def test_a_round_started_again_gets_new_packs(evening):
    add(evening, 0, "maple")
    published(evening)
    before = packs_of(evening)
    evening.round().tables.all().delete()
    evening.event.rounds.update(status="proposed")
    Session.objects.update(status=Session.Status.FINISHED)
    published(evening)
    after = packs_of(evening)
    assert (before.attempt, after.attempt) == (1, 2)
    assert after.secret != before.secret
    assert after.words == {}


def test_duplicate_rounds_never_have_spectators_or_redeals(crew):
    event = evening_of(
        crew, rules=RuleSet.make("wikipedia"), rules_name="wikipedia", spectators=True
    )
    assert RuleSet.make("wikipedia").redeal != "none"
    assert (event.event.spectators, event.event.rule_set.redeal) == (False, "none")
    published(event)
    for game in games(event)[:1]:
        assert game.table.spectators is False
        here = game.now()
        for seat in range(4):
            who = game.person_at(seat)
            assert who.asks(ask_for_redeal, game.table, here.position) is not None
        assert game.now().deal.attempt == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(pk=game.table.pk).update(spectators=True)


@pytest.mark.every_database
def test_duplicate_events_refuse_tables_of_different_sizes(crew):
    answer = create_event(
        Person(crew.organizer).caller,
        crew.club,
        name="Odd",
        starts_at=Evening.of(crew).event.starts_at,
        rules=RuleSet.make("pagat"),
        rules_name="pagat",
        uneven=Event.Uneven.SMALLER,
        **{name: DUPLICATE[name] for name in ("format_name", "format_settings")},
    )
    assert refused(answer, EventCode.SAME_SIZE)
    evening = evening_of(crew, 0, 8)
    proposed = evening.round()
    proposed.seating = {"tables": [[1, 2, 3, 4], [5, 6, 7]], "out": [8]}
    proposed.save()
    assert refused(evening.do(publication.publish_round), EventCode.SAME_SIZE)
    assert packs_of(evening).frozen_at is None


def test_a_player_who_knows_the_packs_cannot_substitute_at_another_table(evening):
    published(evening)
    mine = next(seat for seat in seats(evening) if seat.entry.user_id)
    other = next(seat for seat in seats(evening) if seat.event_table != mine.event_table)
    gone = next(each for each in evening.people if each.user.pk == mine.entry.user_id)
    assert withdraw(gone.caller, evening.event.pk) is None
    answer = evening.do(replace_player, other.entry.number, gone.user, "Bo had to go.")
    assert refused(answer, EventCode.KNOWS_THE_PACKS)
    # Back at their own table they reveal nothing.
    back = evening.do(replace_player, mine.entry.number, gone.user, "Back again.")
    assert back is None


@pytest.mark.every_database
def test_a_former_substitute_cannot_substitute_at_another_table(evening):
    published(evening)
    first, second = (each.seats.all() for each in evening.tables())
    mine = next(seat for table in (first, second) for seat in table if seat.entry.user_id)
    other = next(seat for seat in (second if mine in first else first))
    entrant = next(each.user for each in evening.people if each.user.pk == mine.entry.user_id)
    sam = evening.crew.stranger
    evening.well(replace_player, mine.entry.number, sam, "Bo had to go.")
    evening.well(replace_player, mine.entry.number, entrant, "Bo is back.")
    assert not Seat.objects.filter(user=sam).exists()
    answer = evening.do(replace_player, other.entry.number, sam, "A bot has to go.")
    assert refused(answer, EventCode.KNOWS_THE_PACKS)
    assert not Seat.objects.filter(user=sam).exists()
    # At the table where they sat they reveal nothing.
    evening.well(replace_player, mine.entry.number, sam, "Bo goes again.")


def test_a_substitute_of_one_round_can_sit_at_any_table_in_the_next(evening):
    published(evening)
    mine = next(seat for seat in seats(evening) if seat.entry.user_id)
    sam = evening.crew.stranger
    evening.well(replace_player, mine.entry.number, sam, "Bo had to go.")
    before = EventSeat.objects.get(pk=mine.pk)
    assert before.substitutes == [sam.pk]
    for table in evening.tables():
        Game([*evening.people, Person(sam)], table.table).finish_session()
        assert results.take_result(table.table.sessions.get().pk) is None
    proposal.propose_round(evening.event.pk)
    published(evening)
    assert evening.round().number == 2
    for seat in seats(evening):
        if seat.event_table.table_id and seat.entry.user_id:
            check_substitute(sam.pk, seat)


# --- Comparison


def set_nets(evening, *tables) -> None:
    """Store these nets for the deals of each table, and take the round's results."""
    for each, deals in zip(evening.tables(), tables, strict=True):
        for number, nets in enumerate(deals, 1):
            Deal.objects.filter(session__table=each.table, number=number).update(nets=list(nets))
        for seat in each.seats.all():
            seat.net = sum(nets[seat.place] for nets in deals)
            seat.save()


#: Two deals at two tables: nets by seat.
WORKED = (((12, -2, -4, -6), (-3, 9, -1, -5)), ((6, 5, -10, -1), (-8, 10, 3, -5)))
#: 12 − 6 and −3 + 8; −2 − 5 and 9 − 10; −4 + 10 and −1 − 3; −6 + 1 and −5 + 5.
RESULTS = (11, -8, 2, -5)


@pytest.mark.every_database
def test_a_worked_comparison_deal_by_deal_and_in_the_standings(evening):
    finished_round(evening)
    set_nets(evening, *WORKED)
    first = [each for each in played(evening).comparisons() if each.deal == 1]
    assert [(each.seat, each.table, each.net, each.elsewhere, each.result) for each in first] == [
        (0, 1, 12, 6, 6), (0, 2, 6, 12, -6),
        (1, 1, -2, 5, -7), (1, 2, 5, -2, 7),
        (2, 1, -4, -10, 6), (2, 2, -10, -4, -6),
        (3, 1, -6, -1, -5), (3, 2, -1, -6, 5),
    ]  # fmt: skip
    by_place = {
        (each.number, place): seat.entry.number
        for each in played(evening).tables
        for place, seat in enumerate(each.seats)
    }
    totals = {line.entrant: line.total for line in format_input.standings_of(evening.event)}
    for place, result in enumerate(RESULTS):
        assert totals[by_place[1, place]] == result
        assert totals[by_place[2, place]] == -result
    text = page(browser(), at("event_compare", evening, 1))
    lines = [re.sub(r"<[^>]+>|\s+", " ", each) for each in re.findall(r"<tr.*?</tr>", text, re.S)]
    lines = [" ".join(each.split()) for each in lines]
    seat_one = [line for line in lines if re.match(r"^1 \S+ \+6 \+12 \+6$", line)]
    assert len(seat_one) == 1


def test_a_correction_is_shown_beside_the_deals_and_all_sums_stay_zero(evening):
    finished_round(evening)
    set_nets(evening, *WORKED)
    table = evening.tables()[0]
    nets = {0: 15, 1: 1, 2: -5, 3: -11}
    assert evening.do(correct_result, table.pk, nets, "The last card was called.") is None
    found = played(evening)
    assert found.corrections() == {(1, 0): 6, (1, 1): -6}
    totals = [line.total for line in format_input.standings_of(evening.event)]
    assert sum(totals, start=Fraction(0)) == 0
    scores = round_scores(format_input.history_of(evening.event)[0])
    text = page(browser(), at("event_compare", evening, 1))
    assert "an organizer changed a table’s result" in text
    shown = re.findall(
        r'</th>\s*<td class="number compare-result(?: is-minus)?">([^<]+)</td>', text
    )[:8]
    assert sorted(shown) == sorted(f"{int(each):+d}".replace("-", "−") for each in scores.values())


def test_results_of_a_round_with_bots_sum_to_zero_and_match_the_standings(crew):
    evening = evening_of(crew, people=7, uneven="bots", deals=1)
    finished_round(evening)
    by_seat = {}
    for each in played(evening).comparisons():
        by_seat.setdefault(each.seat, []).append(each.result)
    assert all(sum(results) == 0 for results in by_seat.values())
    assert len(by_seat) == 4
    scores = round_scores(format_input.history_of(evening.event)[0])
    totals = {
        seat.entry.number: sum(
            each.result
            for each in played(evening).comparisons()
            if (each.table, each.seat) == (table.number, seat.place)
        )
        for table in played(evening).tables
        for seat in table.seats
        if seat.entry is not None
    }
    assert totals == scores


def test_bots_at_a_table_with_two_bots_are_left_out_of_the_comparison(crew):
    evening = evening_of(crew, people=5, uneven="bots", deals=1)
    finished_round(evening)
    compared = {(each.table, each.seat) for each in played(evening).comparisons()}
    assert len(compared) == 6


# --- Shuffle check


@pytest.fixture
def proved(evening) -> Evening:
    add(evening, 0, "maple")
    add(evening, 2, "Oak9")
    return finished_round(evening)


def test_page_and_script_accept_honest_packs(proved):
    proof = round_proof(played(proved))
    assert proof.holds
    assert [len(each.deals) for each in proof.tables] == [2, 2]
    text = page(browser(), at("event_packs", proved, 1))
    assert "Verified: all tables got the same, fairly shuffled cards." in text
    assert packs_of(proved).secret in text
    told = browser().get(at("event_packs_file", proved, 1)).json()
    assert told == proof_data(played(proved))
    found = SCRIPT["check_round"](told, packs_of(proved).commitment)
    assert failing(found) == []
    assert failing(SCRIPT["check_round"](told, "00" * 32)) == ["noted"]


def swapped(start: str) -> str:
    """Return the record of a deal with its two top cards swapped."""
    setup = record.replay(start).setup
    first, second = (card_name(card) for card in setup.pack[:2])
    assert f"{first} {second}" in start
    return start.replace(f"{first} {second}", f"{second} {first}", 1)


def cheat_pack(evening):
    deal = Deal.objects.filter(session__table=evening.tables()[1].table).first()
    Deal.objects.filter(pk=deal.pk).update(start=swapped(deal.start))


def cheat_word(evening):
    RoundPacks.objects.update(words={"1": "maple", "3": "steered"})


def cheat_secret(evening):
    RoundPacks.objects.update(secret="ab" * 32)


def cheat_both(evening):
    secret = "ab" * 32
    RoundPacks.objects.update(secret=secret, commitment=shuffle.commitment(secret))


def cheat_dealer(evening):
    for deal in Deal.objects.all():
        state = record.replay(deal.start)
        other = f"dealer {(state.setup.dealer + 1) % 4}"
        Deal.objects.filter(pk=deal.pk).update(
            start=deal.start.replace(f"dealer {state.setup.dealer}", other)
        )


def test_page_and_script_detect_every_alteration(proved):
    for cheat, finding in (
        (cheat_pack, "packs"),
        (cheat_word, "names"),
        (cheat_secret, "commitment"),
        (cheat_both, "packs"),
        (cheat_dealer, "dealers"),
    ):
        with transaction.atomic():
            cheat(proved)
            proof = round_proof(played(proved))
            assert not proof.found[finding], cheat
            if cheat is cheat_pack:
                assert [each.holds for each in proof.tables] == [True, False]
                assert proof.found["names"]
            assert "Check failed: some tables didn’t get the cards" in page(
                browser(), at("event_packs", proved, 1)
            )
            assert failing(SCRIPT["check_round"](proof_data(played(proved)))) != [], cheat
            transaction.set_rollback(True)
    assert round_proof(played(proved)).holds


def test_the_script_rejects_an_altered_file(proved):
    honest = proof_data(played(proved))
    for change in (
        lambda told: told["words"].update({"9": "more"}),
        lambda told: told["words"].update({"01": "zero"}),
        lambda told: told["words"].update({"1": "two words"}),
        lambda told: told.update(secret="ab" * 32),
        lambda told: told.update(commitment="ab" * 32),
        lambda told: told.update(round=2),
        lambda told: told["deals"][0]["start"].update(dealer=9),
        lambda told: told["deals"][0]["start"]["pack"].reverse(),
        lambda told: told["deals"][0].update(pack_source="own"),
        lambda told: told["deals"][0]["shuffle"]["words"].update({"0": "abc"}),
    ):
        told = copy.deepcopy(honest)
        change(told)
        assert failing(SCRIPT["check_round"](told)) != []
    assert failing(SCRIPT["check_round"](honest)) == []


def test_different_words_give_different_digests_regardless_of_order():
    assert words_digest({1: "a", 10: "b"}) == words_digest({10: "b", 1: "a"})
    made = {words_digest(each) for each in ({}, {1: "a"}, {2: "a"}, {1: "b"}, {1: "a", 2: "a"})}
    assert len(made) == 5


# --- Hidden results


def browser(user=None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def page(client, url, status=200) -> str:
    answer = client.get(url)
    assert answer.status_code == status, (url, answer.status_code)
    return answer.content.decode()


def at(name, evening, *more) -> str:
    return reverse(name, args=[evening.event.slug, *more])


def deal_urls(table, deal) -> list[str]:
    names = ("replay", "replay_text", "replay_json", "shuffle_check")
    return [reverse(name, args=[table.slug, 1, deal]) for name in names]


def session_urls(table) -> list[str]:
    return [reverse(name, args=[table.slug, 1]) for name in ("session", "session_settlement")]


def readers(evening) -> dict[str, Client]:
    User.objects.filter(pk=evening.crew.owner.pk).update(is_staff=True, is_superuser=True)
    crew = evening.crew
    users = {
        "nobody": None,
        "member": crew.member,
        "organizer": crew.organizer,
        "staff": with_second_factor(User.objects.get(pk=crew.owner.pk)),
        **{f"player {number}": each.user for number, each in enumerate(evening.people, 1)},
    }
    return {name: browser(user) for name, user in users.items()}


def test_a_review_stays_closed_until_all_tables_have_played_the_deal(evening):
    published(evening)
    seat = next(seat for seat in seats(evening) if seat.entry.user_id)
    first, second = games(evening)[:: 1 if seat.event_table.number == 1 else -1]
    first.finish_deal()
    clients = readers(evening)
    url = reverse("deal_review", args=[first.table.slug, 1, 1])
    for name, client in clients.items():
        assert client.get(url).status_code == 404, name
        assert client.post(url).status_code == 404, name
    assert not DealReview.objects.exists()
    second.finish_deal()
    own = clients[f"player {seat.entry.number}"]
    assert own.post(url).status_code == 302
    review = DealReview.objects.get()
    make_review(review.pk)
    assert "Accuracy" in page(own, url)
    assert clients["organizer"].get(url).status_code == 404
    assert clients["staff"].get(url).status_code == 404
    # The session goes on, so the download of data leaves it out.
    assert list(_reviews(review.user)) == []
    # As if another table still had to play the deal.
    Deal.objects.filter(session__table=second.table, number=1).update(nets=None)
    assert own.get(url).status_code == 404


def test_every_page_of_a_deal_stays_closed_until_all_tables_have_played_it(evening):
    published(evening)
    seat = next(seat for seat in seats(evening) if seat.entry.user_id)
    # The first of the two tables has a person.
    first, second = games(evening)[:: 1 if seat.event_table.number == 1 else -1]
    secret = packs_of(evening).secret
    first.finish_deal()
    tables = (first.table, second.table)
    clients = readers(evening)
    deal_pk = Deal.objects.get(session__table=first.table, number=1).pk
    for name, client in clients.items():
        for url in [*deal_urls(first.table, 1), at("event_side_by_side", evening, 1, 1)]:
            assert client.get(url).status_code == 404, (name, url)
        assert "Hidden until every table" in page(client, at("event_compare", evening, 1))
    admin_url = reverse("admin:games_deal_change", args=[deal_pk])
    assert clients["staff"].get(admin_url).status_code == 302
    assert str(deal_pk) not in listed_deals(clients["staff"])
    # The second table finishes the first deal: that deal is open, and nothing else.
    second.finish_deal()
    for client in (clients["nobody"], clients["player 1"]):
        for url in [*deal_urls(first.table, 1), at("event_side_by_side", evening, 1, 1)]:
            assert secret not in page(client, url), url
        assert "Side by side" in page(client, at("event_compare", evening, 1))
    assert "You can check the shuffle when all tables have finished." in page(
        clients["member"], deal_urls(first.table, 1)[3]
    )
    # One table ends its session: check, results and ratings stay hidden.
    first.finish_session()
    results.take_result(first.session_row().pk)
    ratings.rate_session(first.session_row().pk)
    assert not RatedSession.objects.exists()
    assert not EventSeat.objects.filter(net__isnull=False).exists()
    assert not any(each.total for each in format_input.standings_of(evening.event))
    for name, client in clients.items():
        for url in [*session_urls(first.table), *deal_urls(first.table, 2)]:
            assert client.get(url).status_code == 404, (name, url)
        assert client.get(at("event_side_by_side", evening, 1, 2)).status_code == 404
        assert client.get(at("event_packs_file", evening, 1)).status_code == 404
        assert secret not in page(client, at("event_packs", evening, 1))
    correct = at("event_correct", evening, seat.event_table_id)
    assert clients["organizer"].get(correct).status_code == 404
    user = seat.entry.user
    assert not selectors.finished_sessions(user).exists()
    assert first.table.slug not in page(clients[f"player {seat.entry.number}"], reverse("home"))
    # All tables are done: everything is open to all viewers.
    second.finish_session()
    results.take_result(second.session_row().pk)
    for client in (clients["nobody"], clients["player 1"]):
        for table in tables:
            for url in [*session_urls(table), *deal_urls(table, 1), *deal_urls(table, 2)]:
                page(client, url)
        assert secret in page(client, at("event_packs", evening, 1))
        page(client, at("event_packs_file", evening, 1))
        page(client, at("event_side_by_side", evening, 1, 2))
    assert clients["staff"].get(admin_url).status_code == 200
    assert selectors.finished_sessions(user).exists()
    ratings.sweep()
    assert clients["organizer"].get(correct).status_code == 200


def listed_deals(client) -> set[str]:
    text = page(client, reverse("admin:games_deal_changelist"))
    return set(re.findall(r"/games/deal/(\d+)/change/", text))


def test_no_page_for_other_readers_contains_cards_of_a_hidden_deal(evening):
    published(evening)
    first, second = games(evening)
    first.finish_deal()
    packs = packs_of(evening)
    mine = {seat.entry.user_id for seat in seats(evening) if seat.event_table.number == 1}
    elsewhere = {
        name: client
        for name, client in readers(evening).items()
        if not client.session.get("_auth_user_id")
        or int(client.session["_auth_user_id"]) not in mine
    }
    assert {"nobody", "staff"} <= set(elsewhere)
    urls = [
        *deal_urls(first.table, 1), *session_urls(first.table), first.table.get_absolute_url(),
        at("event", evening), at("event_desk", evening), at("event_compare", evening, 1),
        at("event_packs", evening, 1), at("event_packs_file", evening, 1),
        at("event_side_by_side", evening, 1, 1), at("event_side_by_side", evening, 1, 2),
        reverse("statistics"), reverse("admin:games_deal_changelist"),
    ]  # fmt: skip
    deal = Deal.objects.get(session__table=first.table, number=1)
    hands = first.now().state.setup
    telling = [packs.secret, deal.start, " ".join(card_name(card) for card in hands.pack[:5])]
    for name, client in elsewhere.items():
        for url in urls:
            text = client.get(url).content.decode()
            assert not [each for each in telling if each in text], (name, url)
            # No picture of a card at all.
            assert "data-face" not in text, (name, url)
    # At the other table viewers see only their own hand, since the deal goes on.
    assert finished_deal(second.table.slug, 1, 1, second.user) is None


def test_players_can_neither_watch_nor_chat_at_another_table(evening, monkeypatch):
    monkeypatch.setattr("accounts.limits.within", lambda *_which: True)
    finished_round(evening)
    old = {seat.entry.user_id: seat.event_table.table for seat in seats(evening)}
    proposal.propose_round(evening.event.pk)
    published(evening)
    mine = next(seat.entry for seat in seats(evening) if seat.entry.user_id)
    tables = evening.tables()
    one = next(each for each in tables if each.seats.filter(entry=mine).exists())
    other = next(each for each in tables if each != one)
    caller = next(each for each in evening.people if each.user.pk == mine.user_id).caller
    assert selectors.table_to_watch(other.table.slug, mine.user) is None
    assert browser(mine.user).get(other.table.get_absolute_url()).status_code == 404
    assert refused(chat.write(caller, other.table.pk, "two of spades"), ChatCode.NO_SEAT)
    before = old[mine.user_id]
    assert refused(chat.write(caller, before.pk, "I hold all twos"), ChatCode.SAME_PACKS)
    phrase = next(iter(PHRASES))
    assert refused(chat.write_phrase(caller, before.pk, phrase), ChatCode.SAME_PACKS)
    assert chat.write(caller, one.table.pk, "Good luck") is None
    # This table is done but others are not: still hidden.
    play_table(evening, one)
    assert refused(chat.write(caller, before.pk, "Now I tell"), ChatCode.SAME_PACKS)
    play_table(evening, other)
    assert chat.write(caller, before.pk, "Well, that was it") is None


def seats(evening):
    return EventSeat.objects.filter(
        event_table__round=evening.round(), entry__isnull=False
    ).select_related("entry", "event_table__table")


def test_players_get_a_link_to_the_comparison_and_none_to_closed_pages(evening):
    published(evening)
    seat = next(seat for seat in seats(evening) if seat.entry.user_id)
    game = games(evening)[seat.event_table.number - 1]
    game.finish_deal()
    text = page(browser(seat.entry.user), game.table.get_absolute_url())
    assert at("event_compare", evening, 1) in text
    assert reverse("replay", args=[game.table.slug, 1, 1]) not in text
    game.finish_session()
    text = page(browser(seat.entry.user), game.table.get_absolute_url())
    assert reverse("session", args=[game.table.slug, 1]) not in text
    assert reverse("session_settlement", args=[game.table.slug, 1]) not in text


def test_the_seal_follows_from_the_deals_that_were_played(evening):
    published(evening)
    first, second = games(evening)
    assert seals.seal_of(first.table).through == 0
    first.finish_session()
    assert seals.seal_of(first.table).through == 0
    second.finish_deal()
    seal = seals.seal_of(second.table)
    assert (seal.through, seal.holds(1), seal.holds(2), seal.is_broken) == (1, False, True, False)
    second.finish_session()
    assert seals.seal_of(first.table).is_broken


def test_the_seal_of_an_ordinary_table_takes_no_query(club, django_assert_num_queries):
    game = club()
    with django_assert_num_queries(0):
        assert seals.seal_of(game.table).is_broken


# --- Pages


@pytest.mark.every_database
def test_players_add_their_word_on_the_event_page(evening):
    packs = packs_of(evening)
    mine = browser(evening.people[0].user)
    text = page(mine, at("event", evening))
    assert packs.commitment in text
    assert packs.secret not in text
    url = at("event_word", evening, 1)
    answer = mine.post(url, {"word": "two words!", "commitment": packs.commitment})
    assert answer.status_code == 422
    assert 'value="two words!"' in answer.content.decode()
    assert "1 to 64 letters and digits" in answer.content.decode()
    assert (
        mine.post(url, {"word": " red maple ", "commitment": packs.commitment}).status_code == 302
    )
    assert packs_of(evening).words == {"1": "redmaple"}
    assert mine.post(url, {"word": "maple", "commitment": packs.commitment}).status_code == 302
    assert packs_of(evening).words == {"1": "maple"}
    assert 'value="maple"' in page(mine, at("event", evening))
    desk = page(browser(evening.crew.organizer), at("event_desk", evening))
    assert "1 of 3 players have added a word" in " ".join(desk.split())
    assert "maple" not in desk
    published(evening)
    assert "words-title" not in page(mine, at("event", evening))


def test_other_readers_are_asked_for_no_word_and_see_every_open_page(evening):
    packs = packs_of(evening)
    crew = evening.crew
    clients = [browser(user) for user in (crew.member, crew.stranger, create_guest(), None)]
    for client in clients:
        text = page(client, at("event", evening))
        assert packs.commitment in text
        assert 'name="word"' not in text
    finished_round(evening)
    for client in clients:
        for name in ("event_compare", "event_packs"):
            page(client, at(name, evening, 1))


def test_the_page_shows_two_tables_side_by_side_at_the_same_step(proved):
    left, right = (finished_deal(each.table.slug, 1, 1, None) for each in proved.tables())
    text = page(browser(), at("event_side_by_side", proved, 1, 1))
    # Step 0: the same hands on both sides.
    hands = re.findall(r'<ul class="side-by-side-hand".*?</ul>', text, re.S)
    assert len(hands) == 8
    cards = [re.findall(r'class="face[^>]*>', each) for each in hands]
    assert cards[:4] == cards[4:]
    assert all(len(each) == 13 for each in cards)
    last = max(len(left.actions), len(right.actions))
    text = page(browser(), at("event_side_by_side", proved, 1, 1) + f"?left=1&right=2&step={last}")
    assert f"<b>{last}</b> of {last}" in text
    assert 'id="beside-forward" class="button button-play" role="link" aria-disabled' in text
    text = page(browser(), at("event_side_by_side", proved, 1, 1) + "?left=2&right=1&step=1")
    assert text.index('aria-label="Table 2"') < text.index('aria-label="Table 1"')
    assert "left=2&amp;right=1&amp;step=2" in text
    for wrong in ("?step=999", "?step=x&left=99&right=²", "?left=-1"):
        assert "<b>0</b> of" in page(browser(), at("event_side_by_side", proved, 1, 1) + wrong)
    page(browser(), at("event_side_by_side", proved, 1, 9), 404)


def test_a_players_own_line_is_marked_and_their_table_comes_first(proved):
    seat = next(seat for seat in seats(proved) if seat.entry.user_id)
    mine = browser(seat.entry.user)
    text = page(mine, at("event_compare", proved, 1))
    assert text.count('<tr class="is-own">') == 3
    text = page(mine, at("event_side_by_side", proved, 1, 1))
    own = seat.event_table.number
    assert text.index(f'aria-label="Table {own}"') < text.index(f'aria-label="Table {3 - own}"')


def test_other_formats_and_unplayed_rounds_have_no_comparison(crew, evening):
    for name in ("event_compare", "event_packs", "event_packs_file"):
        page(browser(), at(name, evening, 1), 404)
        page(browser(), at(name, evening, 7), 404)
    swiss = Evening.of(crew, format_name="swiss", format_settings={})
    swiss.well(open_sign_up)
    page(browser(), at("event_compare", swiss, 1), 404)


def test_pages_take_the_same_queries_for_any_number_of_tables(crew):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for bots in (8, 16):
        evening = Evening.of(crew, **DUPLICATE | {"deals": 1})
        evening.well(open_sign_up).with_bots(bots).all_here()
        finished_round(evening.well(proposal.start_event))
        made = []
        for name in ("event_compare", "event_packs"):
            with CaptureQueriesContext(connection) as caught:
                page(browser(), at(name, evening, 1))
            made.append(len(caught))
        counts.append(made)
    assert_at_most(counts[1], counts[0])


@pytest.mark.long
def test_the_simulation_plays_a_duplicate_event_of_bots(db, queued):
    from tests.tournaments.events.test_simulate_event import simulated

    said = simulated(
        "--format", "duplicate", "--bots", "8", "--deals", "1", "--terms", '{"rounds": 1}'
    )
    event = Event.objects.get()
    assert event.status == Event.Status.FINISHED
    assert "1 rounds in" in said
    assert sum(line.total for line in format_input.standings_of(event)) == 0


def test_the_form_offers_the_format_and_says_that_it_has_no_spectators(crew):
    from tests.tournaments.events.browsing import make

    answer = make(crew, format="duplicate", **{"duplicate-rounds": "3"}, spectators="on")
    assert answer.status_code == 302
    event = Event.objects.latest("pk")
    assert (event.format, event.spectators) == ("duplicate", False)
    text = page(browser(crew.organizer), reverse("event", args=[event.slug]))
    assert "The same at every table; no redeals" in text
    form = page(browser(crew.organizer), reverse("event_new", args=[crew.club.slug]))
    assert "No spectators and no redeals." in form
