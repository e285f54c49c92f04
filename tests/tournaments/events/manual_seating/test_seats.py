"""Organizers' seating decisions: by hand, pairs kept apart, leftover players."""

from collections import Counter

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from games.rules.ruleset.fewer_players import preset_name, rules_for_fewer
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Seat
from tests.players import Person
from tests.tournaments.events.evening import Evening, deeds, refused
from tournaments.events.core import format_input
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.entries.checking_in import check_in_all
from tournaments.events.entries.leaving import withdraw
from tournaments.events.entries.signing_up import enter
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
from tournaments.events.setup.services import open_check_in, open_sign_up
from tournaments.pairing.rounds import Seating


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew)


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
