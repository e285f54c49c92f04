"""Denial codes and messages for payment details."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.common.denials import Denial, LabelledCode, labelled
from tournaments.ledger.codes.errors import CodeError, CodeFault


class PayeeCode(LabelledCode):
    """Reasons why a change of payment details is denied."""

    UNKNOWN = labelled("Sign in first.")
    NO_GUESTS = labelled("Guests can’t add payment details. Create an account, then try again.")
    NO_SUCH_SCHEME = labelled("This payment method doesn’t exist.")
    NOT_ALLOWED = labelled("Only the club’s owner and treasurers can change its payment details.")


_FAULTS: Mapping[CodeFault, str] = {
    CodeFault.IBAN: gettext_noop("This isn’t a valid IBAN. Check it for a wrong or missing digit."),
    CodeFault.OUTSIDE_SEPA: gettext_noop(
        "Accounts in this country can’t receive euro transfers (SEPA)."
    ),
    CodeFault.BIC: gettext_noop("This isn’t a valid BIC. A BIC has 8 or 11 letters and digits."),
    CodeFault.BIC_MISSING: gettext_noop("Accounts in this country also need a BIC."),
    CodeFault.PAYNOW_PROXY: gettext_noop(
        "Enter a Singapore mobile number, such as 9123 4567, or a UEN."
    ),
    CodeFault.FPS_PROXY: gettext_noop(
        "Enter a mobile number from Hong Kong or mainland China, such as 6789 1234 or +86 138 0013"
        " 8000; a number with another country code, such as +44 7911 123456; an email address; or"
        " an FPS identifier of 7 or 9 digits."
    ),
    CodeFault.PROMPTPAY_PROXY: gettext_noop(
        "Enter a Thai mobile number, such as 081 234 5678, a national or tax ID of 13 digits, or an"
        " e-wallet ID of 15 digits."
    ),
    CodeFault.THAI_ID: gettext_noop(
        "This isn’t a valid national or tax ID. Check it for a wrong digit."
    ),
    CodeFault.UPI_ADDRESS: gettext_noop("Enter your UPI ID, such as name@okbank."),
    CodeFault.IBAN_NUMBER: gettext_noop(
        "This looks like an IBAN, but it isn’t a valid one. Check it for a wrong or missing digit."
    ),
    CodeFault.ACCOUNT_NUMBER: gettext_noop(
        "Enter the account number in digits and Latin letters, no more than %(longest)d characters."
    ),
    CodeFault.BANK_NAME: gettext_noop("Use %(longest)d characters or fewer."),
    CodeFault.LABELLED_LINE: gettext_noop(
        "Start each line with what it is and a colon, such as “Sort code: 20-00-00”."
    ),
    CodeFault.TOO_MANY_LINES: gettext_noop("Use no more than %(most)d lines."),
    CodeFault.NAME_LENGTH: gettext_noop("Use %(longest)d characters or fewer."),
    CodeFault.LATIN_NAME: gettext_noop(
        "Use only Latin letters, digits and punctuation, and no more than %(longest)d characters."
    ),
    CodeFault.LINK: gettext_noop("Enter a complete web address that starts with https://."),
    CodeFault.UNREADABLE: gettext_noop(
        "This isn’t the text of a payment code. Payment codes start with 000201 or 000202 and end"
        " with four letters or digits."
    ),
    CodeFault.CHECKSUM: gettext_noop(
        "A character in this code is wrong or missing. Copy the whole code again."
    ),
    CodeFault.OTHER_SCHEME: gettext_noop("This code belongs to a different payment system."),
    CodeFault.SEALED: gettext_noop(
        "No amount can be added to this code. Use a code from another bank or wallet, or enter your"
        " bank details."
    ),
    CodeFault.SINGLE_USE: gettext_noop(
        "This code is for a single payment. Paste your reusable code without an amount."
    ),
}


def denial_text(denial: Denial) -> str:
    """Return the message for a denied change of payment details."""
    return PayeeCode(denial.code).label % denial.params


def error_text(error: CodeError) -> str:
    """Return the message for invalid payment details."""
    return _(_FAULTS[error.fault]) % error.params
