"""Pages of tables with real cards: the score sheet, its form, and the slips."""

import re
from html import unescape

import pytest
from django.urls import reverse

from games.rules.ruleset.rule_set import RuleSet
from tests.players import SOME_RULES
from tests.tournaments.events.browsing import at, browser, desk, form, make, page
from tests.tournaments.events.evening import Evening
from tests.tournaments.events.paper_evening import (
    OTHER,
    OTHER_NETS,
    PLAIN,
    PLAIN_NETS,
    PaperEvening,
)
from tournaments.events import tasks
from tournaments.events.core import format_input
from tournaments.events.core.models import Event
from tournaments.events.entries.checking_in import check_in_all
from tournaments.events.paper.models import PaperDeal
from tournaments.events.paper.services import close_table, confirm_deal, dispute_deal
from tournaments.events.rounds import proposal, publication
from tournaments.events.settling.services import settlements_of


@pytest.fixture
def evening(crew) -> PaperEvening:
    return PaperEvening.open(crew)


@pytest.fixture
def seated(evening) -> PaperEvening:
    return evening.seated()


def sheet(evening, table, *more) -> str:
    name = "event_paper_act" if more else "event_paper"
    return at(name, evening, table.pk, *more)


def filled(number=1, version=0, winner=0, left=(0, 1, 2, 3), **more):
    """Return the form data of a deal, as sent by a browser; the winner's fields are only hidden."""
    counts = {f"left-{seat}": str(count) for seat, count in enumerate(left) if count}
    return {"deal": str(number), "version": str(version), "winner": str(winner), **counts, **more}


def seen(text: str) -> str:
    found = re.search(r'name="seen" value="([0-9a-f]+)"', text)
    assert found is not None
    return found[1]


def write(client, url, **more):
    """Check the score, then enter the deal."""
    text = client.post(url, filled(**more)).content.decode()
    return client.post(url, filled(**more) | {"save": "1", "seen": seen(text)})


def test_an_event_with_real_cards_is_played_through_its_pages(evening):
    """Three rounds of eight players, one without an account, with a correction."""
    organizer = browser(evening.crew.organizer)
    desk(evening, "open")
    evening.joined(7)
    desk(evening, "name", **{"name-name": "Aunt May"})
    desk(evening, "check-in")
    evening.well(check_in_all)
    desk(evening, "start")
    for number in (1, 2, 3):
        desk(evening, "publish")
        for table in evening.tables():
            seats = [each for each in table.seats.all() if each.player_id is not None]
            writer, other = (browser(seat.entry.user) for seat in seats[:2])
            url = sheet(evening, table)
            for deal in (1, 2):
                assert write(writer, url, number=deal).status_code == 302
                assert f"Is deal {deal} correct?" in page(other, url)
                data = {"deal": deal, "version": 1}
                answer = other.post(sheet(evening, table, "confirm"), data)
                assert answer.status_code == 302
        if number == 1:
            table = evening.event.rounds.get(number=1).tables.first()
            given = {"number": 1, "version": 1, "winner": 1, "left": (1, 0, 2, 10)}
            answer = write(organizer, sheet(evening, table), reason="misread", **given)
            assert answer.status_code == 302
            assert evening.deal(table).nets == OTHER_NETS
        proposal.propose_round(evening.event.pk)
    evening.event.refresh_from_db()
    assert evening.event.status == Event.Status.FINISHED
    tasks.settle_event(evening.event.pk)
    settlement = settlements_of(evening.event.pk)[0].get_absolute_url()
    for url in (sheet(evening, evening.tables()[0]), at("event_desk", evening)):
        assert f'<a href="{settlement}">See the settlement</a>' in page(organizer, url)
    text = unescape(page(browser(evening.people[0].user), at("event", evening)))
    assert "oscar corrected deal 1 of round 1 at table 1." in text
    assert "misread" in text
    assert "Aunt May" in text
    assert sum(line.total for line in format_input.standings_of(evening.event)) == 0


def test_the_page_shows_how_a_score_adds_up_before_it_is_saved(seated):
    table = seated.table()
    client, url = browser(seated.at(table, 0).user), sheet(seated, table)
    text = page(client, url)
    assert "Next: deal 1 of 2." in text
    assert "How many cards does each player have left?" in text
    for absent in ("Who started", "Which ranks", "Who pays", "Reason for entering"):
        assert absent not in text
    look = {"winner": 1, "left": (1, 0, 2, 10)}
    answer = client.post(url, filled(**look))
    assert answer.status_code == 200
    text = answer.content.decode()
    assert "10 cards left, doubled = 20 card points." in text
    assert "−57" in text
    assert not PaperDeal.objects.exists()
    # A newer version is shown again instead of being overwritten.
    answer = client.post(url, filled() | {"save": "1", "seen": seen(text)})
    assert answer.status_code == 200
    assert not PaperDeal.objects.exists()
    assert write(client, url, **look).status_code == 302
    deal = PaperDeal.objects.get()
    assert (deal.nets, deal.entered_by) == (OTHER_NETS, seated.at(table, 0).user)
    text = page(client, url)
    assert "waiting for confirmation" in text
    assert "Is deal 1 correct?" not in text
    assert 'name="deal" value="2"' in text


def test_cards_entered_for_the_winner_are_ignored(seated):
    table = seated.table()
    url = sheet(seated, table)
    answer = write(browser(seated.at(table, 0).user), url, left=(5, 1, 2, 3))
    assert answer.status_code == 302
    assert seated.deal(table).nets == PLAIN_NETS


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"winner": ""}, "Choose who won."),
        ({"winner": "9"}, "Select a valid choice."),
        ({"left": (0, 1, 0, 3)}, "Enter the cards left for player"),
        ({"left": (0, 14, 2, 3)}, "Select a valid choice."),
        ({"number": "x"}, "We can’t tell which deal this is."),
        ({"version": "-1"}, "We can’t tell which deal this is."),
    ],
)
def test_an_invalid_deal_is_explained_and_the_input_stays(seated, wrong, said):
    table = seated.table()
    client = browser(seated.at(table, 0).user)
    answer = client.post(sheet(seated, table), filled(**wrong))
    assert answer.status_code == 422
    text = unescape(answer.content.decode())
    assert said in text
    assert re.search(r'name="left-3" value="3"[^>]* checked', text)
    assert not PaperDeal.objects.exists()


def test_a_refused_deal_is_explained_and_the_input_stays(seated):
    table = seated.table()
    client, url = browser(seated.at(table, 1).user), sheet(seated, table)
    look = {"winner": 1, "left": (1, 0, 2, 10)}
    text = client.post(url, filled(**look)).content.decode()
    assert seated.writes(table, 0, 1) is None
    answer = client.post(url, filled(**look) | {"save": "1", "seen": seen(text)})
    assert answer.status_code == 422
    text = unescape(answer.content.decode())
    assert "has just entered deal 1. Check the new entry." in text
    assert re.search(r'name="left-3" value="10"[^>]* checked', text)
    assert "Is deal 1 correct?" in text
    text = client.post(url, filled(number=3)).content.decode()
    answer = client.post(url, filled(number=3) | {"save": "1", "seen": seen(text)})
    assert "Each table plays 2 deals in this round." in answer.content.decode()


def test_a_player_disputes_a_deal_and_it_is_entered_again(seated):
    table = seated.table()
    url = sheet(seated, table)
    assert seated.writes(table, 0, 1) is None
    other = browser(seated.at(table, 1).user)
    empty = other.post(sheet(seated, table, "object"), {"deal": 1, "version": 1, "text": ""})
    assert empty.status_code == 422
    data = {"deal": 1, "version": 1, "text": "I had <four>"}
    assert other.post(sheet(seated, table, "object"), data).status_code == 302
    writer = browser(seated.at(table, 0).user)
    text = page(writer, url)
    assert "I had &lt;four&gt;" in text
    assert f"{url}?deal=1#write" in text
    assert "Edit deal 1" in text
    assert re.search(r'name="left-3" value="3"[^>]* checked', text)
    assert write(writer, url, version=1, left=(0, 4, 2, 3)).status_code == 302
    assert "Is deal 1 correct?" in page(other, url)


def test_only_players_at_the_table_and_organizers_can_use_the_score_sheet(evening):
    evening.seated(people=8)
    table, other = evening.tables()
    url, crew = sheet(evening, table), evening.crew
    assert evening.writes(table, 0, 1) is None
    acts = [sheet(evening, table, act) for act in ("confirm", "object", "close")]
    data = filled(version=1) | {"save": "1", "text": "x"}
    for user in (crew.member, evening.at(other, 0).user):
        client = browser(user)
        text = page(client, url)
        assert "Players at this table enter the deals." in text
        assert "Show the score" not in text
        assert "Confirm deal 1" not in text
        for each in (url, *acts):
            assert client.post(each, data).status_code == 403, each
    deal = evening.deal(table)
    assert (deal.version, deal.is_confirmed, deal.disputed_by) == (1, False, None)
    # A slip's QR code leads a signed-out user to the sign-in page, and from there to the sheet.
    answer = browser().get(url)
    assert answer.url == f"{reverse('account_login')}?next={url}"
    assert "Show the score" in page(browser(crew.organizer), url)


@pytest.mark.every_database
def test_an_organizer_enters_and_confirms_deals_only_with_a_reason(seated):
    table = seated.table()
    client, url = browser(seated.crew.organizer), sheet(seated, table)
    assert "From the table’s paper slip." in page(client, url)
    assert client.post(url, filled()).status_code == 422
    assert write(client, url, reason="from the slip").status_code == 302
    assert seated.deal(table).is_confirmed
    assert seated.writes(table, 0, 2) is None
    confirm = sheet(seated, table, "confirm")
    assert client.post(confirm, {"deal": 2, "version": 1, "text": ""}).status_code == 422
    close = client.post(sheet(seated, table, "close"), {"text": "the <last> bus"})
    assert close.status_code == 422
    text = close.content.decode()
    assert "Deal 2 isn’t confirmed yet." in text
    assert "the &lt;last&gt; bus" in text
    assert client.post(confirm, {"deal": 2, "version": 1, "text": "saw it"}).status_code == 302
    assert "All deals are confirmed. The result is in." in page(client, url)
    # A deal is corrected, not a sum.
    assert client.get(at("event_correct", seated, table.pk)).url == url


def test_the_sheet_of_a_table_that_was_ended_early_offers_no_new_deal(seated):
    table = seated.table()
    client, url = browser(seated.crew.organizer), sheet(seated, table)
    seated.writes(table, 0, 1)
    seated.confirms(table, 1, 1)
    assert "Enter deal 2" in page(client, url)
    seated.well(close_table, table.pk, "the last bus")
    text = page(client, url)
    assert "This table was ended early. Its confirmed deals count." in text
    assert "Enter deal" not in text
    assert "Edit deal 1" in page(client, f"{url}?deal=1")
    answer = client.post(url, filled(number=2, reason="found the slip"))
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "This table is finished, so no new deals can be entered." in text
    assert "Enter deal" not in text
    assert table.paper_deals.count() == 1


def test_score_sheets_and_slips_are_found_only_at_their_own_event(seated, crew):
    table = seated.table()
    client = browser(crew.organizer)
    other = PaperEvening.open(crew, name="Other")
    page(client, sheet(other, table), 404)
    page(client, at("event_slips", other, 1), 404)
    page(client, at("event_paper", seated, 999999), 404)
    page(client, at("event_slips", seated, 7), 404)
    assert client.post(sheet(seated, table, "nonsense")).status_code == 404
    app = Evening.of(crew, name="App").started(people=0, bots=4).well(publication.publish_round)
    page(client, at("event_paper", app, app.tables()[0].pk), 404)
    page(client, at("event_slips", app, 1), 404)


def test_event_page_desk_and_home_page_link_to_the_score_sheet(seated):
    table = seated.table()
    url = sheet(seated, table)
    user = seated.at(table, 0).user
    text = page(browser(user), at("event", seated))
    assert f'<a class="event-table-link" href="{url}">' in text
    assert "0 of 2 deals" in text
    assert f'class="button button-small button-play" href="{url}"' in page(browser(user), "/")
    assert seated.writes(table, 0, 1) is None
    text = page(browser(seated.crew.organizer), at("event_desk", seated))
    assert "0 of 2 deals, 1 awaiting confirmation" in text
    assert at("event_slips", seated, 1) in text
    assert url in text
    assert at("event_desk_action", seated, "pause") not in text
    assert at("event_desk_action", seated, "bots") not in text
    data = {"replace-entry": table.seats.get(place=0).entry.number, "replace-reason": "ill"}
    assert "Enter a name." in desk(seated, "replace", 422, **data)
    desk(seated, "replace", **data | {"replace-name": "Uncle Bo"})
    assert "(Uncle Bo playing)" in page(browser(user), at("event", seated))
    assert "is-urgent" not in page(browser(user), "/")


def test_each_table_gets_a_slip_with_its_players_and_a_qr_code(evening):
    evening.seated(people=7, named=1)
    text = page(browser(evening.crew.organizer), at("event_slips", evening, 1))
    assert text.count('<article class="slip"') == 2
    for table in evening.tables():
        assert f'href="http://testserver{sheet(evening, table)}"' in text
        for seat in table.seats.all():
            assert f'<th scope="col">{seat.entry.name}</th>' in text
    assert text.count('class="qr"') == 2
    assert "write the number of cards left" in text


def test_the_score_sheet_takes_the_same_queries_for_any_number_of_deals(crew):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    evening = PaperEvening.open(crew, deals=9).seated()
    table = evening.table()
    client, url = browser(evening.at(table, 1).user), sheet(evening, table)
    counts = []
    for numbers in (range(1, 2), range(2, 10)):
        for number in numbers:
            assert evening.writes(table, 0, number) is None
        with CaptureQueriesContext(connection) as caught:
            page(client, url)
        counts.append(len(caught))
    assert counts[1] <= counts[0] <= 12


@pytest.mark.parametrize(
    "preset",
    [
        *SOME_RULES,
        pytest.param("guide", id="winner alone"),
        pytest.param("pusoy_dos", id="twos played last"),
        pytest.param("indonesia", id="special combinations"),
        pytest.param("last_one_in", id="order of going out"),
    ],
)
def test_a_deal_of_any_preset_can_be_entered(crew, preset):
    """The form's data for a deal equals the data that was entered."""
    from random import Random

    from tests.tournaments.events.paper.test_deal import deals_of, written

    rules = RuleSet.make(preset)
    evening = PaperEvening.open(crew, rules=rules, rules_name=preset).seated(people=rules.players)
    table = evening.table()
    client, url = browser(evening.at(table, 0).user), sheet(evening, table)
    (state,) = deals_of(Random(preset), lambda: rules, 1)
    assert evening.writes(table, 0, 1, written(state)) is None
    text = page(client, f"{url}?deal=1")
    data = fields(text)
    answer = client.post(url, data)
    assert answer.status_code == 200, unescape(answer.content.decode())
    data |= {"save": "1", "seen": seen(answer.content.decode())}
    assert client.post(url, data).status_code == 302
    deal = evening.deal(table)
    assert deal.version == 2
    assert deal.nets == list(state.result.net)


def fields(text: str) -> dict[str, object]:
    """Return the data that a browser would send with the form for a deal."""
    start = text.index('class="paper-form"')
    body = text[start : text.index("</form>", start)]
    found: dict[str, object] = {}
    for tag in re.findall(r"<input[^>]*>", body):
        said = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        kind = said.get("type", "text")
        if "name" not in said or (kind in ("radio", "checkbox") and " checked" not in tag):
            continue
        value = unescape(said.get("value", "on" if kind == "checkbox" else ""))
        if said["name"] == "unplayed":
            value = [*found.get("unplayed", []), value]
        found[said["name"]] = value
    for name, options in re.findall(r'<select name="([^"]*)".*?>(.*?)</select>', body, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    return found


# --- Creating one


def test_an_organizer_creates_an_event_with_real_cards(crew):
    answer = make(crew, cards="paper")
    assert answer.status_code == 302
    made = Event.objects.get()
    assert made.is_on_paper
    text = page(browser(crew.organizer), reverse("event", args=[made.slug]))
    assert "Real cards; results are entered on this site" in text
    assert "<dt>Clock</dt>" not in text
    assert "<dt>Spectators</dt>" not in text


def test_the_form_refuses_bots_in_an_event_with_real_cards(crew):
    answer = make(crew, cards="paper", uneven="bots")
    assert answer.status_code == 422
    assert "Bots can’t play with real cards." in answer.content.decode()
    assert "Bring a friend." in answer.content.decode()
    assert form()["uneven"] == "out"


def test_confirming_a_deal_that_has_just_changed_is_refused(seated):
    table = seated.table()
    assert seated.writes(table, 0, 1) is None
    assert seated.writes(table, 0, 1, OTHER, version=1) is None
    client = browser(seated.at(table, 1).user)
    answer = client.post(sheet(seated, table, "confirm"), {"deal": 1, "version": 1})
    assert answer.status_code == 422
    assert "has just entered deal 1" in unescape(answer.content.decode())
    assert not seated.deal(table).is_confirmed


def test_a_disputed_deal_is_the_first_thing_on_the_desk_and_its_writer_reads_why(seated):
    table = seated.table()
    assert seated.writes(table, 0, 1, PLAIN) is None
    assert "is disputed" not in page(browser(seated.crew.organizer), at("event_desk", seated))
    said = (seated.event.pk, table.pk, 1)
    disputer = seated.at(table, 2)
    assert dispute_deal(disputer.caller, *said, version=1, text="I had four left") is None
    text = page(browser(seated.crew.organizer), at("event_desk", seated))
    dispute = text.index("Deal 1 at table 1 is disputed")
    assert dispute < text.index('id="running-title"')
    assert "I had four left" in text
    assert f"{sheet(seated, table)}?deal=1" in text
    organizer = page(browser(seated.crew.organizer), f"{sheet(seated, table)}?deal=1")
    assert "Confirm deal 1 anyway" in organizer
    writer = page(browser(seated.at(table, 0).user), sheet(seated, table))
    written = writer[writer.index('class="paper-sheet"') :]
    assert "<q>I had four left</q>" in written[: written.index("</table>")]
    # Others don't read it.
    assert "I had four left" not in page(browser(seated.crew.member), sheet(seated, table))
    assert seated.do(confirm_deal, table.pk, 1, version=1, reason="I saw it") is None
    assert "is disputed" not in page(browser(seated.crew.organizer), at("event_desk", seated))
