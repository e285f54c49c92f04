"""Titles, reasons and texts as services take them: put right, or denied with what is wrong.

A denial carries the `accounts.names.NameFlaw` as ``flaw``; `accounts.flaws` has its sentence.
"""

from enum import StrEnum

from accounts.names import NameFlaw, reason_fault, text_fault, title_fault
from games.common.denials import DeniedError


def checked_title(
    title: str, longest: int, *, missing: StrEnum, flawed: StrEnum, before: str = ""
) -> str:
    """Return the title on one line, at most so long.

    :param before: the title until now, which may stay as it is
    :raises DeniedError: `missing` where there is none, `flawed` where it will not do
    """
    title = _one_line(title, longest)
    if not title:
        raise DeniedError(missing)
    if title != before:
        check_flaw(title_fault(title), flawed)
    return title


def checked_reason(reason: str, longest: int, *, missing: StrEnum, flawed: StrEnum) -> str:
    """Return the reason on one line, at most so long.

    :raises DeniedError: `missing` where there is none, `flawed` where it will not do
    """
    reason = _one_line(reason, longest)
    if not reason:
        raise DeniedError(missing)
    check_flaw(reason_fault(reason), flawed)
    return reason


def checked_remark(remark: str, longest: int, *, flawed: StrEnum) -> str:
    """Return a few words on one line, or none.

    :raises DeniedError: they will not do
    """
    remark = _one_line(remark, longest)
    check_flaw(text_fault(remark), flawed)
    return remark


def checked_text(text: str, longest: int, *, flawed: StrEnum) -> str:
    """Return a text of several lines, at most so long; it may be empty.

    :raises DeniedError: it will not do
    """
    text = text.strip()[:longest]
    check_flaw(text_fault(text), flawed)
    return text


def check_flaw(flaw: NameFlaw | None, code: StrEnum) -> None:
    """Check that nothing is wrong.

    :raises DeniedError: there is a flaw
    """
    if flaw is not None:
        raise DeniedError(code, flaw=flaw.value)


def _one_line(text: str, longest: int) -> str:
    return " ".join(text.split())[:longest].strip()
