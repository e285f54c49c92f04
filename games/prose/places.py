"""Who plays by a preset, as far as the sources say."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as N

PLACES = {
    "pagat": N("The basic game as it is played in China, and the one this club starts from."),
    "guide": N("From a beginners' guide in English: few rules, and one point for the winner."),
    "online": N("Rules as found online, where the winner takes what all others lose."),
    "classic": N("From a rule sheet that sets a high price on never having played."),
    "wikipedia": N("The rules as an encyclopedia gives them, with several of its variations."),
    "hong_kong": N("The version that Ivan Ip describes as standard in Hong Kong."),
    "hong_kong_street": N("Reported as what is most commonly played in Hong Kong."),
    "taiwan": N("Played by some in Taiwan, where suits rank as in Bridge."),
    "lukang": N("Reported as common in Lukang, in central Taiwan."),
    "seven_card": N("Todd Latta's version, reported from Taiwan."),
    "singapore": N("Reported from Singapore: single cards, pairs and five cards only."),
    "da_lao_er": N("Da Lao Er or Bu Bu Gao Sheng, as a Chinese game site used to offer it."),
    "pusoy_dos": N("Played in the Philippines, where the suits have an order of their own."),
    "indonesia": N("Played in Indonesia, as Harold Hutabarat reports it."),
    "last_one_in": N("A variation for those who like to play to the end."),
    "three_players": N("The basic game for three."),
    "three_players_wikipedia": N("The encyclopedia's rules for three."),
    "three_players_exchange": N("A game for three in which the loser gives up the best card."),
    "three_players_stock": N("A game for three with a stock to draw from."),
    "two_players": N("The basic game for two."),
    "two_players_stock": N("A game for two with a stock that never runs dry."),
}


def where_played(preset: str) -> str:
    """Return where a preset is played or comes from, in one sentence.

    :raises KeyError: when there is no such preset
    """
    return _(PLACES[preset])
