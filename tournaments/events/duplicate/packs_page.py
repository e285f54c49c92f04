"""The packs of a duplicate round: their commitment, the players' words and the shuffle check."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.language.card_faces import CardFace, card_face
from tournaments.events.core.format_input import plays_same_packs
from tournaments.events.core.models import Event
from tournaments.events.duplicate.models import RoundPacks
from tournaments.events.duplicate.packs import words_digest
from tournaments.events.duplicate.selectors import SameRound
from tournaments.events.duplicate.services import newest_packs
from tournaments.events.duplicate.shuffle_proof import LOOKED_AT, TableProof, round_proof
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound

_SENTENCES: Final = {
    "commitment": gettext_noop("The fingerprint shown before the round matches the secret."),
    "words": gettext_noop("Every word has 1 to 64 letters and digits."),
    "names": gettext_noop(
        "Each deal’s name combines the round, all the words and the deal’s number."
    ),
    "packs": gettext_noop(
        "Every table got the cards determined by the secret and the deal’s name."
    ),
    "dealers": gettext_noop(
        "The dealer was also determined by the secret and the deal’s name. The same seat dealt at"
        " every table."
    ),
}


@dataclass(frozen=True, slots=True)
class RoundWordLine:
    """The word that an entrant added to the packs of a round."""

    number: int
    name: str
    word: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class PacksPage:
    """Content of the page about a round's packs; without findings until the secret is shown."""

    number: int
    commitment: str
    words: Sequence[RoundWordLine]
    digest: str
    name: str
    #: The secret; empty while a table is playing.
    secret: str = ""
    #: Conditions of the shuffle check, and whether each holds.
    findings: Sequence[tuple[str, bool]] = ()
    tables: Sequence[TableProof] = ()
    #: The pack of each deal, from the top.
    packs: Sequence[Sequence[CardFace]] = ()
    holds: bool = False


def packs_page(played: SameRound, names: Mapping[int, Entry], own_number: int) -> PacksPage:
    """Return the page about a published round's packs, with the secret once the round is over."""
    packs = played.packs
    words = {int(entrant): word for entrant, word in packs.words.items() if entrant.isdecimal()}
    lines = [
        RoundWordLine(
            number,
            names[number].name if number in names else "–",
            word,
            is_own=number == own_number,
        )
        for number, word in sorted(words.items())
    ]
    shown = PacksPage(
        number=played.row.number,
        commitment=packs.commitment,
        words=lines,
        digest=words_digest(words),
        name=played.name,
    )
    return _with_secret(shown, played) if played.seal.is_broken else shown


def _with_secret(page: PacksPage, played: SameRound) -> PacksPage:
    """Return the page with the secret, the packs and the findings of the shuffle check added."""
    proof = round_proof(played)
    return replace(
        page,
        secret=played.packs.secret,
        findings=[(_(_SENTENCES[name]), proof.found[name]) for name in LOOKED_AT],
        tables=proof.tables,
        packs=[[card_face(card) for card in pack] for pack in proof.packs],
        holds=proof.holds,
    )


@dataclass(frozen=True, slots=True)
class WordsPart:
    """State of the form in which entrants add words to the coming round's packs."""

    round: int
    commitment: str
    #: Number of words added, of the number possible; bots add none.
    count: int
    possible: int
    may_add: bool
    #: The reader's own word; empty if none was added.
    word: str
    #: The name under which the browser saves the commitment that it was shown.
    note: str


def words_part(
    event: Event,
    proposed: EventRound | None,
    packs: RoundPacks | None,
    entries: Sequence[Entry],
    own_number: int,
) -> WordsPart | None:
    """Return the state of the word form; None without packs or once words can't be added."""
    if proposed is None or packs is None or packs.frozen_at is not None:
        return None
    here = [each.number for each in entries if each.status == Entry.Status.HERE and not each.bot]
    return WordsPart(
        round=proposed.number,
        commitment=packs.commitment,
        count=len(packs.words),
        possible=len(here),
        may_add=own_number in here,
        word=packs.words.get(str(own_number), ""),
        note=f"shared/{event.slug}/{packs.number}/{packs.attempt}",
    )


def coming_words(event: Event, entries: list[Entry], own_number: int) -> WordsPart | None:
    """Return the state of the word form for the coming round; None without one. Two queries."""
    if not plays_same_packs(event) or event.status != Event.Status.RUNNING:
        return None
    proposed = event.rounds.filter(status=EventRound.Status.PROPOSED).first()
    packs = None if proposed is None else newest_packs(event, proposed.number)
    return words_part(event, proposed, packs, entries, own_number)
