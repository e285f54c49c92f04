"""Origins of the presets: the place or source that each comes from, and its name there."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

#: The presets that are played somewhere, in the order of the gallery.
REGIONAL = (
    "pagat",
    "hong_kong",
    "hong_kong_street",
    "taiwan_today",
    "taiwan",
    "lukang",
    "seven_card",
    "da_lao_er",
    "singapore",
    "pusoy_dos",
    "indonesia",
)
_CHOH_DAI_DI = "Choh Dai Di (鋤大弟)"
_DA_LAO_ER = "Dà Lǎo Èr (大老二)"
#: Names of the game where the presets are played; they are the same in every language.
KNOWN_AS = {
    "hong_kong": _CHOH_DAI_DI,
    "hong_kong_street": _CHOH_DAI_DI,
    "taiwan_today": _DA_LAO_ER,
    "taiwan": _DA_LAO_ER,
    "lukang": _DA_LAO_ER,
    "seven_card": _DA_LAO_ER,
    "da_lao_er": "Bù Bù Gāo Shēng (步步高升)",
    "singapore": "Chor Dai Di, Dai Di",
    "pusoy_dos": "Pusoy Dos",
    "indonesia": "Capsa, Capsa Banting",
}

ORIGINS = {
    "pagat": gettext_noop("The game as it’s played in China. Start here."),
    "guide": gettext_noop(
        "From an English guide for beginners: few rules, and one point for the winner."
    ),
    "online": gettext_noop("Rules found online: the winner takes what all the others lose."),
    "classic": gettext_noop(
        "From a rule sheet: players who haven’t played a single card lose three times as much."
    ),
    "wikipedia": gettext_noop("Wikipedia’s rules, with several of its variations."),
    "hong_kong": gettext_noop("The usual rules in Hong Kong."),
    "hong_kong_street": gettext_noop("Street rules from Hong Kong."),
    "taiwan": gettext_noop("Played in Taiwan, where suits rank as in bridge."),
    "lukang": gettext_noop("Common in Lukang, in central Taiwan."),
    "seven_card": gettext_noop("A version from Taiwan with straight flushes of seven cards."),
    "singapore": gettext_noop(
        "From Singapore: only single cards, pairs and five-card combinations."
    ),
    "da_lao_er": gettext_noop("The rules of a former Chinese game site."),
    "pusoy_dos": gettext_noop("Played in the Philippines, with a different order of suits."),
    "indonesia": gettext_noop("Played in Indonesia."),
    "last_one_in": gettext_noop("Play on until only one player has cards left."),
    "three_players": gettext_noop("The standard rules for three players."),
    "three_players_wikipedia": gettext_noop("Wikipedia’s rules for three players."),
    "three_players_exchange": gettext_noop(
        "A game for three in which the loser gives the winner their best card."
    ),
    "three_players_stock": gettext_noop("A game for three with a stock to draw from."),
    "two_players": gettext_noop("The standard rules for two players."),
    "five_players": gettext_noop(
        "A game for five with one pack. The player with the lowest card also gets the last two"
        " cards."
    ),
    "eight_players": gettext_noop("The standard rules for eight players, with two packs."),
    "taiwan_today": gettext_noop(
        "Played in clubs in Taiwan today: four of a kind and straight flushes beat anything."
    ),
    "paper": gettext_noop(
        "From a published paper on programs that play Big Two. Two pairs can be played as four"
        " cards."
    ),
    "two_players_stock": gettext_noop(
        "A game for two with a stock that’s reshuffled when it runs out."
    ),
}


def preset_origin(preset: str) -> str:
    """Return the text on where a preset is played or comes from.

    :raises KeyError: when there is no such preset
    """
    return _(ORIGINS[preset])
