"""Terms of an event with a stake, in words and for the button that agrees to them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.agreements.terms import digest_of
from games.common import money
from games.common.languages import paragraph
from games.language import labels
from games.tables import clocks
from tournaments.events.core.models import Event
from tournaments.events.core.words import format_words
from tournaments.events.entries.models import Entry
from tournaments.events.terms.selectors import TermsNow


@dataclass(frozen=True, slots=True)
class Offer:
    """The terms that a user agrees to by pressing a button, in words and as a digest."""

    #: Digest of the shown terms, which the form sends back.
    digest: str
    stake: str
    #: The maximum loss.
    max_loss: str
    #: Stake, maximum loss and number of rounds, in sentences.
    words: str
    #: The terms that the user agreed to before, if different; otherwise empty.
    before: str = ""


def offer_of(terms_now: TermsNow, entry: Entry | None) -> Offer | None:
    """Return the terms offered to the entrant, or to a new player; None for points only."""
    if not terms_now.is_for_money:
        return None
    terms = terms_now.terms_for(entry)
    agreed = None if entry is None else terms_now.agreement_of(entry)
    before = ""
    if agreed is not None and agreed.terms and not terms_now.has_agreed(entry or Entry()):
        before = _("You agreed to %(terms)s.") % {"terms": terms_summary(agreed.terms)}
    return Offer(
        digest=digest_of(terms),
        stake=money.stake(terms["stake_minor"], terms["currency"]),
        max_loss=money.amount(terms["max_loss"], terms["currency"]),
        words=_max_loss_sentences(terms, may_get_longer=terms_now.may_get_longer),
        before=before,
    )


def terms_summary(terms: Mapping[str, Any]) -> str:
    """Return stake and maximum loss as text; `terms` needs only these and the currency."""
    if not terms["currency"]:
        return _("points only")
    return _("%(stake)s, max. loss %(most)s") % {
        "stake": money.stake(terms["stake_minor"], terms["currency"]),
        "most": money.amount(terms["max_loss"], terms["currency"]),
    }


def _max_loss_sentences(terms: Mapping[str, Any], *, may_get_longer: bool) -> str:
    """Return the stake, the maximum loss and the maximum number of rounds, in sentences.

    :param may_get_longer: whether more entrants could make more rounds possible
    """
    said = ngettext(
        "Stake: %(stake)s. You could lose up to %(most)s over at most %(count)d round.",
        "Stake: %(stake)s. You could lose up to %(most)s over at most %(count)d rounds.",
        terms["rounds"],
    )
    words = said % {
        "stake": money.stake(terms["stake_minor"], terms["currency"]),
        "most": money.amount(terms["max_loss"], terms["currency"]),
        "count": terms["rounds"],
    }
    if not may_get_longer:
        return words
    return paragraph(
        words, _("You’ll be asked again if more players sign up and the event gets more rounds.")
    )


@dataclass(frozen=True, slots=True)
class TermLine:
    """One of the terms: its current value and, in a comparison, the one before."""

    label: str
    now: str
    before: str = ""

    @property
    def is_changed(self) -> bool:
        """Return whether the value has changed."""
        return self.now != self.before


def term_lines(terms: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> list[TermLine]:
    """Return all terms as labelled values, beside the values of `before` if given.

    :param before: the terms to compare with; None for no comparison
    """
    older = dict(_labelled_terms(before)) if before else {}
    lines = [
        TermLine(label, value, older.get(label, "")) for label, value in _labelled_terms(terms)
    ]
    named = {each.label for each in lines}
    lines += [TermLine(label, "–", value) for label, value in older.items() if label not in named]
    if before and not any(each.is_changed for each in lines):
        # The rules have the same name but other content.
        return [_mark_changed_rules(each) for each in lines]
    return lines


def _mark_changed_rules(line: TermLine) -> TermLine:
    """Return the line with its value marked as changed if it is that of the rules."""
    if line.label != _("Rules"):
        return line
    return TermLine(line.label, _("%(rules)s (changed)") % {"rules": line.now}, line.before)


def _labelled_terms(terms: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return a label and a formatted value for each of the terms."""
    event = Event(format=terms["format"], format_settings=terms["format_settings"])
    found = [
        (_("Stake"), money.stake(terms["stake_minor"], terms["currency"])),
        (_("Max. loss"), money.amount(terms["max_loss"], terms["currency"])),
        (_("Max. rounds"), str(terms["rounds"])),
        (_("Rules"), labels.rules_label(terms["rules_name"])),
        (_("Round length"), labels.deals_label(terms["deals"])),
        (_("Format"), format_words(event)),
        (_("If tables don’t fill"), str(Event.Uneven(terms["uneven"]).label)),
        (_("Points for sitting out"), money.points(terms["sit_out_points"])),
        (_("Penalty limit"), money.points(terms["penalties"])),
        (_("Cards"), str(Event.Cards(terms["cards"]).label)),
    ]
    if terms["cards"] == Event.Cards.APP:
        found.append((_("Clock"), clocks.label(terms["clock"])))
    return found
