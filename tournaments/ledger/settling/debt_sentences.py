"""Sentences on who owes, lost or pays how much to whom: a message for each pair of parties.

Other languages than English treat names of players, the reader, clubs and bots differently.
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, TypeAlias

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.ledger.book.models import Account
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.names import is_house_of_bots

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Party(Enum):
    """The payer or payee of an amount, as a sentence names them."""

    READER = auto()
    PLAYER = auto()
    #: A club by its name.
    CLUB = auto()
    #: The club whose pages the sentence is on: "the club".
    THIS_CLUB = auto()
    #: The bots of a table, together.
    BOTS = auto()


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
    (Party.PLAYER, Party.THIS_CLUB): _("%(payer)s owes the club %(amount)s"),
    (Party.THIS_CLUB, Party.PLAYER): _("The club owes %(payee)s %(amount)s"),
    (Party.READER, Party.BOTS): _("You owe the bots %(amount)s"),
    (Party.BOTS, Party.READER): _("The bots owe you %(amount)s"),
    (Party.PLAYER, Party.BOTS): _("%(payer)s owes the bots %(amount)s"),
    (Party.BOTS, Party.PLAYER): _("The bots owe %(payee)s %(amount)s"),
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
    (Party.READER, Party.BOTS): _("You lost %(amount)s to the bots"),
    (Party.BOTS, Party.READER): _("The bots lost %(amount)s to you"),
    (Party.PLAYER, Party.BOTS): _("%(payer)s lost %(amount)s to the bots"),
    (Party.BOTS, Party.PLAYER): _("The bots lost %(amount)s to %(payee)s"),
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
    (Party.PLAYER, Party.BOTS): _("%(payer)s pays the bots %(amount)s."),
    (Party.BOTS, Party.PLAYER): _("The bots pay %(payee)s %(amount)s."),
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
    (Party.PLAYER, Party.THIS_CLUB): _("%(payer)s paid the club %(amount)s."),
    (Party.THIS_CLUB, Party.PLAYER): _("The club paid %(payee)s %(amount)s."),
    (Party.PLAYER, Party.BOTS): _("%(payer)s paid the bots %(amount)s."),
    (Party.BOTS, Party.PLAYER): _("The bots paid %(payee)s %(amount)s."),
}
#: Of results that were not accepted.
WOULD_OWE: Final[Sentences] = {
    (Party.PLAYER, Party.PLAYER): pgettext_lazy(
        "between players", "%(payer)s would owe %(payee)s %(amount)s"
    ),
    (Party.PLAYER, Party.THIS_CLUB): _("%(payer)s would owe the club %(amount)s"),
    (Party.THIS_CLUB, Party.PLAYER): _("The club would owe %(payee)s %(amount)s"),
    (Party.PLAYER, Party.BOTS): _("%(payer)s would owe the bots %(amount)s"),
    (Party.BOTS, Party.PLAYER): _("The bots would owe %(payee)s %(amount)s"),
}
DOESNT_OWE: Final[Sentences] = {
    (Party.PLAYER, Party.PLAYER): pgettext_lazy(
        "between players", "%(payer)s doesn’t owe %(payee)s %(amount)s."
    ),
    (Party.PLAYER, Party.THIS_CLUB): _("%(payer)s doesn’t owe the club %(amount)s."),
    (Party.THIS_CLUB, Party.PLAYER): _("The club doesn’t owe %(payee)s %(amount)s."),
    (Party.PLAYER, Party.BOTS): _("%(payer)s doesn’t owe the bots %(amount)s."),
    (Party.BOTS, Party.PLAYER): _("The bots don’t owe %(payee)s %(amount)s."),
}
#: Of a club's accounts, in whole sentences.
IS_DUE: Final[Sentences] = {
    (Party.READER, Party.PLAYER): _("You owe %(payee)s %(amount)s."),
    (Party.READER, Party.THIS_CLUB): _("You owe the club %(amount)s."),
    (Party.PLAYER, Party.READER): _("%(payer)s owes you %(amount)s."),
    (Party.THIS_CLUB, Party.READER): _("The club owes you %(amount)s."),
    (Party.PLAYER, Party.PLAYER): _("%(payer)s owes %(payee)s %(amount)s."),
    (Party.THIS_CLUB, Party.PLAYER): _("The club owes %(payee)s %(amount)s."),
    (Party.PLAYER, Party.THIS_CLUB): _("%(payer)s owes the club %(amount)s."),
}
ASKS_TO_WAIVE: Final[Sentences] = {
    (Party.PLAYER, Party.READER): _("%(payer)s asks you to waive %(amount)s."),
    (Party.THIS_CLUB, Party.READER): _("The club asks you to waive %(amount)s."),
    (Party.PLAYER, Party.PLAYER): _("%(payer)s asks %(payee)s to waive %(amount)s."),
    (Party.THIS_CLUB, Party.PLAYER): _("The club asks %(payee)s to waive %(amount)s."),
    (Party.PLAYER, Party.THIS_CLUB): _("%(payer)s asks the club to waive %(amount)s."),
}
ASKED_TO_WAIVE: Final[Sentences] = {
    (Party.PLAYER, Party.PLAYER): pgettext_lazy(
        "between players", "%(payer)s asked %(payee)s to waive %(amount)s."
    ),
    (Party.THIS_CLUB, Party.PLAYER): _("The club asked %(payee)s to waive %(amount)s."),
    (Party.PLAYER, Party.THIS_CLUB): _("%(payer)s asked the club to waive %(amount)s."),
}
MARKED_AS_PAID: Final[Sentences] = {
    (Party.PLAYER, Party.READER): _("%(payer)s marked %(amount)s as paid to you."),
    (Party.THIS_CLUB, Party.READER): _("The club marked %(amount)s as paid to you."),
    (Party.PLAYER, Party.PLAYER): _("%(payer)s marked %(amount)s as paid to %(payee)s."),
    (Party.THIS_CLUB, Party.PLAYER): _("The club marked %(amount)s as paid to %(payee)s."),
    (Party.PLAYER, Party.THIS_CLUB): _("%(payer)s marked %(amount)s as paid to the club."),
}
DECLINED_TO_WAIVE: Final[Sentences] = {
    (Party.PLAYER, Party.PLAYER): _(
        "%(payer)s asked %(payee)s to waive %(amount)s, and %(payee)s declined."
    ),
    (Party.THIS_CLUB, Party.PLAYER): _(
        "The club asked %(payee)s to waive %(amount)s, and %(payee)s declined."
    ),
    (Party.PLAYER, Party.THIS_CLUB): _(
        "%(payer)s asked the club to waive %(amount)s, and the club declined."
    ),
}
DISPUTED: Final[Sentences] = {
    (Party.PLAYER, Party.PLAYER): _(
        "%(payer)s marked %(amount)s as paid, and %(payee)s disputed the payment."
    ),
    (Party.THIS_CLUB, Party.PLAYER): _(
        "The club marked %(amount)s as paid, and %(payee)s disputed the payment."
    ),
    (Party.PLAYER, Party.THIS_CLUB): _(
        "%(payer)s marked %(amount)s as paid, and the club disputed the payment."
    ),
}
#: Of payments that a keeper of the book recorded: the reader, or ``by``.
DISPUTED_OWN_RECORD: Final[Sentences] = {
    (Party.PLAYER, Party.PLAYER): _(
        "You recorded that %(payer)s paid %(amount)s, and %(payee)s disputed it."
    ),
    (Party.THIS_CLUB, Party.PLAYER): _(
        "You recorded that the club paid %(amount)s, and %(payee)s disputed it."
    ),
    (Party.PLAYER, Party.THIS_CLUB): _(
        "You recorded that %(payer)s paid %(amount)s, and the club disputed it."
    ),
}
DISPUTED_RECORD: Final[Sentences] = {
    (Party.PLAYER, Party.PLAYER): _(
        "%(by)s recorded that %(payer)s paid %(amount)s, and %(payee)s disputed it."
    ),
    (Party.THIS_CLUB, Party.PLAYER): _(
        "%(by)s recorded that the club paid %(amount)s, and %(payee)s disputed it."
    ),
    (Party.PLAYER, Party.THIS_CLUB): _(
        "%(by)s recorded that %(payer)s paid %(amount)s, and the club disputed it."
    ),
}


def party_of(
    account: Account, settlement: Settlement | None = None, *, is_reader: bool = False
) -> Party:
    """Return how a sentence names the holder of an account.

    :param settlement: the settlement that the sentence is about; None on pages of a club's book
    """
    if is_reader:
        return Party.READER
    if account.kind != Account.Kind.HOUSE:
        return Party.PLAYER
    if settlement is None:
        return house_party(account.club_id)
    return Party.BOTS if is_house_of_bots(settlement) else Party.CLUB


def house_party(club_id: int | None) -> Party:
    """Return how a club's book names its house; outside clubs that is the bots."""
    return Party.BOTS if club_id is None else Party.THIS_CLUB


def debt_sentence(
    sentences: Sentences, payer: Party, payee: Party, words: Mapping[str, str]
) -> str:
    """Return the sentence for the parties; `words` are ``payer``, ``payee`` and ``amount``."""
    return str(sentences[payer, payee]) % words
