"""Normalization and checks of titles, reasons and texts in services.

A denial carries the `accounts.names.NameFlaw` as ``flaw``; `accounts.flaws` has its sentence.
"""

from enum import StrEnum

from accounts.names import NameFlaw, reason_fault, text_fault, title_fault
from games.common.denials import DeniedError


def checked_title(
    title: str, max_length: int, *, missing: StrEnum, flawed: StrEnum, current_title: str = ""
) -> str:
    """Return the title on one line, cut to the maximum length.

    :param current_title: the current title, which may stay as it is
    :raises DeniedError: `missing` for an empty title, `flawed` for a forbidden one
    """
    title = _one_line(title, max_length)
    if not title:
        raise DeniedError(missing)
    if title != current_title:
        check_flaw(title_fault(title), flawed)
    return title


def checked_reason(reason: str, max_length: int, *, missing: StrEnum, flawed: StrEnum) -> str:
    """Return the reason on one line, cut to the maximum length.

    :raises DeniedError: `missing` for an empty reason, `flawed` for a forbidden one
    """
    reason = _one_line(reason, max_length)
    if not reason:
        raise DeniedError(missing)
    check_flaw(reason_fault(reason), flawed)
    return reason


def checked_remark(remark: str, max_length: int, *, flawed: StrEnum) -> str:
    """Return a remark on one line, which may be empty.

    :raises DeniedError: it is forbidden
    """
    remark = _one_line(remark, max_length)
    check_flaw(text_fault(remark), flawed)
    return remark


def checked_text(text: str, max_length: int, *, flawed: StrEnum) -> str:
    """Return a text of several lines, cut to the maximum length; it may be empty.

    :raises DeniedError: it is forbidden
    """
    text = text.strip()[:max_length]
    check_flaw(text_fault(text), flawed)
    return text


def check_flaw(flaw: NameFlaw | None, code: StrEnum) -> None:
    """Check that there is no flaw.

    :raises DeniedError: there is one
    """
    if flaw is not None:
        raise DeniedError(code, flaw=flaw.value)


def _one_line(text: str, max_length: int) -> str:
    """Return the text on one line with single spaces, cut to the maximum length."""
    return " ".join(text.split())[:max_length].strip()
