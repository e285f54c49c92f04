"""Packs of a round shared by all its tables, made from a secret and the words of its entrants.

The secret is drawn and its SHA-256 shown before the words are collected. The method
(docs/SHUFFLE.md): the words make a digest, the digest becomes part of the name of each pack, and
``games.tables.shuffle`` makes the pack with that name from the secret::

    digest = SHA-256 of the lines
                 big-two words 1
                 <entrant> <word>      one line a word, entrants in ascending order
    name   = shared/<event>/<round>/<attempt>/<digest>/<deal>

So neither the site nor any entrant alone decides how the cards fall, and the name of one pack
proves that it was made from these words.
"""

import hashlib
from collections.abc import Mapping

from games.rules.ruleset.rule_set import RuleSet
from games.tables import shuffle
from games.tables.services.fixed_packs import FixedPack

METHOD = "big-two words 1"


def round_name(slug: str, number: int, attempt: int) -> str:
    """Return the prefix of the names of all packs of a round.

    >>> round_name("Zk3xQ81mWcA", 2, 1)
    'shared/Zk3xQ81mWcA/2/1'
    """
    return f"shared/{slug}/{number}/{attempt}"


def event_and_round(name: str) -> tuple[str, int]:
    """Return the event's slug and the round number in the name of a pack.

    >>> event_and_round("shared/Zk3xQ81mWcA/2/1")
    ('Zk3xQ81mWcA', 2)
    """
    _shared, event, number, *_more = name.split("/")
    return event, int(number)


def words_digest(words: Mapping[int, str]) -> str:
    """Return the digest of the words of a round; `words` is by entry number."""
    lines = [METHOD, *(f"{entrant} {word}" for entrant, word in sorted(words.items()))]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def pack_name(round_prefix: str, words: Mapping[int, str], deal: int) -> str:
    """Return the name that a deal's pack is shuffled from: round, digest of the words, deal."""
    return f"{round_prefix}/{words_digest(words)}/{deal}"


def round_pack(
    round_prefix: str, secret: str, words: Mapping[int, str], deal: int, rules: RuleSet
) -> FixedPack:
    """Return the pack of a deal and its dealer, who is drawn to be the same at all tables.

    :raises ShuffleError: the secret is invalid
    """
    name = pack_name(round_prefix, words, deal)
    return FixedPack(
        pack=shuffle.order(secret, {}, name, rules.packs),
        dealer=shuffle.draw(secret, {}, name, rules.players),
        secret=secret,
        shuffle_name=name,
    )
