"""Seasons: events that count, standings, permissions and cost."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from tests.players import Person
from tests.tournaments.clubs.people import Crew, person
from tests.tournaments.events.browsing import browser, page
from tests.tournaments.events.evening import Evening, refused
from tournaments.clubs.models import ClubRecord, Membership
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.corrections import penalties
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound, EventSeat, EventTable
from tournaments.events.seasons import selectors
from tournaments.events.seasons.models import Season, SeasonEvent, SeasonRecord
from tournaments.events.seasons.services import (
    add_events,
    change_season,
    close_season,
    create_season,
    remove_event,
    reopen_season,
    season_standings,
)
from tournaments.events.setup.services import create_event

Status = Event.Status


def finished_event(
    crew: Crew, nets: dict[str, int], bots: dict[str, int] | None = None, **terms
) -> Event:
    """Return a finished event of one round with these results; players sign up in this order."""
    event = Evening.of(crew, **terms).event
    for number, (name, _net) in enumerate([*nets.items(), *(bots or {}).items()], 1):
        user = None if name in (bots or {}) else _known(crew, name)
        Entry.objects.create(
            event=event, number=number, user=user, name=name, bot="" if user else "counting",
            status="here",
        )  # fmt: skip
    every = {**nets, **(bots or {})}
    played = EventRound.objects.create(
        event=event,
        number=1,
        status="finished",
        seating={"tables": [list(range(1, len(every) + 1))], "out": []},
    )
    table = EventTable.objects.create(round=played, number=1, finished_at=timezone.now())
    for place, net in enumerate(every.values()):
        entry = event.entries.get(number=place + 1)
        EventSeat.objects.create(
            event_table=table, place=place, entry=entry, net=net, deals_played=1
        )
    event.status, event.finished_at = Status.FINISHED, timezone.now()
    event.save()
    return event


def _known(crew: Crew, name: str):
    from accounts.models import User

    found = User.objects.filter(username=name).first()
    if found is None:
        found = person(name)
        Membership.objects.create(club=crew.club, user=found)
    return found


def made(crew: Crew, *events: Event, **terms) -> Season:
    caller = Person(crew.organizer).caller
    season = create_season(caller, crew.club, **{"name": "League", **terms})
    assert isinstance(season, Season), season
    for event in events:
        assert add_events(caller, season.pk, event.pk) is None
    return season


def table(season: Season):
    return season_standings(season, selectors.season_events(season))


def totals(season: Season):
    from accounts.models import User

    lines = table(season).lines
    names = dict(User.objects.values_list("pk", "username"))
    return [(names[line.entrant], line.total) for line in lines]


@pytest.fixture
def three(crew) -> list[Event]:
    """Return three events with different entry numbers per player; dan misses the second one."""
    return [
        finished_event(crew, {"ann": 10, "bob": 4, "cat": -6, "dan": -8}, name="May"),
        finished_event(crew, {"bob": 14, "cat": -1, "ann": -13}, name="June"),
        finished_event(crew, {"dan": -18, "cat": 2, "ann": 16}, name="July"),
    ]


# --- Standings


def test_the_best_two_of_three_events_count(crew, three):
    # ann 10 + 16 (−13 falls away), bob 4 + 14, cat −1 + 2 (−6 falls away), dan −8 − 18.
    season = made(crew, *three, best=2)
    assert totals(season) == [("ann", 26), ("bob", 18), ("cat", 1), ("dan", -26)]
    counts = [[each.counts for each in line.rounds] for line in table(season).lines]
    assert counts == [
        [True, False, True],
        [True, True, False],
        [False, True, True],
        [True, False, True],
    ]


def test_all_events_count_by_default(crew, three):
    season = made(crew, *three)
    assert totals(season) == [("bob", 18), ("ann", 13), ("cat", -5), ("dan", -26)]


def test_points_by_place_give_every_event_the_same_weight(crew, three):
    # May: 3 2 1 0; June: bob 2, cat 1, ann 0; July: ann 2, cat 1, dan 0.
    assert totals(made(crew, *three, points="places", best=2)) == [
        ("ann", 5), ("bob", 4), ("cat", 2), ("dan", 0),
    ]  # fmt: skip


def test_bots_are_left_out_of_the_season_standings(crew):
    event = finished_event(crew, {"ann": 5, "bob": -7}, bots={"Mei": 1, "Noor": 1})
    assert totals(made(crew, event)) == [("ann", 5), ("bob", -7)]
    assert totals(made(crew, event, points="places")) == [("ann", 1), ("bob", 0)]


def test_a_penalty_in_an_event_changes_the_season_standings(crew, three):
    season = made(crew, *three)
    number = three[0].entries.get(name="bob").number
    caller = Person(crew.organizer).caller
    assert penalties.give_penalty(caller, three[0].pk, number, 9, "late") is None
    assert totals(season)[:2] == [("ann", 13), ("bob", 9)]


def test_only_finished_events_count(crew, three):
    coming = Evening.of(crew, name="August").event
    season = made(crew, coming, *three)
    assert len(table(season).events) == 3
    Event.objects.filter(pk=three[0].pk).update(status=Status.CANCELLED)
    assert len(table(season).events) == 2


def test_events_are_listed_in_order_of_their_start(crew, three):
    season = made(crew, *reversed(three))
    Event.objects.filter(pk=three[2].pk).update(starts_at=timezone.now())
    assert [each.name for each in table(season).events] == ["July", "May", "June"]


def test_an_event_can_count_in_several_seasons(crew, three):
    one, other = made(crew, *three), made(crew, three[0], name="Spring")
    assert len(table(one).events) == 3
    assert totals(other) == [("ann", 10), ("bob", 4), ("cat", -6), ("dan", -8)]


def test_standings_and_page_take_no_more_queries_for_five_events_than_for_one(crew):
    season = made(crew)
    caller, counts, pages = Person(crew.organizer).caller, [], []
    client = browser(crew.member)
    for count in (1, 4):
        for _ in range(count):
            event = finished_event(crew, {"ann": 1, "bob": 2, "cat": -3})
            assert add_events(caller, season.pk, event.pk) is None
        page(client, season.get_absolute_url())
        with CaptureQueriesContext(connection) as caught:
            table(season)
        counts.append(len(caught))
        with CaptureQueriesContext(connection) as caught:
            page(client, season.get_absolute_url())
        pages.append(len(caught))
    assert counts[1] <= counts[0] <= 6
    assert pages[1] <= pages[0] <= 16


# --- Changes


def test_every_change_of_a_season_is_recorded_with_its_author(crew, three):
    season, caller = made(crew, *three[:2], best=2), Person(crew.owner).caller
    assert change_season(caller, season.pk, name="Cup", best=None, points="total") is None
    # An unchanged form changes nothing.
    assert change_season(caller, season.pk, name="Cup", best=None, points="total") is None
    assert remove_event(caller, season.pk, three[0].pk) is None
    assert close_season(caller, season.pk) is None
    assert reopen_season(caller, season.pk) is None
    done = season.records.order_by("pk").values_list(
        "actor__username", "deed", "event__name", "params"
    )
    assert list(done) == [
        ("oscar", "created", None, {}),
        ("oscar", "added", "May", {}),
        ("oscar", "added", "June", {}),
        ("olga", "changed", None, {"name": "Cup", "best": None}),
        ("olga", "taken-out", "May", {}),
        ("olga", "closed", None, {}),
        ("olga", "reopened", None, {}),
    ]
    with pytest.raises(TypeError):
        SeasonRecord.objects.first().save()


def test_invalid_changes_of_a_season_are_refused(crew, three):
    season, caller = made(crew, three[0]), Person(crew.organizer).caller
    said = add_events(caller, season.pk, three[0].pk)
    assert refused(said, EventCode.IN_SEASON_ALREADY)
    assert refused(add_events(caller, season.pk, 10**6), EventCode.NOT_FOR_SEASON)
    Event.objects.filter(pk=three[1].pk).update(status=Status.CANCELLED)
    assert refused(add_events(caller, season.pk, three[1].pk), EventCode.NOT_FOR_SEASON)
    said = remove_event(caller, season.pk, three[2].pk)
    assert refused(said, EventCode.NOT_IN_SEASON)
    assert refused(reopen_season(caller, season.pk), EventCode.SEASON_OPEN)
    assert refused(close_season(caller, 10**6), EventCode.NO_SEASON)
    for terms in ({"best": 0}, {"points": "luck"}, {"best": True}):
        said = create_season(caller, crew.club, name="L", **terms)
        assert refused(said, EventCode.SEASON_TERMS_WRONG)
    assert refused(create_season(caller, crew.club, name="  "), EventCode.SEASON_NAMELESS)
    with pytest.raises(IntegrityError), transaction.atomic():
        SeasonEvent.objects.create(season=season, event=three[0])


def test_events_are_added_all_or_none(crew, three):
    season, caller = made(crew), Person(crew.organizer).caller
    Event.objects.filter(pk=three[1].pk).update(status=Status.CANCELLED)
    answer = add_events(caller, season.pk, *(each.pk for each in three))
    assert refused(answer, EventCode.NOT_FOR_SEASON)
    assert not season.events.exists()
    assert add_events(caller, season.pk, three[0].pk, three[2].pk) is None
    assert set(season.events.all()) == {three[0], three[2]}


def test_an_event_of_another_club_cannot_be_added(crew, three):
    from tournaments.clubs.services import club

    other = club.create(Person(crew.owner).caller, name="Other Club")
    caller = Person(crew.owner).caller
    season = create_season(caller, other, name="League")
    assert refused(add_events(caller, season.pk, three[0].pk), EventCode.NOT_FOR_SEASON)


def test_a_closed_season_cannot_change(crew, three):
    season, caller = made(crew, three[0]), Person(crew.organizer).caller
    assert close_season(caller, season.pk) is None
    for answer in (
        add_events(caller, season.pk, three[1].pk),
        remove_event(caller, season.pk, three[0].pk),
        change_season(caller, season.pk, name="X", best=1, points="total"),
        close_season(caller, season.pk),
    ):
        assert refused(answer, EventCode.SEASON_CLOSED)
    assert [name for name, _total in totals(season)] == ["ann", "bob", "cat", "dan"]


@pytest.mark.parametrize("who", ["member", "stranger", "guest"])
def test_only_organizers_can_change_a_season(crew, three, who):
    season, user = made(crew, three[0]), getattr(crew, who)
    caller = Person(user).caller
    assert refused(create_season(caller, crew.club, name="L"), EventCode.NOT_ALLOWED)
    assert refused(add_events(caller, season.pk, three[1].pk), EventCode.NOT_ALLOWED)
    assert refused(close_season(caller, season.pk), EventCode.NOT_ALLOWED)
    text = page(browser(user), season.get_absolute_url())
    assert "Remove" not in text
    assert "Close season" not in text
    assert season.records.count() == 2
    assert not ClubRecord.objects.filter(actor=user).exists()


def change_urls(season: Season, events: list[Event]):
    slug = season.slug
    return [
        (reverse("season_edit", args=[slug]), {"name": "X", "points": "total"}),
        (reverse("season_add_event", args=[slug]), {"events": events[1].pk}),
        (reverse("season_remove_event", args=[slug, events[0].pk]), {}),
        (reverse("season_close", args=[slug]), {}),
        (reverse("season_reopen", args=[slug]), {}),
    ]


def test_anonymous_visitors_can_read_a_season_but_have_to_sign_in_to_change_it(crew, three):
    season = made(crew, three[0])
    text = page(Client(), season.get_absolute_url())
    assert "ann" in text
    for url, data in change_urls(season, three):
        answer = Client().post(url, data)
        assert answer.status_code == 302
        assert answer.url.startswith(reverse("account_login"))
    assert season.records.count() == 2


# --- Pages


def test_an_organizer_creates_fills_and_closes_a_season_in_the_browser(crew, three):
    client = browser(crew.organizer)
    url = reverse("season_new", args=[crew.club.slug])
    assert url in page(client, reverse("club_events", args=[crew.club.slug]))
    answer = client.post(url, {"name": "", "best": "0", "points": "total"})
    assert answer.status_code == 422
    assert "greater than or equal to 1" in answer.content.decode()
    client.post(url, {"name": "Summer <league>", "best": "2", "points": "total"})
    season = Season.objects.get()
    assert "Standings will appear here after the first event." in page(
        client, season.get_absolute_url()
    )
    assert "Guests and bots aren’t ranked." in page(client, season.get_absolute_url())
    add = reverse("season_add_event", args=[season.slug])
    none = client.post(add)
    assert none.status_code == 422
    assert "Choose at least one event." in none.content.decode()
    done = client.post(add, {"events": [each.pk for each in three]}, follow=True)
    assert "3 events added to the season." in done.content.decode()
    draft = Evening.of(crew, name="Not yet told")
    client.post(reverse("season_add_event", args=[season.slug]), {"events": draft.event.pk})
    text = page(client, season.get_absolute_url())
    assert "10 + 16 = 26" in text
    assert "−8 − 18 = −26" in text
    assert text.count("doesn’t count:") == 2
    assert "ahead by 8" in text
    assert "Not yet told" in text
    assert "All of the club’s events are already in the season." in text
    assert escape("oscar added June.") in text
    # Only organizers may see a draft.
    text = page(browser(crew.member), season.get_absolute_url())
    assert "Not yet told" not in text
    assert "oscar created the season." in text
    assert season.get_absolute_url() in page(client, reverse("event", args=[three[0].slug]))
    client.post(reverse("season_remove_event", args=[season.slug, three[2].pk]))
    change = reverse("season_edit", args=[season.slug])
    assert 'value="2"' in page(client, change)
    client.post(change, {"name": "Summer <league>", "best": "", "points": "places"})
    text = page(client, season.get_absolute_url())
    assert "oscar edited the season: all events count and points by place." in text
    client.post(reverse("season_close", args=[season.slug]))
    text = page(client, season.get_absolute_url())
    assert "Reopen season" in text
    assert reverse("season_add_event", args=[season.slug]) not in text
    assert client.post(change, {"name": "X", "best": "", "points": "total"}).status_code == 422
    listed = page(browser(crew.member), reverse("club_events", args=[crew.club.slug]))
    assert "Summer &lt;league&gt;" in listed
    assert "3 events" in listed
    client.post(reverse("season_reopen", args=[season.slug]))
    assert Season.objects.get().closed_at is None


def test_an_event_already_in_the_season_cannot_be_added_again(crew, three):
    season = made(crew, *three)
    answer = browser(crew.organizer).post(
        reverse("season_add_event", args=[season.slug]), {"events": three[0].pk}
    )
    assert answer.status_code == 422
    assert "Select a valid choice" in answer.content.decode()
    page(browser(crew.member), reverse("season", args=["nowhere"]), 404)


def test_an_event_cannot_use_the_league_format(crew):
    text = page(browser(crew.organizer), reverse("event_new", args=[crew.club.slug]))
    assert 'value="club_night"' in text
    assert 'value="league"' not in text
    made = create_event(
        Person(crew.organizer).caller, crew.club, name="L",
        starts_at=timezone.now() + timezone.timedelta(days=1), rules=None, rules_name="",
        format_name="league",
    )  # fmt: skip
    assert refused(made, EventCode.NO_SUCH_FORMAT)
