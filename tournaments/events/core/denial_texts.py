"""Sentences for denials of event services, in the reader's language."""

from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from accounts.flaws import flaw_sentence
from games.common.denials import Denial
from games.common.languages import paragraph
from games.common.numbers import listed
from games.language.refusals import in_words
from tournaments.events.core.denials import EventCode
from tournaments.events.paper.deal import PaperCode

_WRITTEN_SENTENCES = {
    PaperCode.NOT_ALL_SEATS: gettext_noop("Enter the winner and the cards each player has left."),
    PaperCode.WINNER_HAS_CARDS: gettext_noop("The winner, %(name)s, must have 0 cards left."),
    PaperCode.NOBODY_LEFT_WITH_NONE: gettext_noop(
        "Enter how many cards %(name)s has left. Only the winner has 0."
    ),
    PaperCode.NO_RANKS: gettext_noop("Enter ranks, such as 2 K 10 9. “%(text)s” isn’t a rank."),
    PaperCode.TOO_MANY_OF_A_RANK: gettext_noop(
        "There are only %(most)s cards of each rank. You entered too many of this rank: %(rank)s."
    ),
    PaperCode.ORDER_INCOMPLETE: gettext_noop(
        "Choose a different place for each player, in the order they went out."
    ),
    PaperCode.WHO_PAYS: gettext_noop("There is a tie. Choose who pays: %(names)s."),
    PaperCode.HAS_PLAYED: gettext_noop(
        "%(name)s has fewer cards left than were dealt and must have played some."
    ),
    PaperCode.WHO_LED: gettext_noop("Choose the player who started the deal."),
    PaperCode.LAST_PLAY: gettext_noop("The last play can’t have included this many twos."),
    PaperCode.WINNER_AS_GUARD: gettext_noop("The winner can’t have been the guard."),
}


#: Reasons why sign-up for a running event is closed, by what closes it.
_SIGN_UP_CLOSED = {
    "start": gettext_noop("Sign-up closed when the event started."),
    "first_round": gettext_noop("Sign-up closed when the first round ended."),
    "half": gettext_noop("Sign-up closed when half of the rounds had been played."),
    "half_of_groups": gettext_noop("Sign-up closed when half of the group rounds had been played."),
    "never": gettext_noop("Sign-up closed when the first round of the knock-out started."),
}


def sign_up_closed(closed_by: str) -> str:
    """Return the sentence that says why sign-up for a running event is closed."""
    if closed_by in _SIGN_UP_CLOSED:
        return _(_SIGN_UP_CLOSED[closed_by])
    return str(EventCode.ENTRIES_CLOSED.label)


def sentence(denial: Denial) -> str:
    """Return the reason for a denial as a sentence in the reader's language."""
    if denial.code is EventCode.ENTRIES_CLOSED:
        return sign_up_closed(str(denial.params.get("closed_by", "")))
    if denial.code is EventCode.WORDING_FLAWED:
        return flaw_sentence(denial.params.get("flaw"))
    if denial.code is EventCode.PLAYS_ELSEWHERE and "places" in denial.params:
        return _plays_elsewhere(denial)
    params = {
        name: listed(value) if isinstance(value, tuple) else value
        for name, value in in_words(denial.params).items()
    }
    return (_sentence_with_plural(denial) or _sentence_without_plural(denial)) % params


def place_of_table(event: str, round_number: int, table: int) -> str:
    """Return where a table of an event is, as text."""
    words = {"event": event, "round": round_number, "table": table}
    return _("%(event)s, round %(round)s, table %(table)s") % words


def _plays_elsewhere(denial: Denial) -> str:
    """Return which players sit at which other tables, and what the organizer can do."""
    names = cast(tuple[str, ...], denial.params["names"])
    places = cast(tuple[tuple[str, int, int], ...], denial.params["places"])
    players = [
        _("%(name)s (%(place)s)") % {"name": name, "place": place_of_table(*place)}
        if place[0]
        else name
        for name, place in zip(names, places, strict=True)
    ]
    if len(names) == 1:
        said = _("%(name)s is playing at another table.") % {"name": players[0]}
        return paragraph(
            said, _("Wait until that table has finished, or play without this player for now.")
        )
    said = _("%(names)s are playing at another table.") % {"names": listed(players)}
    return paragraph(
        said, _("Wait until these tables have finished, or play without these players for now.")
    )


def _sentence_without_plural(denial: Denial) -> str:
    """Return the sentence of a denial whose text has no plural forms, before formatting."""
    if isinstance(denial.code, PaperCode):
        return _(_WRITTEN_SENTENCES[denial.code])
    return str(EventCode(denial.code).label)


def _sentence_with_plural(denial: Denial) -> str:
    """Return the sentence in the right plural form if it counts something; otherwise ""."""

    def count(name: str) -> int:
        """Return an integer parameter of the denial, which chooses the plural form."""
        return cast(int, denial.params[name])

    def is_one(name: str) -> bool:
        """Return whether a list among the parameters has one item."""
        return len(cast(tuple[str, ...], denial.params[name])) == 1

    match denial.code:
        case EventCode.RESULTS_MISSING:
            return ngettext(
                "%(missing)s table has no result yet.",
                "%(missing)s tables have no result yet.",
                count("missing"),
            )
        case EventCode.PLAYS_ELSEWHERE:
            if is_one("names"):
                return _("%(names)s is playing at another table.")
            return _("%(names)s are playing at another table.")
        case EventCode.NO_FURTHER_DEAL:
            return ngettext(
                "Each table plays %(deals)s deal in this round.",
                "Each table plays %(deals)s deals in this round.",
                count("deals"),
            )
        case EventCode.DEALS_UNCONFIRMED:
            if is_one("numbers"):
                return _("Deal %(numbers)s isn’t confirmed yet.")
            return _("Deals %(numbers)s aren’t confirmed yet.")
        case EventCode.RESULTS_FINAL:
            return ngettext(
                "The event ended more than %(days)s day ago, so its results are final.",
                "The event ended more than %(days)s days ago, so its results are final.",
                count("days"),
            )
        case EventCode.PENALTY_TOO_HIGH:
            return ngettext(
                "A penalty can’t be higher than %(most)s point, the most a player can lose in a"
                " round.",
                "A penalty can’t be higher than %(most)s points, the most a player can lose in a"
                " round.",
                count("most"),
            )
        case PaperCode.TOO_MANY_CARDS:
            return ngettext(
                "%(name)s can’t have more than %(most)s card left.",
                "%(name)s can’t have more than %(most)s cards left.",
                count("most"),
            )
        case PaperCode.MORE_THAN_ALL_CARDS:
            return ngettext(
                "You entered more cards than there are in %(packs)d pack.",
                "You entered more cards than there are in %(packs)d packs.",
                count("packs"),
            )
    return ""
