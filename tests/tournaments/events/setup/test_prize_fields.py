"""Fee, prizes and payments on the forms of events, and on the pages that show them."""

from html import unescape

import pytest
from django.urls import reverse

from tests.players import Person
from tests.tournaments.clubs.people import play_house
from tests.tournaments.events import agreed
from tests.tournaments.events.browsing import at, browser, form, make, page
from tests.tournaments.events.paper_evening import PaperEvening
from tests.tournaments.events.starting.people import answers, join
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.setup.services import change_event, open_sign_up
from tournaments.ledger.book.models import ClubBook

pytestmark = pytest.mark.django_db

MONEY = {
    "currency": "HKD", "fee": "20", "prizes_by": "share", "prize_1": "50", "prize_2": "30%",
    "prize_3": "20",
}  # fmt: skip


def test_the_form_stores_fee_and_prizes_without_a_stake(crew):
    assert make(crew, **MONEY).status_code == 302
    event = Event.objects.get()
    assert (event.stake_minor, event.currency, event.fee_minor) == (0, "HKD", 2000)
    assert event.prizes == {"share": [50, 30, 20]}
    assert (event.pot_minor, event.payments) == (0, "fewest")


def test_the_form_stores_fixed_amounts_and_what_the_club_adds(crew):
    play_house(crew.club, "HKD")
    money = {
        "pot": "100", "prizes_by": "amount", "prize_1": "80", "prize_2": "30.50",
        "prize_3": "", "stake": "0.5",
    }  # fmt: skip
    assert make(crew, **MONEY | money).status_code == 302
    event = Event.objects.get()
    assert event.prizes == {"amount": [8000, 3050]}
    assert (event.stake_minor, event.pot_minor) == (50, 10000)


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"prize_2": "60", "prize_3": ""}, "A lower place can’t win more than a higher one."),
        ({"prize_1": "60"}, "The prizes add up to more than 100%."),
        ({"prize_2": ""}, "Enter a prize here, or clear the prizes after it."),
        ({"prize_1": "half"}, "Enter a whole number of percent, up to 100."),
        ({"prize_1": "", "prize_2": "", "prize_3": ""}, "Enter the prize for the first place."),
        ({"prizes_by": ""}, "Choose percent or fixed amounts, or clear the prizes."),
        ({"fee": "", "stake": "1"}, "Enter a fee, or an amount that the club adds."),
        ({"fee": "dear"}, "Enter an amount"),
        ({"currency": ""}, "Choose the currency of the fee and the prizes."),
        ({"payments": "club"}, "If everyone pays the club, set a player limit"),
        ({"format": "club_night"}, "Leave this empty: a club night has no fee and no prizes."),
        (
            {"prizes_by": "amount", "entry_limit": "4", "prize_2": "30"},
            "The prizes add up to more than the pot can be.",
        ),
        ({"pot": "5"}, "The club doesn’t cover such costs"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_and_nothing_typed_is_lost(crew, more, error):
    answer = make(crew, **MONEY | more)
    assert answer.status_code == 422
    shown = unescape(answer.content.decode())
    assert error.lower() in shown.lower()
    for name, value in (MONEY | more).items():
        if name.startswith("prize_") and value:
            assert f'name="{name}" value="{value}"' in shown
    assert not Event.objects.exists()


def test_the_form_says_beforehand_what_it_takes_that_everyone_pays_the_club(crew):
    new = reverse("event_new", args=[crew.club.slug])
    setting = reverse("club_settings", args=[crew.club.slug]) + "#id_plays_house"
    for user in (crew.owner, crew.organizer):
        text = unescape(page(browser(user), new))
        assert "This needs a player limit, and a club that covers such losses." in text
        assert "Your club doesn’t cover them" in text
        assert (setting in text) == (user == crew.owner)
    play_house(crew.club, "HKD")
    crew.club.refresh_from_db()
    assert "Your club covers up to HK$10,000,000,000.00 in all." in page(browser(crew.owner), new)
    started = page(browser(crew.owner), reverse("event_start", args=[crew.club.slug]))
    assert "This needs a club that covers such losses." in started


def test_a_refusal_to_cover_losses_links_to_the_clubs_setting(crew):
    more = {"payments": "club", "stake": "1", "currency": "HKD", "entry_limit": "8"}
    setting = reverse("club_settings", args=[crew.club.slug]) + "#id_plays_house"

    def refusal(user) -> str:
        """Return the text at the top of the refused form."""
        text = make(crew, user, **more).content.decode()
        return unescape(text[text.index('role="alert"') : text.index("Name and date")])

    assert "under “What the club covers”" in refusal(crew.owner)
    assert f'<a href="{setting}">Change what the club covers</a>' in refusal(crew.owner)
    assert setting not in refusal(crew.organizer)
    play_house(crew.club, "HKD")
    type(crew.club).objects.filter(pk=crew.club.pk).update(house_limit_minor=100)
    assert "Its limit is HK$1.00." in refusal(crew.owner)
    assert setting in refusal(crew.owner)
    assert "What the club covers" in page(browser(crew.owner), setting)


def test_the_edit_form_shows_what_is_stored_and_saves_it_again(crew):
    make(crew, **MONEY | {"prizes_by": "amount", "prize_2": "30", "entry_limit": "8"})
    event = Event.objects.get()
    client, url = browser(crew.organizer), reverse("event_edit", args=[event.slug])
    shown = page(client, url)
    for value in ("50.00", "30.00", "20.00"):
        assert f'value="{value}"' in shown
    again = form(**MONEY | {"prizes_by": "amount", "prize_2": "30", "entry_limit": "8"})
    assert client.post(url, again).status_code == 302
    event.refresh_from_db()
    assert event.prizes == {"amount": [5000, 3000, 2000]}
    # Without fee and prizes no currency is left.
    assert client.post(url, form()).status_code == 302
    event.refresh_from_db()
    assert (event.currency, event.fee_minor, event.prizes) == ("", 0, None)


def test_the_clubs_default_is_offered_for_new_events(crew):
    client = browser(crew.organizer)
    url = reverse("event_new", args=[crew.club.slug])
    assert '<option value="club" selected>' not in page(client, url)
    settings = reverse("club_book", args=[crew.club.slug])
    posted = {"settles": "every", "seen_by": "involved", "payments": "club"}
    assert client.post(settings, posted).status_code == 302
    assert ClubBook.objects.get().payments == "club"
    assert '<option value="club" selected>' in page(client, url)
    assert '<option value="club" selected>' in page(
        client, reverse("event_start", args=[crew.club.slug])
    )


def test_a_tournament_started_with_a_fee_invites_its_players(crew):
    play_house(crew.club, "HKD")
    members = join(crew, 4)
    url = reverse("event_start", args=[crew.club.slug])
    client = browser(crew.organizer)
    data = answers(members, act="invite", payments="club", stake="1", **MONEY)
    looked = client.post(url + "preview/", data).content.decode()
    assert "The pot is HK$80.00: the entry fees of 4 players." in looked
    assert "It pays 1st HK$40.00, 2nd HK$24.00 and 3rd HK$16.00." in looked
    assert "Everyone pays the club" in looked
    assert client.post(url, data).status_code == 302
    event = Event.objects.get()
    assert (event.fee_minor, event.entry_limit, event.payments) == (2000, 4, "club")
    assert {each.status for each in event.entries.all()} == {Entry.Status.INVITED}


def test_the_events_page_says_everything_before_sign_up(crew):
    play_house(crew.club, "HKD")
    terms = {"currency": "HKD", "fee_minor": 2000, "prizes": {"share": [50, 30, 20]}}
    evening = PaperEvening.open(crew, **terms).well(open_sign_up).joined(12)
    shown = unescape(page(browser(crew.member), at("event", evening)))
    for words in (
        "Entry fee: HK$20.00, owed to the club once your first round starts.",
        "The pot is HK$240.00: the entry fees of 12 players.",
        "It pays 1st HK$120.00, 2nd HK$72.00 and 3rd HK$48.00.",
        "Prizes: 1st 50%, 2nd 30% and 3rd 20% of the pot.",
        "Tied players share the prizes of their places equally.",
        "Prizes are rounded down to HK$0.01, and the club keeps what’s left over.",
        "You could lose up to HK$20.00: the entry fee.",
    ):
        assert words in shown
    # Strangers see no amounts.
    assert "HK$" not in page(browser(crew.stranger), at("event", evening))


def test_a_raised_fee_is_shown_beside_the_one_agreed_to(crew):
    terms = {"currency": "HKD", "fee_minor": 2000}
    evening = PaperEvening.open(crew, **terms).well(open_sign_up)
    who = Person(crew.member)
    assert agreed.enter(evening.event, who) is None
    evening.well(change_event, fee_minor=3000)
    shown = unescape(page(browser(who.user), at("event", evening)))
    assert "You agreed to entry fee HK$20.00, max. loss HK$20.00." in shown
    assert "Agree: entry fee HK$30.00, max. loss HK$30.00" in shown
