"""The packs of a round: what was committed to, who added words, and what was found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.language.card_faces import CardFace, card_face
from tournaments.events.models import Entry, Event, EventRound, RoundPacks
from tournaments.events.packs import words_digest
from tournaments.events.same_packs import SameRound
from tournaments.events.shuffle_proof import LOOKED_AT, TableProof, proof_of

_SENTENCES: Final = {
    "commitment": gettext_noop("The SHA-256 that was shown with the proposal is the secret’s."),
    "words": gettext_noop("Every word has 1 to 64 letters and digits."),
    "names": gettext_noop("Each deal has the name of its round, of all the words, and its number."),
    "packs": gettext_noop("Each table got the pack that follows from the secret and that name."),
    "dealers": gettext_noop("Who dealt was drawn from them as well, the same seat everywhere."),
}


@dataclass(frozen=True, slots=True)
class RoundWordLine:
    """The word of one entrant."""

    number: int
    name: str
    word: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class PackFinding:
    """One thing that must hold."""

    name: str
    sentence: str
    holds: bool


@dataclass(frozen=True, slots=True)
class ShownPack:
    """The pack of a deal, from the top."""

    number: int
    cards: Sequence[CardFace]


@dataclass(frozen=True, slots=True)
class PacksPage:
    """All that the page of a round's packs shows; before the secret is shown nothing is found."""

    number: int
    commitment: str
    words: Sequence[RoundWordLine]
    digest: str
    name: str
    #: Empty as long as a table plays.
    secret: str = ""
    findings: Sequence[PackFinding] = ()
    tables: Sequence[TableProof] = ()
    packs: Sequence[ShownPack] = ()
    holds: bool = False


def packs_page(played: SameRound, names: Mapping[int, Entry], own: int) -> PacksPage:
    """Return what is shown of the packs of a round that was published."""
    packs = played.packs
    words = {int(entrant): word for entrant, word in packs.words.items() if entrant.isdecimal()}
    lines = [
        RoundWordLine(
            number, names[number].name if number in names else "–", word, is_own=number == own
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
    return _opened(shown, played) if played.seal.is_broken else shown


def _opened(shown: PacksPage, played: SameRound) -> PacksPage:
    proof = proof_of(played)
    return PacksPage(
        number=shown.number,
        commitment=shown.commitment,
        words=shown.words,
        digest=shown.digest,
        name=shown.name,
        secret=played.packs.secret,
        findings=[PackFinding(name, _(_SENTENCES[name]), proof.found[name]) for name in LOOKED_AT],
        tables=proof.tables,
        packs=[
            ShownPack(number, [card_face(card) for card in pack])
            for number, pack in enumerate(proof.packs, 1)
        ],
        holds=proof.holds,
    )


@dataclass(frozen=True, slots=True)
class WordsPart:
    """The packs of the round that is proposed, as entrants see them: they can add a word now."""

    round: int
    commitment: str
    #: How many words are in, of how many that could be: bots add none.
    count: int
    possible: int
    may_add: bool
    #: The reader's own word, if it is in.
    word: str
    #: The name under which this browser notes what it was shown.
    note: str


def words_part(
    event: Event,
    proposed: EventRound | None,
    packs: RoundPacks | None,
    entries: Sequence[Entry],
    own: int,
) -> WordsPart | None:
    """Return what is shown of packs that are committed to; None where there are none."""
    if proposed is None or packs is None or packs.frozen_at is not None:
        return None
    here = [each.number for each in entries if each.status == Entry.Status.HERE and not each.bot]
    return WordsPart(
        round=proposed.number,
        commitment=packs.commitment,
        count=len(packs.words),
        possible=len(here),
        may_add=own in here,
        word=packs.words.get(str(own), ""),
        note=f"shared/{event.slug}/{packs.number}/{packs.attempt}",
    )
