"""Places: how they are computed, and where they are used."""

import doctest
from collections.abc import Sequence
from random import Random

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from games.common.partials import partial
from games.rules.cards import FULL_PACK, cards_of, iter_cards
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import Outcome, score
from games.screens.table.state import table_state
from games.tables import places as places_module
from games.tables.models import Session, Table
from games.tables.places import Total, places

totals = st.lists(
    st.builds(Total, net=st.integers(-4, 4), won=st.integers(0, 2)), min_size=2, max_size=8
)


def test_the_docstring_examples_are_correct():
    outcome = doctest.testmod(places_module)
    assert outcome.attempted
    assert not outcome.failed


@pytest.mark.parametrize(
    ("nets", "won", "expected"),
    [
        ([9, 3, -4, -8], [0, 0, 1, 1], [1, 2, 3, 4]),
        ([9, -1, -1, -7], [1, 0, 0, 0], [1, 2, 2, 4]),
        ([4, 4, -4, -4], [1, 2, 0, 1], [2, 1, 4, 3]),
        ([0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1]),
    ],
)
def test_places_go_by_net_then_by_deals_won_and_ties_share_a_place(nets, won, expected):
    assert places([Total(*both) for both in zip(nets, won, strict=True)]) == expected


@given(totals)
def test_places_match_the_position_in_a_sorted_line(line):
    best_first = sorted(line, key=lambda total: (total.net, total.won), reverse=True)
    by_hand = {}
    for place, total in enumerate(best_first, start=1):
        by_hand.setdefault(total, place)
    assert places(line) == [by_hand[total] for total in line]


def _random_outcome(rules: RuleSet, random: Random) -> Outcome:
    """Hands at the end of a deal, with a guard who may have broken the duty."""
    winner = random.randrange(rules.players)
    pack = random.sample(list(iter_cards(FULL_PACK)), 52)
    left = []
    for seat in range(rules.players):
        count = 0 if seat == winner else random.randint(1, 52 // rules.players)
        left.append(cards_of([pack.pop() for _ in range(count)]))
    seats = [seat for seat in range(rules.players) if seat != winner]
    fouls = rules.guard in ("pays_all", "pays_all_if_preventable")
    return Outcome(
        left=tuple(left),
        winner=winner,
        starter=random.choice([winner, *seats]),
        played_none=tuple(seat != winner and random.random() < 0.3 for seat in range(len(left))),
        last_play=cards_of([pack.pop()]),
        foul=random.choice(seats) if fouls and random.random() < 0.3 else None,
        out=(winner, *random.sample(seats, len(seats) - 1)) if rules.play_on else (winner,),
    )


@given(
    st.sampled_from([each for each in PRESETS if RuleSet.make(each).payment == "difference"]),
    st.integers(1, 6),
    st.randoms(use_true_random=False),
)
def test_nets_and_points_give_the_same_order_if_differences_are_paid(preset, deals, random):
    rules = RuleSet.make(preset)
    scores = [score(rules, _random_outcome(rules, random)) for _ in range(deals)]
    nets = [sum(each.net[seat] for each in scores) for seat in range(rules.players)]
    points = [sum(each.points[seat] for each in scores) for seat in range(rules.players)]
    assert places([Total(each, 0) for each in nets]) == places([Total(each, 0) for each in points])


# --- At the table

SUITS = [[f"{rank}{suit}" for rank in "3456789TJQKA"] for suit in "CHS"]


def finish(game, winner: int, left: Sequence[int]) -> None:
    """Finish the running deal: one seat goes out, and the others keep that many cards."""
    suits = iter(SUITS)
    hands = [["2S"] if seat == winner else next(suits)[: left[seat]] for seat in range(4)]
    game.rig(*map(" ".join, hands), leader=winner)
    if winner:
        game.bots()
    else:
        assert game.play("2S") is None


@pytest.fixture
def classic(club):
    """Two deals: the first is won high, the second by the player with the most points."""
    game = club(rules="classic", deals=2)
    finish(game, 0, [0, 1, 12, 12])
    assert game.ready() is None
    finish(game, 1, [5, 0, 1, 3])
    position = game.now()
    assert position.table.phase == Table.Phase.FINISHED
    assert [seat.number for seat in position.seats] == [0, 1, 2, 3]
    return game


@pytest.mark.django_db
def test_the_player_with_the_highest_net_wins_even_without_the_most_points(classic):
    seats = classic.now().seats
    assert max(seats, key=lambda seat: seat.points).number == 1
    assert max(seats, key=lambda seat: seat.net).number == 0
    final = table_state(classic.table.pk).scores(None).final
    assert final.headline == f"{seats[0].name} won the game"
    assert [(each.place, each.seat, each.net) for each in final.lines] == sorted(
        [(1 + sum(o.net > s.net for o in seats), s.number, s.net) for s in seats]
    )


@pytest.mark.django_db
def test_the_winners_line_shows_the_net_and_no_card_points(classic):
    final = table_state(classic.table.pk).scores(None).final
    first = final.lines[0]
    html = partial("games/screens/table/final.html", final=final)
    line = " ".join(html[html.index("place-first") :].split("</tr>")[0].split())
    assert f'<td class="place-net number plus"><b>+{first.net}</b>' in line
    assert "−" not in line


@pytest.mark.django_db
def test_the_list_of_sessions_shows_the_players_place_and_net(classic, client):
    client.force_login(classic.user)
    page = client.get(reverse("home"))
    [line] = page.context["finished"]
    assert (line.result, line.place) == (f"+{classic.now().seats[0].net} points", "1st of 4")


@pytest.mark.django_db
def test_equal_nets_are_ranked_by_deals_won(club):
    game = club(deals=2)
    finish(game, 0, [0, 1, 5, 5])
    assert game.ready() is None
    finish(game, 2, [5, 4, 0, 5])
    names = game.now().names
    final = table_state(game.table.pk).scores(None).final
    assert [each.net for each in final.lines] == [5, 5, 5, -15]
    assert [(each.place, each.seat) for each in final.lines] == [(1, 0), (1, 2), (3, 1), (4, 3)]
    assert final.headline == f"{names[0]} and {names[2]} tied for first place"


# --- The target score


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("target", "left", "ends"),
    [
        (20, [0, 9, 9, 9], True),  # +27, and nobody has more than 9 points to lose
        (28, [0, 9, 9, 9], False),
        (27, [0, 9, 9, 9], True),
        (15, [0, 1, 1, 9], True),  # −25, and +11
        (26, [0, 1, 1, 9], False),
        (9, [0, 4, 4, 4], True),
        (5, [0, 1, 1, 1], False),
    ],
)
def test_a_net_win_or_loss_reaches_the_target(club, target, left, ends):
    game = club(deals=5)
    Session.objects.filter(table=game.table).update(target=target)
    finish(game, 0, left)
    assert (game.now().table.phase == Table.Phase.FINISHED) is ends


@pytest.mark.django_db
def test_card_points_alone_do_not_reach_a_target(club):
    game = club(rules="taiwan", deals=5)
    Session.objects.filter(table=game.table).update(target=5)
    finish(game, 0, [0, 9, 9, 12])
    position = game.now()
    assert min(seat.points for seat in position.seats) <= -12
    assert position.table.phase == Table.Phase.BETWEEN
