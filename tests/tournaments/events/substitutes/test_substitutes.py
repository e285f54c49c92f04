"""Substitutes in an event with a stake: with the player's agreement, or for their own money."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.notices.models import Notice
from games.agreements.models import Agreement
from games.agreements.selectors import current_of
from games.agreements.terms import digest_of
from games.common import caches
from games.tables.models import Seat, Table
from games.tables.services.absences import note_absences
from tests.players import Person, walk_away
from tests.tournaments.clubs.people import person
from tests.tournaments.events.browsing import at, browser, page
from tests.tournaments.events.evening import Evening, refused
from tests.tournaments.events.paper_evening import PLAIN_NETS, PaperEvening
from tests.tournaments.events.settling.test_settlement import (
    HKD,
    check_fully_settled,
    finish_round,
    points_of,
)
from tournaments.clubs.models import Membership
from tournaments.events import tasks
from tournaments.events.core import format_input
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.entries.leaving import remove_entrant, withdraw
from tournaments.events.notices.words import notice_words
from tournaments.events.rounds import proposal, publication
from tournaments.events.rounds.models import EventSeat
from tournaments.events.substitutes.models import Substitution
from tournaments.events.substitutes.money import substitute_terms
from tournaments.events.substitutes.services import (
    answer_substitution,
    replace_player,
    substitution,
)


def begun(crew, **terms) -> Evening:
    evening = Evening.of(crew, **{"format_settings": {"rounds": 1}, **HKD, **terms})
    return evening.started(people=4, bots=0).well(publication.publish_round)


def faye(crew) -> Person:
    made = person("faye")
    Membership.objects.create(club=crew.club, user=made)
    return Person(made)


def asks(evening: Evening, substitute: Person) -> Substitution:
    made = evening.do(replace_player, 1, substitute.user, "has a train")
    assert isinstance(made, Substitution), made
    return made


def answers(evening: Evening, who: Person, made: Substitution, **named: object) -> object:
    return answer_substitution(who.caller, evening.event.pk, made.pk, **named)


def shown_terms(evening: Evening, who: Person, made: Substitution) -> str:
    seat = substitution(evening.event, made.pk).seat
    return digest_of(substitute_terms(evening.event, seat, who.user))


def game_seat(evening: Evening) -> Seat:
    seat = EventSeat.objects.get(event_table__round__event=evening.event, entry__number=1)
    seats = Seat.objects.select_related("session__table", "user")
    return seats.get(session__table=seat.event_table.table_id, number=seat.place)


def seated_at(evening: Evening) -> object:
    return game_seat(evening).user


def player(evening: Evening) -> Person:
    user = evening.event.entries.get(number=1).user
    return next(each for each in evening.people if each.user == user)


def test_a_substitute_plays_for_a_players_money_only_after_the_player_agrees(crew):
    evening, substitute = begun(crew), faye(crew)
    made = asks(evening, substitute)
    assert seated_at(evening) == player(evening).user
    own = answers(evening, Person(crew.organizer), made, accepts=True)
    assert refused(own, EventCode.NO_SUBSTITUTION)
    assert answers(evening, player(evening), made, accepts=True) is None
    assert seated_at(evening) == substitute.user
    again = answers(evening, player(evening), made, accepts=True)
    assert refused(again, EventCode.NO_SUBSTITUTION)
    evening.people.append(substitute)
    finish_round(evening)
    tasks.settle_event(evening.event.pk)
    check_fully_settled(evening.event)
    assert "faye" not in points_of(evening.event)


def test_player_and_substitute_are_asked_on_the_home_and_event_pages(crew):
    evening, substitute = begun(crew), faye(crew)
    made = asks(evening, substitute)
    url = f"/events/{evening.event.slug}/substitutes/{made.pk}/"
    for who, said in (
        (player(evening), "Let faye play for you in Spring?"),
        (substitute, "Play for player1 in Spring?"),
    ):
        assert said in page(browser(who.user), "/")
        assert said in page(browser(who.user), url)
        assert url in page(browser(who.user), at("event", evening))
    assert browser(crew.member).get(url).status_code == 404
    shown = page(browser(substitute.user), url)
    assert "A point is worth HK$1.00." in shown
    assert "Your maximum loss is HK$115.00." in shown


def test_a_player_who_declines_keeps_the_seat(crew):
    evening, substitute = begun(crew), faye(crew)
    made = asks(evening, substitute)
    assert answers(evening, player(evening), made, accepts=False) is None
    assert seated_at(evening) == player(evening).user
    late = answers(evening, substitute, made, accepts=True)
    assert refused(late, EventCode.NO_SUBSTITUTION)


@pytest.mark.every_database
def test_a_substitute_who_agrees_before_the_start_plays_for_their_own_money(crew):
    evening, substitute = begun(crew), faye(crew)
    made = asks(evening, substitute)
    terms = shown_terms(evening, substitute, made)
    for other in (None, "another"):
        answer = answers(evening, substitute, made, accepts=True, terms=other)
        assert refused(answer, EventCode.TERMS_CHANGED)
    assert answers(evening, substitute, made, accepts=True, terms=terms) is None
    assert seated_at(evening) == substitute.user
    held = current_of(substitute.user.pk, Agreement.Subject.EVENT, evening.event.pk)
    assert (held.max_loss, held.currency) == (11_500, "HKD")
    evening.people.append(substitute)
    finish_round(evening)
    tasks.settle_event(evening.event.pk)
    net = EventSeat.objects.get(entry__number=1).net
    found = points_of(evening.event)
    assert found.get("faye", 0) == net
    assert "player1" not in found
    # In the standings it counts for the entrant.
    lines = {line.entrant: line.total for line in format_input.standings_of(evening.event)}
    assert lines[1] == net


def test_a_substitute_agrees_through_the_form(crew):
    evening, substitute = begun(crew), faye(crew)
    made = asks(evening, substitute)
    url = f"/events/{evening.event.slug}/substitutes/{made.pk}/"
    client = browser(substitute.user)
    assert client.post(url, {"do": "accept", "terms": "old"}).status_code == 422
    sent = {"do": "accept", "terms": shown_terms(evening, substitute, made)}
    assert client.post(url, sent).status_code == 302
    assert seated_at(evening) == substitute.user
    assert "You agreed to play as a substitute." in page(client, "/agreements/")


def test_only_the_player_can_agree_after_the_table_has_started(crew):
    evening = PaperEvening.open(crew, format_settings={"rounds": 1}, **HKD).seated()
    substitute, table = faye(crew), evening.table()
    made = asks(evening, substitute)
    terms = shown_terms(evening, substitute, made)
    place = table.seats.get(entry__number=1).place
    assert evening.writes(table, (place + 1) % 4, 1) is None
    answer = answers(evening, substitute, made, accepts=True, terms=terms)
    assert refused(answer, EventCode.PLAYER_DECIDES)
    assert answers(evening, player(evening), made, accepts=True) is None
    assert table.seats.get(place=place).player_name == "faye"


def test_a_substitute_gets_the_result_of_a_whole_table_with_real_cards(crew):
    evening = PaperEvening.open(crew, format_settings={"rounds": 1}, **HKD).seated()
    substitute, table = faye(crew), evening.table()
    made = asks(evening, substitute)
    terms = shown_terms(evening, substitute, made)
    assert answers(evening, substitute, made, accepts=True, terms=terms) is None
    evening.people.append(substitute)
    evening.play_sheet(table)
    proposal.propose_round(evening.event.pk)
    tasks.settle_event(evening.event.pk)
    place = table.seats.get(entry__number=1).place
    assert points_of(evening.event)["faye"] == 2 * PLAIN_NETS[place]
    assert "player1" not in points_of(evening.event)


def test_a_substitute_agrees_to_each_table_and_the_max_loss_adds_up(crew):
    evening = begun(crew, format_settings={"rounds": 2})
    substitute = faye(crew)
    made = asks(evening, substitute)
    terms = shown_terms(evening, substitute, made)
    assert answers(evening, substitute, made, accepts=True, terms=terms) is None
    evening.people.append(substitute)
    evening.play_round().well(publication.publish_round)
    again = asks(evening, substitute)
    terms = shown_terms(evening, substitute, again)
    assert answers(evening, substitute, again, accepts=True, terms=terms) is None
    held = current_of(substitute.user.pk, Agreement.Subject.EVENT, evening.event.pk)
    assert held.max_loss == 2 * 11_500


def player_is_away(evening: Evening) -> None:
    walk_away(player(evening).user)


def test_a_bot_cannot_replace_a_present_player_in_an_event_with_a_stake(crew):
    evening = begun(crew)
    answer = evening.do(replace_player, 1, None, "had to leave")
    assert refused(answer, EventCode.PLAYER_PRESENT)
    assert sentence(answer).startswith("player1 is here. In a game for money, a bot can only")
    assert seated_at(evening) == player(evening).user
    assert not game_seat(evening).stand_in


@pytest.mark.every_database
def test_a_bot_can_replace_a_player_who_closed_the_page(crew):
    evening = begun(crew)
    player_is_away(evening)
    evening.well(replace_player, 1, None, "had to leave")
    assert game_seat(evening).stand_in
    assert not Substitution.objects.exists()


def test_a_bot_can_replace_a_player_whose_clock_ran_out(crew):
    evening = begun(crew, clock="quick")
    Seat.objects.filter(pk=game_seat(evening).pk).update(timeouts=1)
    evening.well(replace_player, 1, None, "does nothing")
    assert game_seat(evening).stand_in


def test_a_bot_can_replace_a_player_who_ignores_a_reminder(crew):
    evening = begun(crew)
    seat = game_seat(evening)
    table = seat.session.table
    Table.objects.filter(pk=table.pk).update(
        turn=seat.number, turn_since=timezone.now() - timedelta(seconds=60)
    )
    note_absences()
    seat.refresh_from_db()
    assert seat.reminded_at is not None
    refusal = evening.do(replace_player, 1, None, "does nothing")
    assert refused(refusal, EventCode.PLAYER_PRESENT)
    earlier = timezone.now() - timedelta(seconds=180)
    Seat.objects.filter(pk=seat.pk).update(reminded_at=earlier)
    Table.objects.filter(pk=table.pk).update(turn_since=earlier)
    caches.clear_all()
    evening.well(replace_player, 1, None, "does nothing")
    assert game_seat(evening).stand_in


def test_a_bot_can_replace_any_player_in_an_event_for_points(crew):
    evening = Evening.of(crew).started(people=4, bots=0).well(publication.publish_round)
    evening.well(replace_player, 1, None, "had to leave")
    assert game_seat(evening).stand_in


def test_the_desk_offers_a_bot_only_for_players_who_are_away_and_says_why(crew):
    evening = begun(crew)
    organizer = browser(crew.organizer)
    url = at("event_desk_action", evening, "replace")
    shown = page(organizer, f"{url}?entry=1")
    assert "player1 is here, so you can’t choose a bot." in shown
    assert 'value="bot"' not in shown
    sent = {"replace-entry": "1", "replace-by": "bot", "replace-reason": "ill"}
    assert organizer.post(url, sent).status_code == 422
    unchosen = organizer.post(url, sent | {"replace-by": ""})
    assert "Choose a substitute." in unchosen.content.decode()
    player_is_away(evening)
    shown = page(organizer, f"{url}?entry=1")
    assert 'value="bot"' in shown
    assert "you can’t choose a bot" not in shown
    assert "player2 is here" in page(organizer, f"{url}?entry=2")
    sent = {"replace-entry": "1", "replace-by": "bot", "replace-reason": "ill"}
    assert organizer.post(url, sent).status_code == 302
    assert game_seat(evening).stand_in


def test_a_removed_player_finishes_the_table_in_an_event_with_a_stake(crew):
    evening = begun(crew, format_settings={"rounds": 2})
    evening.well(remove_entrant, 1, "rude")
    assert not game_seat(evening).stand_in
    # A player who is absent by then can be replaced.
    link = at("event_desk_action", evening, "replace") + "?entry=1"
    assert link in page(browser(crew.organizer), at("event_desk", evening))
    player_is_away(evening)
    evening.well(replace_player, 1, None, "went home")
    assert game_seat(evening).stand_in


def test_a_bot_takes_the_seat_of_a_player_who_withdraws(crew):
    evening = begun(crew, format_settings={"rounds": 2})
    assert withdraw(player(evening).caller, evening.event.pk) is None
    assert game_seat(evening).stand_in


def test_an_organizer_appoints_and_notifies_a_substitute_in_an_event_for_points(crew):
    evening = Evening.of(crew).started(people=4, bots=0).well(publication.publish_round)
    substitute = faye(crew)
    evening.well(replace_player, 1, substitute.user, "had to go")
    assert seated_at(evening) == substitute.user
    notice = Notice.objects.get(kind="event.substitute", user=substitute.user)
    words = notice_words(evening.event, notice.kind, notice.params)
    assert words.title == "You now play for player1 in Spring"


def test_substitutes_are_shown_on_the_event_page_the_projector_and_in_print(crew):
    evening = Evening.of(crew).started(people=4, bots=0).well(publication.publish_round)
    substitute = faye(crew)
    evening.well(replace_player, 1, substitute.user, "had to go")
    for url in (
        at("event", evening),
        at("event_projector", evening),
        f"/events/{evening.event.slug}/print/seating/1/",
    ):
        assert "player1 (faye playing)" in page(browser(crew.member), url)
    # The entrant comes back.
    evening.well(replace_player, 1, player(evening).user, "is back")
    assert "(faye playing)" not in page(browser(crew.member), at("event", evening))
