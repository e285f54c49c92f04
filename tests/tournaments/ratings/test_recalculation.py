"""Tests of recalculated ratings, which equal those rated correctly from the start."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.forms.models import model_to_dict

from tests.tournaments.rows import finished_session, members
from tournaments.ratings import recalculation, services
from tournaments.ratings.models import RatedSession, Rating, RatingChange

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return members("ada", "ben", "cleo", "dan", "eve")


@pytest.fixture
def rated(people):
    """Return five rated sessions of two families."""
    played = [
        finished_session(people[:4], (66, 9, -36, -39), rules="classic"),
        finished_session(people[1:], (-5, 20, -10, -5), (3, -3, 6, -6)),
        finished_session(people[:4], (-1, 5, -2, -2), rules="lukang"),
        finished_session([*people[:3], None], (9, -3, -3, -3)),
        finished_session(people[1:], (0, 0, 4, -4), rules="classic"),
    ]
    for session in played:
        services.rate_session(session.pk)
    return played


def stored_ratings():
    """Return all ratings and changes without their times."""
    ratings = [(r.user_id, r.family, r.mu, r.sigma, r.sessions) for r in Rating.objects.all()]
    changes = [model_to_dict(change) for change in RatingChange.objects.order_by("pk")]
    return sorted(ratings), changes


def store_wrong_ratings(*sessions):
    """Store wrong places and ratings, as if the places had been reversed."""
    for session in sessions:
        changes = list(session.rating_changes.order_by("pk"))
        backwards = [change.place for change in changes][::-1]
        for change, place in zip(changes, backwards, strict=True):
            change.place, change.mu_after = place, change.mu_after - place
            change.save()
    Rating.objects.update(mu=20)


def test_correct_ratings_are_not_changed(rated):
    before = stored_ratings()
    assert recalculation.recalculate() == (4, 0, 0)
    assert stored_ratings() == before


def test_wrong_places_and_ratings_are_corrected(rated, monkeypatch):
    right = stored_ratings()
    store_wrong_ratings(rated[0], rated[2])
    assert stored_ratings() != right
    # So that there are several chunks.
    monkeypatch.setattr(recalculation, "CHUNK", 2)
    done = recalculation.recalculate()
    assert done.sessions == 4
    assert done.places == 8
    assert done.ratings == Rating.objects.count()
    assert stored_ratings() == right


@pytest.mark.every_database
def test_a_session_rated_during_the_recalculation_keeps_its_ratings(rated, people):
    """A player without a rating in a family has no row to lock, so the session is rated."""
    late = finished_session(people[:4], (12, -4, -4, -4), rules="two_players")
    looks = []

    def rate_between(execute, sql, params, many, context):
        if sql.startswith("SELECT") and f'FROM "{Rating._meta.db_table}"' in sql:
            looks.append(sql)
            if len(looks) == 2:
                services.rate_session(late.pk)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(rate_between):
        recalculation.recalculate()
    after = stored_ratings()
    assert late.rating_changes.count() == 4
    assert recalculation.recalculate() == (5, 0, 0)
    assert stored_ratings() == after


def test_a_dry_run_reports_changes_but_makes_none(rated):
    store_wrong_ratings(rated[0])
    wrong, out = stored_ratings(), StringIO()
    call_command("recalculate_ratings", "--dry-run", stdout=out)
    assert "4 sessions rated again; 4 places" in out.getvalue()
    assert "would change" in out.getvalue()
    assert stored_ratings() == wrong


def test_a_session_that_did_not_count_is_not_rated(rated, people):
    assert RatedSession.objects.exclude(verdict=RatedSession.Verdict.COUNTS).count() == 1
    call_command("recalculate_ratings", stdout=StringIO())
    assert not rated[3].rating_changes.exists()


def test_the_number_of_queries_does_not_grow_with_the_sessions(
    rated, django_assert_max_num_queries
):
    with django_assert_max_num_queries(12):
        recalculation.recalculate()
