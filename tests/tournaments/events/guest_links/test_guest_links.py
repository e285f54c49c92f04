"""Guests by link: people without an account in an event for points in the app."""

import pytest
from django.urls import reverse

from accounts.models import User
from tests.players import Person
from tests.tournaments.clubs.people import person
from tests.tournaments.events.browsing import at, browser, page
from tests.tournaments.events.evening import Evening, refused
from tournaments.clubs.models import Membership
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.entries import leaving, signing_up
from tournaments.events.guest_links import services
from tournaments.events.guest_links.models import GuestLink
from tournaments.events.rounds import proposal, publication
from tournaments.events.setup.services import change_event, open_check_in, open_sign_up

MEMBERS = Event.Visibility.MEMBERS


def opened(crew, **terms):
    """Return an event for members with a guest link, whose sign-up is open."""
    evening = Evening.of(crew, visibility=MEMBERS, **terms).well(open_sign_up)
    return evening.well(services.renew_guest_link)


def url_of(evening):
    return GuestLink.objects.get(event=evening.event).get_absolute_url()


def came(evening, name, client=None):
    """Sign up with the guest link as a visitor; return the browser."""
    client = client or browser()
    answer = client.post(url_of(evening), {"name": name})
    assert answer.status_code == 302, answer.content.decode()
    return client


def entry(evening, name):
    return evening.event.entries.get(name=name)


def test_a_visitor_signs_up_with_a_name_plays_and_sees_the_results(crew):
    evening = opened(crew, format_settings={"rounds": 1})
    client = browser()
    assert "You’ll play as a guest." in page(client, url_of(evening))
    came(evening, "Zoe", client)
    mine = entry(evening, "Zoe")
    assert (mine.by_link, mine.user.is_guest, mine.status) == (True, True, "entered")
    assert "You’re signed up." in page(client, at("event", evening))
    evening.joined(7).well(open_check_in)
    client.post(at("event_check_in", evening))
    evening.event.entries.filter(status="entered").update(status="here")
    assert entry(evening, "Zoe").status == "here"
    evening.well(proposal.start_event).well(publication.publish_round)
    assert "Your table" in page(client, at("event", evening))
    table = next(each for each in evening.tables() if each.seats.filter(entry__name="Zoe").exists())
    page(client, table.app_table.get_absolute_url())
    evening.people.append(Person(mine.user))
    evening.play_round()
    assert "Zoe" in page(client, at("event_standings", evening))
    # Nothing else of the club is open to the guest.
    other = Evening.of(crew, name="Other", visibility=MEMBERS).well(open_sign_up)
    page(client, at("event", other), 404)
    assert client.get(reverse("club_members", args=[crew.club.slug])).status_code in (403, 404)
    assert not Membership.objects.filter(user=mine.user).exists()


def test_a_guest_keeps_the_place_after_creating_an_account(crew):
    evening = opened(crew)
    client = came(evening, "Zoe")
    User.objects.filter(display_name="Zoe").update(is_guest=False)
    assert "You’re signed up." in page(client, at("event", evening))


def test_a_name_is_required_and_may_not_be_another_entrants(crew):
    evening = opened(crew)
    came(evening, "Zoe")
    for name, said in (("", "Enter a name."), ("zoe", "Zoe"), ("\u200b", "Enter a name.")):
        answer = browser().post(url_of(evening), {"name": name})
        assert answer.status_code == 422
        assert said in answer.content.decode()
    assert evening.event.entries.count() == 1


def test_guests_count_in_the_limit_and_wait_like_others(crew):
    evening = opened(crew, entry_limit=2)
    evening.joined(1)
    ann, bea = came(evening, "Ann"), came(evening, "Bea")
    assert [entry(evening, name).status for name in ("Ann", "Bea")] == ["entered", "waiting"]
    assert "number 1 on the waiting list" in page(bea, at("event", evening))
    ann.post(at("event_withdraw", evening))
    assert entry(evening, "Bea").status == "entered"
    # Who withdrew by choice may return with the link, to the end of the line.
    came(evening, "Ann", ann)
    assert entry(evening, "Ann").status == "waiting"


def test_a_removed_guest_cannot_return_with_the_same_browser(crew):
    evening = opened(crew)
    client = came(evening, "Zoe")
    number = entry(evening, "Zoe").number
    evening.well(leaving.remove_entrant, number, "Rude")
    answer = client.post(url_of(evening), {"name": "Zoe"})
    assert answer.status_code == 422
    assert "An organizer removed you from this event" in answer.content.decode()
    # Neither on the event's page, nor under another name.
    assert client.post(at("event_enter", evening)).status_code != 200
    client.post(url_of(evening), {"name": "Someone else"})
    assert evening.event.entries.exclude(status="withdrawn").count() == 0
    assert "Sign up" not in page(client, at("event", evening))


def test_a_renewed_link_replaces_the_old_one_and_a_closed_one_stops(crew):
    evening = opened(crew)
    old = url_of(evening)
    client = came(evening, "Zoe")
    organizer = browser(crew.organizer)
    organizer.post(at("event_guest_link", evening))
    assert url_of(evening) != old
    page(browser(), old, 404)
    assert url_of(evening) in page(organizer, at("event", evening))
    now = url_of(evening)
    organizer.post(at("event_guest_link_close", evening))
    page(browser(), now, 404)
    assert browser().post(now, {"name": "Ann"}).status_code == 404
    # Guests who have signed up stay.
    assert "You’re signed up." in page(client, at("event", evening))


def test_only_a_renewal_says_that_the_earlier_link_stopped(crew):
    evening, organizer = Evening.of(crew).well(open_sign_up), browser(crew.organizer)
    first = organizer.post(at("event_guest_link", evening), follow=True).content.decode()
    assert "Guest link created." in first
    assert "earlier link" not in first
    second = organizer.post(at("event_guest_link", evening), follow=True).content.decode()
    assert "Guest link renewed. The earlier link no longer works." in second


def test_only_organizers_see_and_change_the_link(crew):
    evening = opened(crew)
    assert url_of(evening) not in page(browser(crew.member), at("event", evening))
    for name in ("event_guest_link", "event_guest_link_close"):
        assert browser(crew.member).post(at(name, evening)).status_code == 403
    assert GuestLink.objects.exists()


def test_an_event_with_a_stake_or_real_cards_has_no_guest_link(crew):
    stake = Evening.of(crew, name="Stake", stake_minor=50, currency="HKD")
    code = EventCode.NO_GUESTS_FOR_MONEY
    assert refused(stake.do(services.renew_guest_link), code)
    paper = Evening.of(crew, name="Paper", cards="paper")
    assert refused(paper.do(services.renew_guest_link), EventCode.NO_GUESTS_ON_PAPER)
    assert "Create guest link" not in page(browser(crew.organizer), at("event", stake))


def test_a_link_of_an_event_that_got_a_stake_says_so_and_offers_an_account(crew):
    evening = opened(crew)
    evening.well(change_event, stake_minor=50, currency="HKD")
    text = page(browser(), url_of(evening))
    assert "This event is played for a stake, so guests can’t join." in text
    assert reverse("account_signup") in text
    answer = browser().post(url_of(evening), {"name": "Zoe"})
    assert answer.status_code == 422
    assert not User.objects.filter(display_name="Zoe").exists()


def test_an_event_with_guests_gets_no_stake(crew):
    evening = opened(crew)
    came(evening, "Zoe")
    denied = evening.do(change_event, stake_minor=50, currency="HKD")
    assert refused(denied, EventCode.GUESTS_SIGNED_UP)
    evening.well(leaving.remove_entrant, entry(evening, "Zoe").number, "for money now")
    evening.well(change_event, stake_minor=50, currency="HKD")


def test_a_user_with_an_account_outside_the_club_joins_as_a_guest(crew):
    evening = opened(crew)
    stranger = person("stranger")
    client = browser(stranger)
    assert "You’ll play as stranger." in page(client, url_of(evening))
    assert client.post(url_of(evening)).status_code == 302
    mine = evening.event.entries.get(user=stranger)
    assert mine.by_link
    # A member is led to the event's page, where members sign up.
    answer = browser(crew.member).post(url_of(evening))
    assert answer.url == at("event", evening)
    assert not evening.event.entries.filter(user=crew.member).exists()


def test_a_former_guest_who_joined_the_club_signs_up_as_a_member(crew):
    evening = opened(crew)
    joiner = person("joiner")
    client = browser(joiner)
    client.post(url_of(evening))
    client.post(at("event_withdraw", evening))
    assert "You’re no longer signed up" in page(client, at("event", evening))
    Membership.objects.create(club=crew.club, user=joiner)
    assert ">Sign up<" in page(client, at("event", evening))
    client.post(at("event_enter", evening))
    mine = evening.event.entries.get(user=joiner)
    assert (mine.status, mine.by_link) == ("entered", False)


def test_an_organizer_adds_a_former_guest_as_a_member(crew):
    evening = opened(crew)
    joiner = person("joiner")
    client = browser(joiner)
    client.post(url_of(evening))
    client.post(at("event_withdraw", evening))
    Membership.objects.create(club=crew.club, user=joiner)
    evening.well(signing_up.enter_members, {joiner.pk: None})
    assert not evening.event.entries.get(user=joiner).by_link


def test_a_guest_who_joined_the_club_keeps_no_stake_away(crew):
    evening = opened(crew)
    joiner = person("joiner")
    browser(joiner).post(url_of(evening))
    denied = evening.do(change_event, stake_minor=50, currency="HKD")
    assert refused(denied, EventCode.GUESTS_SIGNED_UP)
    Membership.objects.create(club=crew.club, user=joiner)
    evening.well(change_event, stake_minor=50, currency="HKD")


def test_a_form_that_is_sent_twice_makes_one_guest(crew):
    evening = opened(crew)
    for client in (browser(), browser()):
        answer = client.post(url_of(evening), {"name": "Zoe", "opening_key": "k" * 22})
        assert answer.status_code == 302
    assert User.objects.filter(display_name="Zoe").count() == 1
    assert evening.event.entries.count() == 1


def test_a_guest_who_left_can_rejoin_and_skip_a_round(crew):
    evening = opened(crew)
    client = came(evening, "Zoe")
    evening.joined(8).all_here()
    evening.event.entries.update(status="here")
    evening.well(proposal.start_event)
    client.post(at("event_skip_round", evening, 1))
    assert entry(evening, "Zoe").skipped == [1]
    client.post(at("event_play_round", evening, 1))
    client.post(at("event_withdraw", evening))
    assert entry(evening, "Zoe").status == "withdrawn"


@pytest.mark.parametrize("name", ["draft", "finished"])
def test_a_link_before_sign_up_opens_or_after_the_end_offers_no_form(crew, name):
    evening = Evening.of(crew).well(services.renew_guest_link)
    url = url_of(evening)
    Event.objects.filter(pk=evening.event.pk).update(status=name)
    text = page(browser(), url)
    assert "This event is over." in text or "Sign-up isn’t open" in text
    assert browser().post(url, {"name": "Zoe"}).status_code == 422
    assert not User.objects.filter(display_name="Zoe").exists()


def test_the_guest_link_refuses_members_and_old_addresses(crew):
    evening = opened(crew)
    token = GuestLink.objects.get(event=evening.event).token
    visitor = Person(person("zoe"))

    def enter(who, token):
        return services.enter_by_link(who.caller, evening.event.pk, token)

    assert refused(enter(visitor, "old"), EventCode.GUEST_LINK_CLOSED)
    assert refused(enter(Person(crew.member), token), EventCode.MEMBERS_USE_PAGE)
    assert enter(visitor, token) is None
    assert refused(enter(visitor, token), EventCode.ENTERED_ALREADY)
    # Missed rounds can't be made up.
    evening.event.entries.update(status="withdrawn", left=1)
    assert refused(enter(visitor, token), EventCode.WITHDRAWN_ALREADY)
