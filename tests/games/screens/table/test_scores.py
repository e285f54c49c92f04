"""Links in the result of a deal: the replay and, for its players, the review of their plays."""

import pytest
from django.urls import reverse

from accounts.models import User
from games.screens.table.state import table_state
from games.tables.models import Table

pytestmark = pytest.mark.django_db


def address(game, name: str) -> str:
    return reverse(name, args=[game.table.slug, 1, 1])


def links(client, game, user: User | None) -> set[str]:
    """Return which of the deal's pages the table's page links to, by the names of their URLs."""
    if user is None:
        client.logout()
    else:
        client.force_login(user)
    page = client.get(game.table.get_absolute_url()).content.decode()
    return {name for name in ("replay", "deal_review") if f'href="{address(game, name)}"' in page}


@pytest.mark.parametrize("deals", [1, 2], ids=["last deal", "between deals"])
def test_players_alone_find_their_review_beside_the_replay(client, party, deals):
    game = party(people=2, deals_planned=deals).all_sit()
    game.begin()
    for person in game.people:
        assert links(client, game, person.user) == set()
    game.finish_deal()
    for person in game.people:
        assert links(client, game, person.user) == {"replay", "deal_review"}
        assert client.get(address(game, "deal_review")).status_code == 200
    for other in (User.objects.create_user("spectator"), None):
        assert links(client, game, other) == {"replay"}
        assert client.get(address(game, "deal_review")).status_code == 404


@pytest.mark.parametrize(
    "kept",
    [{"same_packs": "shared/x/1/1", "spectators": False, "is_arranged": True}, {"lesson": "x"}],
)
def test_a_deal_without_a_replay_has_no_review(party, kept):
    game = party(people=2, deals_planned=2).all_sit()
    game.begin()
    Table.objects.filter(pk=game.table.pk).update(**kept)
    game.rig("3D", "4D 5D", "4C 5C", "4H 5H", leader=0)
    game.play("3D")
    result = table_state(game.table.pk).scores(game.people[0].user).result
    assert (result.replay_url, result.review_url) == ("", "")
