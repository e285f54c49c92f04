"""Records the deals that tests use: ``python -m tests.deals.record``.

Packs and moves depend only on seeds, so recording twice gives the same files.
"""

import json
from collections.abc import Iterator
from random import Random

from games.rules import record
from games.rules.deal.actions import action_text
from games.rules.deal.next_deal import next_deal
from games.rules.deal.start import shuffled_pack, start
from games.rules.deal.state import DealState
from games.rules.ruleset.rule_set import RuleSet
from tests.deals import RULES, RecordedDeal, file_of
from tests.games.rules.support import played

SESSIONS = 6
DEALS = 2


def text_of(rules: str) -> str:
    """Play the sessions of a rule set; return the text of its file."""
    deals = (deal for session in range(SESSIONS) for deal in _played(rules, session))
    return "".join(json.dumps(deal._asdict(), ensure_ascii=False) + "\n" for deal in deals)


def _played(rules: str, session: int) -> Iterator[RecordedDeal]:
    random = Random(f"{rules} {session}")
    made = RuleSet.make(rules)
    dealer, previous = 0, None
    for number in range(1, DEALS + 1):
        seed = f"{rules} {session} {number}"
        first = start(
            made,
            shuffled_pack(seed, made.packs),
            number=number,
            dealer=dealer,
            previous=previous,
            seed=seed,
        )
        *_, over = played(first, random)
        yield _recorded(session, number, first, over)
        coming = next_deal(over)
        dealer, previous = coming.dealer or 0, coming.previous


def _recorded(session: int, number: int, first: DealState, over: DealState) -> RecordedDeal:
    result = over.result
    assert result is not None
    return RecordedDeal(
        session=session,
        number=number,
        start=record.write(first),
        actions=[action_text(action) for action in over.actions],
        winner=result.winner,
        points=list(result.points),
        nets=list(result.net),
        pairs=[[each.payer, each.payee, each.amount] for each in result.score.transfers],
    )


def main() -> None:
    """Write the files of all rule sets."""
    for rules in RULES:
        file_of(rules).write_text(text_of(rules), encoding="utf-8")


if __name__ == "__main__":
    main()
