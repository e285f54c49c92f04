"""Packs shared by all tables of a round: commitment, words of the entrants, and dealing.

Redeals for weak hands are off in such rounds, even if the rules allow them. After a redeal at one
table its results could not be compared, and a redeal at all tables would reveal a hand of another
table. A weak hand is equally weak at every table, so it disadvantages no player.
"""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from games.rules.ruleset.rule_set import RuleSet
from games.tables import shuffle
from games.tables.models import Seat
from games.tables.services.fixed_packs import FixedPack
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import plays_same_packs
from tournaments.events.core.locking import Answer, LockedEvent, locked_event
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.duplicate.models import RoundPacks
from tournaments.events.duplicate.packs import round_name, round_pack
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound, EventSeat
from tournaments.pairing import formats
from tournaments.pairing.formats.club_night import ClubNight


def fitting_rules(rules: RuleSet) -> RuleSet:
    """Return the rules with redeals turned off, as shared packs require."""
    if rules.redeal == "none":
        return rules
    return RuleSet.make(options={**rules.to_options(), "redeal": "none"})


def fitting_terms(
    format_name: str, rules: RuleSet, terms: Mapping[str, Any]
) -> tuple[RuleSet, dict[str, Any]]:
    """Return rules and terms fit for the format: shared packs exclude redeals and spectators.

    Raise `DeniedError` for smaller tables with shared packs, or a player limit at a club night.
    """
    kind = formats.FORMATS.get(format_name)
    if kind is ClubNight and terms.get("entry_limit") is not None:
        raise DeniedError(EventCode.NO_LIMIT_AT_NIGHT)
    if kind is None or not kind.same_packs:
        return rules, dict(terms)
    if terms.get("uneven") == Event.Uneven.SMALLER:
        raise DeniedError(EventCode.SAME_SIZE)
    return fitting_rules(rules), {**terms, "spectators": False}


def commit_to_secret(event: LockedEvent, number: int) -> RoundPacks | None:
    """Draw the secret of a round's shared packs, unless it has one, and publish its SHA-256.

    Return its row, or None, without a secret, if each table shuffles its own packs.

    Once its packs were dealt, the next attempt gets another one.
    """
    if not plays_same_packs(event.row):
        return None
    newest = newest_packs(event.row, number)
    if newest is not None and newest.frozen_at is None:
        return newest
    made = RoundPacks(event=event.row, number=number, attempt=newest.attempt + 1 if newest else 1)
    made.commitment = shuffle.commitment(made.secret)
    made.save()
    event.note(EventRecord.Deed.COMMITTED, round=number, commitment=made.commitment)
    return made


def newest_packs(event: Event, number: int) -> RoundPacks | None:
    """Return the packs' secret and words for the latest attempt at the round, if any. One query."""
    return event.round_packs.filter(number=number).order_by("-attempt").first()


@answering
def add_round_word(
    caller: Caller, event_id: int, number: int, word: str, commitment: str
) -> Answer:
    """Set the caller's word, an input of the shuffle of a proposed round; denied once dealt.

    :param commitment: the commitment that the caller was shown; the word is for this secret only
    """
    with locked_event(event_id, caller) as event:
        mine = event.row.entries.filter(user=event.person, status=Entry.Status.HERE).first()
        if mine is None:
            raise DeniedError(EventCode.NOT_ENTERED)
        if not shuffle.is_word(word):
            raise DeniedError(EventCode.NO_WORD)
        packs = newest_packs(event.row, number)
        is_proposed = event.row.rounds.filter(
            number=number, status=EventRound.Status.PROPOSED
        ).exists()
        if packs is None or packs.frozen_at is not None or not is_proposed:
            raise DeniedError(EventCode.WORDS_FROZEN)
        if packs.commitment != commitment:
            raise DeniedError(EventCode.OTHER_SECRET)
        packs.words = {**packs.words, str(mine.number): word}
        packs.save(update_fields=["words"])
    return None


def frozen_packs(event: LockedEvent, number: int) -> tuple[str, tuple[FixedPack, ...]]:
    """Close a round to words; return (prefix of the names of its shared packs, the packs).

    Both are empty if each table shuffles its own packs.

    The next attempt at an undone round gets different packs, since players have seen their cards.
    """
    row = event.row
    packs = commit_to_secret(event, number)
    if packs is None:
        return "", ()
    packs.frozen_at = timezone.now()
    packs.save(update_fields=["frozen_at"])
    name = round_name(row.slug, number, packs.attempt)
    words = {int(entrant): word for entrant, word in packs.words.items()}
    rules = row.rule_set
    return name, tuple(
        round_pack(name, packs.secret, words, deal, rules) for deal in range(1, row.deals + 1)
    )


def check_sizes(event: Event, seated: EventRound) -> None:
    """Raise `DeniedError` if a table that shares packs isn't of the rules' number of players."""
    players = event.rule_set.players
    if plays_same_packs(event) and any(len(each) != players for each in seated.seated.tables):
        raise DeniedError(EventCode.SAME_SIZE)


def check_substitute(person_id: int, seat: EventSeat) -> None:
    """Raise `DeniedError` if a substitute has seen this round's shared cards at another table."""
    same = seat.event_table.app_table.same_packs
    if not same:
        return
    others = Seat.objects.filter(user=person_id, session__table__same_packs=same)
    entered = EventSeat.objects.filter(
        entry__user=person_id, event_table__round=seat.event_table.round_id
    ).exclude(event_table=seat.event_table_id)
    elsewhere = others.exclude(session__table=seat.event_table.table_id)
    before = (
        EventSeat.objects.filter(event_table__table__same_packs=same)
        .exclude(event_table=seat.event_table_id)
        .values_list("substitutes", flat=True)
    )
    played = any(person_id in people for people in before)
    if played or elsewhere.exists() or entered.exists():
        raise DeniedError(EventCode.KNOWS_THE_PACKS)


def note_substitute(person_id: int, seat: EventSeat) -> None:
    """Record that the substitute has sat at the table, for `check_substitute`."""
    if person_id not in seat.substitutes:
        seat.substitutes = [*seat.substitutes, person_id]
        seat.save(update_fields=["substitutes"])
