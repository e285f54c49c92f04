"""A club that has played, paid, waived and corrected, for statements and accounts."""

from dataclasses import dataclass

from accounts.caller import Caller
from accounts.models import User
from games.tables.models import Session
from tests.tournaments.clubs.people import Crew, crew
from tests.tournaments.rows import finished_session
from tournaments.ledger.book.models import Account, ClubBook
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.services import claim, confirm
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.settling.services import settle_session


def settled(people: list[User | None], *deals: tuple[int, ...], **terms: object) -> Session:
    """Return a finished, settled session."""
    session = finished_session(people, *deals, **terms)
    settle_session(session.pk)
    return session


def account_of(user: User, club: object, currency: str = "HKD") -> Account:
    return Account.objects.get(user=user, club=club, currency=currency)


def balance_of(account: Account) -> int:
    line = account.lines.order_by("-number").first()
    return 0 if line is None else line.after


@dataclass
class Evening:
    """The club and its first session."""

    crew: Crew
    session: Session


def evening(*, carries: bool = False) -> Evening:
    """Play for HK$0.50 a point: mei wins 10.00, olga pays 6.00 of which mei gets 2.00."""
    people = crew(stake_minor=50, currency="HKD")
    if carries:
        ClubBook.objects.create(club=people.club, settles=ClubBook.Settles.SEASON)
    three = [people.member, people.owner, people.organizer]
    session = settled(
        three, (30, -20, -10), (-10, 8, 2), club=people.club, stake_minor=50, currency="HKD"
    )
    if not carries:
        pay(people.owner, people.member, 200)
    return Evening(people, session)


def transfer_of(payer: User, payee: User) -> Transfer:
    """Return the oldest open payment between the two."""
    rows = Transfer.objects.filter(payer__user=payer, payee__user=payee, open_amount__gt=0)
    return rows.order_by("pk")[0]


def pay(payer: User, payee: User, amount: int, *, confirmed: bool = True) -> Payment:
    assert claim(Caller(payer), transfer_of(payer, payee).pk, amount) is None
    payment = Payment.objects.latest("pk")
    if confirmed:
        assert confirm(Caller(payee), payment.pk) is None
    return payment
