"""Sessions with pending results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from accounts.caller import Caller
from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.services import withdraw
from games.agreements.terms import digest_of
from games.common.denials import Denial
from games.tables.models import Session
from tests.tournaments.ledger.agreements.rows import STAKE, agreed_to_session
from tests.tournaments.rows import finished_session
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.pending.services import accept_result, terms_of_result
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import settle_session


@dataclass
class PendingSession:
    """Ken lost to Mei and Ann without having agreed; the others agreed."""

    session: Session
    settlement: Settlement
    ken: User
    mei: User
    ann: User

    @property
    def result(self) -> PendingResult:
        return PendingResult.objects.get(user=self.ken)

    def accept(self, terms: str | None = None) -> Denial | None:
        row = self.result
        shown = digest_of(terms_of_result(row)) if terms is None else terms
        return accept_result(Caller(self.ken), row.pk, terms=shown)


def pending_session(people: list[User], club: Any = None, **terms: Any) -> PendingSession:
    """Return a settled session of three at 50 cents a point, to which the first had not agreed."""
    session = finished_session(people, (-50, 40, 10), club=club, **{**STAKE, **terms})
    withdraw(people[0].pk, Agreement.Subject.SESSION, session.pk)
    for each in people[1:]:
        agreed_to_session(each, session)
    settle_session(session.pk)
    return PendingSession(session, Settlement.objects.get(session=session, number=1), *people)
