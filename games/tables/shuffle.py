"""Verifiable shuffle: the order of a pack from the server's secret and the players' words.

Before a deal the server draws a secret (`new_secret`) and shows its `commitment`. Players may then
add a word each. The pack follows from both by the method below, which every player can repeat once
the secret is shown after the deal. docs/SHUFFLE.md explains what that proves and what it does not.

The method, version 1. All text is UTF-8, and every line ends with one line feed::

    seed    = SHA-256 of the lines
                  big-two shuffle 1
                  <purpose>               pack, stock or dealer
                  <deal>                  as `deal_id` writes it
                  <secret>                64 hexadecimal digits, lower case
                  <seat> <word>           one line per word, seats in ascending order
    block n = SHA-256(seed, then n as 8 bytes, big-endian), for n = 0, 1, 2 …
    numbers = the blocks one after the other, cut into 4 bytes each, read big-endian
    draw below k: the next of the numbers that is below 2**32 - 2**32 mod k, modulo k

Numbers at and above that limit are dropped, because they would make some results more likely than
others. The pack starts in the order of the notation (3D 3C 3H 3S 4D … 2S), two packs one after the
other, and is shuffled with the Fisher-Yates method from its end: for i = 51 (103 with two packs),
50 … 1, the cards at i and at a draw below i + 1 change places. The first card of the result is the
top of the pack and is dealt first.
"""

import hashlib
import re
import secrets
from collections.abc import Iterator, Mapping

from games.rules.cards import Card
from games.rules.deal.start import new_pack

METHOD = "big-two shuffle 1"
SECRET_BYTES = 32

_SECRET = re.compile(r"[0-9a-f]{64}", re.ASCII)
_WORD = re.compile(r"[0-9A-Za-z]{1,64}", re.ASCII)
_SHARED = re.compile(r"shared(/[0-9A-Za-z]+)+", re.ASCII)
_RANGE = 2**32


class ShuffleError(ValueError):
    """A secret, a word or a deal's name is invalid."""


def new_secret() -> str:
    """Return a new random secret as 64 hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """Return the commitment to a secret: the SHA-256 of its 32 bytes, in hexadecimal.

    :raises ShuffleError: the secret is invalid
    """
    return hashlib.sha256(bytes.fromhex(_checked_secret(secret))).hexdigest()


def is_word(text: str) -> bool:
    """Return whether a player may add the text to a shuffle: 1 to 64 ASCII letters and digits."""
    return _WORD.fullmatch(text) is not None


def is_shared_name(text: str) -> bool:
    """Return whether the text can name a pack that is dealt at several tables.

    >>> is_shared_name("shared/spring2027/3/2")
    True
    """
    return _SHARED.fullmatch(text) is not None


def deal_name(table: str, session: int, number: int) -> str:
    """Return the common part of the shuffle names of all attempts at one deal.

    >>> deal_name("Zk3xQ81mWcA", 2, 5)
    'Zk3xQ81mWcA/2/5'
    """
    return f"{table}/{session}/{number}"


def deal_id(table: str, session: int, number: int, attempt: int) -> str:
    """Return the shuffle name of one attempt at one deal; it makes each shuffle unique.

    >>> deal_id("Zk3xQ81mWcA", 2, 5, 1)
    'Zk3xQ81mWcA/2/5/1'
    """
    return f"{deal_name(table, session, number)}/{attempt}"


def order(secret: str, words: Mapping[int, str], deal: str, packs: int = 1) -> tuple[Card, ...]:
    """Return the shuffled pack, or several packs shuffled together, top card first.

    :param words: the words that players added, by seat
    :param deal: the name of the deal, see `deal_id`
    :raises ShuffleError: the secret, a word or the deal's name is invalid
    """
    pack = new_pack(packs)
    numbers = _random_numbers(_seed("pack", secret, words, deal))
    for last in range(len(pack) - 1, 0, -1):
        chosen = _below(last + 1, numbers)
        pack[last], pack[chosen] = pack[chosen], pack[last]
    return tuple(pack)


def stock_seed(secret: str, words: Mapping[int, str], deal: str) -> str:
    """Return the seed with which played cards are later shuffled into a new stock.

    :raises ShuffleError: as in `order`
    """
    return _seed("stock", secret, words, deal).hex()


def draw(secret: str, words: Mapping[int, str], deal: str, n: int) -> int:
    """Return a random number from 0 to n - 1, which determines the dealer if one is drawn.

    :raises ShuffleError: as in `order`, or if n is out of range
    """
    if not 1 <= n <= _RANGE:
        raise ShuffleError(f"cannot draw a number below {n}")
    return _below(n, _random_numbers(_seed("dealer", secret, words, deal)))


def _seed(purpose: str, secret: str, words: Mapping[int, str], deal: str) -> bytes:
    """Return the SHA-256 that all random numbers for this purpose in the deal follow from.

    :param purpose: ``"pack"``, ``"stock"`` or ``"dealer"``
    :raises ShuffleError: the secret, a word or the deal's name is invalid
    """
    # A line feed in a part would let two different sets of parts produce the same message.
    if not deal or not deal.isprintable():
        raise ShuffleError(f"invalid name of a deal: {deal!r}")
    lines = [METHOD, purpose, deal, _checked_secret(secret)]
    for seat, word in sorted(words.items()):
        if seat < 0 or not is_word(word):
            raise ShuffleError(f"invalid word of a seat: {seat} {word!r}")
        lines.append(f"{seat} {word}")
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).digest()


def _checked_secret(secret: str) -> str:
    """Return the secret if it is 64 hexadecimal digits in lower case; else raise ShuffleError."""
    if not _SECRET.fullmatch(secret):
        raise ShuffleError("a secret must be 64 hexadecimal digits in lower case")
    return secret


def _random_numbers(seed: bytes) -> Iterator[int]:
    """Yield endless 32-bit numbers that follow from the seed."""
    block = 0
    while True:
        digest = hashlib.sha256(seed + block.to_bytes(8, "big")).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    """Return a number from 0 to limit - 1, all equally likely, from the next usable numbers."""
    usable = _RANGE - _RANGE % limit
    return next(number for number in numbers if number < usable) % limit
