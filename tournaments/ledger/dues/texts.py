"""Texts of dues: amount and period, and the terms that members agree to."""

from datetime import date

from django.urls import reverse
from django.utils.translation import gettext as _

from games.common import money, numbers
from games.common.dates import date_format
from tournaments.clubs.models import Club
from tournaments.ledger.dues.models import Dues
from tournaments.ledger.dues.periods import Period, due_on


def dues_url(club: Club) -> str:
    """Return the URL of the club's page of dues."""
    return reverse("club_dues", args=[club.slug])


def amount_text(dues: Dues) -> str:
    """Return amount and period as text: "HK$50 a month"."""
    return amount_of_period(Period(dues.period)) % {
        "amount": money.amount(dues.amount, dues.currency)
    }


def amount_of_period(period: Period) -> str:
    """Return the text of an amount for a period, with a placeholder for the amount."""
    return {
        Period.MONTH: _("%(amount)s a month"),
        Period.QUARTER: _("%(amount)s every three months"),
        Period.YEAR: _("%(amount)s a year"),
    }[period]


def terms_sentences(dues: Dues) -> list[str]:
    """Return the terms of an agreement to the dues as sentences."""
    terms = dues.terms
    first = due_on(date.fromisoformat(terms["starts_on"]), dues.due_day)
    words = {
        "amount": amount_text(dues),
        "club": dues.club.name,
        "day": date_format(first),
        "most": money.amount(terms["max_loss"], dues.currency),
    }
    found = [_("%(club)s has dues of %(amount)s.") % words]
    if dues.text:
        found.append(dues.text)
    found += [
        due_sentence(Period(dues.period), dues.due_day),
        _("You’re charged for the first time on the first due date after you agree.")
        if dues.charged_until is not None
        else _("The first due date is %(day)s.") % words,
        _(
            "Your agreement is for one year of dues, %(most)s at most. After that you’re asked"
            " again. It ends when you leave the club."
        )
        % words,
    ]
    return found


def due_sentence(period: Period, due_day: int) -> str:
    """Return when dues are due, as a sentence."""
    said = {
        Period.MONTH: _("They’re due on the %(due)s of each month."),
        Period.QUARTER: _("They’re due on the %(due)s of January, April, July and October."),
        Period.YEAR: _("They’re due on the %(due)s of January each year."),
    }[period]
    return said % {"due": numbers.ordinal(due_day)}
