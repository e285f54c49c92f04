"""Replays recorded deals from their starting hands and actions."""

from collections.abc import Iterator, Sequence

from games.rules import record
from games.rules.deal import apply, refusals
from games.rules.deal.actions import parse_action
from games.rules.deal.state import Ending, Result
from games.tables.models import Deal, Session
from games.tables.snapshot import rule_set
from tournaments.ledger.audit.faults import Fault, FaultCode

#: A stored action: its number and text.
StoredAction = tuple[int, str]


class _BrokenDeal(Exception):
    """Error that a deal cannot be replayed, with the fault's code and parameters."""

    def __init__(self, code: FaultCode, **params: int) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def check_deal(
    session: Session, deal: Deal, actions: Sequence[StoredAction]
) -> tuple[list[Fault], Result | None]:
    """Return the faults of a finished session's deal, and the result of its replayed actions.

    The result is None if it cannot be replayed, or the deal or the replay has no result.
    """
    try:
        result = _replayed_result(session, deal, actions)
    except _BrokenDeal as broken:
        return [_fault(session, deal, broken.code, **broken.params)], None
    thrown_in = result is not None and result.ending is Ending.REDEAL
    if deal.nets is None:
        if result is None or thrown_in:
            return [], None
        return [_fault(session, deal, FaultCode.DEAL_WITHOUT_RESULT)], None
    if result is None or thrown_in:
        return [_fault(session, deal, FaultCode.DEAL_NOT_OVER)], None
    return list(_result_faults(session, deal, result)), result


def pairs_of(result: Result) -> list[list[int]]:
    """Return the payments between seats as deals store them.

    Each is a list [payer's seat, payee's seat, points].
    """
    return [[each.payer, each.payee, each.amount] for each in result.score.transfers]


def _replayed_result(
    session: Session, deal: Deal, actions: Sequence[StoredAction]
) -> Result | None:
    """Return the deal's result by the rules; None if its actions do not end it.

    Raise `_BrokenDeal` if its start, rules or an action is wrong.

    Faults never show cards: other tables may still be playing the same pack.
    """
    try:
        state = record.replay(deal.start)
    except (ValueError, LookupError, TypeError) as error:
        raise _BrokenDeal(FaultCode.DEAL_UNREADABLE) from error
    if state.rules != rule_set(session.rules):
        raise _BrokenDeal(FaultCode.DEAL_RULES)
    for at, (number, text) in enumerate(actions, len(state.actions)):
        if number != at:
            raise _BrokenDeal(FaultCode.DEAL_ACTION_MISSING, at=at + 1)
        try:
            after = apply.apply(state, parse_action(text))
        except ValueError as error:
            raise _BrokenDeal(FaultCode.DEAL_ACTION_REFUSED, at=at + 1) from error
        if isinstance(after, refusals.Refusal):
            raise _BrokenDeal(FaultCode.DEAL_ACTION_REFUSED, at=at + 1)
        state = after
    return state.result


def _result_faults(session: Session, deal: Deal, result: Result) -> Iterator[Fault]:
    """Yield a fault for each stored field of the result that differs from the replayed result."""
    for field, stored, replayed in (
        ("winner", deal.winner, result.winner),
        ("points", deal.points, list(result.points)),
        ("nets", deal.nets, list(result.net)),
        ("pairs", deal.pairs, pairs_of(result)),
    ):
        if stored != replayed:
            yield _fault(
                session, deal, FaultCode.DEAL_RESULT, what=field, there=stored, due=replayed
            )


def _fault(session: Session, deal: Deal, code: FaultCode, **params: object) -> Fault:
    """Return a fault of the deal, with its session and number as parameters."""
    message_params = {"session": str(session), "number": deal.number}
    return Fault(code, "Deal", deal.pk, session.table.club, {**message_params, **params})
