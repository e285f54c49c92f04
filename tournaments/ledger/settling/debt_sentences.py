"""Sentences on who owes, lost or pays how much to whom: a message for each pair of parties.

Other languages than English treat names of players, the reader and clubs differently.
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, TypeAlias

from django.utils.translation import pgettext_lazy

from tournaments.ledger.book.models import Account

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Party(Enum):
    """The payer or payee of an amount, as a sentence names them."""

    READER = auto()
    PLAYER = auto()
    #: The club's account, or bots.
    CLUB = auto()


Sentences: TypeAlias = Mapping[tuple[Party, Party], "_StrPromise"]

#: By payer and payee, with the parameters ``payer``, ``payee`` and ``amount``.
OWES: Final[Sentences] = {
    (Party.READER, Party.PLAYER): pgettext_lazy("to a player", "You owe %(payee)s %(amount)s"),
    (Party.READER, Party.CLUB): pgettext_lazy("to a club", "You owe %(payee)s %(amount)s"),
    (Party.PLAYER, Party.READER): pgettext_lazy("by a player", "%(payer)s owes you %(amount)s"),
    (Party.CLUB, Party.READER): pgettext_lazy("by a club", "%(payer)s owes you %(amount)s"),
    (Party.PLAYER, Party.PLAYER): pgettext_lazy(
        "between players", "%(payer)s owes %(payee)s %(amount)s"
    ),
    (Party.PLAYER, Party.CLUB): pgettext_lazy(
        "by a player to a club", "%(payer)s owes %(payee)s %(amount)s"
    ),
    (Party.CLUB, Party.PLAYER): pgettext_lazy(
        "by a club to a player", "%(payer)s owes %(payee)s %(amount)s"
    ),
}
LOST: Final[Sentences] = {
    (Party.READER, Party.PLAYER): pgettext_lazy("to a player", "You lost %(amount)s to %(payee)s"),
    (Party.READER, Party.CLUB): pgettext_lazy("to a club", "You lost %(amount)s to %(payee)s"),
    (Party.PLAYER, Party.READER): pgettext_lazy("by a player", "%(payer)s lost %(amount)s to you"),
    (Party.CLUB, Party.READER): pgettext_lazy("by a club", "%(payer)s lost %(amount)s to you"),
    (Party.PLAYER, Party.PLAYER): pgettext_lazy(
        "between players", "%(payer)s lost %(amount)s to %(payee)s"
    ),
    (Party.PLAYER, Party.CLUB): pgettext_lazy(
        "by a player to a club", "%(payer)s lost %(amount)s to %(payee)s"
    ),
    (Party.CLUB, Party.PLAYER): pgettext_lazy(
        "by a club to a player", "%(payer)s lost %(amount)s to %(payee)s"
    ),
}
PAYS: Final[Sentences] = {
    (Party.PLAYER, Party.PLAYER): pgettext_lazy(
        "between players", "%(payer)s pays %(payee)s %(amount)s."
    ),
    (Party.PLAYER, Party.CLUB): pgettext_lazy(
        "by a player to a club", "%(payer)s pays %(payee)s %(amount)s."
    ),
    (Party.CLUB, Party.PLAYER): pgettext_lazy(
        "by a club to a player", "%(payer)s pays %(payee)s %(amount)s."
    ),
}
PAID: Final[Sentences] = {
    (Party.PLAYER, Party.PLAYER): pgettext_lazy(
        "between players", "%(payer)s paid %(payee)s %(amount)s."
    ),
    (Party.PLAYER, Party.CLUB): pgettext_lazy(
        "by a player to a club", "%(payer)s paid %(payee)s %(amount)s."
    ),
    (Party.CLUB, Party.PLAYER): pgettext_lazy(
        "by a club to a player", "%(payer)s paid %(payee)s %(amount)s."
    ),
}


def party_of(account: Account, *, is_reader: bool = False) -> Party:
    """Return how a sentence names the holder of an account."""
    if is_reader:
        return Party.READER
    return Party.CLUB if account.kind == Account.Kind.HOUSE else Party.PLAYER


def debt_sentence(
    sentences: Sentences, payer: Party, payee: Party, words: Mapping[str, str]
) -> str:
    """Return the sentence for the parties; `words` are ``payer``, ``payee`` and ``amount``."""
    return str(sentences[payer, payee]) % words
