"""Denial codes of the ledger and their messages."""

from enum import StrEnum, auto

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.flaws import flaw_sentence
from games.common import money
from games.common.denials import Denial


class LedgerCode(StrEnum):
    """Reasons why the ledger denies an action; the parameters of messages are beside them."""

    # Permission
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
    # Payment claims
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
    # Pending results
    NO_RESULT = auto()
    RESULT_ANSWERED = auto()
    RESULT_CHANGED = auto()
    RESULT_WAITS = auto()
    # Closing the account
    BALANCE_OPEN = auto()
    #: ``club``
    LAST_KEEPER = auto()


_SENTENCES = {
    LedgerCode.UNKNOWN: gettext_noop("Sign in first."),
    LedgerCode.NOT_ALLOWED: gettext_noop("Only the club’s organizers can do that."),
    LedgerCode.NO_TRANSFER: gettext_noop("This payment doesn’t exist or is private."),
    LedgerCode.NO_PAYMENT: gettext_noop("This payment doesn’t exist or is private."),
    LedgerCode.NO_SETTLEMENT: gettext_noop("This settlement doesn’t exist or is private."),
    LedgerCode.NOT_PAYER: gettext_noop("Only the player who owes this payment can do that."),
    LedgerCode.NOT_PAYEE: gettext_noop("Only the player who is owed this payment can do that."),
    LedgerCode.OWN_PAYMENT: gettext_noop("You can’t confirm your own payment."),
    LedgerCode.NOT_IMPARTIAL: gettext_noop(
        "You’re involved in this payment, so another organizer has to resolve the dispute."
    ),
    LedgerCode.NO_ORGANIZER: gettext_noop(
        "This wasn’t a club game, so only the two of you can resolve the dispute."
    ),
    LedgerCode.NOTHING_OPEN: gettext_noop("Nothing is due on this payment."),
    LedgerCode.NOT_AN_AMOUNT: gettext_noop("Enter an amount above zero."),
    LedgerCode.TOO_MUCH: gettext_noop("%(most)s is left to pay. Enter that amount or less."),
    LedgerCode.CLAIM_WAITS: gettext_noop(
        "%(amount)s is already marked as paid. Confirm or dispute that payment first, or enter a"
        " smaller amount."
    ),
    LedgerCode.DAY_TO_COME: gettext_noop("The payment date can’t be in the future."),
    LedgerCode.DAY_LONG_AGO: gettext_noop("The payment date is too far in the past."),
    LedgerCode.ANSWERED: gettext_noop("This payment or request is no longer open."),
    LedgerCode.NOT_DISPUTED: gettext_noop("This payment isn’t disputed."),
    LedgerCode.NO_REASON: gettext_noop("Enter a short reason."),
    LedgerCode.DAY_PAST: gettext_noop("Choose a day after today."),
    LedgerCode.DAY_TOO_FAR: gettext_noop("Choose a day within the next year."),
    LedgerCode.NOT_A_RESULT: gettext_noop(
        "Enter a whole number for each seat. A win or loss can’t be more than %(most)s."
    ),
    LedgerCode.NOT_ZERO: gettext_noop("The points must add up to 0, not %(sum)s."),
    LedgerCode.NO_SUCH_SEAT: gettext_noop("Enter a result for every seat."),
    LedgerCode.SAME_RESULT: gettext_noop("This is already the current result."),
    LedgerCode.RESULT_FINAL: gettext_noop(
        "This game ended more than %(days)s days ago, so its result is final."
    ),
    LedgerCode.BEYOND_RULES: gettext_noop(
        "No one can lose %(points)s points in this game. The most a player can lose over all deals"
        " is %(limit)s points."
    ),
    LedgerCode.NO_CORRECTION: gettext_noop(
        "This correction is no longer open. It was answered, replaced or not confirmed in time."
    ),
    LedgerCode.NOT_YOURS_TO_CONFIRM: gettext_noop(
        "Only another organizer or a player who loses points through this correction can confirm"
        " or decline it."
    ),
    LedgerCode.CORRECTION_OUTDATED: gettext_noop(
        "The result has changed since this correction was proposed. Propose the correction again."
    ),
    LedgerCode.SETTLED_ABOVE: gettext_noop(
        "This game is part of an event. Correct its result in the event."
    ),
    LedgerCode.ONLY_IN_CLUBS: gettext_noop(
        "Only results of club games can be corrected, and only by the club’s organizers."
    ),
    LedgerCode.NOTHING_TO_SETTLE: gettext_noop("There’s nothing to settle."),
    LedgerCode.LIST_CHANGED: gettext_noop(
        "A payment or settlement has changed. Check the new list."
    ),
    LedgerCode.CLOSED: gettext_noop("This club is closed, so its settings can’t be changed."),
    LedgerCode.NO_LIMIT: gettext_noop("Enter a limit above zero and choose its currency."),
    LedgerCode.NO_SUCH_CHOICE: gettext_noop("Choose one of the options."),
    LedgerCode.NO_RESULT: gettext_noop("This result doesn’t exist or isn’t yours to answer."),
    LedgerCode.RESULT_ANSWERED: gettext_noop(
        "This result has already been answered or has lapsed."
    ),
    LedgerCode.RESULT_CHANGED: gettext_noop(
        "The result has changed since you opened this page. Check the new result."
    ),
    LedgerCode.RESULT_WAITS: gettext_noop(
        "A player hasn’t accepted or declined this result yet. You can correct the result once the"
        " player has answered."
    ),
    LedgerCode.REMINDED_LATELY: gettext_noop(
        "This player already got a reminder in the week before that day. Choose a later day."
    ),
    LedgerCode.LAST_KEEPER: gettext_noop(
        "You’re the only member who can manage the ledger of %(club)s, which still has open"
        " payments. You can close your account once they’re settled."
    ),
    LedgerCode.BALANCE_OPEN: gettext_noop(
        "You still owe money, are owed money or have an unfinished game for money. Settle"
        " everything before you close your account."
    ),
}


def denial_text(denial: Denial) -> str:
    """Return the message for a denial, in the reader's language."""
    if denial.code == LedgerCode.WORDING_FLAWED:
        return flaw_sentence(denial.params.get("flaw"))
    params = dict(denial.params)
    currency = str(params.pop("currency", ""))
    for name in ("most", "amount"):
        if isinstance(minor := params.get(name), int):
            params[name] = money.amount(minor, currency)
    return _(_SENTENCES[LedgerCode(denial.code)]) % params
