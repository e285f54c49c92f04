"""A settlement as a text without any marks: for the group chat of those who played."""

from collections.abc import Sequence
from typing import Protocol

from django.conf import settings
from django.utils.translation import gettext as _

from games.common import money
from tournaments.ledger.presenter.transfers import TransferLine, TransferState

#: What may not be in a name there: it would begin a line of its own, or turn the rest around.
_LINES = dict.fromkeys(map(ord, "\r\n\t\v\f\x85\u2028\u2029\u202a\u202b\u202d\u202e"), " ")


class Won(Protocol):
    """What somebody won or lost; ``money`` is empty for points."""

    @property
    def name(self) -> str: ...
    @property
    def points(self) -> int: ...
    @property
    def money(self) -> str: ...


def plain_text(
    head: Sequence[str],
    nets: Sequence[Won],
    transfers: Sequence[TransferLine],
    *,
    outcome: str,
    url: str,
) -> str:
    """Return who won what and who pays whom, line by line.

    :param head: what was settled; empty parts are left out
    :param outcome: what is said where nobody pays
    :param url: the page of the settlement, below the club's own address
    """
    lines = [" · ".join(filter(None, head)), ""]
    for net in nets:
        points = money.points(net.points, sign=True)
        # Of an event's balances only the amount is known.
        worth = f"{net.money} ({points})" if net.money and net.points else net.money or points
        lines.append(f"{_line(net.name)}: {worth}")
    lines.append("")
    if transfers:
        lines += [_pays(each) for each in transfers]
    elif outcome:
        lines.append(outcome)
    return "\n".join([*lines, "", f"{settings.SITE_URL}{url}"])


def _pays(line: TransferLine) -> str:
    words = {"payer": _line(line.payer), "payee": _line(line.payee), "amount": line.amount}
    if line.state == TransferState.CONFIRMED:
        return _("%(payer)s has paid %(payee)s %(amount)s.") % words
    return _("%(payer)s pays %(payee)s %(amount)s.") % words


def _line(name: str) -> str:
    return name.translate(_LINES)
