"""Events with five to eight players per table and one or two packs, from sign-up to settlement."""

import pytest

from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Deal
from tests.replaying import SCRIPT, failing
from tests.tournaments.events.browsing import at, browser, page
from tests.tournaments.events.duplicate.test_duplicate_rounds import (
    finished_round,
    packs_of,
    played,
)
from tests.tournaments.events.evening import Evening
from tests.tournaments.events.paper_evening import PaperEvening
from tests.tournaments.events.settling.test_settlement import HKD, check_fully_settled, finish
from tournaments.events import tasks
from tournaments.events.core.models import Event
from tournaments.events.duplicate.shuffle_proof import round_proof
from tournaments.events.manual_seating.leftover_players import leftover_part
from tournaments.events.paper.deal import WrittenDeal, scored
from tournaments.events.paper.slips import slips_of
from tournaments.events.rounds import proposal
from tournaments.events.rounds.models import EventSeat
from tournaments.ledger.settling.models import Settlement, Transfer
from tournaments.pairing.seating import seaters, ways

SIX = RuleSet.make(options={"players": 6, "packs": 2, "scoring": "placement", "play_on": True})
RULES = {
    5: RuleSet.make("five_players"),
    6: SIX,
    7: RuleSet.make(options={"players": 7, "leftover": "lowest_holder"}),
    8: RuleSet.make("eight_players"),
}


def evening_of(crew, size: int, **terms) -> Evening:
    given = {"rules": RULES[size], "rules_name": "ours", "format_settings": {"rounds": 2}, **HKD}
    return Evening.of(crew, **given | terms)


def sizes(evening: Evening) -> list[int]:
    return sorted(map(len, evening.round().seated.tables))


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "uneven", "people", "bots", "seated"),
    [
        (5, "smaller", 6, 3, [4, 5]),
        (6, "bots", 7, 0, [6, 6]),
        (8, "out", 6, 4, [8]),
        (8, "smaller", 8, 6, [7, 7]),
    ],
)
def test_an_event_is_played_to_its_end_and_fully_settled(crew, size, uneven, people, bots, seated):
    evening = evening_of(crew, size, uneven=uneven).started(people, bots)
    assert sizes(evening) == seated
    finish(evening)
    assert evening.event.status == Event.Status.FINISHED
    for table in evening.tables():
        deal = Deal.objects.get(session__table=table.table)
        assert len(deal.nets) == table.seats.count()
    tasks.settle_event(evening.event.pk)
    check_fully_settled(evening.event)
    # All bots share one account, the club's.
    assert Transfer.objects.count() <= people


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_the_desk_describes_the_options_for_leftover_players(crew, size):
    evening = evening_of(crew, size).started(people=2 * size - 1, bots=0)
    entries, newest = list(evening.event.entries.all()), evening.round()
    part = leftover_part(evening.event, entries, newest)
    said = {each.value: each.about for each in part.choices}
    assert said["smaller"].startswith(f"1 table of {size} and 1 table of {size - 1}. ")
    assert f"the same rules, adapted for {size - 1} players" in said["smaller"]
    assert said["bots"].startswith(f"2 tables of {size}. 1 bot plays in each round.")
    assert said["out"].startswith(
        f"1 table of {size}. Players take turns: {size - 1} players sit out"
    )


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_two_tables_repeat_as_few_meetings_as_possible(size):
    (way,) = ways.ways(2 * size, size)
    first, second = seaters.seat_rounds(range(2 * size), 2, way, seed=1)
    kept = [len({*one} & {*other}) for one in first.tables for other in second.tables]
    assert max(kept) == (size + 1) // 2


@pytest.mark.parametrize("size", [5, 8])
def test_larger_duplicate_tables_are_compared_and_verified(crew, size):
    """Checks the pages and the script."""
    evening = evening_of(crew, size, format_name="duplicate", deals=2)
    finished_round(evening.started(people=3, bots=2 * size - 3))
    proof = round_proof(played(evening))
    assert proof.holds
    assert [len(each.deals) for each in proof.tables] == [2, 2]
    assert "Verified: all tables got the same, fairly shuffled cards." in page(
        browser(), at("event_packs", evening, 1)
    )
    assert "Side by side" in page(browser(), at("event_compare", evening, 1))
    told = browser().get(at("event_packs_file", evening, 1)).json()
    assert failing(SCRIPT["check_round"](told, packs_of(evening).commitment)) == []
    # For each seat of each deal, one table wins what the other loses.
    results = [each.result for each in played(evening).comparisons()]
    assert len(results) == 2 * 2 * size
    assert sum(results) == 0


# --- With real cards


def deal_of(rules: RuleSet) -> WrittenDeal:
    """Return a deal won by the first seat, each next seat having one more card or a later place."""
    seats = range(rules.players)
    if rules.scoring == "placement":
        return WrittenDeal(winner=0, order=tuple(seats))
    return WrittenDeal(winner=0, left=tuple(seats))


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_organizer_and_players_enter_deals_of_larger_tables_with_real_cards(crew, size):
    rules = RULES[size]
    evening = PaperEvening.open(
        crew, rules=rules, rules_name="ours", format_settings={"rounds": 1}, **HKD
    ).seated(people=size)
    table, deal = evening.table(), deal_of(rules)
    slip = slips_of(evening.event, evening.round(), str).slips[0]
    assert len(slip.names) == size
    assert evening.as_desk(table, 1, deal, reason="They asked") is None
    assert evening.confirms(table, 1, 1) is None
    assert evening.writes(table, size - 1, 2, deal) is None
    assert evening.confirms(table, 0, 2) is None
    nets = evening.nets(table)
    assert nets == [2 * net for net in scored(rules, deal).net]
    proposal.propose_round(evening.event.pk)
    evening.event.refresh_from_db()
    tasks.settle_event(evening.event.pk)
    check_fully_settled(evening.event)
    # A player who breaks even has no payment, so fewer payments are enough.
    assert Settlement.objects.get().transfers.count() <= size - 1
    assert EventSeat.objects.filter(net=None).count() == 0
