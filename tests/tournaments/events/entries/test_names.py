"""Distinct names of an event's entrants, without imitations."""

import pytest

from accounts.models import User
from games.common.denials import Denial
from tests.players import Person
from tests.tournaments.events.evening import Evening, refused
from tests.tournaments.events.paper_evening import PaperEvening
from tournaments.clubs.models import Membership
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.entries import signing_up
from tournaments.events.setup.services import open_sign_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(crew) -> PaperEvening:
    return PaperEvening.open(crew).well(open_sign_up)


def member(evening, username, display_name="") -> User:
    # Regardless of its origin: names are checked where they are chosen.
    user = User.objects.create_user(username, display_name=display_name)
    Membership.objects.create(club=evening.crew.club, user=user)
    return user


def enter(evening, user):
    return signing_up.enter(Person(user).caller, evening.event.pk)


def names(evening):
    return list(evening.event.entries.values_list("name", flat=True))


@pytest.mark.every_database
@pytest.mark.parametrize(
    "name",
    [
        "Aunt Ma\u0443",
        "Aunt\u200b May",
        "Aunt May\u3164",
        "Aunt \ufe00May",
        "aunt\u202d may",
        "Bot",
    ],
)
def test_a_deceptive_name_is_refused(evening, name):
    evening.well(signing_up.enter_by_name, "Aunt May")
    denial = evening.do(signing_up.enter_by_name, name)
    assert refused(denial, EventCode.WORDING_FLAWED)
    assert sentence(denial)
    assert names(evening) == ["Aunt May"]


@pytest.mark.parametrize(
    "name", ["Aunt \u041c\u0430\u0443", "AUNT  MAY", "AuntMay", "Aunt M\u1d43y"]
)
def test_a_name_that_looks_like_another_entrants_is_refused(evening, name):
    """Each word uses a single script and looks the same."""
    evening.well(signing_up.enter_by_name, "Aunt May")
    denial = evening.do(signing_up.enter_by_name, name)
    assert denial.code in (EventCode.NAME_LOOKS_ALIKE, EventCode.NAME_TAKEN)
    assert "Aunt May" in sentence(denial) or name.replace("  ", " ") in sentence(denial)
    assert names(evening) == ["Aunt May"]


def test_names_that_differ_in_one_letter_are_accepted(evening):
    for name in ("Aunt May", "Aunt Mai", "Aunt Mäy", "大文", "大女"):
        evening.well(signing_up.enter_by_name, name)


@pytest.mark.every_database
def test_members_with_the_same_name_are_listed_with_their_usernames(evening):
    people = [member(evening, f"mei_{each}", "Mei") for each in "abc"]
    for each in people:
        assert enter(evening, each) is None
    assert names(evening) == ["Mei (mei_a)", "Mei (mei_b)", "Mei (mei_c)"]
    assert refused(evening.do(signing_up.enter_by_name, "mei"), EventCode.NAME_LOOKS_ALIKE)


def test_a_member_named_like_a_player_without_an_account_shows_their_username(evening):
    evening.well(signing_up.enter_by_name, "Ken")
    assert enter(evening, member(evening, "kenny", "Ken")) is None
    assert names(evening) == ["Ken", "Ken (kenny)"]


def test_members_from_a_list_with_the_same_name_show_their_usernames(evening):
    people = [member(evening, f"mei_{each}", "Mei") for each in "ab"]
    done = evening.do(signing_up.enter_members, {each.pk: None for each in people})
    assert not isinstance(done, Denial)
    assert names(evening) == ["Mei (mei_a)", "Mei (mei_b)"]


def test_names_too_long_to_append_a_username_stay_distinct(evening):
    long = "Wolfeschlegelstein Berge"
    people = [member(evening, f"a-very-long-username-of-{each}", long) for each in "ab"]
    for each in people:
        assert enter(evening, each) is None
    one, other = names(evening)
    assert one != other
    assert max(len(one), len(other)) <= 40
    assert one.startswith("Wolfeschlegelstein")


@pytest.mark.every_database
def test_a_member_whose_old_name_imitates_another_has_to_change_it(evening):
    assert enter(evening, member(evening, "mei_a", "Mei")) is None
    other = member(evening, "eve", "M\u0435i")
    denial = enter(evening, other)
    assert refused(denial, EventCode.OWN_NAME_LOOKS_ALIKE)
    assert "display name" in sentence(denial)
    assert refused(
        evening.do(signing_up.enter_members, {other.pk: None}), EventCode.OWN_NAME_LOOKS_ALIKE
    )
    other.display_name = "Eve"
    other.save()
    assert enter(evening, other) is None
    assert names(evening) == ["Mei", "Eve"]


def test_bots_are_not_called_like_members_or_entrants(crew):
    evening = Evening.of(crew).well(open_sign_up)
    member(evening, "wong", "Mei Wong")
    member(evening, "bruno")
    assert enter(evening, member(evening, "eve", "Ada")) is None
    evening.well(signing_up.enter_bot).well(signing_up.enter_bot)
    assert names(evening)[1:] == ["Kofi", "Luc\u00eda"]


def test_an_imitator_does_not_keep_the_original_out(evening):
    assert enter(evening, member(evening, "eve", "M\u0435i")) is None
    assert enter(evening, member(evening, "mei_a", "Mei")) is None
    assert names(evening) == ["M\u0435i (eve)", "Mei (mei_a)"]
