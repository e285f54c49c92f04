"""Tests of statistics: totals of a player's deals, and rating histories."""

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.services import create_guest
from games.common.scales import MAX_TICKS
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Deal, Seat, Session
from tests.tournaments.rows import finished_session, members
from tournaments.ratings import services
from tournaments.ratings.chart import HEIGHT, WIDTH, chart
from tournaments.ratings.skill import Skill
from tournaments.ratings.statistics import Tally, combined, most_played, own_statistics

# --- Counting

nets = st.lists(st.tuples(st.integers(-200, 200), st.booleans()), min_size=1)
tallies = st.dictionaries(
    st.sampled_from(["pagat", "lukang", "Ours"]),
    st.builds(
        Tally,
        sessions=st.integers(1, 5),
        deals=st.integers(1, 50),
        won=st.integers(0, 50),
        net=st.integers(-200, 200),
        best=st.integers(-200, 200),
        worst=st.integers(-200, 200),
    ),
)


def test_a_player_without_sessions_has_no_statistics():
    assert combined([]) is None
    assert most_played({}) == []


@given(nets)
def test_a_seat_adds_up_its_deals(deals):
    seat = Seat()
    for net, has_won in deals:
        seat.add(net, has_won=has_won)
    brought = [net for net, _won in deals]
    assert (seat.net, seat.deals_played) == (sum(brought), len(brought))
    assert seat.deals_won == sum(has_won for _net, has_won in deals)
    assert (seat.best_net, seat.worst_net) == (max(brought), min(brought))


def test_tallies_are_combined():
    counted = combined([Tally(1, 2, 1, -16, 24, -40), Tally(1, 1, 0, 3, 3, 3)])
    assert (counted.sessions, counted.deals, counted.won) == (2, 3, 1)
    assert (counted.best, counted.worst) == (24, -40)
    assert counted.win_share == pytest.approx(1 / 3)
    assert counted.average_net == pytest.approx(-13 / 3)


@given(tallies)
def test_the_tallies_of_all_rules_add_up_to_the_total(parts):
    total = combined(parts.values())
    if total is None:
        assert not parts
        return
    for name in ("sessions", "deals", "won", "net"):
        assert sum(getattr(part, name) for part in parts.values()) == getattr(total, name)
    assert max(part.best for part in parts.values()) == total.best
    assert min(part.worst for part in parts.values()) == total.worst


def test_rules_with_most_deals_come_first():
    one, two = Tally(1, 1, 0, 0, 0, 0), Tally(1, 2, 0, 0, 0, 0)
    assert most_played({"b": one, "a": one, "c": two}) == ["c", "a", "b"]


@pytest.mark.every_database
def test_the_stored_results_of_a_seat_equal_those_of_its_deals(club):
    game = club(deals=2)
    game.finish_session()
    session = Session.objects.get()
    deals = list(session.deals.all())
    assert len(deals) == 2
    for seat in session.seats.all():
        nets = [deal.nets[seat.number] for deal in deals]
        assert (seat.net, seat.deals_played) == (sum(nets), 2)
        assert seat.deals_won == sum(deal.winner == seat.number for deal in deals)
        assert (seat.best_net, seat.worst_net) == (max(nets), min(nets))


# --- Chart


def test_the_line_spans_the_chart_and_the_ticks_are_round_numbers():
    drawn = chart([Skill(), Skill(25, 5), Skill(30, 4)])
    assert drawn.ticks == (2000, 1750, 1500, 1250, 1000)
    assert drawn.line == "0.0,100.0 300.0,100.0 600.0,70.0"
    assert drawn.band.split()[:2] == ["0.0,0.0", "300.0,40.0"]
    assert drawn.band.split()[-1] == "0.0,200.0"
    assert drawn.grid[0] == "0.0"
    assert drawn.grid[-1] == f"{HEIGHT:.1f}"


@given(
    st.lists(
        st.builds(Skill, mu=st.floats(-80, 130), sigma=st.floats(0.3, 9)), min_size=2, max_size=100
    )
)
def test_the_line_and_the_band_stay_within_the_chart(skills):
    drawn = chart(skills)
    assert 2 <= len(drawn.ticks) <= MAX_TICKS
    assert len({a - b for a, b in zip(drawn.ticks, drawn.ticks[1:], strict=False)}) == 1
    for point in f"{drawn.line} {drawn.band}".split():
        across, down = map(float, point.split(","))
        assert 0 <= across <= WIDTH
        assert 0 <= down <= HEIGHT


def test_a_chart_needs_two_ratings():
    with pytest.raises(ValueError, match="two ends"):
        chart([Skill()])


# --- The page

URL = "/people/me/"


@pytest.fixture
def four(db):
    return members("ada", "ben", "cleo", "dan")


def test_a_member_without_games_sees_no_chart(client, four):
    client.force_login(four[0])
    page = client.get(URL).content.decode()
    assert "No finished games yet" in page
    assert "Only games between four players with accounts are rated" in page
    assert '<svg class="chart' not in page


@pytest.mark.every_database
def test_statistics_count_the_members_own_seats(four):
    finished_session([*four[1:], four[0]], (10, 2, -4, -8), (-9, -1, 3, 7))
    finished_session([four[0], None, None, None], (-6, 1, 2, 3), rules="lukang")
    finished_session([four[1], None, None, None], (50, 0, -20, -30))
    found = own_statistics(four[0])
    total = found.total
    assert (total.sessions, total.deals, total.won, total.win_share) == (2, 3, 1, "33%")
    # Points −18, 0 and −9; nets −8, 7 and −6.
    assert total.average_net == "−2.3"
    assert (total.best, total.worst) == ("+7", "−8")
    assert [(line.rules, line.deals, line.won) for line in found.rules] == [
        ("Standard rules", 2, 1),
        ("Lukang (bombs)", 1, 0),
    ]


def test_house_rules_are_listed_by_their_name(four):
    house = RuleSet.make(options={"triples": False})
    finished_session(four, (3, 1, -1, -3), rules=house, rules_name="Aunt May's")
    assert [line.rules for line in own_statistics(four[0]).rules] == ["Aunt May's"]


def test_deals_without_a_result_and_running_sessions_do_not_count(four):
    session = finished_session(four, (3, 1, -1, -3))
    Deal.objects.create(session=session, number=1, attempt=2, start="")
    running = finished_session(four, (9, 1, -1, -9))
    Session.objects.filter(pk=running.pk).update(status=Session.Status.RUNNING)
    total = own_statistics(four[0]).total
    assert (total.sessions, total.deals, total.best) == (1, 1, "+3")


def test_guests_see_statistics_and_that_their_games_are_not_rated(client, db):
    guest = create_guest()
    finished_session([guest, None, None, None], (3, 1, -1, -3))
    client.force_login(guest)
    page = client.get(URL).content.decode()
    assert "Games with a guest aren’t rated." in page
    assert reverse("keep_account") in page
    assert "100%" in page


def test_a_history_shows_rated_sessions_as_a_chart_and_as_a_table(client, four):
    sessions = [finished_session(four, nets) for nets in ((3, 1, -1, -3), (-3, -1, 1, 3))]
    for session in sessions:
        services.rate_session(session.pk)
    client.force_login(four[0])
    [history] = client.get(URL).context["statistics"].ratings
    assert (history.title, history.sessions) == ("Standard", 2)
    assert [line.place for line in history.lines] == ["4th", "1st"]
    assert [line.url for line in history.lines] == [
        session.get_absolute_url() for session in reversed(sessions)
    ]
    newest, oldest = history.lines
    assert oldest.before == 1500
    assert newest.before == oldest.after
    assert newest.after == history.rating
    page = client.get(URL).content.decode()
    assert page.count('class="chart-dot"') == 3
    assert f"from 1500 to {history.rating}. Lowest:" in page


def test_each_family_has_its_own_history_in_a_fixed_order(four):
    for rules in ("last_one_in", "lukang", "pagat"):
        services.rate_session(finished_session(four, (3, 1, -1, -3), rules=rules).pk)
    titles = [history.title for history in own_statistics(four[0]).ratings]
    assert titles == ["Standard", "Bombs", "Play to the end"]


def test_a_long_history_shows_only_the_newest_sessions(four, monkeypatch):
    monkeypatch.setattr("tournaments.ratings.statistics.HISTORY_LENGTH", 2)
    for rules in ("pagat", "pagat", "pagat", "lukang"):
        services.rate_session(finished_session(four, (3, 1, -1, -3), rules=rules).pk)
    first_out, bombs = own_statistics(four[0]).ratings
    assert (len(first_out.lines), first_out.sessions, len(bombs.lines)) == (2, 3, 1)
    assert first_out.lines[0].after == first_out.rating
    assert first_out.lines[1].before > 1500


def test_sessions_of_five_to_eight_players_are_counted_but_not_rated(four):
    others = members("eve", "flo", "gus", "hal")
    finished_session([*four, others[0]], (4, -1, -1, -1, -1), rules="five_players")
    for nets in ((-70, *[10] * 7), (14, *[-2] * 7)):
        finished_session([*four, *others], nets, rules="eight_players")
    for session in Session.objects.all():
        services.rate_session(session.pk)
    found = own_statistics(four[0])
    lines = [(each.rules, each.sessions, each.best, each.worst) for each in found.rules]
    assert lines == [("Eight players, two packs", 2, "+14", "−70"), ("Five players", 1, "+4", "+4")]
    assert found.total is not None
    assert (found.total.sessions, found.total.won) == (3, 2)
    assert found.ratings == []


def test_statistics_take_three_queries_for_any_number_of_sessions(
    four, django_assert_max_num_queries
):
    for played in range(4):
        with django_assert_max_num_queries(3):
            own_statistics(four[0])
        for rules in ("pagat", "lukang"):
            session = finished_session(four, *[(3, 1, -1, -3)] * (played + 1), rules=rules)
            services.rate_session(session.pk)


def test_a_member_does_not_see_another_members_statistics(client, four):
    finished_session(four, (3, 1, -1, -3))
    stranger = User.objects.create_user("eve")
    client.force_login(stranger)
    assert "No finished games yet" in client.get(URL).content.decode()


@pytest.mark.parametrize("page", ["games", "ratings"])
def test_the_lists_of_games_and_ratings_link_to_the_statistics(client, four, page):
    client.force_login(four[0])
    html = client.get(reverse(page)).content.decode()
    assert f'<a href="{URL}">Your statistics</a>' in html


def test_the_page_has_no_inline_styles(client, four):
    services.rate_session(finished_session(four, (3, 1, -1, -3)).pk)
    client.force_login(four[0])
    page = client.get(URL).content.decode()
    assert " style=" not in page
    assert "<style" not in page
