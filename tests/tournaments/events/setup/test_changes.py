"""Changes of an event: all settings before the start, few afterwards, all recorded."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from games.common.denials import DeniedError
from games.rules.ruleset.rule_set import RuleSet
from tests.players import Person
from tests.tournaments.events.evening import Evening, deeds, refused
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import EventRecord
from tournaments.events.duplicate.services import fitting_terms
from tournaments.events.manual_seating.services import choose_leftover, keep_apart
from tournaments.events.rounds import proposal, publication
from tournaments.events.setup.services import (
    change_event,
    check_cards,
    open_sign_up,
    terms_version,
)


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew)


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


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"cards": "app", "format": "club_night", "uneven": "bots"}, None),
        ({"cards": "paper", "format": "swiss", "uneven": "out"}, None),
        ({"cards": "paper", "format": "club_night"}, EventCode.NO_NIGHT_HERE),
        ({"cards": "paper", "format": "duplicate"}, EventCode.NO_SAME_PACKS_HERE),
        ({"cards": "paper", "format": "swiss", "uneven": "bots"}, EventCode.NO_BOTS_HERE),
    ],
)
def test_real_cards_allow_neither_club_nights_nor_shared_packs_nor_bots(terms, code):
    if code is None:
        check_cards(terms)
        return
    with pytest.raises(DeniedError) as caught:
        check_cards(terms)
    assert caught.value.denial.code is code


@pytest.mark.parametrize(
    ("name", "terms", "code"),
    [
        ("club_night", {"entry_limit": 8}, EventCode.NO_LIMIT_AT_NIGHT),
        ("duplicate", {"uneven": "smaller"}, EventCode.SAME_SIZE),
    ],
)
def test_some_formats_refuse_limits_or_smaller_tables(name, terms, code):
    with pytest.raises(DeniedError) as caught:
        fitting_terms(name, RuleSet.make("pagat"), terms)
    assert caught.value.denial.code is code


def test_shared_packs_exclude_spectators_and_redeals():
    rules = RuleSet.make("pagat")
    assert fitting_terms("swiss", rules, {"spectators": True}) == (rules, {"spectators": True})
    rules = RuleSet.make(options={"redeal": "no_faces"})
    fitted, terms = fitting_terms("duplicate", rules, {"spectators": True})
    assert (fitted.redeal, terms) == ("none", {"spectators": False})


def test_an_event_that_is_gone_cannot_be_changed(crew):
    answer = open_sign_up(Person(crew.organizer).caller, 10**6)
    assert refused(answer, EventCode.NO_EVENT)
