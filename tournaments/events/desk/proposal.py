"""The proposed round on the desk: how it was seated and why it changed, in sentences."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, ngettext_lazy

from games.common.languages import paragraph
from games.common.numbers import listed
from tournaments.events.core.format_input import (
    entrants_of,
    format_of,
    history_of,
    seating_context_of,
)
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound
from tournaments.pairing.formats.base import Note
from tournaments.pairing.rounds import Round

#: Sentences for the notes of formats. Kept-apart pairs are shown elsewhere.
_NOTES: Final = {
    "sit_out": ngettext_lazy("%(count)d player sits out.", "%(count)d players sit out.", "count"),
    "byes": ngettext_lazy(
        "%(count)d player advances without playing.",
        "%(count)d players advance without playing.",
        "count",
    ),
    "smaller_tables": ngettext_lazy(
        "%(count)d table has fewer players.", "%(count)d tables have fewer players.", "count"
    ),
    "bots": ngettext_lazy(
        "%(count)d bot fills an empty seat.", "%(count)d bots fill empty seats.", "count"
    ),
    "lucky_losers": ngettext_lazy(
        "%(count)d eliminated player is back to fill a table.",
        "%(count)d eliminated players are back to fill a table.",
        "count",
    ),
    "repeats": ngettext_lazy("%(count)d pair meets again.", "%(count)d pairs meet again.", "count"),
}


#: Reasons for a changed proposal, by the key that services store.
_WHY: Final = {
    "result": gettext_noop("The result of table %(table)s in round %(round)s was corrected."),
    "penalty": gettext_noop("%(name)s got a %(points)s-point penalty."),
    "reversed": gettext_noop("%(name)s’s %(points)s-point penalty was removed."),
    "entered": gettext_noop("%(name)s signed up."),
    "agreed": gettext_noop("%(name)s agreed to the terms."),
    "returned": gettext_noop("%(name)s rejoined."),
    "listed": gettext_noop("Members were added."),
    "skips": gettext_noop("%(name)s skips this round."),
    "plays": gettext_noop("%(name)s no longer skips this round."),
    "places": gettext_noop("The player limit was changed."),
    "withdrew": gettext_noop("%(name)s withdrew."),
    "removed": gettext_noop("%(name)s was removed."),
    "apart": gettext_noop("%(name)s and %(other)s are kept apart."),
    "together": gettext_noop("%(name)s and %(other)s are no longer kept apart."),
    "uneven": gettext_noop("The setting for tables that don’t fill was changed."),
    "taken_back": gettext_noop("Round %(round)s was undone."),
    "facts": gettext_noop("Results or players have changed."),
}
#: Players whose part in the round changed, by the key that services give.
_MOVES: Final = {
    "came": gettext_noop("Joined the round: %(names)s."),
    "gone": gettext_noop("Left the round: %(names)s."),
    "plays": gettext_noop("Now playing: %(names)s."),
    "sits_out": gettext_noop("Now sitting out: %(names)s."),
}


def proposal_changes(row: EventRound, names: Mapping[int, Entry]) -> list[str]:
    """Return the changes of the proposal since it was last viewed, a line for each."""
    return [paragraph(*_change_sentences(each, names)) for each in row.changes or []]


def _change_sentences(change: Mapping[str, Any], names: Mapping[int, Entry]) -> list[str]:
    """Return sentences on one stored change of the proposal, with its reason last."""

    def names_under(key: str) -> list[str]:
        """Return the names of the players whose numbers the change stores under the key."""
        return [names[number].name for number in change.get(key, []) if number in names]

    said = [
        _(words) % {"names": listed(found)}
        for key, words in _MOVES.items()
        if (found := names_under(key))
    ]
    if change.get("is_moved"):
        said.append(_("Some players now sit at different tables."))
    if change.get("is_kept"):
        said.append(_("Your manual seating is kept where it still fits."))
    elif change.get("is_given_up"):
        said.append(_("Your manual seating no longer fits and was replaced."))
    why = _reason_sentence(change)
    return [*(each for each in said if each), why]


def _reason_sentence(change: Mapping[str, Any]) -> str:
    """Return why the proposal changed, in a sentence."""
    words = _(_WHY.get(str(change.get("why")), _WHY["facts"]))
    return words % dict(change.get("params", {}))


def round_notes(event: Event, row: EventRound) -> str:
    """Return notes that explain the proposed round, in sentences. Seven queries."""
    seating = row.seated
    proposed = Round(seating, stage=row.stage)
    format_, context = format_of(event), seating_context_of(event)
    notes = format_.notes(history_of(event), proposed, entrants_of(event), context)
    tables = ngettext("%(count)d table.", "%(count)d tables.", len(seating.tables))
    said = [tables % {"count": len(seating.tables)}]
    said += [_note_sentence(note) for note in notes if note.code in _NOTES]
    if not any(note.code == "repeats" for note in notes):
        said.append(_("No two players meet a second time."))
    return paragraph(*said)


def _note_sentence(note: Note) -> str:
    """Return the sentence of a format's note on the proposed round."""
    return str(_NOTES[note.code] % note.params)
