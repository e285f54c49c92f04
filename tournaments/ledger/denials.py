"""Denial codes of the ledger and their messages."""

from enum import auto

from accounts.flaws import flaw_sentence
from games.common import money
from games.common.denials import Denial, LabelledCode, labelled


class LedgerCode(LabelledCode):
    """Reasons why the ledger denies an action; comments name what messages don't show."""

    # Permission
    UNKNOWN = labelled("Sign in first.")
    NOT_ALLOWED = labelled("Your role in this club doesn’t allow that.")
    NO_TRANSFER = labelled("This payment doesn’t exist or is private.")
    NO_PAYMENT = labelled("This payment doesn’t exist or is private.")
    NO_SETTLEMENT = labelled("This settlement doesn’t exist or is private.")
    NOT_PAYER = labelled("Only the player who owes this payment can do that.")
    NOT_PAYEE = labelled("Only the player who is owed this payment can do that.")
    OWN_PAYMENT = labelled("You can’t confirm your own payment.")
    NOT_IMPARTIAL = labelled(
        "You’re involved in this payment, so another organizer or treasurer has to do this."
    )
    NO_ORGANIZER = labelled(
        "This wasn’t a club game, so only the two of you can resolve the dispute."
    )
    # Amounts
    NOTHING_OPEN = labelled("Nothing is due on this payment.")
    NOT_AN_AMOUNT = labelled("Enter an amount above zero.")
    #: ``currency``
    TOO_MUCH = labelled("%(most)s is left to pay. Enter that amount or less.")
    #: ``currency``
    CLAIM_WAITS = labelled(
        "%(amount)s is already marked as paid. Confirm or dispute that payment first, or enter a"
        " smaller amount."
    )
    NO_ACCOUNT = labelled("The payer has no account, so no reminder can be sent.")
    REMINDED_TODAY = labelled("The payer got a reminder today. You can send another one tomorrow.")
    DAY_TO_COME = labelled("The payment date can’t be in the future.")
    DAY_LONG_AGO = labelled("The payment date is too far in the past.")
    # Payment claims
    ANSWERED = labelled("This payment or request is no longer open.")
    #: ``days``
    DISPUTE_TOO_LATE = labelled(
        "This payment was recorded more than %(days)s days ago, so it can’t be disputed anymore."
        " Ask the club’s treasurer."
    )
    NOT_DISPUTED = labelled("This payment isn’t disputed.")
    NO_REASON = labelled("Enter a short reason.")
    #: ``flaw``
    WORDING_FLAWED = auto()
    # Reminders
    REMINDED_LATELY = labelled(
        "This player already got a reminder in the week before that day. Choose a later day."
    )
    DAY_PAST = labelled("Choose a day after today.")
    DAY_TOO_FAR = labelled("Choose a day within the next year.")
    # Results and clubs
    #: ``most``: points
    NOT_A_RESULT = labelled(
        "Enter a whole number for each seat. A win or loss can’t be more than %(most)s."
    )
    NOT_ZERO = labelled("The points must add up to 0, not %(sum)s.")
    NO_SUCH_SEAT = labelled("Enter a result for every seat.")
    SAME_RESULT = labelled("This is already the current result.")
    RESULT_FINAL = labelled("This game ended more than %(days)s days ago, so its result is final.")
    #: ``points``, ``limit``: points
    BEYOND_RULES = labelled(
        "No one can lose %(points)s points in this game. The most a player can lose over all deals"
        " is %(limit)s points."
    )
    NO_CORRECTION = labelled(
        "This correction is no longer open. It was answered, replaced or not confirmed in time."
    )
    NOT_YOURS_TO_CONFIRM = labelled(
        "Only another organizer or a player who loses points through this correction can confirm"
        " or decline it."
    )
    CORRECTION_OUTDATED = labelled(
        "The result has changed since this correction was proposed. Propose the correction again."
    )
    SETTLED_ABOVE = labelled("This game is part of an event. Correct its result in the event.")
    ONLY_IN_CLUBS = labelled(
        "Only results of club games can be corrected, and only by the club’s organizers."
    )
    NOTHING_TO_SETTLE = labelled("There’s nothing to settle.")
    LIST_CHANGED = labelled("A payment or settlement has changed. Check the new list.")
    CLOSED = labelled("This club is closed, so its settings can’t be changed.")
    NO_LIMIT = labelled("Enter a limit above zero and choose its currency.")
    NO_SUCH_CHOICE = labelled("Choose one of the options.")
    # Pending results
    NO_RESULT = labelled("This result doesn’t exist or isn’t yours to answer.")
    RESULT_ANSWERED = labelled("This result has already been answered or has lapsed.")
    RESULT_CHANGED = labelled(
        "The result has changed since you opened this page. Check the new result."
    )
    RESULT_WAITS = labelled(
        "A player hasn’t accepted or declined this result yet. You can correct the result once the"
        " player has answered."
    )
    # Bills
    NO_BILL = labelled("This bill doesn’t exist or isn’t yours to answer.")
    BILL_CLOSED = labelled("This bill is no longer open, so nothing was changed.")
    BILL_ANSWERED = labelled("You’ve already answered.")
    BILL_UNTITLED = labelled("Enter what the bill is for.")
    NO_SHARES = labelled("Choose at least one other member than the one who paid.")
    NOT_MEMBERS = labelled("All who share or paid the bill must be members of the club.")
    CLUB_PAID_NOT_YOURS = labelled("Only organizers and treasurers can split what the club paid.")
    FORMER_MEMBER = labelled(
        "You’re no longer a member of this club, so you can only decline your share."
    )
    TOO_MANY_BILLS = labelled(
        "You have %(count)s open bills in this club, the maximum. Wait for answers or withdraw one"
        " first."
    )
    #: ``sum``, ``total``: minor units; ``currency``
    SHARES_MISS_TOTAL = labelled("The shares add up to %(sum)s, not to %(total)s.")
    REST_CHANGED = labelled("Someone has answered in the meantime. Check the new rest.")
    # Dues
    NO_DUES = labelled("This club has no dues.")
    SAME_DUES = labelled("These are already the club’s dues.")
    TERMS_CHANGED = labelled(
        "The dues have changed since you opened this page. Check the new terms."
    )
    DUES_AGREED = labelled("You’ve already agreed to these dues.")
    NOT_A_MEMBER = labelled("This player isn’t a member of the club.")
    # Closing the account
    BALANCE_OPEN = labelled(
        "You still owe money, are owed money or have an unfinished game for money. Settle"
        " everything before you close your account."
    )
    LAST_KEEPER = labelled(
        "You’re the only member who can manage the ledger of %(club)s, which still has open"
        " payments. You can close your account once they’re settled."
    )


def denial_text(denial: Denial) -> str:
    """Return the message for a denial, in the reader's language."""
    if denial.code == LedgerCode.WORDING_FLAWED:
        return flaw_sentence(denial.params.get("flaw"))
    params = dict(denial.params)
    currency = str(params.pop("currency", ""))
    names = ("most", "amount", "sum", "total") if currency else ("most", "amount")
    for name in names:
        if isinstance(minor := params.get(name), int):
            params[name] = money.amount(minor, currency)
    return LedgerCode(denial.code).label % params
