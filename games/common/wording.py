"""Normalization and checks of titles, reasons and texts in services.

A denial carries the `accounts.names.NameFlaw` as ``flaw``; `accounts.flaws` has its sentence.
"""

from enum import StrEnum

from accounts.names import NameFlaw, reason_fault, text_fault, title_fault
from games.common.denials import DeniedError


def checked_title(
    title: str,
    max_length: int,
    *,
    missing_code: StrEnum,
    flaw_code: StrEnum,
    current_title: str = "",
) -> str:
    """Return the title on one line, cut to the maximum length; refuse an empty or forbidden one.

    :param current_title: the current title, which may stay as it is
    :raises DeniedError: `missing_code` for an empty title, `flaw_code` for a forbidden one
    """
    title = _one_line(title, max_length)
    if not title:
        raise DeniedError(missing_code)
    if title != current_title:
        check_flaw(title_fault(title), flaw_code)
    return title


def checked_reason(
    reason: str, max_length: int, *, missing_code: StrEnum, flaw_code: StrEnum
) -> str:
    """Return the reason on one line, cut to the maximum length; refuse an empty or forbidden one.

    :raises DeniedError: `missing_code` for an empty reason, `flaw_code` for a forbidden one
    """
    reason = _one_line(reason, max_length)
    if not reason:
        raise DeniedError(missing_code)
    check_flaw(reason_fault(reason), flaw_code)
    return reason


def checked_remark(remark: str, max_length: int, *, flaw_code: StrEnum) -> str:
    """Return the remark on one line, cut to the maximum length; it may be empty.

    :raises DeniedError: `flaw_code` for a forbidden remark (`accounts.names.text_fault`)
    """
    remark = _one_line(remark, max_length)
    check_flaw(text_fault(remark), flaw_code)
    return remark


def checked_text(text: str, max_length: int, *, flaw_code: StrEnum) -> str:
    """Return the text of several lines, cut to the maximum length; it may be empty.

    :raises DeniedError: `flaw_code` for a forbidden text (`accounts.names.text_fault`)
    """
    text = text.strip()[:max_length]
    check_flaw(text_fault(text), flaw_code)
    return text


def check_flaw(flaw: NameFlaw | None, code: StrEnum) -> None:
    """Raise a denial if a text has a flaw; do nothing for None.

    :raises DeniedError: with this code, and the flaw's value as ``flaw``
    """
    if flaw is not None:
        raise DeniedError(code, flaw=flaw.value)


def _one_line(text: str, max_length: int) -> str:
    """Return the text on one line with single spaces, cut to the maximum length."""
    return " ".join(text.split())[:max_length].strip()
