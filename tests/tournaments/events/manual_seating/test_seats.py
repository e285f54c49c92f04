"""Organizers' seating decisions: by hand, undone rounds, pairs kept apart, leftover players."""

import json
from collections import Counter
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.rules.ruleset.fewer_players import preset_name, rules_for_fewer
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.tables import links
from games.tables.models import Action, Deal, Seat, Session, Table
from games.tables.stakes import counts_for_money
from tests.players import Person
from tests.tournaments.clubs.people import person
from tests.tournaments.events.evening import Evening, refused
from tournaments.clubs.models import Membership
from tournaments.events.core import format_input
from tournaments.events.core.denials import EventCode, sentence
from tournaments.events.core.models import EventRecord
from tournaments.events.entries.checking_in import check_in_all, check_in_entrant
from tournaments.events.entries.leaving import withdraw
from tournaments.events.entries.signing_up import enter
from tournaments.events.event_page.overview import facts
from tournaments.events.manual_seating.forms import read_seating, seating_text
from tournaments.events.manual_seating.models import ApartPair
from tournaments.events.manual_seating.pages import fit_seating, manual_seating_part
from tournaments.events.manual_seating.services import (
    choose_leftover,
    keep_apart,
    seat_by_hand,
    stop_keeping_apart,
)
from tournaments.events.rounds import proposal, publication
from tournaments.events.rounds.models import EventSeat
from tournaments.events.setup.services import (
    change_event,
    open_check_in,
    open_sign_up,
    terms_version,
)
from tournaments.ledger.models import Settlement
from tournaments.ledger.services.settlements import settle_session
from tournaments.pairing.rounds import Seating


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew)


def deeds(evening):
    return list(evening.event.records.order_by("pk").values_list("deed", flat=True))


def second_organizer(evening):
    return Person(evening.crew.owner).caller


# --- By hand


class Called:
    """An object with a name, as presenters need it."""

    def __init__(self, name: str) -> None:
        self.name = name


@st.composite
def seatings(draw):
    count = draw(st.integers(1, 30))
    people = draw(st.permutations(range(1, count + 1)))
    tables, left = [], list(people)
    while left and (not tables or draw(st.booleans())):
        size = draw(st.sampled_from((3, 4)))
        group, left = left[:size], left[size:]
        table = [*group, *(None,) * (size - len(group))]
        tables.append(tuple(draw(st.permutations(table))))
    return Seating(tuple(tables), tuple(sorted(left)))


@given(seatings(), st.randoms(use_true_random=False))
def test_a_manual_seating_is_read_back_as_it_was_submitted(seating, random):
    names = {number: Called(f"Name · {number}") for number in range(1, 40)}
    part = manual_seating_part(seating, seating, names)
    places = [place for table in part.tables for place in table.places] + list(part.out)
    values = [place.value for place in places]
    data = {place.field: place.value for place in places} | {"made_from": seating_text(seating)}
    called = {number: each.name for number, each in names.items()}
    read = read_seating(data, seating, called)
    assert (read.seating, list(read.problems)) == (seating, [])
    # However places are swapped, the same players are seated.
    random.shuffle(values)
    mixed = {place.field: value for place, value in zip(places, values, strict=True)}
    read = read_seating({"made_from": seating_text(seating), **mixed}, seating, called)
    assert Counter([*read.seating.seated, *read.out]) == Counter([*seating.seated, *seating.out])
    assert [len(table) for table in read.tables] == [len(table) for table in seating.tables]
    assert not [each for each in read.problems if "only bots" not in each]


@given(seatings(), seatings())
def test_an_outdated_manual_seating_is_fitted_to_the_current_players(arranged, now):
    found = fit_seating(arranged, now)
    assert Counter([*found.seated, *found.out]) == Counter([*now.seated, *now.out])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seat-1-0": "2"}, ["2 has 2 places.", "1 has no place."]),
        ({"seat-1-0": ""}, ["1 has no place."]),
        ({"seat-1-0": "x"}, ["“x” isn’t a player in this round.", "1 has no place."]),
        ({"seat-1-0": "77"}, ["“77” isn’t a player in this round.", "1 has no place."]),
        (
            {"made_from": "{}"},
            ["The original seating is missing. Reload the page."],
        ),
        ({"made_from": '{"tables": [[true]], "out": [{}]}'}, None),
        ({"made_from": "[" * 100_000}, None),
    ],
)
def test_an_invalid_seating_is_refused_with_an_explanation(change, said):
    seating = Seating(((1, 2, None), (3, 4, 5)))
    names = {number: str(number) for number in range(1, 7)}
    data = {
        f"seat-{table}-{seat}": "" if each is None else str(each)
        for table, seats in enumerate(seating.tables, 1)
        for seat, each in enumerate(seats)
    } | {"made_from": seating_text(seating)}
    assert not read_seating(data, seating, names).problems
    found = read_seating(data | change, seating, names).problems
    assert found if said is None else list(found) == said
    del data["seat-2-2"]
    found = list(read_seating(data, seating, names).problems)
    assert found == ["A seat is missing. Reload the page.", "5 has no place."]


def test_the_second_of_two_organizers_is_refused_and_can_save_after_a_reload(evening):
    evening.started(people=4, bots=5)
    seen = evening.round().seated
    (one, two), out = seen.tables, seen.out
    first = Seating((two, one), out)
    second = Seating((one, (*two[:3], out[0])), (two[3],))
    evening.well(seat_by_hand, first, made_from=seen)
    answer = seat_by_hand(second_organizer(evening), evening.event.pk, second, made_from=seen)
    assert refused(answer, EventCode.SEATING_CHANGED)
    assert evening.round().seated == first
    # After a reload, the later organizer's seating is saved.
    answer = seat_by_hand(second_organizer(evening), evening.event.pk, second, made_from=first)
    assert answer is None
    assert evening.round().seated == second
    evening.well(publication.publish_round)
    seated = set(EventSeat.objects.values_list("entry__number", flat=True))
    assert seated == set(second.seated)


def test_a_table_of_fill_in_bots_only_is_refused(evening):
    evening.started(people=8, bots=0)
    (one, two), out = evening.round().seated.tables, evening.round().seated.out
    empty = Seating((one, (None,) * 4), (*out, *two))
    assert refused(evening.do(seat_by_hand, empty), EventCode.SEATING_WRONG)
    # One of them may sit out, and a bot plays.
    evening.well(seat_by_hand, Seating((one, (*two[:3], None)), (*out, two[3])))
    evening.well(publication.publish_round)
    assert Seat.objects.exclude(bot="").count() == 1


# --- Undone rounds


def test_a_round_can_be_undone_before_anything_is_played(evening):
    evening.started(people=5, bots=4).well(publication.publish_round)
    seating, slugs = evening.round().seated, [each.table.slug for each in evening.tables()]
    assert refused(evening.do(publication.undo_round, " "), EventCode.NO_REASON)
    evening.well(publication.undo_round, "Ana sat wrong")
    assert evening.round().status == "proposed"
    assert evening.round().seated == seating
    for model in (Table, Session, Seat, Deal, EventSeat, Settlement):
        assert not model.objects.exists(), model
    for slug in slugs:
        assert links.onward_page(slug) == f"/events/{evening.event.slug}/"
    assert links.onward_page("elsewhere") == ""
    record = evening.event.records.get(deed="taken-back")
    assert (record.text, record.params) == ("Ana sat wrong", {"round": 1})
    refusal = evening.do(publication.undo_round, "once more")
    assert refused(refusal, EventCode.NOTHING_TO_TAKE_BACK)
    # There was no sit-out and no play, so the round starts from scratch.
    assert not format_input.standings_of(evening.event)[0].deals
    evening.well(publication.publish_round).play_round()
    assert evening.event.rounds.get(number=1).status == "finished"


def test_a_round_cannot_be_undone_after_one_card_is_played(evening):
    evening.started(people=8, bots=0).well(publication.publish_round)
    tables = evening.tables()
    _play_once(evening, tables[1].table)
    assert Action.objects.count() == 1
    answer = evening.do(publication.undo_round, "too late")
    assert refused(answer, EventCode.PLAYED_ALREADY)
    assert "already been played" in sentence(answer)
    # All tables are still there, including the others.
    assert len(evening.tables()) == 2
    assert Table.objects.count() == 2
    assert "taken-back" not in deeds(evening)


def _play_once(evening, table):
    from games.rules.cards import cards_text
    from games.rules.view import view
    from games.tables.services import moves
    from games.tables.snapshot import snapshot_of

    shown = snapshot_of(Table.objects.get(pk=table.pk))
    seat = next(each for each in shown.seats if each.number == shown.state.turn)
    player = next(each for each in evening.people if each.user.pk == seat.user_id)
    play = view(shown.state, seat.number).open_plays()[0]
    assert player.asks(moves.play, table, cards_text(play), shown.position) is None


def test_undoing_a_round_takes_into_account_who_joined_or_left_since(evening):
    evening.started(people=8, bots=0).well(publication.publish_round)
    leaver, late = evening.people[0], person("late")
    assert withdraw(leaver.caller, evening.event.pk) is None
    Membership.objects.create(club=evening.crew.club, user=late)
    assert enter(Person(late).caller, evening.event.pk) is None
    evening.well(publication.undo_round, "once more, please")
    seated = {*evening.round().seated.seated, *evening.round().seated.out}
    assert seated == {2, 3, 4, 5, 6, 7, 8, 9}
    assert evening.event.entries.get(number=1).left is None
    assert evening.event.entries.get(number=9).joined == 1
    # Players who left may come back, since they have missed nothing.
    assert enter(leaver.caller, evening.event.pk) is None
    evening.well(publication.publish_round)


# --- Kept apart


@pytest.mark.parametrize(
    ("format_name", "chosen"),
    [
        ("fixed_rounds", {"rounds": 2}),
        ("rotation", {"rounds": 2}),
        ("swiss", {"rounds": 2}),
        ("groups", {"groups": 1, "group_rounds": 2}),
        ("knock_out", {}),
    ],
)
def test_every_format_keeps_pairs_apart(crew, format_name, chosen):
    evening = Evening.of(crew, format_name=format_name, format_settings=chosen)
    evening.well(open_sign_up).joined(8)
    for one, other in ((1, 2), (4, 3), (5, 6)):
        evening.well(keep_apart, one, other, "married")
    evening.all_here().well(proposal.start_event)
    apart = {frozenset((1, 2)), frozenset((3, 4)), frozenset((5, 6))}
    for table in evening.round().seated.tables:
        assert not [pair for pair in apart if pair <= set(table)]


@pytest.mark.every_database
def test_an_organizer_keeps_a_pair_apart_and_lets_it_meet_again(evening):
    evening.started(people=8, bots=0)
    one, other = evening.round().seated.tables[0][:2]
    evening.well(keep_apart, one, other)
    assert not any({one, other} <= set(table) for table in evening.round().seated.tables)
    assert refused(evening.do(keep_apart, other, one), EventCode.APART_ALREADY)
    assert refused(evening.do(keep_apart, one, one), EventCode.NO_PAIR_OF_ONE)
    assert refused(evening.do(keep_apart, one, 99), EventCode.NOT_ENTERED)
    pair = ApartPair.objects.get()
    evening.well(stop_keeping_apart, pair.pk)
    assert refused(evening.do(stop_keeping_apart, pair.pk), EventCode.NO_PAIR)
    assert deeds(evening)[-2:] == ["apart", "together"]


@pytest.mark.every_database
def test_the_database_stores_a_pair_once_and_in_one_order(evening):
    evening.well(open_sign_up).joined(2)
    one, other = evening.event.entries.order_by("number")
    terms = {"event": evening.event, "set_by": evening.crew.organizer}
    for wrong in ((other, one), (one, one)):
        with pytest.raises(IntegrityError), transaction.atomic():
            ApartPair.objects.create(one=wrong[0], other=wrong[1], **terms)
    ApartPair.objects.create(one=one, other=other, **terms)
    with pytest.raises(IntegrityError), transaction.atomic():
        ApartPair.objects.create(one=one, other=other, **terms)


@pytest.mark.every_database
def test_keeping_a_pair_apart_is_refused_where_it_is_impossible(evening):
    evening.started(people=4, bots=0)
    kept = evening.round().seated
    answer = evening.do(keep_apart, 1, 2)
    assert refused(answer, EventCode.CANNOT_KEEP_APART)
    assert "player1 – player2" in sentence(answer)
    assert not ApartPair.objects.exists()
    assert evening.round().seated == kept
    # Before the start the pair is accepted, and then the start is denied.
    other = Evening.of(evening.crew, name="Other")
    other.people = []
    other.well(open_sign_up)
    for each in evening.people:
        assert enter(each.caller, other.event.pk) is None
    other.well(keep_apart, 1, 2).well(open_check_in)
    other.well(check_in_all)
    assert refused(other.do(proposal.start_event), EventCode.CANNOT_KEEP_APART)


def test_a_pair_kept_apart_does_not_prevent_players_from_withdrawing(evening):
    evening.started(people=8, bots=0)
    evening.well(keep_apart, 1, 2)
    for each in evening.people[4:8]:
        assert withdraw(each.caller, evening.event.pk) is None
    # Four are left, and a forbidden pair has to meet; the desk says so.
    assert set(evening.round().seated.seated) == {1, 2, 3, 4}


# --- Players left over


def test_a_table_of_three_is_played_by_the_rules_for_three(crew):
    evening = Evening.of(crew, uneven="smaller", deals=1).started(people=3, bots=4)
    assert sorted(map(len, evening.round().seated.tables)) == [3, 4]
    evening.well(publication.publish_round)
    small = next(each.table for each in evening.tables() if each.seats.count() == 3)
    rules = RuleSet.make(options=small.rules)
    assert (rules.players, rules.hand_size, small.rules_name) == (3, 17, "three_players")
    by_number = {each.number: each.table for each in evening.tables()}
    for number, table in enumerate(evening.round().seated.tables, 1):
        assert by_number[number].sessions.get().seats.count() == len(table)
    evening.play_round()
    assert evening.event.rounds.get(number=1).status == "finished"
    assert sum(line.total for line in format_input.standings_of(evening.event)) == 0


@pytest.mark.every_database
def test_the_club_pays_points_for_sitting_out(crew):
    from tournaments.events.standings.lines import house_line

    evening = Evening.of(crew, sit_out_points=6, deals=1).started(people=1, bots=4)
    for _ in range(2):
        evening.well(publication.publish_round).play_round()
    lines = format_input.standings_of(evening.event)
    assert sum(line.adjustment for line in lines) == 12
    assert sum(line.total for line in lines) == 12
    assert all(line.total == line.points + line.adjustment for line in lines)
    assert house_line(evening.event) == "Club: −12 for 2 sit-outs."
    with pytest.raises(IntegrityError), transaction.atomic():
        type(evening.event).objects.update(sit_out_points=501)


def test_an_organizer_chooses_what_leftover_players_do_before_the_round(evening):
    evening.started(people=5, bots=0)
    assert len(evening.round().seated.out) == 1
    evening.well(choose_leftover, "bots")
    assert evening.round().seated.out == ()
    assert sum(table.count(None) for table in evening.round().seated.tables) == 3
    # Five make no tables of three and four.
    evening.well(choose_leftover, "smaller")
    assert refused(evening.do(choose_leftover, "x"), EventCode.NOT_NOW)
    evening.well(choose_leftover, "out").well(publication.publish_round)
    record = evening.event.records.filter(deed="uneven").first()
    assert record.params == {"way": "out"}


def test_a_two_player_game_has_no_smaller_form(crew):
    rules = RuleSet.make("two_players")
    evening = Evening.of(crew, rules=rules, rules_name="two_players").started(3, 0)
    assert refused(evening.do(choose_leftover, "smaller"), EventCode.NO_SMALLER_FORM)


@pytest.mark.parametrize("name", PRESETS)
def test_rules_for_fewer_players_change_as_little_as_possible(name):
    rules = RuleSet.make(name)
    form = rules_for_fewer(rules, rules.players - 1)
    if rules.players == 2:
        assert form is None
        return
    assert form is None or form.players == rules.players - 1
    # Cards are exchanged between three players only.
    assert (form is None) == rules.exchange
    if form is not None and name != "wikipedia":
        before, after = rules.to_options(), form.to_options()
        changed = {each for each in before if before[each] != after[each]}
        assert changed <= {"players", "hand_size", "leftover", "placement_points"}
        assert RuleSet.make(options=after) == form


def test_rules_for_fewer_players_get_the_name_of_a_known_preset():
    assert preset_name(RuleSet.make("three_players"), "ours") == "three_players"
    wikipedia = rules_for_fewer(RuleSet.make("wikipedia"), 3)
    assert wikipedia == RuleSet.make("three_players_wikipedia")
    changed = rules_for_fewer(RuleSet.make("hong_kong"), 3)
    assert preset_name(changed, "ours") == "ours"


# --- Check-in and stakes


def test_an_organizer_checks_players_in_and_can_undo_it(evening):
    evening.well(open_sign_up).joined(3)
    early = evening.do(check_in_entrant, 1, is_here=True)
    assert refused(early, EventCode.NOT_NOW)
    evening.well(open_check_in)
    for is_here, status in ((True, "here"), (True, "here"), (False, "entered")):
        evening.well(check_in_entrant, 1, is_here=is_here)
        assert evening.event.entries.get(number=1).status == status
    evening.well(check_in_all)
    assert set(evening.event.entries.values_list("status", flat=True)) == {"here"}
    assert deeds(evening).count("is-here") == 4
    assert deeds(evening).count("not-here") == 1
    player = check_in_entrant(evening.people[0].caller, evening.event.pk, 2, is_here=True)
    assert refused(player, EventCode.NOT_ALLOWED)


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


# --- Changing an event


def test_an_organizer_can_change_everything_before_the_start(evening):
    before = terms_version(evening.event)
    later = timezone.now() + timedelta(days=3)
    evening.well(
        change_event,
        made_from=before,
        name=" Autumn  Cup ",
        starts_at=later,
        rules=RuleSet.make("hong_kong"),
        rules_name="hong_kong",
        format_name="swiss",
        format_settings={"rounds": 2},
        deals=3,
        stake_minor=100,
        currency="EUR",
    )
    changed = evening.event
    assert (changed.name, changed.starts_at, changed.format) == ("Autumn Cup", later, "swiss")
    assert changed.rule_set == RuleSet.make("hong_kong")
    assert changed.format_settings["rounds"] == 2
    told = {name: (old, new) for name, old, new in evening.event.records.first().params["changes"]}
    assert told["name"] == ("Spring", "Autumn Cup")
    assert told["deals"] == ("1", "3")
    # Of two simultaneous changes, the later one is denied.
    answer = evening.do(change_event, made_from=before, name="Winter Cup")
    assert refused(answer, EventCode.EVENT_CHANGED)
    # Unchanged settings are not logged.
    count = evening.event.records.count()
    evening.well(change_event, name="Autumn Cup")
    assert evening.event.records.count() == count
    for wrong, code in (
        ({"name": " "}, EventCode.NAMELESS),
        ({"starts_at": timezone.now() - timedelta(hours=1)}, EventCode.BEGINS_IN_THE_PAST),
        ({"format_name": "league"}, EventCode.NO_SUCH_FORMAT),
        ({"format_settings": {"rounds": 0}}, EventCode.FORMAT_WRONG),
    ):
        assert refused(evening.do(change_event, **wrong), code)


def test_raising_the_limit_moves_waiting_players_up(crew):
    evening = Evening.of(crew, entry_limit=2).well(open_sign_up).joined(5)
    low = evening.do(change_event, entry_limit=1)
    assert refused(low, EventCode.ENTRIES_BELOW_LIMIT)
    evening.well(change_event, entry_limit=4)
    statuses = evening.event.entries.order_by("number").values_list("status", flat=True)
    assert list(statuses) == ["entered"] * 4 + ["waiting"]
    evening.well(change_event, entry_limit=None)
    assert not evening.event.entries.filter(status="waiting").exists()
    assert deeds(evening).count("moved-up") == 3


def test_only_texts_can_be_changed_after_the_start(evening):
    evening.started()
    evening.well(change_event, name="Spring Cup", description="Tea at five.")
    assert (evening.event.name, evening.event.description) == ("Spring Cup", "Tea at five.")
    for fixed in ({"deals": 7}, {"format_settings": {"rounds": 9}}, {"rules_name": "ours"}):
        assert refused(evening.do(change_event, **fixed), EventCode.FIXED_NOW)
    evening.well(proposal.end_event, "rain")
    assert refused(evening.do(change_event, name="x"), EventCode.OVER)


def test_the_record_shows_a_changed_stake_with_its_currency(crew):
    from tournaments.events.core.activity import activity_line

    evening = Evening.of(crew, stake_minor=500, currency="HKD")

    def told():
        return activity_line(evening.event.records.first(), crew.club).words

    evening.well(change_event, stake_minor=700)
    assert told().endswith("edited the event. Changed: stake: HK$5.00 → HK$7.00.")
    evening.well(change_event, stake_minor=50, currency="JPY")
    assert told().endswith("stake: HK$7.00 → ¥50."), "the currency is part of the amounts"
    evening.well(change_event, currency="USD")
    assert told().endswith("currency: JPY → USD.")
    evening.well(change_event, stake_minor=0, currency="")
    assert told().endswith("stake: $0.50 → –.")


def test_the_record_shows_a_currency_for_stakes_recorded_without_one(crew):
    from tournaments.events.core.activity import activity_line

    evening = Evening.of(crew, stake_minor=500, currency="HKD")
    evening.well(change_event, stake_minor=700)
    record = evening.event.records.first()
    record.params = {"changes": [["stake_minor", "500", "700"]]}
    assert "stake: HK$5.00 → HK$7.00." in activity_line(record, crew.club).words
    record.params = {"changes": [["stake_minor", "0", "700"], ["currency", "", "USD"]]}
    assert "stake: – → $7.00." in activity_line(record, crew.club).words


@pytest.mark.every_database
def test_the_record_describes_every_change_in_words(evening):
    from tournaments.events.core.activity import activity_line

    evening.well(change_event, name="Cup", uneven="bots", entry_limit=8)
    line = activity_line(evening.event.records.first(), evening.crew.club).words
    assert "name: Spring → Cup" in line
    assert "player limit: no limit → 8" in line
    assert "if tables don’t fill: Players take turns sitting out → Bots fill" in line
    evening.started()
    one, other = evening.round().seated.tables[0][:2]
    evening.well(keep_apart, one, other).well(choose_leftover, "out")
    evening.well(publication.publish_round).well(publication.undo_round, "wrong")
    for record in EventRecord.objects.select_related("actor", "entry"):
        assert "%(" not in activity_line(record, evening.crew.club).words
    assert json.dumps(list(evening.event.records.values_list("params", flat=True)))
