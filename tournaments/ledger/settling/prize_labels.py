"""Prizes by place, as stored with an event and its settlement, as labels."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.common import money, numbers
from tournaments.pairing.prizes import PrizeKind


def prizes_label(prizes: Mapping[str, Sequence[int]] | None, currency: str) -> str:
    """Return prizes by place, as stored with an event, as text: "1st 60%, 2nd 40%"."""
    found = []
    for kind, places in (prizes or {}).items():
        for place, prize in enumerate(places, 1):
            is_share = kind == PrizeKind.SHARE
            value = (
                _("%(share)s%%") % {"share": prize} if is_share else money.amount(prize, currency)
            )
            found.append(
                pgettext("ordinal place", "%(place)s %(prize)s")
                % {"place": numbers.ordinal(place), "prize": value}
            )
    return numbers.listed(found)
