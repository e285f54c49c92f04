"""Tables with given names, clock and stake at a given position, for tests of how they look."""

from collections.abc import Mapping, Sequence
from typing import Any


def open_scene(
    names: Sequence[str],
    hands: Sequence[str] = (),
    *,
    leader: int = 0,
    actions: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    terms: Mapping[str, Any] | None = None,
    joined: int | None = None,
    seconds: int | None = None,
    paused: bool = False,
    same_packs: str = "",
    away: Sequence[int] = (),
    proposed: str = "",
    nets: Sequence[int] = (),
) -> tuple[str, str]:
    """Open a table with these players, the first as its host; return its path and the host's key.

    :param hands: dealt after the session has started; without them the table is still waiting
    :param options: options of the rules that differ from the basic game
    :param terms: arguments of ``services.open_table``
    :param joined: number of players who sit down; None for all
    :param seconds: thinking time left for the player to act; None leaves it unchanged
    :param paused: whether all have agreed to a pause
    :param same_packs: the packs that other tables play as well
    :param away: seats of players who have been away for ten minutes; the others stay present
    :param proposed: the second player's proposal, on which the others have not voted
    :param nets: the seats' points so far, as if from earlier deals
    """
    import secrets
    from datetime import timedelta

    from django.utils import timezone

    from accounts.caller import Caller
    from accounts.models import User
    from games.rules.ruleset.rule_set import RuleSet
    from games.tables.max_loss import Cost
    from games.tables.models import Seat, Table
    from games.tables.proposals import PAUSE
    from games.tables.services import absences, opening, seating, starting, votes
    from tests.players import terms_shown, walk_away
    from tests.rigging import rig, signed_in

    # SQLite would store a longer name, which PostgreSQL rejects and no user can have.
    assert all(len(name) <= User.DISPLAY_NAME_LENGTH for name in names), names
    people = [
        User.objects.create_user(f"scene-{secrets.token_hex(6)}", display_name=name)
        for name in names
    ]
    agreed = Cost(10**9, (terms or {}).get("currency", ""))
    callers = [Caller(person) for person in people]
    table = opening.open_table(
        people[0],
        rules=RuleSet.make("pagat", {"players": len(names), **(options or {})}),
        rules_name="pagat",
        agreed=agreed,
        **{"seating": Table.Seating.CHOSEN, "bots": False, **(terms or {})},
    )
    for number, caller in enumerate(callers[1:joined], start=1):
        said_no = seating.sit(caller, table.pk, number, agreed=agreed, terms=terms_shown(table))
        assert said_no is None, said_no
    if hands:
        said_no = starting.start(callers[0], table.pk)
        assert said_no is None, said_no
        if same_packs:
            shared = {"same_packs": same_packs, "spectators": False, "is_arranged": True}
            Table.objects.filter(pk=table.pk).update(**shared)
        rig(table.slug, hands, leader=leader, actions=actions)
    if seconds is not None:
        until = timezone.now() + timedelta(seconds=seconds)
        Table.objects.filter(pk=table.pk).update(deadline=until, due_at=until)
    for number, net in enumerate(nets):
        Seat.objects.filter(session__table=table.pk, number=number).update(net=net)
    if paused:
        for caller in callers:
            votes.vote(caller, table.pk, PAUSE, agree=True)
    if proposed:
        votes.vote(callers[1], table.pk, proposed, agree=True)
    key = signed_in(people[0])
    # Without pages they would all be away after a minute.
    User.objects.filter(pk__in=[each.pk for each in people]).update(
        seen_at=timezone.now() + timedelta(hours=1)
    )
    if away:
        walk_away(*[people[number] for number in away])
        absences.note_absences_at(table.pk)
    return table.get_absolute_url(), key
