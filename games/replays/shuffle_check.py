"""Whether a finished deal is the one that its secret and words make, and the page that tells."""

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
    "commitment": gettext_noop("The SHA-256 is that of the secret."),
    "deal": gettext_noop("The shuffle was meant for this deal and no other."),
    "words": gettext_noop(
        "Only people at the table added words, of 1 to 64 letters and digits each."
    ),
    "pack": gettext_noop("The order of the pack follows from the secret and the words."),
    "hands": gettext_noop("The hands and what was left over are this pack, dealt card by card."),
    "dealer": gettext_noop("The first dealer was drawn from the secret and the words."),
    "stock": gettext_noop("So was the seed by which a used-up stock is shuffled anew."),
}

_PROOFS = {
    Deal.PackSource.OWN: gettext_noop(
        "The pack was shuffled at this table, from the secret that the table had committed to and"
        " the words of its people."
    ),
    Deal.PackSource.SHARED: gettext_noop(
        "The same pack was dealt at several tables. It was shuffled from one secret, which whoever"
        " organized them had committed to; nobody at a table could add a word."
    ),
    Deal.PackSource.GIVEN: gettext_noop(
        "The pack was put together, not shuffled: there is nothing to check."
    ),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that must hold; ``name`` is what the browser's own check calls it, too."""

    name: str
    holds: bool

    @property
    def sentence(self) -> str:
        """What must hold, in one sentence."""
        return _(_SENTENCES[self.name])


@dataclass(frozen=True, slots=True)
class Word:
    """What one seat added to the shuffle, if anything; without a name nobody sits there."""

    seat: str
    name: str
    is_bot: bool
    word: str | None


@dataclass(frozen=True, slots=True)
class Check:
    """All that the page of a check shows; of a deal without a secret nothing is found.

    ``noted`` is the SHA-256 that somebody wrote down before the deal, ``noted_is_it`` whether it
    is this deal's.
    """

    number: int
    shuffle_id: str
    commitment: str
    secret: str
    words: list[Word]
    pack: list[CardFace]
    findings: list[Finding]
    noted: str
    noted_is_it: bool
    data: dict[str, Any]
    pack_source: Deal.PackSource
    #: Whether there will be something to check, once other tables have played the last pack.
    is_secret_kept: bool

    @property
    def can_check(self) -> bool:
        """Whether there is anything to be checked."""
        return bool(self.findings)

    @property
    def is_given(self) -> bool:
        """Whether the pack was put together by somebody, and never shuffled."""
        return self.pack_source is Deal.PackSource.GIVEN

    @property
    def proof(self) -> str:
        """Which proof there is of where the pack came from."""
        return _(_PROOFS[self.pack_source])

    @property
    def holds(self) -> bool:
        """Whether everything that was looked at holds."""
        return all(finding.holds for finding in self.findings)


def sentences() -> list[tuple[str, str]]:
    """Return all that can be looked at in a deal, by name, each in one sentence."""
    return [(name, _(sentence)) for name, sentence in _SENTENCES.items()]


def check_of(finished: FinishedDeal, noted: str = "") -> Check:
    """Return the check of a deal, and of a SHA-256 that was noted before it."""
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
        noted=noted,
        noted_is_it=bool(noted) and noted.strip().lower() == used["commitment"],
        data=data,
        pack_source=Deal.PackSource(finished.deal.pack_source),
        is_secret_kept=finished.is_secret_kept,
    )


def findings(finished: FinishedDeal) -> list[Finding]:
    """Return what was found, in the order in which it is told; nothing for a deal without a secret.

    The dealer is looked at only where one was drawn, the stock only where one may be made anew.
    Here the SHA-256 is worked out from the secret and the hands from the pack, so these two hold
    by themselves; for those who check the file they are questions like the others.
    """
    if not finished.was_shuffled:
        return []
    setup = finished.setup
    pack, dealer, seed = _outcome(finished)
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


def _outcome(finished: FinishedDeal) -> tuple[tuple[Card, ...], int | None, str | None]:
    """Return the pack, the dealer and the stock's seed that follow from the secret and words."""
    name, rules = finished.shuffle_id, finished.setup.rules
    try:
        used = finished.deal.secret, finished.words
        return (
            shuffle.order(*used, name, rules.packs),
            shuffle.draw(*used, finished.dealer_id, rules.players),
            shuffle.stock_seed(*used, name),
        )
    except ValueError:
        # A word that is none, or a seat: from these nothing follows, and nothing fits it.
        return (), None, None


def _name_holds(finished: FinishedDeal) -> bool:
    """Tell whether the name in the shuffle is this deal's, or one of packs for several tables."""
    if finished.deal.pack_source == Deal.PackSource.SHARED:
        return shuffle.is_shared_name(finished.shuffle_id)
    return finished.shuffle_id == finished.own_id


def _words_hold(finished: FinishedDeal) -> bool:
    """Return whether all words are words, and added by people of the table."""
    people = {str(seat.number) for seat in finished.seats if not seat.is_bot}
    if finished.deal.pack_source == Deal.PackSource.SHARED:
        people = set()
    words = finished.deal.words
    return people.issuperset(words) and all(map(shuffle.is_word, words.values()))


def _words(finished: FinishedDeal) -> list[Word]:
    """Return what each seat added, and whatever else was used."""
    seats = {str(seat.number): seat for seat in finished.seats}
    used = finished.deal.words
    return [
        *(Word(place, seat.name, seat.is_bot, used.get(place)) for place, seat in seats.items()),
        *(Word(place, "", False, used[place]) for place in sorted(set(used) - set(seats))),
    ]
