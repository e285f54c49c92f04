"""Why something about money is not done, in codes and in words."""

from enum import StrEnum, auto

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.flaws import flaw_sentence
from games.common import money
from games.common.denials import Denial


class LedgerCode(StrEnum):
    """Reasons; what their sentences need stands beside them."""

    # Who asks
    UNKNOWN = auto()
    NOT_ALLOWED = auto()
    NO_TRANSFER = auto()
    NO_PAYMENT = auto()
    NO_SETTLEMENT = auto()
    NOT_PAYER = auto()
    NOT_PAYEE = auto()
    OWN_PAYMENT = auto()
    NOT_IMPARTIAL = auto()
    NO_ORGANIZER = auto()
    # Amounts
    NOTHING_OPEN = auto()
    NOT_AN_AMOUNT = auto()
    #: ``most``, ``currency``
    TOO_MUCH = auto()
    #: ``amount``, ``currency``
    CLAIM_WAITS = auto()
    DAY_TO_COME = auto()
    DAY_LONG_AGO = auto()
    # What was said of a payment
    ANSWERED = auto()
    NOT_DISPUTED = auto()
    NO_REASON = auto()
    #: ``flaw``
    WORDING_FLAWED = auto()
    # Reminders
    REMINDED_LATELY = auto()
    DAY_PAST = auto()
    DAY_TOO_FAR = auto()
    # Results and clubs
    #: ``most``: points
    NOT_A_RESULT = auto()
    #: ``sum``
    NOT_ZERO = auto()
    NO_SUCH_SEAT = auto()
    SAME_RESULT = auto()
    #: ``days``
    RESULT_FINAL = auto()
    #: ``points``, ``limit``: points
    BEYOND_RULES = auto()
    NO_CORRECTION = auto()
    NOT_YOURS_TO_CONFIRM = auto()
    CORRECTION_OUTDATED = auto()
    SETTLED_ABOVE = auto()
    ONLY_IN_CLUBS = auto()
    NOTHING_TO_SETTLE = auto()
    LIST_CHANGED = auto()
    CLOSED = auto()
    NO_LIMIT = auto()
    NO_SUCH_CHOICE = auto()
    # Results that wait
    NO_RESULT = auto()
    RESULT_ANSWERED = auto()
    RESULT_CHANGED = auto()
    RESULT_WAITS = auto()
    # Leaving
    BALANCE_OPEN = auto()
    #: ``club``
    LAST_KEEPER = auto()


_SENTENCES = {
    LedgerCode.UNKNOWN: gettext_noop("Sign in first."),
    LedgerCode.NOT_ALLOWED: gettext_noop("Only the club's organizers may do that."),
    LedgerCode.NO_TRANSFER: gettext_noop("There is no such payment, or it is not open to you."),
    LedgerCode.NO_PAYMENT: gettext_noop("There is no such payment, or it is not open to you."),
    LedgerCode.NO_SETTLEMENT: gettext_noop(
        "There is no such settlement, or it is not open to you."
    ),
    LedgerCode.NOT_PAYER: gettext_noop("Only who has to pay can say that it was paid."),
    LedgerCode.NOT_PAYEE: gettext_noop("Only who is to be paid can answer that."),
    LedgerCode.OWN_PAYMENT: gettext_noop("Nobody confirms their own payment."),
    LedgerCode.NOT_IMPARTIAL: gettext_noop(
        "It is your own payment: another organizer has to settle the dispute."
    ),
    LedgerCode.NO_ORGANIZER: gettext_noop(
        "This payment belongs to no club: only the two of you can settle the dispute."
    ),
    LedgerCode.NOTHING_OPEN: gettext_noop("Nothing is open of this payment any more."),
    LedgerCode.NOT_AN_AMOUNT: gettext_noop("Give an amount above zero."),
    LedgerCode.TOO_MUCH: gettext_noop("That is more than is open: at most %(most)s."),
    LedgerCode.CLAIM_WAITS: gettext_noop(
        "%(amount)s were said to be paid: answer that first, or say less was received."
    ),
    LedgerCode.DAY_TO_COME: gettext_noop("That day is still to come."),
    LedgerCode.DAY_LONG_AGO: gettext_noop("That day is too long ago."),
    LedgerCode.ANSWERED: gettext_noop("That was answered already."),
    LedgerCode.NOT_DISPUTED: gettext_noop("Nobody disputes this payment."),
    LedgerCode.NO_REASON: gettext_noop("Say why, in a few words."),
    LedgerCode.DAY_PAST: gettext_noop("Choose a day to come."),
    LedgerCode.DAY_TOO_FAR: gettext_noop("Choose a day within a year."),
    LedgerCode.NOT_A_RESULT: gettext_noop("Give each seat a whole number, at most %(most)s."),
    LedgerCode.NOT_ZERO: gettext_noop("The results sum to %(sum)s, not to zero."),
    LedgerCode.NO_SUCH_SEAT: gettext_noop("Give every seat its result."),
    LedgerCode.SAME_RESULT: gettext_noop("That is the result as it stands."),
    LedgerCode.RESULT_FINAL: gettext_noop(
        "The session ended more than %(days)s days ago, so its result is final."
    ),
    LedgerCode.BEYOND_RULES: gettext_noop(
        "Nobody can lose %(points)s points in this session: its deals cost at most %(limit)s."
    ),
    LedgerCode.NO_CORRECTION: gettext_noop(
        "This correction is no longer open. It was answered, replaced, or not confirmed in time."
    ),
    LedgerCode.NOT_YOURS_TO_CONFIRM: gettext_noop(
        "A second organizer has to answer that, or the players who lose by it."
    ),
    LedgerCode.CORRECTION_OUTDATED: gettext_noop(
        "The result has changed since this was proposed. Propose the correction again."
    ),
    LedgerCode.SETTLED_ABOVE: gettext_noop(
        "This session counts for an event: correct its result there."
    ),
    LedgerCode.ONLY_IN_CLUBS: gettext_noop(
        "Only results at a club's tables can be corrected, by its organizers."
    ),
    LedgerCode.NOTHING_TO_SETTLE: gettext_noop("There is nothing to settle just now."),
    LedgerCode.LIST_CHANGED: gettext_noop(
        "Somebody has paid or settled something in the meantime: look at the list again."
    ),
    LedgerCode.CLOSED: gettext_noop("This club is closed; its settings stay as they are."),
    LedgerCode.NO_LIMIT: gettext_noop("Give the limit: an amount above zero, and its currency."),
    LedgerCode.NO_SUCH_CHOICE: gettext_noop("Choose one of what is offered."),
    LedgerCode.NO_RESULT: gettext_noop("There is no such result, or it is not yours to answer."),
    LedgerCode.RESULT_ANSWERED: gettext_noop("This result no longer waits for an answer."),
    LedgerCode.RESULT_CHANGED: gettext_noop(
        "The result has changed since you opened this page: look at it again."
    ),
    LedgerCode.RESULT_WAITS: gettext_noop(
        "A player has yet to accept this result: correct it after they have answered."
    ),
    LedgerCode.REMINDED_LATELY: gettext_noop(
        "They were reminded within the last week: choose a later day."
    ),
    LedgerCode.LAST_KEEPER: gettext_noop(
        "You are the last to keep the book of %(club)s, where payments are open."
    ),
    LedgerCode.BALANCE_OPEN: gettext_noop(
        "Your account has open balances: settle them, or let those who are owed let them go."
    ),
}


def denial_text(denial: Denial) -> str:
    """Return why it was not done, in the reader's language."""
    if denial.code == LedgerCode.WORDING_FLAWED:
        return flaw_sentence(denial.params.get("flaw"))
    params = dict(denial.params)
    currency = str(params.pop("currency", ""))
    for name in ("most", "amount"):
        if isinstance(minor := params.get(name), int):
            params[name] = money.amount(minor, currency)
    return _(_SENTENCES[LedgerCode(denial.code)]) % params
