"""Text of an agreement's terms, line by line, from the stored data alone.

The same data can be shown in any language. Terms of older versions of the app stay readable: an
unknown name is shown as stored. Apps above register their own terms with `register_terms`.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common import money, numbers
from games.language import labels
from games.rulebook.prose.chapters import prose
from games.rulebook.prose.option_text import option_sentence
from games.rulebook.prose.parts import Chapter
from games.rules.ruleset.errors import RuleSetError
from games.rules.ruleset.options import OPTIONS
from games.rules.ruleset.rule_set import RuleSet
from games.tables import clocks
from games.tables.models import Table

#: Terms as `games.agreements.terms` describes them.
Terms = Mapping[str, Any]


class TermLine(NamedTuple):
    """One of the terms: "Stake", "HK$5.00 a point"."""

    label: str
    value: str


class ComparedTerm(NamedTuple):
    """A term that differs, before and now; an empty text means that it's missing."""

    label: str
    old: str
    new: str


class TermFormat(NamedTuple):
    """Display of a term: its label, and the function that makes its text from the data."""

    #: Names in the data that the text needs; the term is shown if the first one is present.
    names: tuple[str, ...]
    label: str | Promise
    #: Returns the text; an empty text leaves the line out.
    text: Callable[[Terms], str]


def _currency(terms: Terms) -> str:
    """Return the code of the terms' currency, or an empty text."""
    return str(terms.get("currency") or "")


def _stake(terms: Terms) -> str:
    """Return the stake a point as text."""
    return money.stake(terms["stake_minor"] or 0, _currency(terms))


def _max_loss(terms: Terms) -> str:
    """Return the maximum loss as an amount."""
    return money.amount(terms["max_loss"], _currency(terms))


def _rules(terms: Terms) -> str:
    """Return the name of the rules: a preset's title, the house rules' name or "House rules"."""
    name = terms.get("rules_name")
    return labels.rules_label(str(name)) if name else _("House rules")


def _bots(terms: Terms) -> str:
    """Return what bots change: the club pays for them, or the game is for points."""
    if terms["bot_money"] == Table.BotMoney.HOUSE:
        return _("The club keeps what bots win and pays what they lose")
    return _("With a bot at the table, you play for points")


def _result(terms: Terms) -> str:
    """Return the amount won or lost as text."""
    amount = money.amount(abs(terms["amount"]), _currency(terms))
    if not terms["amount"]:
        return _("Nothing won or lost")
    text = _("%(amount)s lost") if terms["amount"] < 0 else _("%(amount)s won")
    return text % {"amount": amount}


def _stand_in(terms: Terms) -> str:
    """Return who stands in for a player who is away or has left; empty for no one."""
    if terms["stand_in"] != "bot":
        return str(terms["stand_in"] or "")
    return _(
        "A bot stands in for a player who is away or has left, and plays with that player’s money"
    )


def _absence_agreement(terms: Terms) -> str:
    """Return after how long an absent player counts as agreeing to end early; empty for never."""
    minutes = terms["absent_minutes"] or 0
    if not minutes:
        return ""
    return ngettext(
        "A player who has been away for %(count)d minute counts as agreeing to end early",
        "A player who has been away for %(count)d minutes counts as agreeing to end early",
        minutes,
    ) % {"count": minutes}


def _penalties(terms: Terms) -> str:
    """Return the effect of penalties on money, with the maximum."""
    points = terms["penalties"] or 0
    if not points:
        return _("Penalties affect the standings only, not money")
    stake, currency = terms.get("stake_minor") or 0, _currency(terms)
    return _("At most %(points)s (%(amount)s)") % {
        "points": money.points(points),
        "amount": money.amount(points * stake, currency),
    }


def _sitting_out(terms: Terms) -> str:
    """Return the points from the club for a round without a game; empty without any."""
    points = terms["sit_out_points"]
    if not points:
        return ""
    return _("%(points)s from the club for each round") % {"points": money.points(points)}


def _sessions(terms: Terms) -> str:
    """Return the number of sessions with the maximum loss of each."""
    sessions = terms["sessions"]
    if not isinstance(sessions, Mapping):
        return _stored_text(sessions)
    amounts = [money.amount(each, _currency(terms)) for each in sessions.values()]
    return ngettext(
        "%(count)d session, maximum loss %(amounts)s",
        "%(count)d sessions, maximum losses %(amounts)s",
        len(amounts),
    ) % {"count": len(amounts), "amounts": numbers.listed(amounts)}


#: The terms of all agreements, in display order.
_FORMATS: Final = (
    TermFormat(("stake_minor", "currency"), gettext_lazy("Stake"), _stake),
    TermFormat(("amount", "points"), gettext_lazy("Result"), _result),
    TermFormat(("max_loss",), gettext_lazy("Maximum loss"), _max_loss),
    TermFormat(("sessions",), gettext_lazy("Sessions"), _sessions),
    TermFormat(("rules", "rules_name"), gettext_lazy("Rules"), _rules),
    TermFormat(
        ("deals",),
        gettext_lazy("Deals per table"),
        lambda terms: labels.deals_label(terms["deals"]),
    ),
    TermFormat(
        ("played",),
        gettext_lazy("Deals played"),
        lambda terms: numbers.unsigned(terms["played"]),
    ),
    TermFormat(
        ("rounds",),
        gettext_lazy("Max. rounds"),
        lambda terms: numbers.unsigned(terms["rounds"]) if terms["rounds"] else "",
    ),
    TermFormat(
        ("target",),
        gettext_lazy("Target score"),
        lambda terms: money.points(terms["target"]) if terms["target"] else "",
    ),
    TermFormat(("clock",), gettext_lazy("Clock"), lambda terms: clocks.label(terms["clock"])),
    TermFormat(("bot_money",), gettext_lazy("Bots"), _bots),
    TermFormat(("stand_in",), gettext_lazy("Away"), _stand_in),
    TermFormat(("absent_minutes",), gettext_lazy("Ending early"), _absence_agreement),
    TermFormat(("penalties",), gettext_lazy("Penalties"), _penalties),
    TermFormat(("sit_out_points",), gettext_lazy("Sitting out"), _sitting_out),
)
#: Names that identify the agreement; pages show them in the heading.
_TITLES: Final = frozenset({"kind", "name", "source", "number"})

_registered: list[TermFormat] = []


def register_terms(*formats: TermFormat) -> None:
    """Register an app's own terms, shown after all others; called at start-up."""
    _registered.extend(each for each in formats if each not in _registered)


def terms_lines(terms: Terms) -> list[TermLine]:
    """Return the terms in the reader's language, without empty ones. No query.

    Terms that pages show in the heading (`_TITLES`) are left out.
    """
    found = [
        TermLine(str(each.label), text)
        for each in _formats_of(terms)
        if (text := _text_of(each, terms))
    ]
    return found + [
        TermLine(_label_of_unknown(name), _stored_text(terms[name]))
        for name in _unknown_names(terms)
    ]


def terms_compared(old: Terms, new: Terms) -> list[ComparedTerm]:
    """Return the terms that differ, in the reader's language. No query.

    If the rules differ, each option that differs is returned too.
    """
    found = []
    for each in _formats_of({**old, **new}):
        if all(old.get(name) == new.get(name) for name in each.names):
            continue
        before, after = _text_of(each, old), _text_of(each, new)
        if before != after:
            found.append(ComparedTerm(str(each.label), before, after))
        if each.names[0] == "rules":
            found += _options_compared(old, new)
    for name in sorted({*_unknown_names(old), *_unknown_names(new)}):
        if old.get(name) != new.get(name):
            before, after = (_stored_text(terms.get(name)) for terms in (old, new))
            found.append(ComparedTerm(_label_of_unknown(name), before, after))
    return found


def rules_in(terms: Terms) -> RuleSet | None:
    """Return the complete rules in the terms; None if they are missing or unknown."""
    options = terms.get("rules")
    if not isinstance(options, Mapping) or not options:
        return None
    try:
        return RuleSet.make(options=options)
    except RuleSetError:
        return None


def rules_chapters(terms: Terms) -> list[Chapter]:
    """Return the rules in the terms as prose; empty if they are missing or unknown."""
    rules = rules_in(terms)
    return [] if rules is None else list(prose(rules))


def _formats_of(terms: Terms) -> list[TermFormat]:
    """Return the formats of the terms that are present, in display order."""
    return [each for each in (*_FORMATS, *_registered) if each.names[0] in terms]


def _text_of(term_format: TermFormat, terms: Terms) -> str:
    """Return a term as text: the stored value if its type is unexpected, empty if it is missing."""
    if term_format.names[0] not in terms:
        return ""
    try:
        return term_format.text(terms)
    except (TypeError, ValueError, KeyError):
        return _stored_text(terms[term_format.names[0]])


def _unknown_names(terms: Terms) -> list[str]:
    """Return the names of terms that no format covers, except those shown in the heading."""
    known = {name for each in (*_FORMATS, *_registered) for name in each.names}
    return [name for name in terms if name not in known | _TITLES]


def _label_of_unknown(name: str) -> str:
    """Return a label made from the name of a term without a format."""
    return name.replace("_", " ").capitalize()


def _stored_text(value: Any) -> str:
    """Return a stored value as text: a string as it is, None as empty, others as JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _options_compared(old: Terms, new: Terms) -> list[ComparedTerm]:
    """Return the options of the rules that differ; none if either rules are unknown."""
    before, after = rules_in(old), rules_in(new)
    if before is None or after is None:
        return []
    was, now = before.to_options(), after.to_options()
    return [
        ComparedTerm(
            _(each.question), option_sentence(name, was[name]), option_sentence(name, now[name])
        )
        for name, each in OPTIONS.items()
        if was[name] != now[name] and (each.applies(before) or each.applies(after))
    ]
