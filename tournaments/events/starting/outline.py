"""Outline of an event that is about to start: tables, rounds, duration and problems."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import money
from games.common.languages import paragraph
from games.rules.ruleset.rule_set import RuleSet
from tournaments.clubs.models import Club
from tournaments.events.core.format_input import format_of, plain_seating_context
from tournaments.events.core.groups_outline import groups_outline
from tournaments.events.core.models import Event
from tournaments.events.manual_seating.leftover_players import (
    LeftoverChoice,
    leftover_choices,
    leftover_ways,
)
from tournaments.events.starting.pace import pace_of
from tournaments.events.starting.plan import (
    DEFAULT_FORMAT,
    Length,
    Plan,
    planned,
    possible_formats,
)
from tournaments.events.terms.max_loss import store_max_loss
from tournaments.events.terms.prize_words import payments_sentence, pot_sentences, stake_and_fee
from tournaments.events.terms.selectors import TermsNow
from tournaments.pairing.formats.groups import Groups
from tournaments.pairing.seating.ways import MOST_PLAYERS, Way

#: Quarters of an hour as they are written.
_QUARTERS: Final = ("", "¼", "½", "¾")


@dataclass(frozen=True, slots=True)
class Outline:
    """An event as planned from the answers; nothing is stored."""

    players: int
    #: The event as a row that is not stored; its format and leftovers are possible ones.
    event: Event
    #: Names of the formats that this many players can play.
    formats: Sequence[str] = ()
    #: None if these players can't be seated.
    plan: Plan | None = None
    way: Way | None = None

    @property
    def is_for_money(self) -> bool:
        """Return whether the event has a stake or a fee, which its players have to accept first."""
        return bool(self.event.currency)

    @property
    def leftovers(self) -> Sequence[LeftoverChoice]:
        """Options for players who don't fill a table, in the reader's language."""
        return leftover_choices(self.event, self.players) if self.plan else ()

    @property
    def problem(self) -> str:
        """The reason why these players can't be seated, as a sentence; empty if they can."""
        if self.plan is not None:
            return ""
        size = self.event.rule_set.players
        if self.players > MOST_PLAYERS:
            return _("An event can seat at most %(most)d players.") % {"most": MOST_PLAYERS}
        if self.event.is_on_paper and self.players > 1:
            return ngettext(
                "%(count)d player can’t fill a table of %(size)d, and bots can’t play with real"
                " cards. Add players, or choose rules for fewer players.",
                "%(count)d players can’t fill a table of %(size)d, and bots can’t play with real"
                " cards. Add players, or choose rules for fewer players.",
                self.players,
            ) % {"count": self.players, "size": size}
        return _("Select at least 2 players.")

    @property
    def summary(self) -> str:
        """The outline in one line, such as "12 players, 3 tables, 5 rounds, about 2 hours"."""
        if self.plan is None or self.way is None:
            return _player_count(self.players)
        tables = len(self.way.sizes)
        return _("%(players)s, %(tables)s, %(rounds)s, %(time)s") % {
            "players": _player_count(self.players),
            "tables": ngettext("%(count)d table", "%(count)d tables", tables) % {"count": tables},
            "rounds": ngettext("%(count)d round", "%(count)d rounds", self.plan.rounds)
            % {"count": self.plan.rounds},
            "time": about(self.plan.minutes),
        }

    @property
    def details(self) -> str:
        """Deals, cards and stake, in sentences."""
        if self.plan is None:
            return ""
        deals = ngettext(
            "Each round has %(count)d deal.", "Each round has %(count)d deals.", self.plan.deals
        ) % {"count": self.plan.deals}
        made = format_of(self.event)
        if isinstance(made, Groups):
            context = plain_seating_context(self.event)
            deals = paragraph(groups_outline(made, self.players, context), deals)
        cards = _("You play with real cards.") if self.event.is_on_paper else ""
        return paragraph(deals, cards, self._stake_words() if self.is_for_money else "")

    def _stake_words(self) -> str:
        """Return the stake and a player's maximum loss, in sentences."""
        store_max_loss(self.event)
        terms = TermsNow(self.event).terms(newcomers=self.players)
        event = self.event
        words = _(
            "Stake: %(stake)s. A player could lose up to %(most)s. Players get an invitation, and"
            " only those who accept it play."
        ) % {
            "stake": stake_and_fee(event.stake_minor, event.fee_minor, event.currency),
            "most": money.amount(terms["max_loss"], event.currency),
        }
        return paragraph(words, pot_sentences(event, self.players), payments_sentence(event))


def _player_count(players: int) -> str:
    """Return the number of players as text."""
    return ngettext("%(count)d player", "%(count)d players", players) % {"count": players}


def about(minutes: int) -> str:
    """Return a duration as text, such as "about 40 minutes" or "about 1½ hours"."""
    if minutes < 55:
        count = max(5, 5 * round(minutes / 5))
        return ngettext("about %(count)d minute", "about %(count)d minutes", count) % {
            "count": count
        }
    hours, quarters = divmod(round(minutes / 15), 4)
    return ngettext("about %(hours)s hour", "about %(hours)s hours", hours + bool(quarters)) % {
        "hours": f"{hours}{_QUARTERS[quarters]}"
    }


def outline_of(
    club: Club,
    players: int,
    *,
    rules: RuleSet,
    length: Length,
    format_name: str = DEFAULT_FORMAT,
    uneven: str = "",
    **terms: Any,
) -> Outline:
    """Return the outline of an event with this many players. At most two queries.

    An impossible format or option for leftover players is replaced by a possible one.

    :param uneven: the option for leftover players; empty for the best one
    :param terms: clock, cards, stake_minor, currency and other fields of the event
    """
    event = Event(club=club, rules=rules.to_options(), format=format_name, **terms)
    way = _choose_way(event, players, uneven)
    formats = possible_formats(players, plain_seating_context(event), on_paper=event.is_on_paper)
    if format_name not in formats:
        event.format = DEFAULT_FORMAT
        way = _choose_way(event, players, uneven)
    if way is None or players < 2:
        return Outline(players, event)
    pace = pace_of(club, cards=event.cards, clock=event.clock)
    plan = planned(event.format, players, plain_seating_context(event), length, pace)
    event.format_settings, event.deals = plan.settings, plan.deals
    way = format_of(event).way(players, plain_seating_context(event))
    return Outline(players, event, formats, plan, way)


def _choose_way(event: Event, players: int, uneven: str) -> Way | None:
    """Set the event's option for leftover players; return the way to seat them, None if none."""
    found = dict(leftover_ways(event, players)) if players > 1 else {}
    if not found:
        return None
    # Ways are ordered by the number of players they affect.
    fills = players % event.rule_set.players == 0
    event.uneven = Event.Uneven.OUT if fills else next(iter(found))
    if uneven in found and not fills:
        event.uneven = uneven
    return plain_seating_context(event).way(players)
