"""Process with a running server's settings that does what no browser can do.

Reads requests from standard input, one per line, ``["rig", {"slug": …, "hands": […]}]``, and
answers each with a line, which is empty after a failure. The server's processes see the changes the
next time they read the database.
"""

import json
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any

import django


def requests() -> Mapping[str, Callable[..., Any]]:
    """Return the functions that can be requested, by name."""
    from accounts.notices.push import delivery
    from tests import replaying, rigging, scenes
    from tests.tournaments.clubs import beside as clubs
    from tests.tournaments.crowded import crowded
    from tests.tournaments.events import beside as events
    from tests.tournaments.events import paper_beside, prizes_beside, rigged
    from tests.tournaments.events.evening import prepared_event
    from tests.tournaments.events.starting.beside import club_after_an_event
    from tests.tournaments.ledger import beside as ledger

    return {
        "rig": rigging.rig,
        "run_out": rigging.run_out,
        "close_waiting": rigging.close_waiting,
        "lengthen_absence": rigging.lengthen_absence,
        "recorded": rigging.recorded,
        "open": rigging.open_table,
        "party": rigging.open_party,
        "crowded": crowded,
        "scene": scenes.open_scene,
        "prepared_event": prepared_event,
        "member": rigging.make_member,
        "store": replaying.store_finished,
        "event": rigged.event,
        "event_with_a_stake": rigged.event_with_a_stake,
        "questions": rigged.questions,
        "done": rigged.done,
        "open_event": events.open_event,
        "look_at_event": events.look_at_event,
        "paper_event": paper_beside.open_paper_event,
        "club_with_players": prizes_beside.club_with_players,
        "play_event": prizes_beside.play_event,
        "club_after_an_event": club_after_an_event,
        "settled": ledger.settled,
        "pending": ledger.pending,
        "correction": ledger.correction,
        "played_for": ledger.played_for,
        "post_news": clubs.post_news,
        "daily_mails": clubs.daily_mails,
        "push": delivery.send_due,
        "club_of": lambda names: ledger.club_of(*names),
        "treasury": ledger.treasury,
        "faults_of_club": ledger.faults_of_club,
    }


if __name__ == "__main__":
    django.setup()
    from django.db import connections

    known = requests()
    for line in sys.stdin:
        name, arguments = json.loads(line)
        try:
            answer = json.dumps(known[name](**arguments))
        except Exception:
            # A failed request must not prevent answers to later ones.
            traceback.print_exc()
            answer = ""
        # Close connections between requests, because the database may be dropped.
        connections.close_all()
        print(answer, flush=True)
