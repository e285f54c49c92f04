"""The terms of an agreement in words, line by line, made from its data alone.

The same data is readable in any language, and terms of an older version of the app stay readable:
a name that is not known here is shown as it is stored. Rooms above register the terms that only
they know (`register_terms`).
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common import money, numbers
from games.language import labels
from games.rulebook.prose import Chapter, option_sentence, prose
from games.rules.ruleset import OPTIONS, RuleSet, RuleSetError
from games.tables import clocks
from games.tables.models import Table

#: Terms as `games.agreements.terms` describes them.
Terms = Mapping[str, Any]


class TermLine(NamedTuple):
    """One of the terms: "Stake", "HK$5.00 a point"."""

    label: str
    value: str


class ComparedTerm(NamedTuple):
    """A term that differs: as it was, and as it is now. An empty text means none."""

    label: str
    old: str
    new: str


class TermWords(NamedTuple):
    """How a term is told."""

    #: The names in the data that it is made of; it is told where the first one is there.
    names: tuple[str, ...]
    label: str | Promise
    #: Returns the words; an empty text leaves the line out.
    words: Callable[[Terms], str]


def _currency(terms: Terms) -> str:
    return str(terms.get("currency") or "")


def _stake(terms: Terms) -> str:
    return money.stake(terms["stake_minor"] or 0, _currency(terms))


def _max_loss(terms: Terms) -> str:
    return money.amount(terms["max_loss"], _currency(terms))


def _rules(terms: Terms) -> str:
    name = terms.get("rules_name")
    return labels.rules_label(str(name)) if name else _("House rules")


def _bots(terms: Terms) -> str:
    if terms["bot_money"] == Table.BotMoney.HOUSE:
        return _("What bots win or lose is the club's")
    return _("With a bot at the table the session is for points")


def _result(terms: Terms) -> str:
    amount = money.amount(abs(terms["amount"]), _currency(terms))
    if not terms["amount"]:
        return _("Nothing won or lost")
    said = _("%(amount)s lost") if terms["amount"] < 0 else _("%(amount)s won")
    return said % {"amount": amount}


def _stand_in(terms: Terms) -> str:
    if terms["stand_in"] != "bot":
        return str(terms["stand_in"] or "")
    return _("A bot plays for a player who is away or has left, for the player's money")


def _absent(terms: Terms) -> str:
    minutes = terms["absent_minutes"] or 0
    if not minutes:
        return ""
    return ngettext(
        "A player who has been absent for %(count)d minute counts as agreeing",
        "A player who has been absent for %(count)d minutes counts as agreeing",
        minutes,
    ) % {"count": minutes}


def _penalties(terms: Terms) -> str:
    points = terms["penalties"] or 0
    if not points:
        return _("They cost places, and no money")
    stake, currency = terms.get("stake_minor") or 0, _currency(terms)
    return _("They cost at most %(points)s, %(amount)s") % {
        "points": money.points(points),
        "amount": money.amount(points * stake, currency),
    }


def _sitting_out(terms: Terms) -> str:
    points = terms["sit_out_points"]
    if not points:
        return ""
    return _("%(points)s from the house, for each round") % {"points": money.points(points)}


def _sessions(terms: Terms) -> str:
    sessions = terms["sessions"]
    if not isinstance(sessions, Mapping):
        return _stored(sessions)
    amounts = [money.amount(each, _currency(terms)) for each in sessions.values()]
    return ngettext(
        "%(count)d session, with at most %(amounts)s",
        "%(count)d sessions, with at most %(amounts)s",
        len(amounts),
    ) % {"count": len(amounts), "amounts": numbers.listed(amounts)}


#: What is told of any terms, in this order.
_FIRST: Final = (
    TermWords(("stake_minor", "currency"), gettext_lazy("Stake"), _stake),
    TermWords(("amount", "points"), gettext_lazy("Result"), _result),
    TermWords(("max_loss",), gettext_lazy("You lose at most"), _max_loss),
    TermWords(("sessions",), gettext_lazy("Sessions"), _sessions),
    TermWords(("rules", "rules_name"), gettext_lazy("Rules"), _rules),
    TermWords(
        ("deals",),
        gettext_lazy("Deals at a table"),
        lambda terms: labels.deals_label(terms["deals"]),
    ),
    TermWords(
        ("played",),
        gettext_lazy("Deals played"),
        lambda terms: numbers.unsigned(terms["played"]),
    ),
    TermWords(
        ("rounds",),
        gettext_lazy("Rounds at most"),
        lambda terms: numbers.unsigned(terms["rounds"]) if terms["rounds"] else "",
    ),
    TermWords(
        ("target",),
        gettext_lazy("Target score"),
        lambda terms: money.points(terms["target"]) if terms["target"] else "",
    ),
    TermWords(("clock",), gettext_lazy("Clock"), lambda terms: clocks.label(terms["clock"])),
    TermWords(("bot_money",), gettext_lazy("Bots"), _bots),
    TermWords(("stand_in",), gettext_lazy("Away"), _stand_in),
    TermWords(("absent_minutes",), gettext_lazy("Ending early"), _absent),
    TermWords(("penalties",), gettext_lazy("Penalties"), _penalties),
    TermWords(("sit_out_points",), gettext_lazy("Sitting out"), _sitting_out),
)
#: Names that say what the terms are of. Pages show that above them.
_TITLES: Final = frozenset({"kind", "name", "source", "number"})

_registered: list[TermWords] = []


def register_terms(*words: TermWords) -> None:
    """Let terms that only a room above knows be told, after all others; called at start-up."""
    _registered.extend(each for each in words if each not in _registered)


def terms_lines(terms: Terms) -> list[TermLine]:
    """Return the terms in the reader's language. No query."""
    found = [
        TermLine(str(each.label), words)
        for each in _told_of(terms)
        if (words := _words_of(each, terms))
    ]
    return found + [TermLine(_label_of(name), _stored(terms[name])) for name in _unknown(terms)]


def terms_compared(old: Terms, new: Terms) -> list[ComparedTerm]:
    """Return the terms that differ, in the reader's language. No query.

    Of rules that differ each option is told that does.
    """
    found = []
    for each in _told_of({**old, **new}):
        if all(old.get(name) == new.get(name) for name in each.names):
            continue
        before, after = _words_of(each, old), _words_of(each, new)
        if before != after:
            found.append(ComparedTerm(str(each.label), before, after))
        if each.names[0] == "rules":
            found += _options_compared(old, new)
    for name in sorted({*_unknown(old), *_unknown(new)}):
        if old.get(name) != new.get(name):
            before, after = (_stored(terms.get(name)) for terms in (old, new))
            found.append(ComparedTerm(_label_of(name), before, after))
    return found


def rules_in(terms: Terms) -> RuleSet | None:
    """Return the rules that the terms have in full; None without any, or with unknown ones."""
    options = terms.get("rules")
    if not isinstance(options, Mapping) or not options:
        return None
    try:
        return RuleSet.make(options=options)
    except RuleSetError:
        return None


def rules_chapters(terms: Terms) -> list[Chapter]:
    """Return the rules that the terms have, told in full; nothing where they have none."""
    rules = rules_in(terms)
    return [] if rules is None else list(prose(rules))


def _told_of(terms: Terms) -> list[TermWords]:
    return [each for each in (*_FIRST, *_registered) if each.names[0] in terms]


def _words_of(each: TermWords, terms: Terms) -> str:
    """Return the term in words; as it is stored where it is of another kind than it should be."""
    if each.names[0] not in terms:
        return ""
    try:
        return each.words(terms)
    except (TypeError, ValueError, KeyError):
        return _stored(terms[each.names[0]])


def _unknown(terms: Terms) -> list[str]:
    known = {name for each in (*_FIRST, *_registered) for name in each.names}
    return [name for name in terms if name not in known | _TITLES]


def _label_of(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _stored(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _options_compared(old: Terms, new: Terms) -> list[ComparedTerm]:
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
