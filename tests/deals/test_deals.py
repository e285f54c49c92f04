"""Recorded deals replay to their results, and their files are up to date."""

import pytest

from games.rules import record
from games.rules.deal.actions import parse_action
from games.rules.deal.apply import apply
from games.rules.deal.next_deal import next_deal
from games.rules.deal.refusals import Refusal
from tests.deals import RULES, file_of, recorded
from tests.deals.record import text_of

pytestmark = pytest.mark.parametrize("rules", RULES)


def replayed(deal):
    state = record.replay(deal.start)
    for text in deal.actions:
        state = apply(state, parse_action(text))
        assert not isinstance(state, Refusal), text
    return state


def test_each_recorded_deal_replays_to_its_result(rules):
    for session in recorded(rules):
        for deal in session:
            result = replayed(deal).result
            assert result.winner == deal.winner
            assert list(result.points) == deal.points
            assert list(result.net) == deal.nets
            paid = [[each.payer, each.payee, each.amount] for each in result.score.transfers]
            assert paid == deal.pairs


def test_each_second_deal_continues_from_the_first(rules):
    for first, second in recorded(rules):
        coming, setup = next_deal(replayed(first)), record.read(second.start).setup
        assert (first.number, second.number) == (1, coming.number)
        assert (setup.dealer, setup.previous) == (coming.dealer or 0, coming.previous)


def test_recorded_deals_have_several_winners(rules):
    assert len({deal.winner for session in recorded(rules) for deal in session}) > 1


def test_recording_again_gives_the_same_file(rules):
    told = "run: python -m tests.deals.record"
    assert file_of(rules).read_text(encoding="utf-8") == text_of(rules), told
