"""Skipping a round and being seated again afterwards."""

import pytest

from tests.tournaments.events.browsing import at, browser, desk, page
from tests.tournaments.events.evening import Evening, deeds, refused
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import standings_of
from tournaments.events.entries import leaving, skipping
from tournaments.events.rounds import proposal, publication
from tournaments.events.rounds.models import EventRound

KNOCK_OUT = {"format_name": "knock_out", "format_settings": {"going_on": 2, "final_rounds": 1}}


def skip(evening, who, number, *, skips=True):
    return skipping.set_own_skip(who.caller, evening.event.pk, number, skips=skips)


def number_of(evening, who):
    return evening.event.entries.get(user=who.user).number


def taking_part(evening):
    seating = evening.round().seated
    return {*seating.seated, *seating.out}


def test_a_player_skips_a_round_without_points_and_is_seated_in_the_next_one(crew):
    evening = Evening.of(crew, uneven="bots", sit_out_points=5).started(people=2, bots=6)
    ann = evening.people[0]
    number = number_of(evening, ann)
    evening.well(publication.publish_round)
    # During round 1, for round 2.
    assert skip(evening, ann, 2) is None
    assert number in taking_part(evening)
    evening.play_round()
    assert evening.round().number == 2
    assert number not in taking_part(evening)
    evening.well(publication.publish_round).play_round()
    assert number in taking_part(evening)
    line = next(each for each in standings_of(evening.event) if each.entrant == number)
    assert [each.state for each in line.rounds] == ["played", "skipped"]
    assert (line.rounds[1].points, line.adjustment, line.still_in) == (None, 0, True)
    text = page(browser(ann.user), at("event_standings", evening))
    assert "“–” in a round: the player skipped it" in text


def test_a_proposed_round_can_be_skipped_and_played_after_all(crew):
    evening = Evening.of(crew).started(people=9, bots=0)
    ann = evening.people[0]
    number = number_of(evening, ann)
    client = browser(ann.user)
    assert "Skip round 1" in page(client, at("event", evening))
    client.post(at("event_skip_round", evening, 1))
    assert number not in taking_part(evening)
    assert len(evening.round().seated.seated) == 8
    text = page(client, at("event", evening))
    assert "You’re skipping round 1." in text
    assert "skips round 1" in text
    assert "skips this round." in page(browser(crew.organizer), at("event_desk", evening))
    # Twice is harmless.
    assert skip(evening, ann, 1) is None
    client.post(at("event_play_round", evening, 1))
    assert number in taking_part(evening)
    assert deeds(evening)[-2:] == ["skips", "plays"]


def test_a_published_round_can_no_longer_be_skipped_or_joined(crew):
    evening = Evening.of(crew).started(people=9, bots=0)
    ann, bea = evening.people[:2]
    assert skip(evening, ann, 1) is None
    evening.well(publication.publish_round)
    assert refused(skip(evening, bea, 1), EventCode.TOO_LATE_TO_SKIP)
    assert refused(skip(evening, ann, 1, skips=False), EventCode.TOO_LATE_TO_SKIP)
    assert "You’re skipping round 1. You’ll get a seat again in round 2." in page(
        browser(ann.user), at("event", evening)
    )


def test_the_last_round_has_none_to_skip_after_it(crew):
    evening = Evening.of(crew, format_settings={"rounds": 1}).started(people=8, bots=0)
    evening.well(publication.publish_round)
    ann = evening.people[0]
    assert refused(skip(evening, ann, 2), EventCode.NO_ROUND_TO_SKIP)
    assert "Skip round" not in page(browser(ann.user), at("event", evening))


@pytest.mark.parametrize("terms", [KNOCK_OUT, {"format_name": "groups", "format_settings": {}}])
def test_rounds_that_decide_who_advances_cannot_be_skipped(crew, terms):
    evening = Evening.of(crew, **terms).started(people=16, bots=0)
    ann = evening.people[0]
    assert refused(skip(evening, ann, 1), EventCode.NO_SKIPPING)
    client = browser(ann.user)
    assert "Skip round" not in page(client, at("event", evening))
    assert "each round decides who advances" in page(client, at("event_withdraw", evening))
    assert "decide-skip" not in page(browser(crew.organizer), at("event_desk", evening))


def test_an_event_with_too_few_players_left_waits_for_those_who_skip(crew):
    evening = Evening.of(crew).started(people=4, bots=0)
    ann = evening.people[0]
    assert skip(evening, ann, 1) is None
    assert not evening.event.rounds.exists()
    proposal.propose_round(evening.event.pk)
    evening.event.refresh_from_db()
    assert evening.event.status == "running"
    assert skip(evening, ann, 1, skips=False) is None
    assert evening.round().status == EventRound.Status.PROPOSED


def test_who_leaves_and_returns_before_the_round_plays_it(crew):
    evening = Evening.of(crew).started(people=8, bots=0)
    evening.well(publication.publish_round)
    ann = evening.people[0]
    assert skip(evening, ann, 2) is None
    assert leaving.withdraw(ann.caller, evening.event.pk) is None
    assert refused(skip(evening, ann, 2), EventCode.NOT_PLAYING)
    assert leaving.rejoin(ann.caller, evening.event.pk) is None
    evening.play_round()
    assert number_of(evening, ann) in taking_part(evening)


def test_an_organizer_lets_a_player_skip_at_the_desk(crew):
    evening = Evening.of(crew).started(people=9, bots=0)
    number = number_of(evening, evening.people[3])
    form = {"skip-entry": number, "skip-round": 1}
    desk(evening, "skip", **form, **{"skip-skips": "1"})
    assert number not in taking_part(evening)
    desk(evening, "skip", **form, **{"skip-skips": "0"})
    assert number in taking_part(evening)
    other = evening.people[4]
    denied = skipping.set_skip(other.caller, evening.event.pk, number, 1, skips=True)
    assert refused(denied, EventCode.NOT_ALLOWED)
    assert not evening.event.entries.exclude(skipped=[]).exists()


def test_a_round_that_was_undone_is_still_skipped(crew):
    evening = Evening.of(crew).started(people=9, bots=0)
    ann = evening.people[0]
    assert skip(evening, ann, 1) is None
    evening.well(publication.publish_round).well(publication.undo_round, "wrong table")
    assert number_of(evening, ann) not in taking_part(evening)
    assert skip(evening, ann, 1, skips=False) is None
    assert number_of(evening, ann) in taking_part(evening)
