"""Parts of a player's result in an event, in words: stake, entry fee and prize."""

from django.utils.translation import gettext as _

from games.common import money, numbers


def result_parts(from_stake: int, fee: int, prize: int, currency: str) -> str:
    """Return the parts of a result as a list with signs, from amounts in minor units.

    Empty if it comes from the stake alone.
    """
    if not (fee or prize):
        return ""
    parts = (
        (_("stake %(amount)s"), from_stake),
        (_("entry fee %(amount)s"), -fee),
        (_("prize %(amount)s"), prize),
    )
    return numbers.listed(
        [
            words % {"amount": money.amount(each, currency, sign=True)}
            for words, each in parts
            if each
        ]
    )
