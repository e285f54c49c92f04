"""A club's book: how it is kept, and settling what was carried over."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.db.models import Max, Sum
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User, told_apart
from games.common import money
from games.common.denials import Denial, DeniedError, answering
from tournaments.clubs.models import Club
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.models import (
    Account,
    Balance,
    ClubBook,
    Payment,
    Settlement,
    TakenUp,
    Transfer,
)
from tournaments.ledger.services.book import close, count_up, hold, last_lines
from tournaments.ledger.services.core import Answer, check_organizer, known
from tournaments.ledger.services.notices import tell_settled
from tournaments.ledger.services.settlements import list_transfers
from tournaments.ledger.settlement import is_shortest, transfers
from tournaments.ledger.topics import settlement_changed

#: No limit is higher, in minor units.
MOST_LIMIT: Final = 10**15


logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CarriedBalances:
    """What a club's accounts stand at in one currency, and what of it no list asks for yet."""

    #: By accounts' numbers, in minor units.
    balances: Mapping[int, int]
    #: The same less what is open of transfers: nobody was asked for it yet.
    carried: Mapping[int, int]


@answering
def change_book(
    caller: Caller,
    club_id: int,
    *,
    settles: str,
    seen_by: str,
    limit_minor: int = 0,
    limit_currency: str = "",
) -> Answer:
    """Say when the club settles, and who sees amounts."""
    person = known(caller)
    with transaction.atomic():
        club = Club.objects.select_for_update().filter(pk=club_id).first()
        if club is None:
            raise DeniedError(LedgerCode.NO_SETTLEMENT)
        check_organizer(person, club_id)
        if club.closed_at is not None:
            raise DeniedError(LedgerCode.CLOSED)
        if settles not in ClubBook.Settles or seen_by not in ClubBook.SeenBy:
            raise DeniedError(LedgerCode.NO_SUCH_CHOICE)
        has_limit = settles == ClubBook.Settles.LIMIT
        if has_limit and not _is_limit(limit_minor, limit_currency):
            raise DeniedError(LedgerCode.NO_LIMIT)
        ClubBook.objects.update_or_create(
            club=club,
            defaults={
                "settles": ClubBook.Settles(settles),
                "seen_by": ClubBook.SeenBy(seen_by),
                "limit_minor": limit_minor if has_limit else 0,
                "limit_currency": limit_currency if has_limit else "",
            },
        )
    return None


def _is_limit(minor: int, currency: str) -> bool:
    is_amount = isinstance(minor, int) and not isinstance(minor, bool)
    return is_amount and 0 < minor <= MOST_LIMIT and currency in money.CURRENCIES


def carried_balances(club_id: int, currency: str, *, held: bool = False) -> CarriedBalances:
    """Return how the club's accounts stand in the currency. Three queries, held five.

    :param held: hold the accounts, so that it stays true until the transaction ends
    """
    rows = Account.objects.filter(club=club_id, currency=currency).order_by("pk")
    numbers = list(rows.values_list("pk", flat=True))
    while held:
        hold(numbers)
        # Some may have been opened, and posted to, while these were waited for.
        before, numbers = numbers, list(rows.all().values_list("pk", flat=True))
        if numbers == before:
            break
    balances = {pk: line.after for pk, line in last_lines(numbers).items()}
    carried = dict(balances)
    of_club = Transfer.objects.filter(
        payer__club=club_id, payer__currency=currency, open_amount__gt=0
    ).order_by()
    if held:
        # Of an account that is not held anything may have changed since its lines were read.
        of_club = of_club.filter(payer__in=numbers, payee__in=numbers)
    asked = of_club.values_list("payer", "payee").annotate(sum=Sum("open_amount"))
    for payer, payee, amount in asked:
        carried[payer] = carried.get(payer, 0) + amount
        carried[payee] = carried.get(payee, 0) - amount
    return CarriedBalances(balances, carried)


@dataclass(frozen=True, slots=True)
class ProposedList:
    """What settling now would make: who would pay whom."""

    #: What the list pays off, by accounts' numbers, in minor units; none is zero.
    nets: Mapping[int, int]
    #: How many open payments of earlier lists it would take up.
    taken: int

    @property
    def mark(self) -> str:
        """What the list is told by from any other."""
        text = ",".join(f"{pk}:{amount}" for pk, amount in sorted(self.nets.items()))
        return sha256(f"{self.taken};{text}".encode()).hexdigest()[:16]


def proposed_list(club_id: int, currency: str, *, takes_up: bool) -> ProposedList:
    """Return what `settle_club` would make a list of now. Five queries."""
    taken = _to_be_taken_up(club_id, currency, held=False) if takes_up else []
    return ProposedList(_nets(carried_balances(club_id, currency).carried, taken), len(taken))


@answering
def settle_club(
    caller: Caller, club_id: int, currency: str, *, takes_up: bool = False, mark: str = ""
) -> Settlement | Denial:
    """Settle what the club has carried over in the currency, now.

    :param takes_up: also what is open of earlier lists, and nobody says is paid: all of it
        becomes one list, the shortest
    :param mark: that of the proposed list that the person has seen; without one it is not asked
        whether anything has changed since
    """
    person = known(caller)
    check_organizer(person, club_id)
    made = _settle(club_id, currency, person, takes_up=takes_up, mark=mark)
    if made is None:
        raise DeniedError(LedgerCode.NOTHING_TO_SETTLE)
    return made


def settle_season(club_id: int, made_by: User | None) -> None:
    """Settle what a club has carried over, since a season of it has closed.

    Nothing is done where the club settles otherwise.
    """
    book = ClubBook.objects.filter(club=club_id).first()
    if book is None or book.settles != ClubBook.Settles.SEASON:
        return
    currencies = Account.objects.filter(club=club_id).exclude(currency="")
    for currency in currencies.order_by().values_list("currency", flat=True).distinct():
        _settle(club_id, currency, made_by)


def settle_due(club_id: int, currency: str) -> Settlement | None:
    """Settle what the club has carried over, if somebody's balance passes its limit."""
    book = ClubBook.objects.filter(club=club_id).first()
    if book is None or not book.has_limit(currency):
        return None
    if not _is_passed(book.limit_minor, carried_balances(club_id, currency)):
        return None
    return _settle(club_id, currency, None, above=book.limit_minor)


def _is_passed(limit: int, found: CarriedBalances) -> bool:
    return any(abs(amount) > limit for amount in found.carried.values())


def settle_all_due() -> None:
    """Settle what passes a club's limit and whose task was lost."""
    for book in ClubBook.objects.filter(settles=ClubBook.Settles.LIMIT).order_by("pk"):
        try:
            settle_due(book.club_id, book.limit_currency)
        except Exception:
            # One club whose sums are wrong must not keep the others waiting.
            logger.exception("the balances of club %s could not be settled", book.club_id)


def _settle(
    club_id: int,
    currency: str,
    made_by: User | None,
    *,
    takes_up: bool = False,
    above: int = 0,
    mark: str = "",
) -> Settlement | None:
    """Make the list of who pays whom for what was carried over; None where nothing was.

    :param above: nothing is settled unless somebody's carried balance is above or below by more
    """
    if not currency:
        return None
    with transaction.atomic():
        taken = _to_be_taken_up(club_id, currency, held=True) if takes_up else []
        # In this order: transfers, then accounts (``services.book``).
        found = carried_balances(club_id, currency, held=True)
        if not taken and not _is_passed(above, found):
            return None
        nets = _nets(found.carried, taken)
        if not nets:
            return None
        if mark and mark != ProposedList(nets, len(taken)).mark:
            raise DeniedError(LedgerCode.LIST_CHANGED)
        return _listed(club_id, currency, made_by, nets, taken)


def _nets(carried: Mapping[int, int], taken: Sequence[Transfer]) -> dict[int, int]:
    """Return what a list would pay off: what was carried over, and what is taken up again."""
    nets = {account: amount for account, amount in carried.items() if amount}
    is_one_list = not nets and len({each.settlement_id for each in taken}) == 1
    for each in taken:
        nets[each.payer_id] = nets.get(each.payer_id, 0) - each.open_amount
        nets[each.payee_id] = nets.get(each.payee_id, 0) + each.open_amount
    # Pressed again, or once too often: what is open gets no shorter.
    if is_one_list and len(transfers(nets)) >= len(taken):
        return {}
    return nets


def _to_be_taken_up(club_id: int, currency: str, *, held: bool) -> list[Transfer]:
    """Return the open transfers of which nobody says that they are paid.

    :param held: hold them until the transaction ends
    """
    # By the payer: of what is open of an account there is an index.
    rows = Transfer.objects.filter(payer__club=club_id, payer__currency=currency, open_amount__gt=0)
    if held:
        rows = rows.select_for_update(of=("self",), no_key=True)
    found = list(rows.order_by("pk"))
    # Asked once they are held: somebody may have said so while they were waited for.
    pending = set(
        Payment.objects.filter(transfer__in=found, status__in=Payment.PENDING).values_list(
            "transfer", flat=True
        )
    )
    return [each for each in found if each.pk not in pending]


def _listed(
    club_id: int,
    currency: str,
    made_by: User | None,
    nets: Mapping[int, int],
    taken: list[Transfer],
) -> Settlement:
    earlier = Settlement.objects.filter(
        source=Settlement.Source.CLUB, club=club_id, currency=currency
    )
    accounts = {
        each.pk: each for each in Account.objects.select_related("user").filter(pk__in=list(nets))
    }
    people = [each.user for each in accounts.values() if each.user]
    named = told_apart(people, (each.name for each in accounts.values() if not each.user))
    longest = Balance._meta.get_field("name").max_length
    made = Settlement.objects.create(
        source=Settlement.Source.CLUB,
        club_id=club_id,
        number=(earlier.aggregate(last=Max("number"))["last"] or 0) + 1,
        stake_minor=0,
        currency=currency,
        terms={"until": timezone.now().isoformat()},
        is_shortest=is_shortest(nets),
        made_by=made_by,
    )
    Balance.objects.bulk_create(
        Balance(
            settlement=made,
            account=accounts[pk],
            name=named.get(accounts[pk].user_id or 0, accounts[pk].name)[:longest],
            points=0,
            amount=amount,
        )
        for pk, amount in nets.items()
    )
    list_transfers(made, accounts, transfers(dict(nets)))
    TakenUp.objects.bulk_create(
        TakenUp(transfer=each, settlement=made, amount=each.open_amount) for each in taken
    )
    if taken:
        close(each.pk for each in taken)
        settlements = {each.settlement_id for each in taken}
        count_up(settlements)
        for each in Settlement.objects.filter(pk__in=settlements):
            settlement_changed(each)
    tell_settled(made)
    settlement_changed(made)
    return made


def name_of(account: Account) -> str:
    """Return what the holder is called today; empty for the house. The person is fetched."""
    return account.user.shown_name if account.user else account.name
