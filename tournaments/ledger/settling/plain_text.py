"""A settlement as plain text for a group chat."""

from collections.abc import Sequence
from typing import Protocol

from django.conf import settings
from django.utils.translation import gettext as _

from games.common import money
from tournaments.ledger.payments.lines import TransferLine, TransferState
from tournaments.ledger.settling.debt_sentences import PAID, PAYS, debt_sentence

#: Characters in names that would start a new line or change text direction.
_LINES = dict.fromkeys(map(ord, "\r\n\t\v\f\x85\u2028\u2029\u202a\u202b\u202d\u202e"), " ")


class Won(Protocol):
    """A player's win or loss; ``money`` is empty for points, ``parts`` without fee and prize."""

    @property
    def name(self) -> str: ...
    @property
    def points(self) -> int: ...
    @property
    def money(self) -> str: ...
    @property
    def parts(self) -> str: ...


def plain_text(
    head: Sequence[str],
    nets: Sequence[Won],
    transfers: Sequence[TransferLine],
    *,
    outcome: str,
    url: str,
) -> str:
    """Return a settlement's results and payments as text, one per line.

    :param head: titles; empty parts are left out
    :param outcome: text if there are no payments
    :param url: the settlement's path on this site
    """
    lines = [" · ".join(filter(None, head)), ""]
    for net in nets:
        points = money.points(net.points, sign=True)
        # Settlements of balances have amounts only.
        detail = net.parts or (points if net.points else "")
        words = {
            "name": _on_one_line(net.name),
            "amount": net.money or points,
            "detail": detail,
        }
        if net.money and detail:
            lines.append(_("%(name)s: %(amount)s (%(detail)s)") % words)
        else:
            lines.append(_("%(name)s: %(amount)s") % words)
    lines.append("")
    if transfers:
        lines += [_payment_sentence(each) for each in transfers]
    elif outcome:
        lines.append(outcome)
    return "\n".join([*lines, "", f"{settings.SITE_URL}{url}"])


def _payment_sentence(line: TransferLine) -> str:
    """Return who pays, or has paid, whom how much, as a sentence."""
    words = {
        "payer": _on_one_line(line.payer),
        "payee": _on_one_line(line.payee),
        "amount": line.amount,
    }
    is_paid = line.state == TransferState.CONFIRMED
    return debt_sentence(PAID if is_paid else PAYS, *line.parties, words)


def _on_one_line(name: str) -> str:
    """Return the name without line breaks and text-direction marks."""
    return name.translate(_LINES)
