"""Score sheets, entry forms and slips of tables with real cards, from unsaved rows."""

from datetime import UTC, datetime
from typing import Any

import pytest

from accounts.models import User
from games.rules.combinations.kinds import Kind
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import Special
from tests.related import set_related
from tournaments.clubs.models import Club
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.paper.deal import PaperError, WrittenDeal, scored
from tournaments.events.paper.forms import PaperForm
from tournaments.events.paper.locked_sheet import denial_of_paper_error
from tournaments.events.paper.models import PaperDeal
from tournaments.events.paper.score_sheet import PaperPage, paper_page, written_words
from tournaments.events.paper.slips import slips_of
from tournaments.events.rounds.models import EventRound, EventSeat, EventTable

NAMES = ["ann", "bo", "cy", "dan"]
LEFT = (0, 1, 2, 3)
PLACEMENT = {"scoring": "placement", "play_on": True}
FACES = {"card_values": "faces"}
#: With a stock, a full hand doesn't show that its player has played no card.
STOCK = {"players": 3, "leftover": "stock", "draw_on_pass": "one", "unplayed_multiplier": 2}


def rules_with(options: dict[str, Any]) -> RuleSet:
    return RuleSet.make(options=options)


@pytest.mark.parametrize(
    ("options", "deal", "said"),
    [
        (PLACEMENT, {"order": (2, 0, 1)}, "Finished in this order: cy, ann, bo and dan."),
        ({}, {"left": LEFT}, "Cards left: bo (1), cy (2) and dan (3)."),
        (FACES, {"ranks": ("", "2 K", "10", "3")}, "Cards left: bo (2 K), cy (10) and dan (3)."),
        (STOCK, {"left": (0, 17, 17), "unplayed": {1, 2}}, "Played no cards: bo and cy."),
        ({"multiply_only_starter": True}, {"left": LEFT, "starter": 2}, "cy started the deal."),
        ({"scoring": "deuces"}, {"last_twos": 2}, "Twos in the last play: 2."),
        ({"bomb_doubles": True}, {"left": LEFT, "bombs": 1}, "Bombs played: 1."),
        ({"guard": "pays_all"}, {"left": LEFT, "foul": 3}, "dan let the winner go out."),
        ({"payment": "loser_pays"}, {"left": (0, 3, 3, 1), "payer": 1}, "bo pays."),
        (
            {"scoring": "indonesian"},
            {"specials": (Special(1, Kind.FOUR_OF_A_KIND, False, True),)},
            "bo: four twos.",
        ),
        (
            {"scoring": "indonesian"},
            {"specials": (Special(2, Kind.STRAIGHT_FLUSH, True, False),)},
            "cy: a straight flush.",
        ),
    ],
)
def test_an_entered_deal_is_read_back_in_sentences(options, deal, said):
    found = written_words(rules_with(options), WrittenDeal(winner=0, **deal), NAMES)
    assert said in found


def test_facts_that_the_rules_do_not_ask_for_are_left_out():
    deal = WrittenDeal(winner=0, left=LEFT, starter=1, last_twos=1, bombs=1, foul=2, payer=3)
    assert written_words(RuleSet.make("pagat"), deal, NAMES) == [
        "ann won.",
        "Cards left: bo (1), cy (2) and dan (3).",
    ]


@pytest.mark.parametrize(
    ("options", "sent", "entered"),
    [
        (
            PLACEMENT,
            {"place-0": "2", "place-1": "3", "place-2": "1", "place-3": "4"},
            {"winner": 2, "order": (2, 0, 1, 3)},
        ),
        # One place is taken twice; the service asks for the order again.
        (PLACEMENT, {"place-0": "1", "place-1": "1", "place-2": "3"}, {"order": ()}),
        (
            STOCK,
            {"winner": "0", "left-1": "17", "left-2": "4", "unplayed": ["1"]},
            {"left": (0, 17, 4), "unplayed": frozenset({1})},
        ),
        (
            {"multiply_only_starter": True},
            {"winner": "0", "left-1": "1", "left-2": "2", "left-3": "3", "starter": "2"},
            {"left": LEFT, "starter": 2},
        ),
        (
            {"bomb_doubles": True, "payment": "loser_pays"},
            {
                "winner": "1",
                "left-0": "2",
                "left-2": "2",
                "left-3": "1",
                "bombs": "1",
                "payer": "2",
            },
            {"winner": 1, "bombs": 1, "payer": 2},
        ),
        (
            {"guard": "pays_all"},
            {"winner": "0", "left-1": "1", "left-2": "2", "left-3": "3", "foul": "3"},
            {"foul": 3},
        ),
        (
            {"scoring": "indonesian"},
            {
                "winner": "0",
                **{f"left-{seat}": str(count) for seat, count in enumerate(LEFT) if count},
                "special-0-seat": "1",
                "special-0-kind": "twos",
                "special-1-seat": "2",
                "special-1-kind": "straight_flush",
                "special-1-last": "on",
                # A line without a player is incomplete.
                "special-2-kind": "straight_flush",
            },
            {
                "specials": (
                    Special(1, Kind.FOUR_OF_A_KIND, False, True),
                    Special(2, Kind.STRAIGHT_FLUSH, True, False),
                )
            },
        ),
    ],
)
def test_the_form_asks_for_what_the_rules_need(options, sent, entered):
    rules = rules_with(options)
    names = NAMES[: rules.players]
    form = PaperForm({"deal": "1", "version": "0", **sent}, rules=rules, names=names)
    assert form.is_valid(), form.errors
    deal = form.written()
    assert {name: getattr(deal, name) for name in entered} == entered
    # The form for editing the deal is filled with it.
    edited = PaperForm(posted(rules, names, deal), rules=rules, names=names)
    assert edited.is_valid(), edited.errors
    assert edited.written() == deal


def posted(rules: RuleSet, names: list[str], deal: WrittenDeal) -> dict[str, Any]:
    """Return what a browser posts if the deal is opened for editing and saved unchanged."""
    form = PaperForm(rules=rules, names=names, written=deal)
    shown = {name: field.initial for name, field in form.fields.items()}
    filled = {
        name: value
        for name, value in shown.items()
        if value is not False and value not in (None, "")
    }
    return {"deal": 1, "version": 1, **filled}


@pytest.mark.parametrize(
    ("options", "deal", "said"),
    [
        (
            STOCK,
            {"left": (0, 4, 17), "unplayed": {1}},
            "bo has fewer cards left than were dealt and must have played some.",
        ),
        (
            {"payment": "loser_pays"},
            {"left": (0, 3, 3, 1)},
            "There is a tie. Choose who pays: bo and cy.",
        ),
    ],
)
def test_an_impossible_deal_names_its_players(options, deal, said):
    with pytest.raises(PaperError) as caught:
        scored(rules_with(options), WrittenDeal(winner=0, **deal))
    assert sentence(denial_of_paper_error(caught.value, NAMES)) == said


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({}, "In each box, write the number of cards left (0 for the winner)."),
        (FACES, "In each box, write the ranks of the cards left, such as 2 K 10 9"),
        (PLACEMENT, "In each box, write the player’s finishing place."),
        ({"scoring": "deuces"}, "Tick the winner’s box."),
    ],
)
def test_a_slip_says_what_to_write_under_its_rules(options, hint):
    played = EventRound(pk=1, number=1)
    set_related(played, tables=EventTable.objects.none())
    event = Event(rules=rules_with(options).to_options())
    assert slips_of(event, played, str).hint.startswith(hint)


# --- The sheet


OSCAR, ANN, BO = (User(pk=pk, username=name) for pk, name in ((9, "oscar"), (1, "ann"), (2, "bo")))
AT = datetime(2026, 3, 7, 11, 30, tzinfo=UTC)
#: How far a deal is.
CONFIRMED = {"confirmed_by": BO, "confirmed_at": AT}
DISPUTED = {"disputed_by": BO}


def sheet(*deals: dict[str, Any], is_over: bool = False, planned: int = 4) -> PaperPage:
    """Return the sheet, as visitors see it, of a table with these deals, entered by Ann."""
    row = EventTable(
        pk=7, number=3, round=EventRound(number=2), finished_at=AT if is_over else None
    )
    set_related(
        row,
        seats=[
            EventSeat(place=place, entry=Entry(number=place + 1, name=name, user_id=place + 1))
            for place, name in enumerate(NAMES)
        ],
        paper_deals=[
            PaperDeal(number=number, nets=[3, -1, -1, -1], **{"entered_by": ANN} | deal)
            for number, deal in enumerate(deals, 1)
        ],
    )
    event = Event(
        slug="spring",
        club=Club(time_zone="Asia/Hong_Kong"),
        rules=RuleSet.make("pagat").to_options(),
        deals=planned,
    )
    return paper_page(event, row, [], None, may_run=False)


@pytest.mark.parametrize(
    ("deals", "status"),
    [
        ([], "Next: deal 1 of 4."),
        ([CONFIRMED], "Next: deal 2 of 4."),
        (
            [CONFIRMED, {}],
            "Deal 2 is waiting for another player at the table to confirm it.",
        ),
        (
            [{}, {}],
            "Deals 1 and 2 are waiting for another player at the table to confirm them.",
        ),
        ([DISPUTED, {}], "Deal 1 is disputed. Enter it again."),
        ([DISPUTED, DISPUTED], "Deals 1 and 2 are disputed. Enter them again."),
    ],
)
def test_the_sheet_says_what_its_table_waits_for(deals, status):
    assert sheet(*deals).status == status


def test_a_finished_sheet_says_if_all_deals_were_played():
    early = sheet(CONFIRMED, is_over=True)
    assert early.status == "This table was ended early. Its confirmed deals count."
    done = sheet(CONFIRMED, is_over=True, planned=1)
    assert done.status == "All deals are confirmed. The result is in."


@pytest.mark.parametrize(
    ("deal", "state"),
    [
        ({}, "Entered by ann, waiting for confirmation"),
        (CONFIRMED, "Entered by ann, confirmed by bo"),
        (DISPUTED, "Entered by ann, disputed by bo"),
        (
            {"entered_by": OSCAR, "confirmed_by": OSCAR, "confirmed_at": AT},
            "Entered by organizer oscar",
        ),
        (
            {"entered_by": OSCAR, "confirmed_by": OSCAR, "confirmed_at": AT, "stands_at": AT},
            "Entered by organizer oscar; not disputed",
        ),
        (
            {"entered_by": OSCAR, "stands_at": AT},
            "Entered by organizer oscar; counts from 7 Mar 2026, 19:30 unless a player disputes it",
        ),
    ],
)
def test_each_deal_says_who_entered_and_confirmed_it(deal, state):
    [row] = sheet(deal).rows
    assert row.state == state
    # Visitors neither edit deals nor read why they are disputed.
    assert (row.edit_url, row.objection) == ("", "")
