"""Who plays by a preset, as far as the sources say."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

PLACES = {
    "pagat": gettext_noop(
        "The basic game as it is played in China, and the one this club starts from."
    ),
    "guide": gettext_noop(
        "From a beginners' guide in English: few rules, and one point for the winner."
    ),
    "online": gettext_noop("Rules as found online, where the winner takes what all others lose."),
    "classic": gettext_noop("From a rule sheet that sets a high price on never having played."),
    "wikipedia": gettext_noop(
        "The rules as an encyclopedia gives them, with several of its variations."
    ),
    "hong_kong": gettext_noop("The version that Ivan Ip describes as standard in Hong Kong."),
    "hong_kong_street": gettext_noop(
        "Put together from what is reported of several games in Hong Kong."
    ),
    "taiwan": gettext_noop(
        "Put together from several reports of games in Taiwan, with suits as in Bridge."
    ),
    "lukang": gettext_noop("Reported as common in Lukang, in central Taiwan."),
    "seven_card": gettext_noop("Todd Latta's version, reported from Taiwan."),
    "singapore": gettext_noop("Reported from Singapore: single cards, pairs and five cards only."),
    "da_lao_er": gettext_noop(
        "Da Lao Er or Bu Bu Gao Sheng, as a Chinese game site used to offer it."
    ),
    "pusoy_dos": gettext_noop(
        "Played in the Philippines, where the suits have an order of their own."
    ),
    "indonesia": gettext_noop("Played in Indonesia, as Harold Hutabarat reports it."),
    "last_one_in": gettext_noop("A variation for those who like to play to the end."),
    "three_players": gettext_noop("The basic game for three."),
    "three_players_wikipedia": gettext_noop("The encyclopedia's rules for three."),
    "three_players_exchange": gettext_noop(
        "A game for three in which the loser gives up the best card."
    ),
    "three_players_stock": gettext_noop("A game for three with a stock to draw from."),
    "two_players": gettext_noop("The basic game for two."),
    "five_players": gettext_noop(
        "A game for five with one pack, whose last two cards go to whoever holds the lowest card."
    ),
    "eight_players": gettext_noop("The basic game for eight, with two packs."),
    "taiwan_today": gettext_noop(
        "As clubs in Taiwan play it now: four of a kind and straight flush beat anything."
    ),
    "two_players_stock": gettext_noop(
        "A game for two with a stock that is made anew when it is empty."
    ),
}


def where_played(preset: str) -> str:
    """Return where a preset is played or comes from, in one sentence.

    :raises KeyError: when there is no such preset
    """
    return _(PLACES[preset])
