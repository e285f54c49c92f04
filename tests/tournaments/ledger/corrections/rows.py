"""Corrected results of sessions, confirmed by the losers if necessary."""

from collections.abc import Mapping

from accounts.caller import Caller
from tournaments.ledger.corrections.models import SessionCorrection
from tournaments.ledger.corrections.services import confirm_session_correction, correct_session
from tournaments.ledger.settling.models import Settlement


def correct(caller: Caller, session_id: int, nets: Mapping[int, int], reason: str) -> Settlement:
    """Correct the session and let all losers confirm it if they have to."""
    made = correct_session(caller, session_id, nets, reason)
    if isinstance(made, SessionCorrection):
        for seat, change in zip(made.session.seats.order_by("number"), made.changes(), strict=True):
            if change < 0 and seat.user is not None:
                answer = confirm_session_correction(Caller(seat.user), made.pk)
                assert answer is None, answer
                made.refresh_from_db()
                # The last necessary confirmation closes it; a proposer has confirmed by proposing.
                if made.outcome != SessionCorrection.Outcome.OPEN:
                    break
        return Settlement.objects.filter(session=session_id).latest("number")
    assert isinstance(made, Settlement), made
    return made
