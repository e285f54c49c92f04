"""Forms of the desk that add and remove entrants."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.caller import Caller
from games.common.denials import Denial
from games.rules.ruleset.rule_set import RuleSet
from tests.tournaments.events.paper_evening import PaperEvening
from tests.tournaments.events.rows import played_event
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.entries.forms import (
    AddBotsForm,
    AddByNameForm,
    AgreedInPersonForm,
    RemovePlayerForm,
    SkipRoundForm,
)
from tournaments.events.setup.services import change_event, open_sign_up

HKD = {"stake_minor": 500, "currency": "HKD"}


@pytest.mark.parametrize(
    ("terms", "last"),
    [
        ({"status": "open"}, "ann loses the place in the event, but can sign up again."),
        (
            {"cards": "paper"},
            "ann gets no more seats in this event and can’t rejoin. Earlier results still count.",
        ),
        (HKD, "If ann is here, ann can finish the round. Otherwise, a bot plays on."),
        ({}, "If ann is at a table, a bot finishes the round."),
    ],
)
def test_removing_a_player_states_the_consequences(crew, terms, last):
    event = played_event(crew, [], ["ann"], length=3, **terms)
    form = RemovePlayerForm(event=event, initial={"entry": 1})
    assert form.heading == "Remove ann from the event"
    assert form.consequences[-1] == last


def test_only_members_without_an_agreement_can_have_agreed_in_person(crew):
    event = played_event(crew, [], ["ann", "bob", "cy", "Kofi"], status="open", **HKD)
    event.entries.filter(number=2).update(in_person=timezone.now())
    event.entries.filter(number=3).update(status="withdrawn")
    event.entries.filter(number=4).update(user=None, bot="counting")
    form = AgreedInPersonForm(event=event, initial={"entry": 1})
    assert list(form.entries) == ["1"]
    assert form.heading == "ann agreed in person"
    assert form.consequences == [
        "ann can then get a seat, but won’t owe anything for losses until ann also accepts the"
        " terms on the site."
    ]


@pytest.mark.parametrize(
    ("skips", "done"), [("1", "ann skips round 1."), ("0", "ann plays round 1.")]
)
def test_the_message_after_a_choice_names_player_and_round(crew, skips, done):
    event = played_event(crew, [], ["ann", "bob"], length=3)
    form = SkipRoundForm({"entry": 1, "round": 1, "skips": skips}, event=event)
    assert form.fields["skips"].label == "Round 1"
    assert form.is_valid(), form.errors
    assert form.call_service(Caller(crew.organizer)) is None
    assert form.done == done


def test_no_round_can_be_skipped_before_the_start(crew):
    form = SkipRoundForm(event=played_event(crew, [], ["ann"], status="open", length=3))
    assert not form.entries
    assert form.fields["skips"].label == "Next round"


def test_bots_are_added_until_the_first_that_is_refused(crew):
    event = played_event(crew, [], ["ann"], status="open", length=3)
    form = AddBotsForm({"count": 2}, event=event)
    assert form.is_valid()
    assert form.call_service(Caller(crew.organizer)) is None
    assert event.entries.exclude(bot="").count() == 2
    Event.objects.filter(pk=event.pk).update(cards="paper")
    refused = form.call_service(Caller(crew.organizer))
    assert isinstance(refused, Denial)
    assert refused.code == EventCode.NO_BOTS_HERE
    assert event.entries.exclude(bot="").count() == 2


# --- Players without an account


@pytest.fixture
def evening(crew) -> PaperEvening:
    """Return an open event with real cards in which a player can lose 810 dollars."""
    rules = {"rules": RuleSet.make("classic"), "rules_name": "classic"}
    return PaperEvening.open(crew, deals=1, **rules, **HKD).well(open_sign_up)


def sent(form: AddByNameForm, **more: Any) -> dict[str, Any]:
    """Return what the form posts for Aunt May."""
    shown = {"terms": form["terms"].value() or "", "agreed": form["agreed"].value() or ""}
    return {"name": "Aunt May", "answers": "on", **shown, **more}


def post(evening: PaperEvening, data: dict[str, Any]) -> AddByNameForm:
    """Post the form, and show it again if it was refused."""
    form = AddByNameForm(data, event=evening.event)
    if form.is_valid() and (denial := form.call_service(evening.desk)) is not None:
        assert isinstance(denial, Denial)
        evening.event.refresh_from_db()
        form.add_denial(denial)
    return form


def test_an_organizer_takes_responsibility_for_a_player_without_an_account(evening):
    form = AddByNameForm(event=evening.event)
    assert form.fields["answers"].label == (
        "I take responsibility for this player’s losses: HK$5.00 a point, max. loss HK$810.00"
    )
    refused = post(evening, sent(form, answers=""))
    assert "Tick this box to take responsibility" in refused.errors["answers"][0]
    assert not evening.event.entries.exists()


def test_new_terms_are_shown_and_have_to_be_agreed_to_again(evening):
    data = sent(AddByNameForm(event=evening.event))
    evening.well(change_event, stake_minor=100)
    form = post(evening, data)
    assert "The terms have changed" in form.non_field_errors()[0]
    assert "HK$1.00 a point, max. loss HK$162.00" in str(form["answers"].label)
    assert not form["answers"].value()
    assert form["name"].value() == "Aunt May"
    assert post(evening, sent(form)).errors == {}
    assert evening.event.entries.get().name == "Aunt May"


def test_a_loss_above_the_organizers_limit_is_confirmed_by_adding_the_player_again(evening):
    evening.crew.organizer.stake_limits.create(currency="HKD", most_minor=500)
    form = post(evening, sent(AddByNameForm(event=evening.event)))
    assert form.non_field_errors() == [
        "You could lose up to HK$810.00 in this event. Your limit is HK$5.00.",
        "To take responsibility for this player anyway, add the player again.",
    ]
    assert post(evening, sent(form)).errors == {}
    assert evening.event.entries.get().name == "Aunt May"


def test_other_refusals_keep_what_was_typed(evening):
    data = sent(AddByNameForm(event=evening.event))
    post(evening, data)
    form = post(evening, data)
    assert "Aunt May" in form.non_field_errors()[0]
    assert form["answers"].value()


def test_an_event_for_points_asks_for_the_name_alone(crew):
    evening = PaperEvening.open(crew).well(open_sign_up)
    assert list(AddByNameForm(event=evening.event).fields) == ["name"]
