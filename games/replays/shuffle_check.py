"""Shuffle check: verifies that a finished deal follows from its secret and the players' words."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.language.card_faces import CardFace, card_face
from games.replays.export import as_data
from games.rules.cards import Card
from games.tables import shuffle
from games.tables.history import FinishedDeal
from games.tables.models import Deal

_SENTENCES = {
    "commitment": gettext_noop("The fingerprint matches the secret."),
    "deal": gettext_noop("The shuffle was made for this deal only."),
    "words": gettext_noop(
        "Only players at the table added words. Each word has 1 to 64 letters and digits."
    ),
    "pack": gettext_noop("The order of the pack comes from the secret and the words."),
    "hands": gettext_noop("Dealing this pack card by card gives the hands and the leftover cards."),
    "dealer": gettext_noop("The first dealer was chosen using the secret and the words."),
    "stock": gettext_noop(
        "The seed for reshuffling the stock comes from the secret and the words."
    ),
}

_PROOFS = {
    Deal.PackSource.OWN: gettext_noop(
        "The pack was shuffled for this table using the players’ words and a secret chosen before"
        " the deal."
    ),
    Deal.PackSource.SHARED: gettext_noop(
        "The same pack was dealt at several tables. It was shuffled using one secret chosen before"
        " the deal. Players couldn’t add words."
    ),
    Deal.PackSource.GIVEN: gettext_noop(
        "These cards were arranged, not shuffled, so there’s nothing to check."
    ),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One verified condition; the browser's own check uses the same ``name``."""

    name: str
    holds: bool

    @property
    def sentence(self) -> str:
        """The condition in one sentence."""
        return _(_SENTENCES[self.name])


@dataclass(frozen=True, slots=True)
class Word:
    """The word that a seat added to the shuffle, if any; without a name, the seat is empty."""

    seat: str
    name: str
    is_bot: bool
    word: str | None


@dataclass(frozen=True, slots=True)
class Check:
    """The contents of a shuffle check page; a deal without a public secret has no findings.

    ``noted`` is the fingerprint (SHA-256) that the viewer saved before the deal, ``noted_matches``
    whether it is this deal's.
    """

    number: int
    shuffle_id: str
    commitment: str
    secret: str
    words: list[Word]
    pack: list[CardFace]
    findings: list[Finding]
    noted: str
    noted_matches: bool
    data: dict[str, Any]
    pack_source: Deal.PackSource
    #: Whether the secret stays hidden until other tables have played their packs.
    is_secret_kept: bool

    @property
    def can_check(self) -> bool:
        """Return whether there is anything to check."""
        return bool(self.findings)

    @property
    def is_given(self) -> bool:
        """Return whether the pack was arranged instead of shuffled."""
        return self.pack_source is Deal.PackSource.GIVEN

    @property
    def proof(self) -> str:
        """The origin of the pack in one or two sentences."""
        return _(_PROOFS[self.pack_source])

    @property
    def holds(self) -> bool:
        """Return whether all findings hold."""
        return all(finding.holds for finding in self.findings)


def sentences() -> list[tuple[str, str]]:
    """Return the name and the sentence of every possible finding, in display order."""
    return [(name, _(sentence)) for name, sentence in _SENTENCES.items()]


def check_of(finished: FinishedDeal, saved_fingerprint: str = "") -> Check:
    """Return the check of a deal, with that of a fingerprint that the viewer saved before it."""
    data = as_data(finished)
    used = data["shuffle"] or {"commitment": "", "secret": "", "words": {}}
    return Check(
        number=finished.deal.number,
        shuffle_id=finished.shuffle_id,
        commitment=used["commitment"],
        secret=used["secret"],
        words=_words(finished),
        pack=[card_face(card) for card in finished.setup.pack or ()],
        findings=findings(finished),
        noted=saved_fingerprint,
        noted_matches=bool(saved_fingerprint)
        and saved_fingerprint.strip().lower() == used["commitment"],
        data=data,
        pack_source=Deal.PackSource(finished.deal.pack_source),
        is_secret_kept=finished.is_secret_kept,
    )


def findings(finished: FinishedDeal) -> list[Finding]:
    """Return the findings in display order; none for a deal without a public secret.

    The dealer is checked only if one was drawn, the stock only if it can be reshuffled. Here the
    SHA-256 is computed from the secret and the hands from the pack, so these two always hold;
    checks of a downloaded file verify them like the others.
    """
    if not finished.is_shuffle_checkable:
        return []
    setup = finished.setup
    pack, dealer, seed = _computed_outcome(finished)
    found = [
        Finding("commitment", True),
        Finding("deal", _name_holds(finished)),
        Finding("words", _words_hold(finished)),
        Finding("pack", setup.pack == pack),
        Finding("hands", setup.pack is not None),
    ]
    if finished.dealer_is_drawn:
        found.append(Finding("dealer", setup.dealer == dealer))
    if setup.rules.stock_recycle:
        found.append(Finding("stock", setup.seed == seed))
    return found


def _computed_outcome(finished: FinishedDeal) -> tuple[tuple[Card, ...], int | None, str | None]:
    """Return the pack, dealer and stock's seed computed from secret and words.

    For invalid words the pack is empty, and the others are None.
    """
    name, rules = finished.shuffle_id, finished.setup.rules
    try:
        used = finished.deal.secret, finished.words
        return (
            shuffle.order(*used, name, rules.packs),
            shuffle.draw(*used, finished.dealer_id, rules.players),
            shuffle.stock_seed(*used, name),
        )
    except ValueError:
        # An invalid word or seat: nothing can be computed, so nothing matches.
        return (), None, None


def _name_holds(finished: FinishedDeal) -> bool:
    """Return whether the shuffle's name is this deal's or, for a shared pack, that of one."""
    if finished.deal.pack_source == Deal.PackSource.SHARED:
        return shuffle.is_shared_name(finished.shuffle_id)
    return finished.shuffle_id == finished.own_shuffle_id


def _words_hold(finished: FinishedDeal) -> bool:
    """Return whether all words are valid and from users at the table; a shared pack allows none."""
    people = {str(seat.number) for seat in finished.seats if not seat.is_bot}
    if finished.deal.pack_source == Deal.PackSource.SHARED:
        people = set()
    words = finished.deal.words
    return people.issuperset(words) and all(map(shuffle.is_word, words.values()))


def _words(finished: FinishedDeal) -> list[Word]:
    """Return the word of each seat, then words from unknown seats."""
    seats = {str(seat.number): seat for seat in finished.seats}
    used = finished.deal.words
    return [
        *(Word(place, seat.name, seat.is_bot, used.get(place)) for place, seat in seats.items()),
        *(Word(place, "", False, used[place]) for place in sorted(set(used) - set(seats))),
    ]
