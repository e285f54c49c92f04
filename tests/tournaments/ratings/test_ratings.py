"""Tests of ratings: arithmetic, sessions that count, rating only once, and the list."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import permutations

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from accounts.models import User
from accounts.services import create_guest
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Deal, Seat, Session
from games.tables.places import Total, places
from games.tables.signals import session_finished
from tests.rigging import with_second_factor
from tests.tournaments.rows import finished_session, members, without_tokens
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import sweep
from tournaments.ratings import services, tasks
from tournaments.ratings.families import Family, family, family_description
from tournaments.ratings.models import RatedSession, Rating, RatingChange
from tournaments.ratings.skill import Placing, RatingError, Skill, rate

Verdict = RatedSession.Verdict

# --- Arithmetic

skills = st.builds(Skill, mu=st.floats(-20, 70), sigma=st.floats(0.5, 9))
nets = st.lists(st.integers(-200, 200), min_size=4, max_size=4)
tables = st.tuples(nets, st.lists(skills, min_size=4, max_size=4)).map(
    lambda both: [
        Placing(player, place, skill)
        for player, (place, skill) in enumerate(zip(places_by_net(both[0]), both[1], strict=True))
    ]
)


def places_by_net(sums):
    return places([Total(net, 0) for net in sums])


def test_a_beginner_has_a_rating_of_1500_with_an_uncertainty_of_500():
    beginner = Skill()
    assert (beginner.rating, beginner.uncertainty, beginner.provisional) == (1500, 500, True)


def test_a_rating_is_provisional_until_its_uncertainty_is_300():
    assert Skill(sigma=5.02).provisional  # ± 301
    assert not Skill(sigma=5.0).provisional  # ± 300


def test_a_difference_of_400_points_means_odds_of_about_ten_to_one():
    model = BradleyTerryFull()
    strong, weak = model.rating(25 + 400 / 30, 0.01), model.rating(25, 0.01)
    gain = model.rate([[strong], [weak]])[0][0].mu - strong.mu
    loss = strong.mu - model.rate([[strong], [weak]], ranks=[2, 1])[0][0].mu
    assert loss / gain == pytest.approx(10, rel=0.05)


def test_ratings_match_openskills_bradley_terry_model():
    before = [Skill(), Skill(28, 4), Skill(20, 3), Skill(25, 8)]
    rated = rate(
        Placing(player, place, skill)
        for player, (place, skill) in enumerate(zip([2, 1, 2, 4], before, strict=True))
    )
    model = BradleyTerryFull()
    expected = model.rate([[model.rating(s.mu, s.sigma)] for s in before], ranks=[2, 1, 2, 4])
    for each in rated:
        [after] = expected[each.player]
        assert (each.after.mu, each.after.sigma) == pytest.approx((after.mu, after.sigma), abs=1e-9)
    assert [(each.player, each.place) for each in rated] == [(1, 1), (0, 2), (2, 2), (3, 4)]
    assert [each.before for each in rated] == [before[each.player] for each in rated]


def test_new_ratings_of_beginners_are_in_the_order_of_their_places():
    after = [each.after.mu for each in rate(Placing(p, p + 1, Skill()) for p in range(4))]
    assert after[0] > after[1] > 25 > after[2] > after[3]
    assert sum(after) == pytest.approx(100)


def test_joint_winners_gain_the_same_and_more_than_the_third_player():
    first, second, third, fourth = (
        each.after.mu
        for each in rate(Placing(p, place, Skill()) for p, place in enumerate([1, 1, 3, 4]))
    )
    assert first == pytest.approx(second)
    assert second > third > fourth


@given(tables, st.randoms())
def test_ratings_do_not_depend_on_the_order_of_seats(standings, chance):
    mixed = chance.sample(standings, len(standings))
    assert rate(mixed) == rate(standings)


@given(tables)
def test_a_sole_winner_gains_rating_and_a_sole_loser_loses_rating(standings):
    rated = rate(standings)
    by_place = [each.place for each in rated]
    if by_place.count(1) == 1:
        assert rated[0].after.mu > rated[0].before.mu
    if by_place.count(4) == 1:
        assert rated[-1].after.mu < rated[-1].before.mu


def test_ratings_with_ties_are_identical_for_all_orders_of_players():
    table = [Placing(p, [1, 2, 2, 2][p], Skill(20 + 3.3 * p, 2 + 1.7 * p)) for p in range(4)]
    assert len({tuple(rate(mixed)) for mixed in permutations(table)}) == 1


@pytest.mark.parametrize("players", [[], [1], [1, 1, 2, 3]])
def test_standings_that_cannot_be_rated_are_refused(players):
    with pytest.raises(RatingError):
        rate(Placing(player, 1, Skill()) for player in players)


# --- Families

BOMBS = {"lukang", "seven_card", "da_lao_er", "taiwan_today"}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_belongs_to_its_family(preset):
    expected = Family.FIRST_OUT
    if preset in BOMBS:
        expected = Family.BOMBS
    if preset == "last_one_in":
        expected = Family.TO_THE_LAST
    assert family(RuleSet.make(preset)) == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"honours": "any_out_of_turn", "scoring": "deuces"}, Family.BOMBS),
        ({"straight_flush_cards": 7}, Family.BOMBS),
        ({"bomb_demotes_twos": True}, Family.BOMBS),
        ({"play_on": True, "scoring": "placement", "honours": "any"}, Family.TO_THE_LAST),
        ({"four_of_a_kind": "bare", "suit_order": "DHSC"}, Family.FIRST_OUT),
    ],
)
def test_house_rules_belong_to_a_family_by_their_options(options, expected):
    assert family(RuleSet.make(options=options)) == expected


def test_each_family_has_its_own_name_and_description():
    assert (
        len({family_description(each) for each in Family})
        == len({each.label for each in Family})
        == 3
    )


# --- Sessions


@pytest.fixture
def four(db):
    return members("ada", "ben", "cleo", "dan")


def verdict_on(session):
    services.rate_session(session.pk)
    return RatedSession.objects.get(session=session).verdict


def test_a_session_of_four_members_changes_four_ratings(four):
    session = finished_session(four, (5, 5, -4, -6), (1, 3, -1, -3))
    assert verdict_on(session) == Verdict.COUNTS
    expected = rate(
        Placing(user.pk, place, Skill()) for user, place in zip(four, [2, 1, 3, 4], strict=True)
    )
    for each in expected:
        rating = Rating.objects.get(user=each.player, family=Family.FIRST_OUT)
        change = RatingChange.objects.get(session=session, user=each.player)
        assert (rating.skill, rating.sessions) == (each.after, 1)
        assert (change.place, change.before, change.after) == (
            each.place, each.before, each.after,
        )  # fmt: skip
    by_place = RatingChange.objects.order_by("place").values_list("user__username", flat=True)
    assert list(by_place) == ["ben", "ada", "cleo", "dan"]


def stored_places(session):
    changes = RatingChange.objects.filter(session=session).order_by("user")
    return list(changes.values_list("place", flat=True))


def test_ratings_depend_on_nets_and_not_on_points(four):
    session = finished_session(four, (66, 9, -36, -39), rules="classic")
    for number, points in enumerate([-9, -6, -12, -3]):
        session.seats.filter(number=number).update(points=points)
    assert verdict_on(session) == Verdict.COUNTS
    assert stored_places(session) == [1, 2, 3, 4]


def test_won_deals_break_ties_between_equal_nets(four):
    session = finished_session(four, (6, -2, -2, -2), (-1, 5, -2, -2), (-2, 0, 7, -5))
    assert list(session.seats.values_list("net", flat=True)) == [3, 3, 3, -9]
    session.deals.filter(number=3).update(winner=1)
    assert verdict_on(session) == Verdict.COUNTS
    assert stored_places(session) == [2, 1, 3, 4]


def test_each_family_has_its_own_ratings(four):
    services.rate_session(finished_session(four, (3, 1, -1, -3)).pk)
    services.rate_session(finished_session(four, (-3, -1, 1, 3), rules="lukang").pk)
    ada = Rating.objects.filter(user=four[0])
    assert ada.get(family=Family.FIRST_OUT).skill.rating > 1500
    assert ada.get(family=Family.BOMBS).skill.rating < 1500


def test_a_session_is_rated_only_once_by_repeated_tasks(four):
    session = finished_session(four, (3, 1, -1, -3))
    for _ in range(3):
        tasks.rate_session(session.pk)
    assert set(Rating.objects.values_list("sessions", flat=True)) == {1}
    assert RatingChange.objects.count() == 4


def test_a_concurrent_second_rating_of_a_session_changes_nothing(four, monkeypatch):
    session = finished_session(four, (3, 1, -1, -3))
    look = services._verdict

    def rate_first(*args):
        monkeypatch.setattr(services, "_verdict", look)
        services.rate_session(session.pk)
        return look(*args)

    monkeypatch.setattr(services, "_verdict", rate_first)
    services.rate_session(session.pk)
    assert set(Rating.objects.values_list("sessions", flat=True)) == {1}


def test_a_failed_rating_is_rolled_back(four, monkeypatch):
    session = finished_session(four, (3, 1, -1, -3))

    def fail(*_args, **_kwargs):
        raise IntegrityError("out of order")

    monkeypatch.setattr(RatingChange.objects, "bulk_create", fail)
    with pytest.raises(IntegrityError):
        services.rate_session(session.pk)
    assert not RatedSession.objects.exists()
    assert not Rating.objects.exists()


def test_a_running_or_unknown_session_is_not_rated(four):
    session = finished_session(four, (3, 1, -1, -3))
    Session.objects.update(status=Session.Status.RUNNING)
    services.rate_session(session.pk)
    services.rate_session(session.pk + 1)
    assert not RatedSession.objects.exists()


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        (lambda people: [*people[:3], None], Verdict.BOT),
        (lambda people: [*people[:3], create_guest()], Verdict.GUEST),
        (lambda people: people[:3], Verdict.NOT_FOUR),
        (lambda people: people[:2], Verdict.NOT_FOUR),
        (lambda people: [*people, *members("e")], Verdict.NOT_FOUR),
        (lambda people: [*people, *members("e", "f", "g", "h")], Verdict.NOT_FOUR),
    ],
)
def test_sessions_without_exactly_four_members_do_not_count(four, change, verdict):
    people = change(four)
    nets = [1, *[0] * (len(people) - 2), -1]
    assert verdict_on(finished_session(people, nets)) == verdict
    assert not Rating.objects.exists()
    assert not RatingChange.objects.exists()


def test_a_session_without_a_finished_deal_does_not_count(four):
    session = finished_session(four)
    Deal.objects.create(session=session, number=1, start="")
    assert verdict_on(session) == Verdict.NOTHING_PLAYED
    assert not Rating.objects.exists()


def test_sessions_of_a_guest_are_not_rated_after_signing_up(four):
    guest = create_guest()
    session = finished_session([*four[:3], guest], (3, 1, -1, -3))
    services.rate_session(session.pk)
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    Session.objects.update(finished_at=timezone.now() - timedelta(minutes=1))
    services.sweep()
    services.rate_session(session.pk)
    assert not Rating.objects.exists()


def test_a_player_who_left_is_rated_even_if_a_bot_played_on(four):
    session = finished_session(four, (3, 1, -1, -3))
    session.deals.get().actions.create(number=0, text="pass", by_bot=True)
    Seat.objects.filter(user=four[3]).update(stand_in=True, left_at=timezone.now())
    assert verdict_on(session) == Verdict.COUNTS
    assert Rating.objects.get(user=four[3]).skill.rating < 1500


def test_the_rating_task_starts_after_the_end_of_a_session_is_committed(
    four, django_capture_on_commit_callbacks, monkeypatch
):
    asked: list[int] = []
    monkeypatch.setattr("tournaments.ratings.receivers.rate_session.delay", asked.append)
    monkeypatch.setattr("tournaments.ledger.receivers.settle_session.delay", lambda _pk: None)
    session = finished_session(four, (3, 1, -1, -3))
    with django_capture_on_commit_callbacks(execute=True):
        session_finished.send(sender=Session, session=session)
        assert asked == []
    assert asked == [session.pk]


def test_the_sweep_rates_sessions_with_lost_tasks_in_the_order_they_ended(four):
    late, early = (finished_session(four, nets) for nets in ((3, 1, -1, -3), (-3, -1, 1, 3)))
    services.sweep()
    assert not RatedSession.objects.exists()  # their tasks may still come
    now = timezone.now()
    for session, minutes in ((late, 1), (early, 2)):
        Session.objects.filter(pk=session.pk).update(finished_at=now - timedelta(minutes=minutes))
    services.sweep()
    services.sweep()
    changes = RatingChange.objects.filter(user=four[0]).order_by("pk")
    assert [change.session_id for change in changes] == [early.pk, late.pk]
    assert changes[0].after == changes[1].before


def test_a_failed_settlement_does_not_prevent_rating_and_vice_versa(four, caplog, monkeypatch):
    session = finished_session(four, (3, 1, -1, -3))
    Deal.objects.update(nets=[1, 1, 1, 1])
    Session.objects.update(finished_at=timezone.now() - timedelta(minutes=1))
    services.sweep()
    sweep()
    assert RatedSession.objects.filter(session=session).exists()
    assert "settle_session failed" in caplog.text
    other = finished_session(four, (3, 1, -1, -3))
    Session.objects.update(finished_at=timezone.now() - timedelta(minutes=1))
    Session.objects.filter(pk=other.pk).update(rules={"players": "many"})
    services.sweep()
    sweep()
    assert Settlement.objects.filter(session=other).exists()
    assert "rate_session failed" in caplog.text


@pytest.mark.every_database
def test_rating_takes_as_many_queries_for_rated_players_as_for_beginners(
    four, django_assert_max_num_queries
):
    for _ in range(2):
        session = finished_session(four, (3, 1, -1, -3))
        # Session, seats with users, deals; savepoint and its end; the mark, missing ratings,
        # ratings, their change, its record.
        with django_assert_max_num_queries(10):
            services.rate_session(session.pk)


@pytest.mark.every_database
def test_the_database_refuses_a_second_rating_change_for_one_session(four):
    services.rate_session(finished_session(four, (3, 1, -1, -3)).pk)
    change = RatingChange.objects.first()
    change.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        change.save(force_insert=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Rating.objects.create(user=four[0], family=Family.FIRST_OUT)


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_concurrent_ratings_lose_no_change_and_do_not_deadlock():
    people = members("ada", "ben", "cleo", "dan", "eve")
    # The same players in other seats, so that locks in the order of seats would deadlock.
    sessions = [
        finished_session([people[(start + step * seat) % 5] for seat in range(4)], (3, 1, -1, -3))
        for start in range(5)
        for step in (1, 4)
    ]
    threads = 4
    together = threading.Barrier(threads)

    def rate_all(number):
        try:
            together.wait(timeout=30)
            # Each thread rates all sessions, starting at another one, so all run at the same time.
            for session in sessions[number:] + sessions[:number]:
                services.rate_session(session.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(rate_all, number) for number in range(threads)]:
            done.result(timeout=60)

    assert RatingChange.objects.count() == 4 * len(sessions)
    for person in people:
        skill = Skill()
        changes = RatingChange.objects.filter(user=person).order_by("pk")
        for change in changes:
            assert change.before == skill
            skill = change.after
        rating = Rating.objects.get(user=person)
        assert (rating.skill, rating.sessions) == (skill, len(changes))


# --- The list


def ratings_page(client, **query):
    return client.get(reverse("ratings"), query).content.decode()


def add_ratings(people, skill=None, **fields):
    skill = skill or Skill()
    Rating.objects.bulk_create(
        Rating(
            user=user, family=Family.FIRST_OUT, mu=skill.mu - at * 0.1, sigma=skill.sigma,
            **{"sessions": 1, **fields},
        )
        for at, user in enumerate(people)
    )  # fmt: skip


def test_an_empty_list_explains_which_games_count(client, db):
    page = ratings_page(client)
    assert "No ratings yet." in page
    assert "Only games between four players with accounts count" in page
    assert "<table" not in page


@pytest.mark.every_database
def test_the_list_is_sorted_by_the_lower_bound_of_the_rating(client, four):
    for user, skill in zip(four, [Skill(27, 2), Skill(28, 4), Skill(26, 1)], strict=False):
        add_ratings([user], skill)
    add_ratings([four[3]], sessions=0)
    page = without_tokens(ratings_page(client))
    assert page.index("cleo") < page.index("ada") < page.index("ben")
    assert "1560</b>" in page
    assert "± 120" in page
    assert "dan" not in page  # rated in no session yet


def test_provisional_ratings_are_marked_and_listed_last(client, four):
    add_ratings([four[0]], Skill(15, 5))
    add_ratings([four[1]], Skill(40, 5.02))
    lines = client.get(reverse("ratings")).context["ratings"].lines
    assert [(line.place, line.name, line.provisional) for line in lines] == [
        (1, "ada", False),
        (2, "ben", True),
    ]
    assert ratings_page(client).count("provisional</span>") == 1


@pytest.mark.every_database
def test_players_with_equal_ratings_share_a_place(client, four):
    for user, skill in zip(four, [Skill(30), Skill(25), Skill(25), Skill(20)], strict=True):
        add_ratings([user], skill)
    lines = client.get(reverse("ratings")).context["ratings"].lines
    assert [line.place for line in lines] == [1, 2, 2, 4]


def test_the_members_own_row_is_marked(client, four):
    add_ratings(four)
    assert "is-own" not in ratings_page(client)
    client.force_login(four[1])
    lines = client.get(reverse("ratings")).context["ratings"].lines
    assert [line.is_own for line in lines] == [False, True, False, False]
    assert ratings_page(client).count("is-own") == 1


@pytest.mark.every_database
def test_a_page_lists_fifty_players_and_links_to_the_members_own_row(client, four):
    crowd = members(*(f"player{number:02}" for number in range(60)))
    add_ratings(crowd[:30], Skill(20, 3))
    add_ratings([*crowd[30:], four[0]])
    client.force_login(four[0])
    first = client.get(reverse("ratings")).context["ratings"]
    assert (len(first.lines), first.elsewhere.place, first.elsewhere.page) == (50, 61, 2)
    second = client.get(reverse("ratings"), {"page": first.elsewhere.page}).context["ratings"]
    assert second.elsewhere is None
    assert (second.lines[0].place, second.lines[-1].is_own) == (51, True)


@pytest.mark.parametrize("crowd", [3, 53])
def test_the_link_to_the_members_own_row_leads_to_the_right_page(client, db, crowd):
    everybody = members(*(f"player{number:02}" for number in range(crowd)))
    for user in everybody:
        add_ratings([user])  # all of them equal
    reader = everybody[-1]
    client.force_login(reader)
    ratings = client.get(reverse("ratings")).context["ratings"]
    own = ratings.elsewhere or next(line for line in ratings.lines if line.is_own)
    assert own.place == 1
    shown = client.get(reverse("ratings"), {"page": own.page}).context["ratings"].lines
    assert any(line.is_own for line in shown)


@pytest.mark.parametrize(("page", "number"), [("abc", 1), ("99", 1), ("-1", 1), ("", 1)])
def test_an_invalid_page_number_shows_the_nearest_page(client, four, page, number):
    add_ratings(four)
    response = client.get(reverse("ratings"), {"page": page})
    assert response.status_code == 200
    assert response.context["ratings"].page.number == number


def test_an_unknown_family_is_not_found(client, db):
    response = client.get(reverse("ratings_of", args=["pagat"]))
    assert response.status_code == 404


@pytest.mark.parametrize("family", Family.values)
def test_each_family_has_its_own_page_of_ratings(client, db, family):
    page = client.get(reverse("ratings_of", args=[family])).content.decode()
    assert f'href="/ratings/{family}/" aria-current="page"' in page


def test_the_number_of_queries_of_the_list_does_not_grow(client, django_assert_max_num_queries, db):
    add_ratings(members("ada"))
    with django_assert_max_num_queries(2):
        ratings_page(client)
    add_ratings(members(*(f"player{number:02}" for number in range(60))))
    with django_assert_max_num_queries(2):
        ratings_page(client)


def test_the_home_page_links_to_the_ratings(client, db):
    assert client.get(reverse("home")).content.decode().count('href="/ratings/"') == 3


@pytest.mark.parametrize("model", ["rating", "ratingchange", "ratedsession"])
def test_the_admin_shows_ratings_but_adds_none(client, four, model):
    services.rate_session(finished_session(four, (3, 1, -1, -3)).pk)
    client.force_login(with_second_factor(User.objects.create_superuser("root")))
    page = client.get(reverse(f"admin:tournaments_{model}_changelist"))
    assert page.context["cl"].result_count > 0
    assert client.get(reverse(f"admin:tournaments_{model}_add")).status_code == 403
