"""Why details of a payee are not taken, in codes and in words."""

from collections.abc import Mapping
from enum import StrEnum, auto

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.common.denials import Denial
from tournaments.ledger.codes import errors


class PayeeCode(StrEnum):
    """Reasons."""

    UNKNOWN = auto()
    NO_GUESTS = auto()
    NO_SUCH_SCHEME = auto()


_DENIALS = {
    PayeeCode.UNKNOWN: gettext_noop("Sign in first."),
    PayeeCode.NO_GUESTS: gettext_noop(
        "Guests cannot enter how they are paid. Make an account, then try again."
    ),
    PayeeCode.NO_SUCH_SCHEME: gettext_noop("There is no such way to be paid."),
}

_FAULTS: Mapping[type[errors.CodeError], str] = {
    errors.IbanError: gettext_noop(
        "This is not an IBAN. Compare it with your statement: a digit is wrong or missing."
    ),
    errors.OutsideSepaError: gettext_noop("Accounts of this country take no transfers in euros."),
    errors.BicError: gettext_noop("This is not a BIC. It has 8 or 11 letters and digits."),
    errors.BicMissingError: gettext_noop("For an account of this country, enter the BIC as well."),
    errors.PayNowProxyError: gettext_noop(
        "Enter a mobile number of Singapore, such as 9123 4567, or a UEN."
    ),
    errors.FpsProxyError: gettext_noop(
        "Enter a mobile number of Hong Kong or mainland China, such as 6789 1234 or "
        "+86 138 0013 8000, one of another place with its code, such as +44 7911 123456, an e-mail "
        "address, or an FPS identifier of 7 or 9 digits."
    ),
    errors.PayeeNameError: gettext_noop(
        "Banks take a name of %(longest)d Latin letters, digits and signs at most."
    ),
    errors.LinkError: gettext_noop("Enter an address that begins with https:// and names a site."),
    errors.UnreadableCodeError: gettext_noop(
        "This is not the text of a payment code. It begins with 000201 and ends with four letters "
        "or digits."
    ),
    errors.ChecksumError: gettext_noop(
        "A character of this code is wrong or missing. Copy it again, from its beginning to its "
        "end."
    ),
    errors.OtherSchemeError: gettext_noop("This code belongs to another scheme."),
    errors.SingleUseCodeError: gettext_noop(
        "This code is for one payment. Paste the one that can be used again, without an amount."
    ),
}


def denial_words(denial: Denial) -> str:
    """Return why it is not done, in one sentence or two."""
    return _(_DENIALS[PayeeCode(denial.code)]) % denial.params


def fault_words(error: errors.CodeError) -> str:
    """Return what is wrong with what was typed, in one sentence or two."""
    if isinstance(error, errors.PayeeNameError) and error.longest > 25:
        return _("Enter a name of %(longest)d characters at most.") % {"longest": error.longest}
    return _(_FAULTS[type(error)]) % vars(error)
