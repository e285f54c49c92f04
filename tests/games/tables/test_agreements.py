"""Agreements to a seat for a stake: when they are stored, withdrawn and required."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.selectors import current_of
from games.agreements.terms import digest_of
from games.common.denials import DeniedError
from games.rules.ruleset.rule_set import RuleSet
from games.tables.denials import TableCode
from games.tables.max_loss import max_session_loss
from games.tables.models import Seat, Session, Table
from games.tables.services import cleanup, fixed_packs, moves, opening, rematch, seating, starting
from games.tables.services.fixed_packs import FixedPack
from games.tables.snapshot import snapshot_of
from games.tables.terms import agreement_terms, shown_digest
from tests.players import Game, Person, terms_shown, walk_away

pytestmark = pytest.mark.django_db

STAKE = {"rules": "two_players", "stake_minor": 50, "currency": "EUR", "deals_planned": 1}
SESSION, EVENT = Agreement.Subject.SESSION, Agreement.Subject.EVENT


@pytest.fixture
def game(queued) -> Game:
    """A table for two with a stake; the second user has no seat yet."""
    users = [User.objects.create_user(name) for name in ("ada", "bo")]
    return Game.of(users, **STAKE)


def in_force(number, game, session=None):
    session = session or game.now().session
    return current_of(game.people[number].user.pk, SESSION, session.pk)


def has_seat(number, game):
    return Seat.objects.filter(user=game.people[number].user).exists()


def has_seat_in(game, number):
    return any(seat.user_id == game.people[number].user.pk for seat in game.now().seats)


def is_playing(game):
    return game.now().table.phase == Table.Phase.PLAYING


# --- A seat


def test_a_user_who_opens_a_table_or_sits_down_agrees_to_its_terms(game):
    assert game.ask(1, seating.sit, None) is None
    for number, given in ((0, "opened"), (1, "sat")):
        agreement = in_force(number, game)
        assert agreement.given == given
        assert agreement.currency == "EUR"
        assert agreement.max_loss == max_session_loss(game.table) > 0
        assert agreement.terms["stake_minor"] == 50
        assert agreement.terms["rules"] == RuleSet.make("two_players").to_options()
        assert agreement.terms["stand_in"] == "bot"
        assert agreement.terms["absent_minutes"] == 30
        assert agreement.digest == terms_shown(game.table)


def test_taking_a_seat_for_points_stores_no_agreement(party):
    game = party(people=2)
    game.begin()
    assert terms_shown(game.table) is None
    assert not Agreement.objects.exists()


@pytest.mark.parametrize("terms", [None, "", "0" * 32])
def test_a_user_cannot_sit_down_with_a_missing_or_stale_digest(game, terms):
    answer = game.ask(1, seating.sit, None, terms=terms)
    assert answer.code is TableCode.TERMS_CHANGED
    assert not has_seat(1, game)
    assert Agreement.objects.count() == 1


@pytest.mark.parametrize("more", [{"stake_minor": 51}, {"deals_planned": 2}, {"clock": "quick"}])
def test_a_user_cannot_sit_down_with_the_digest_of_another_tables_terms(game, more):
    other = Game.of([User.objects.create_user("cy")], **STAKE | more)
    answer = game.ask(1, seating.sit, None, terms=terms_shown(other.table))
    assert answer.code is TableCode.TERMS_CHANGED


def test_renaming_the_rules_does_not_change_the_terms(game):
    Table.objects.update(rules_name="Kitchen rules")
    Session.objects.update(rules_name="Kitchen rules")
    assert game.ask(1, seating.sit, None) is None


def test_a_snapshot_its_table_and_its_session_have_the_same_terms(game):
    snapshot = snapshot_of(game.table)
    made = agreement_terms(snapshot.session, snapshot.table.clock)
    assert made == agreement_terms(game.session_row(), game.table.clock)
    assert digest_of(made) == shown_digest(game.table, game.table.clock)


def test_a_player_changes_seats_under_the_same_agreement(queued):
    users = [User.objects.create_user(name) for name in ("ada", "bo")]
    game = Game.of(users, **STAKE | {"rules": "pagat"})
    assert game.ask(1, seating.sit, 1) is None
    assert game.ask(1, seating.sit, 3, terms=None) is None
    assert Agreement.objects.count() == 2


@pytest.mark.every_database
def test_storing_an_agreement_takes_one_statement(game):
    with CaptureQueriesContext(connection) as queries:
        assert game.ask(1, seating.sit, None) is None
    assert sum("games_agreement" in each["sql"] for each in queries) == 1


@pytest.mark.every_database
def test_a_table_whose_max_loss_is_too_large_to_store_is_not_opened(queued):
    dear = {"rules": RuleSet.make("pagat"), "max_loss": 2**62, "deals_planned": 50}
    ada = User.objects.create_user("ada")
    with pytest.raises(DeniedError) as refused:
        opening.open_table(ada, stake_minor=100, currency="EUR", **dear)
    assert refused.value.denial.code is TableCode.LOSS_TOO_HIGH
    assert not Table.objects.exists()


def test_a_table_with_prepared_packs_cannot_be_opened_for_a_stake(game):
    users = [each.user for each in game.people]
    with pytest.raises(ValueError, match="for a stake"):
        fixed_packs.open_with_packs(users, [FixedPack(())], stake_minor=1, currency="EUR")


# --- Before the start


def test_standing_up_withdraws_the_agreement(game):
    game.ask(1, seating.sit, None)
    session = game.now().session
    assert game.ask(1, seating.stand_up) is None
    assert in_force(1, game, session) is None
    assert in_force(0, game, session) is not None
    game.ask(1, seating.sit, None)
    assert in_force(1, game, session) is not None
    assert Agreement.objects.filter(user=game.people[1].user).count() == 2


def test_freeing_a_seat_or_removing_a_player_withdraws_the_agreement(game):
    game.ask(1, seating.sit, None)
    walk_away(game.people[1].user)
    session = game.now().session
    assert game.ask(0, seating.free_seat, 1) is None
    assert in_force(1, game, session) is None
    game.ask(1, seating.sit, None)
    assert game.ask(0, seating.remove, 1) is None
    assert in_force(1, game, session) is None


def test_closing_a_table_withdraws_its_agreements(game):
    game.ask(1, seating.sit, None)
    session = game.now().session
    assert game.ask(0, seating.close) is None
    assert [in_force(number, game, session) for number in (0, 1)] == [None, None]


def test_cleaning_up_an_abandoned_table_withdraws_its_agreements(game):
    session = game.now().session
    walk_away(game.people[0].user)
    assert cleanup.close_tables([game.table.pk], timezone.now()) == 1
    assert in_force(0, game, session) is None


def test_a_session_does_not_start_until_every_player_has_agreed(game):
    game.all_sit()
    Agreement.objects.filter(user=game.people[1].user).update(withdrawn_at=timezone.now())
    answer = game.ask(0, starting.start)
    assert answer.code is TableCode.PLAYERS_NOT_AGREED
    assert answer.params["names"] == ("bo",)
    assert not is_playing(game)
    # By standing up and sitting down again.
    game.ask(1, seating.stand_up)
    game.ask(1, seating.sit, None)
    assert game.ask(0, starting.start) is None
    assert is_playing(game)


def test_an_agreement_to_other_terms_does_not_count(game):
    game.all_sit()
    own = in_force(1, game)
    Agreement.objects.filter(pk=own.pk).update(withdrawn_at=timezone.now())
    terms = own.terms | {"max_loss": 1}
    Agreement.objects.create(
        user=own.user, subject=SESSION, subject_id=own.subject_id, terms=terms,
        digest=digest_of(terms), currency="EUR", max_loss=1, given="sat",
    )  # fmt: skip
    assert game.ask(0, starting.start).code is TableCode.PLAYERS_NOT_AGREED


def test_seats_taken_before_agreements_existed_count_as_agreed(game):
    game.all_sit()
    session = game.now().session
    Agreement.objects.update(withdrawn_at=timezone.now())
    for each in game.people:
        Agreement.objects.create(
            user=each.user, subject=SESSION, subject_id=session.pk, currency="EUR", given="before"
        )
    assert game.ask(0, starting.start) is None
    assert is_playing(game)


def test_a_player_who_quits_stays_bound_by_the_agreement(game):
    game.begin()
    assert game.ask(1, seating.stand_up) is None
    assert in_force(1, game) is not None


# --- A further session


@pytest.fixture
def finished(game) -> Game:
    """The same table after its first session; its users are online."""
    game.begin()
    game.finish_session()
    User.objects.update(seen_at=timezone.now())
    return game


def test_a_rematch_needs_its_own_agreement(finished):
    first = finished.now().session
    assert finished.ask(0, rematch.play_again, terms="0" * 32).code is TableCode.TERMS_CHANGED
    assert finished.ask(0, rematch.play_again, terms=None).code is TableCode.TERMS_CHANGED
    assert finished.now().session.again == {}
    assert finished.ask(0, rematch.play_again) is None
    # There is no session yet to which it could be one.
    assert Agreement.objects.count() == 2
    assert finished.ask(1, rematch.play_again) is None
    assert is_playing(finished)
    further = finished.now().session
    assert further.pk != first.pk
    for number in (0, 1):
        assert in_force(number, finished).given == "ready"
        assert in_force(number, finished, first).given in ("opened", "sat")


def test_a_withdrawn_yes_to_a_rematch_stores_no_agreement(finished):
    finished.ask(0, rematch.play_again)
    finished.ask(1, rematch.decline_again)
    finished.ask(0, rematch.withdraw_again)
    assert finished.now().session.again == {}
    assert Agreement.objects.count() == 2


def test_a_player_whose_yes_predates_stored_terms_is_asked_again(finished):
    finished.ask(0, rematch.play_again)
    Session.objects.update(again={"yes": [0]})
    Table.objects.update(revision=finished.now().table.revision + 1)
    assert finished.ask(1, rematch.play_again) is None
    here = finished.now()
    assert here.table.phase == Table.Phase.WAITING
    assert [seat.user_id for seat in here.seats] == [finished.people[1].user.pk]
    assert in_force(0, finished) is None
    # The seat is kept, and the terms are agreed to by sitting down.
    assert finished.ask(0, seating.sit, None) is None
    assert finished.ask(1, moves.ready) is None
    assert is_playing(finished)


def test_joining_or_confirming_a_waiting_rematch_requires_the_terms(finished):
    finished.ask(0, rematch.play_again)
    finished.ask(0, rematch.open_again)
    finished.ask(1, seating.sit, None, terms=None)
    assert not has_seat_in(finished, 1)
    Seat.objects.filter(session=finished.now().session.pk).update(ready=False)
    Agreement.objects.filter(subject_id=finished.now().session.pk).update(
        withdrawn_at=timezone.now()
    )
    Table.objects.update(revision=finished.now().table.revision + 1)
    assert finished.ask(0, moves.ready, terms=None).code is TableCode.TERMS_CHANGED
    assert finished.ask(0, moves.ready) is None
    assert in_force(0, finished).given == "ready"


def test_a_rematch_does_not_start_by_itself_without_an_agreement(finished):
    finished.ask(0, rematch.play_again)
    finished.ask(0, rematch.open_again)
    assert finished.ask(1, seating.sit, None) is None
    session = finished.now().session.pk
    own = Agreement.objects.filter(subject_id=session, user=finished.people[0].user)
    own.update(withdrawn_at=timezone.now())
    Seat.objects.filter(session=session).update(ready=True)
    Table.objects.update(revision=finished.now().table.revision + 1)
    assert finished.ask(1, moves.ready) is None
    here = finished.now()
    assert here.table.phase == Table.Phase.WAITING
    assert [seat.name for seat in here.seats if not seat.ready] == ["ada"]
    assert finished.ask(0, moves.ready) is None
    assert is_playing(finished)


def test_a_player_alone_with_bots_has_nothing_to_agree_to(queued):
    person = Person(User.objects.create_user("ada"))
    table = opening.open_solo_table(person.user, deals=1, stake_minor=50, currency="EUR")
    game = Game([person], table)
    game.finish_session()
    assert game.ask(0, rematch.play_again, terms=None) is None
    assert is_playing(game)
    assert not Agreement.objects.exists()


# --- Pages


def test_a_seat_form_without_the_terms_shows_the_table_and_the_reason(client, game):
    client.force_login(game.people[1].user)
    answer = client.post(f"/tables/{game.table.slug}/sit/", follow=True)
    html = answer.content.decode()
    assert "The terms have changed, or your page was out of date." in html
    assert "€0.50 a point" in html
    assert "max. loss" in html
    assert f'name="terms" value="{terms_shown(game.table)}"' in html
    assert not has_seat(1, game)
    client.post(f"/tables/{game.table.slug}/sit/", {"terms": terms_shown(game.table)})
    assert has_seat(1, game)


def test_the_lobby_includes_the_terms_of_each_table(client, queued):
    users = [User.objects.create_user(name) for name in ("ada", "bo")]
    tables = [
        Game.of([user], **STAKE | {"stake_minor": stake}, joining="anyone").table
        for user, stake in zip(users, (10, 20), strict=True)
    ]
    html = client.get("/tables/").content.decode()
    for table in tables:
        assert terms_shown(table) in html


def test_the_rematch_question_shows_the_stake_and_the_max_loss(client, finished):
    client.force_login(finished.people[1].user)
    finished.ask(0, rematch.play_again)
    html = client.get(finished.table.get_absolute_url()).content.decode()
    assert f'name="terms" value="{terms_shown(finished.table)}"' in html
    assert "You could lose up to" in html
    assert "€0.50 a point" in html
