"""Settlement pages: what each reader sees, and their cost."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from tests.agreements import settle_agreed
from tests.tournaments.ledger.people import Debtors, as_caller, debtors
from tests.tournaments.rows import finished_session, members
from tournaments.ledger import links
from tournaments.ledger.access import LedgerReader, Visibility
from tournaments.ledger.accounts.services import settle_club
from tournaments.ledger.book.holders import HOUSE, user_holder
from tournaments.ledger.book.models import ClubBook
from tournaments.ledger.links import EventPart, SettledEvent
from tournaments.ledger.settling import selectors
from tournaments.ledger.settling.explanation import played_table
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import settle_session
from tournaments.ledger.settling.winnings import Party, Winnings

pytestmark = pytest.mark.django_db
PROMISE = "never charge fees or move money"


@pytest.fixture
def an_event(monkeypatch) -> None:
    """Return events as the slots of settlements provide them."""
    monkeypatch.setattr(
        links.settled_events,
        "_provider",
        lambda numbers: {each: SettledEvent("Autumn cup", "/events/autumn/") for each in numbers},
    )
    monkeypatch.setattr(
        links.event_parts,
        "_provider",
        lambda _number, _user: [
            EventPart("Round 1", "/events/autumn/rounds/1/", [("ann", 9), ("bob", -9)]),
            EventPart("Round 2", "", [("ann", 3), ("cy", -3)]),
        ],
    )


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def read(user: User | None, url: str, status: int = 200) -> str:
    answer = browser(user).get(url)
    assert answer.status_code == status, answer.content
    return answer.content.decode()


def plain(html: str) -> str:
    """Return the page's text without tags."""
    main = html[html.index("<main") : html.index("</main>")]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def event_of(people: list[User], owed: Debtors, number: int = 1) -> Settlement:
    """Return an event in which the first player won a dollar from each other."""
    others = len(people) - 1
    settled = settle_agreed(
        Winnings(
            source=Settlement.Source.EVENT,
            source_id=number,
            club_id=owed.crew.club.pk,
            currency="HKD",
            stake_minor=100,
            parties=tuple(Party(user_holder(each.pk), each.username) for each in people),
            points=(sum(range(1, others + 1)), *(-place for place in range(1, others + 1))),
            pairs={(place, 0): place for place in range(1, others + 1)},
        )
    )
    assert settled is not None
    return settled


# --- Visibility


@pytest.mark.parametrize("who", ["payer", "payee", "other player", "owner", "organizer", "member"])
def test_members_who_are_not_involved_see_an_explanation_instead_of_amounts(owed, who):
    html = read(owed.of(who), owed.settlement.get_absolute_url())
    assert ("HK$" in html) == (who != "member")
    assert ("can see who pays whom" in html) == (who == "member")


def test_the_readers_own_payments_come_first_and_say_you(owed):
    url = owed.settlement.get_absolute_url()
    of_bob = plain(read(owed.bob, url))
    assert "You pay ann HK$20.00" in of_bob
    assert "cy pays ann HK$5.00" in of_bob
    assert of_bob.index("You pay ann") < of_bob.index("cy pays ann")
    assert "bob pays you HK$20.00" in plain(read(owed.ann, url))
    assert "bob pays ann HK$20.00" in plain(read(owed.cy, url))


def test_the_page_explains_the_payments_and_says_that_no_money_is_moved(owed):
    text = plain(read(owed.cy, owed.settlement.get_absolute_url()))
    assert "ann won 50 points at HK$0.50 a point." in text
    assert "2 payments settle everything. That’s the fewest payments possible." in text
    assert PROMISE in text
    assert "bob lost HK$20.00 to ann" in text
    assert "cy lost" not in text
    assert "You lost HK$5.00 to ann" in text
    # What all had agreed to is part of it.
    for fact in ("Standard rules", "HK$0.50 a point", "+HK$25.00", "−HK$20.00"):
        assert fact in text


def test_each_deal_links_to_its_replay(owed):
    html = read(owed.cy, owed.settlement.get_absolute_url())
    slug = owed.settlement.session.table.slug
    for deal in (1, 2):
        assert f'href="{reverse("replay", args=[slug, 1, deal])}"' in html


def test_players_alone_find_the_way_to_their_reviews(owed):
    session = owed.settlement.session
    link = f'href="{session.get_absolute_url()}#deals-title"'
    assert link in read(owed.cy, owed.settlement.get_absolute_url())
    assert link not in read(owed.of("owner"), owed.settlement.get_absolute_url())
    # Without access to the deals there are no links to them.
    access = selectors.Access(LedgerReader(owed.cy.pk), Visibility.EVERYTHING)
    played = played_table(owed.settlement, access, owed.cy)
    assert (played.review_url, played.lines[0].url) == ("", "")


def test_points_are_shown_without_payments():
    owed = debtors(in_club=False, stake_minor=0, currency="")
    text = plain(read(None, owed.settlement.get_absolute_url()))
    assert "bob lost 40 points to ann" in text
    assert "Played for points, so there’s nothing to pay." in text
    assert "pays" not in text
    assert PROMISE not in text


@pytest.mark.every_database
def test_a_settlement_with_carried_balances_says_that_nothing_is_due_yet():
    owed = debtors()
    ClubBook.objects.create(club=owed.crew.club, settles=ClubBook.Settles.SEASON)
    people = [owed.ann, owed.bob]
    again = finished_session(people, (9, -9), club=owed.crew.club, stake_minor=50, currency="HKD")
    settle_session(again.pk)
    carried = Settlement.objects.get(session=again)
    text = plain(read(owed.bob, carried.get_absolute_url()))
    assert "Nothing to pay yet" in text
    # Settling rolls in open payments, and both pages say so.
    settled = settle_club(as_caller(owed.crew.owner), owed.crew.club.pk, "HKD", include_open=True)
    text = plain(read(owed.bob, settled.get_absolute_url()))
    assert "Harbour Club balances" in text
    assert "You pay ann HK$24.50" in text
    assert "Includes earlier payments that are still open: HK$20.00 and HK$5.00" in text
    before = read(owed.bob, owed.settlement.get_absolute_url())
    assert "Rolled into a later settlement" in before
    assert settled.get_absolute_url() in before
    # Members without a part in a club's list see no amounts.
    assert "HK$" not in read(owed.crew.member, settled.get_absolute_url())
    read(owed.crew.stranger, settled.get_absolute_url(), 404)


def test_an_event_settlement_shows_its_rounds(owed, an_event):
    settled = event_of([owed.ann, owed.bob, owed.cy], owed)
    html = read(owed.bob, settled.get_absolute_url())
    text = plain(html)
    assert "Autumn cup" in text
    assert 'href="/events/autumn/rounds/1/"' in html
    assert "Round 2 ann +3 cy −3" in text


@pytest.mark.parametrize(("house", "is_shown"), [(0, False), (-2, True)])
def test_the_club_is_listed_only_where_it_won_or_lost(owed, an_event, house, is_shown):
    lost = 5 + house
    settled = settle_agreed(
        Winnings(
            Settlement.Source.EVENT, 7, owed.crew.club.pk, "HKD", 50,
            (Party(user_holder(owed.ann.pk), "ann"), Party(user_holder(owed.bob.pk), "bob"),
             Party(HOUSE)),
            (5, -lost, house),
            {(1, 0): lost} | ({(2, 0): -house} if house else {}),
        )
    )  # fmt: skip
    text = plain(read(owed.ann, settled.get_absolute_url()))
    assert ("Harbour Club −2" in text) == is_shown
    assert "Harbour Club 0" not in text


def test_a_settled_game_has_one_settlement_page(owed):
    url = reverse("session_settlement", args=[owed.settlement.session.table.slug, 1])
    assert browser(owed.bob).get(url).url == owed.settlement.get_absolute_url()


def test_a_long_payment_list_says_that_it_may_not_be_the_shortest(owed, an_event):
    people = [owed.ann, *members(*(f"p{number}" for number in range(60)))]
    settled = event_of(people, owed)
    assert not settled.is_shortest
    text = plain(read(owed.ann, settled.get_absolute_url()))
    assert "60 payments settle everything." in text
    assert "a slightly shorter payment list may be possible" in text


def test_the_page_needs_no_more_queries_for_sixty_payments_than_for_two(owed, an_event):
    few = event_of([owed.ann, owed.bob, owed.cy], owed)
    many = event_of([owed.ann, *members(*(f"p{number}" for number in range(60)))], owed, 2)
    costs = []
    for settled in (few, many):
        client = browser(owed.ann)
        client.get("/rules/")
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(settled.get_absolute_url()).status_code == 200
        costs.append(len(asked))
    assert costs[1] <= costs[0] <= 20


# --- On session pages


def test_the_session_page_part_is_short_and_links_to_the_settlement(owed):
    slug = owed.settlement.session.table.slug
    url = reverse("session_settlement", args=[slug, 1])
    html = browser(owed.bob).get(url, headers={"hx-request": "true"}).content.decode()
    assert "<html" not in html
    assert owed.settlement.get_absolute_url() in html
    assert "Not paid yet" in html
    assert "data-awaits" not in html
    html = browser(owed.crew.member).get(url).content.decode()
    assert "HK$" not in html
    assert "can see who pays whom" in html


@pytest.mark.every_database
def test_the_page_of_an_event_session_does_not_wait_for_a_settlement():
    session = finished_session(members("eve", "fay"), (1, -1))
    session.__class__.objects.update(is_part=True)
    url = reverse("session_settlement", args=[session.table.slug, 1])
    html = read(None, url)
    assert "settled as part of its event" in html
    assert "data-awaits" not in html
