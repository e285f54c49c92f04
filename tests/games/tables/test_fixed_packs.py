"""Packs set in advance: shared by several tables, or arranged by hand."""

import pytest
from django.urls import reverse

from accounts.services import create_guest
from games.replays import export
from games.replays.shuffle_check import check_of
from games.rules.cards import PACK_SIZE, card_names
from games.rules.deal.actions import Play
from games.screens.table.board import board_of
from games.tables import shuffle
from games.tables.history import finished_deal
from games.tables.models import Deal, Table
from games.tables.services import fixed_packs, timers
from games.tables.snapshot import snapshot_of
from tests.players import Game, Person
from tests.replaying import SCRIPT

pytestmark = pytest.mark.django_db

SECRET = "5e" * 32
NAME = "shared/spring2027/1/1"
#: A hand that may be thrown in, and those of the others.
WEAK = "3D 3C 3H 3S 4D 4C 4H 4S 5D 5C 6H 7S 8D"
_OTHERS = [name for name in card_names(2**PACK_SIZE - 1) if name not in WEAK.split()]
REST = [" ".join(_OTHERS[start : start + 13]) for start in (0, 13, 26)]


def shared_pack(number: int = 1, name: str = NAME) -> fixed_packs.FixedPack:
    return fixed_packs.FixedPack(shuffle.order(SECRET, {}, name), number % 4, SECRET, name)


def game_with_packs(*packs: fixed_packs.FixedPack, people: int = 2, **terms: object) -> Game:
    persons = [Person() for _ in range(people)]
    users = [person.user for person in persons]
    return Game(persons, fixed_packs.open_with_packs(users, packs, **terms))


def test_a_shared_pack_deals_the_same_hands_to_the_same_seats_of_two_tables(queued):
    first, second = game_with_packs(shared_pack()), game_with_packs(shared_pack(), people=3)
    assert first.now().state.hands == second.now().state.hands
    assert first.now().state.setup.dealer == second.now().state.setup.dealer == 1
    assert [seat.is_bot for seat in first.now().seats] == [False, False, True, True]
    assert [seat.is_bot for seat in second.now().seats] == [False, False, False, True]
    assert first.now().table.phase == Table.Phase.PLAYING


def test_a_deal_without_a_prepared_pack_is_shuffled_as_usual(queued):
    game = game_with_packs(shared_pack(), deals_planned=2)
    game.finish_session()
    sources = Deal.objects.order_by("number").values_list("pack_source", flat=True)
    assert list(sources) == [Deal.PackSource.SHARED, Deal.PackSource.OWN]
    assert Deal.objects.get(number=2).shuffle_name == f"{game.table.slug}/1/2/1"


def test_page_and_script_verify_a_shared_pack(queued):
    game = game_with_packs(shared_pack(), deals_planned=1)
    game.finish_session()
    finished = finished_deal(game.table.slug, 1, 1, game.user)
    check = check_of(finished)
    assert check.holds
    assert "several tables" in check.proof
    assert check.commitment == shuffle.commitment(SECRET)
    assert all(SCRIPT["check"](export.as_data(finished), check.commitment).values())


@pytest.mark.parametrize(
    "cheat", [{"secret": "ab" * 32}, {"shuffle_name": "other"}, {"words": {"0": "abc"}}]
)
def test_the_shuffle_check_detects_tampering_with_a_shared_pack(queued, cheat):
    game = game_with_packs(shared_pack(), deals_planned=1)
    game.finish_session()
    Deal.objects.update(**cheat)
    finished = finished_deal(game.table.slug, 1, 1, game.user)
    assert not check_of(finished).holds
    assert not all(SCRIPT["check"](export.as_data(finished)).values())


def test_a_tables_own_deal_cannot_be_passed_off_as_shared(queued, club):
    game = club(deals=1)
    game.finish_session()
    Deal.objects.update(pack_source=Deal.PackSource.SHARED)
    finished = finished_deal(game.table.slug, 1, 1, game.user)
    assert not check_of(finished).holds
    assert not SCRIPT["check"](export.as_data(finished))["deal"]


def test_the_shuffle_check_says_that_an_arranged_pack_proves_nothing(queued):
    pack = tuple(range(PACK_SIZE))
    game = game_with_packs(fixed_packs.FixedPack(pack), deals_planned=1)
    assert game.now().deal.pack_source == Deal.PackSource.GIVEN
    game.finish_session()
    check = check_of(finished_deal(game.table.slug, 1, 1, game.user))
    assert check.findings == []
    assert "arranged, not shuffled" in check.proof


def test_a_redeal_is_shuffled_at_its_own_table(queued):
    game = game_with_packs(shared_pack(), rules_name="wikipedia")
    game.rig(WEAK, *REST)
    assert game.ask_for_redeal() is None
    deal = game.now().deal
    assert (deal.attempt, deal.pack_source) == (2, Deal.PackSource.OWN)


def test_a_secret_without_the_name_of_a_shared_pack_is_refused(queued):
    with pytest.raises(ValueError, match="not the name of a shared pack"):
        game_with_packs(fixed_packs.FixedPack(tuple(range(PACK_SIZE)), 0, SECRET, "anything"))
    assert not Table.objects.exists()


def test_a_given_deal_replaces_the_running_deal(club):
    game = club()
    before = game.now()
    game.rig("3D 9S", "4D", "5D 5C", "6D", leader=0)
    here = game.now()
    assert here.state.hands[0].bit_count() == 2
    assert here.state.turn == 0
    assert here.version > before.version
    assert here.deal.pack_source == Deal.PackSource.GIVEN


def test_given_actions_that_break_the_rules_change_nothing(club):
    game = club()
    before = game.now()
    with pytest.raises(ValueError, match="refused"):
        fixed_packs.replace_deal(game.table.pk, before.state, [Play(0, 0)])
    assert snapshot_of(Table.objects.get(pk=game.table.pk)) == before


def test_a_given_deal_does_not_replace_a_finished_deal(club):
    game = club(deals=1)
    over = game.finish_session()
    with pytest.raises(ValueError, match="no deal is running"):
        fixed_packs.replace_deal(game.table.pk, over.state)
    assert game.now() == over


def test_a_given_deal_does_not_continue_from_cached_state(club):
    """Processes may cache the old deal's state; it must not be shown for the new deal."""
    game = club()
    before = game.step()
    game.rig("3D 9S", "4D", "5D 5C", "6D", leader=0)
    here = game.now()
    assert here.deal.pk != before.deal.pk
    assert (here.deal.number, here.deal.attempt) == (before.deal.number, before.deal.attempt)
    assert here.state.actions == ()


def test_players_with_the_same_name_are_numbered(queued):
    people = [Person() for _ in range(3)]
    for person in people:
        person.user.display_name = "Ada"
        person.user.save()
    table = fixed_packs.open_with_packs([person.user for person in people], [shared_pack()])
    names = [seat.name for seat in Game(people, table).now().seats[:3]]
    assert names == ["Ada", "Ada 2", "Ada 3"]


def test_the_repr_of_a_pack_shows_neither_cards_nor_secret():
    printed = repr(shared_pack())
    assert SECRET not in printed
    assert str(shared_pack().pack) not in printed


def test_guests_can_play_at_a_table_with_prepared_packs(queued):
    assert fixed_packs.open_with_packs([create_guest()], [shared_pack()]).deals_planned == 1


def check_page(client, game: Game) -> str:
    url = reverse("shuffle_check", args=[game.table.slug, 1, 1])
    return client.get(url).content.decode()


def test_the_shuffle_check_page_names_the_kind_of_pack(queued, client):
    alike, given = (
        game_with_packs(shared_pack(), deals_planned=1),
        game_with_packs(fixed_packs.FixedPack(tuple(range(PACK_SIZE))), deals_planned=1),
    )
    for game in (alike, given):
        game.finish_session()
    html = check_page(client, alike)
    assert "The same pack was dealt at several tables." in html
    assert "Verified: this deal was shuffled fairly." in html
    html = check_page(client, given)
    assert "These cards were arranged, not shuffled" in html
    assert "Shuffle data" not in html


def shown_shuffle(game: Game) -> tuple[str, str]:
    """Return the name of the shuffle and its commitment, as shown at the table."""
    pulse = board_of(game.now()).pulse
    return pulse.shuffle_name, pulse.commitment


def test_a_table_shows_the_commitment_to_its_current_or_next_pack(queued):
    second = "shared/spring2027/1/2"
    game = game_with_packs(shared_pack(), shared_pack(2, second), deals_planned=3)
    assert shown_shuffle(game) == (NAME, shuffle.commitment(SECRET))
    game.finish_deal()
    assert shown_shuffle(game) == (second, shuffle.commitment(SECRET))
    timers.start_next_deal(game.table.pk, game.now().version)
    game.finish_deal()
    own = game.session_row().next_secret
    assert shown_shuffle(game) == (f"{game.table.slug}/1/3", shuffle.commitment(own))


def test_an_arranged_pack_has_no_commitment(queued):
    game = game_with_packs(fixed_packs.FixedPack(tuple(range(PACK_SIZE))))
    assert shown_shuffle(game)[1] == ""


def test_a_redeal_does_not_reuse_the_shared_secret(queued):
    game = game_with_packs(shared_pack(), rules_name="wikipedia", deals_planned=1)
    game.rig(WEAK, *REST)
    Deal.objects.update(pack_source=Deal.PackSource.SHARED, secret=SECRET, shuffle_name=NAME)
    assert game.ask_for_redeal() is None
    again = game.deal_row()
    assert (again.attempt, again.pack_source) == (2, Deal.PackSource.OWN)
    assert again.secret != SECRET
    game.finish_deal()
    finished = finished_deal(game.table.slug, 1, 1, game.user)
    assert check_of(finished).holds
    assert all(SCRIPT["check"](export.as_data(finished)).values())
