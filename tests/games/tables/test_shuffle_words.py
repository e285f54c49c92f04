"""Players' words for the shuffle."""

import pytest

from games.tables.denials import TableCode
from games.tables.services import shuffle_words, starting

pytestmark = pytest.mark.django_db


def test_players_words_are_shuffled_with_a_secret_committed_to_beforehand(party):
    from games.rules import record
    from games.tables import shuffle

    game = party(people=2)
    commitment = shuffle.commitment(game.now().session.next_secret)
    game.all_sit()
    assert game.ask(0, shuffle_words.add_word, "abc", commitment) is None
    assert game.ask(0, shuffle_words.add_word, "xyz", commitment) is None
    assert game.ask(1, shuffle_words.add_word, "no!", commitment).code is TableCode.NO_WORD
    assert game.ask(1, shuffle_words.add_word, "def", "0" * 64) is None
    game.ask(0, starting.start)
    deal = game.deal_row()
    assert shuffle.commitment(deal.secret) == commitment
    assert deal.words == {"0": "abc"}
    name = shuffle.deal_id(game.table.slug, 1, 1, 1)
    assert record.read(deal.start).setup.pack == shuffle.order(deal.secret, {0: "abc"}, name)
