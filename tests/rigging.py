"""Deals that a test needs and chance would not bring.

As a program (``python -m tests.rigging SLUG '{"hands": ["3D 4D", …]}'``, or ``SLUG run_out``)
it rigs a table of a club that runs in other processes, which see it with their next look at the
database.
"""

import json
import sys
from collections.abc import Sequence

import django


def rig(slug: str, hands: Sequence[str], *, leftover: str = "", leader: int | None = None) -> None:
    """Put these hands in place of the newest deal's, before anything was played.

    ``leader`` opens without having to play a certain card; without one the rules say who leads.
    """
    from django.db import transaction

    from games.models import Action, Deal, Table
    from games.rules import record
    from games.rules.cards import parse_card, parse_cards
    from games.rules.deal import start_from_hands
    from games.rules.ruleset import RuleSet
    from games.services.core import changed
    from games.services.dealing import await_next, finish_deal

    with transaction.atomic():
        table = Table.objects.select_for_update().get(slug=slug)
        deal = Deal.objects.filter(session__table=table).latest("session", "number", "attempt")
        Action.objects.filter(deal=deal).delete()
        state = start_from_hands(
            RuleSet.make(options=table.rules),
            [parse_cards(hand) for hand in hands],
            leftover=[parse_card(name) for name in leftover.split()],
            leader=leader,
            number=deal.number,
            seed="rigged",
        )
        deal.start = record.write(state)
        deal.save(update_fields=["start"])
        table.scene += 1
        table.action_count = 0
        table.moment += 1
        table.turn = state.turn
        if state.over:
            finish_deal(table, deal, state)
        else:
            await_next(table, list(deal.session.seats.all()), state)
        changed(table)


def run_out(slug: str) -> None:
    """Let the clock of the person on turn have run out long ago."""
    from datetime import timedelta

    from django.utils import timezone

    from games.models import Table

    past = timezone.now() - timedelta(minutes=1)
    Table.objects.filter(slug=slug).update(deadline=past, due_at=past)


if __name__ == "__main__":
    django.setup()
    if sys.argv[2] == "run_out":
        run_out(sys.argv[1])
    else:
        rig(sys.argv[1], **json.loads(sys.argv[2]))
