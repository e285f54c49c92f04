"""Characters of the bots: name, picture, strength, style and rating in the reader's language."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from accounts.pictures import PICTURES
from games.bots.ratings import ratings
from games.bots.strengths import Strength
from games.common.languages import cached_by_language, paragraph
from games.common.languages import gettext as _
from games.common.numbers import ungrouped, unsigned
from games.tables.bot_strength import picture_of


class _Words(NamedTuple):
    """Texts about a strength: its label, that of a bot with it, and its style."""

    label: str | Promise
    bot: str | Promise
    style: str | Promise


_WORDS: Final = {
    Strength.BEGINNER: _Words(
        pgettext_lazy("strength of a bot", "Beginner"),
        gettext_lazy("Beginner bot"),
        gettext_lazy("Plays its lowest cards and plans nothing."),
    ),
    Strength.CASUAL: _Words(
        pgettext_lazy("strength of a bot", "Casual"),
        gettext_lazy("Casual bot"),
        gettext_lazy("Plans its hand, but forgets the cards of earlier tricks."),
    ),
    Strength.CLUB: _Words(
        pgettext_lazy("strength of a bot", "Club"),
        gettext_lazy("Club bot"),
        gettext_lazy("Counts cards and keeps its best combinations together."),
    ),
    Strength.STRONG: _Words(
        pgettext_lazy("strength of a bot", "Strong"),
        gettext_lazy("Strong bot"),
        gettext_lazy("Knows from millions of deals what each play is worth."),
    ),
    Strength.MASTER: _Words(
        pgettext_lazy("strength of a bot", "Master"),
        gettext_lazy("Master bot"),
        gettext_lazy("Thinks through the deals that are still possible."),
    ),
}


@dataclass(frozen=True, slots=True)
class Character:
    """A strength as users see it: an animal with a picture and a line on its style."""

    #: The strength, as stored.
    code: str
    name: str
    #: See ``accounts.pictures``.
    picture: str
    label: str
    style: str
    #: "Rating about 1480"; empty if it is not measured.
    rating: str


def character(strength: Strength) -> Character:
    """Return the character of that strength in the reader's language."""
    words, picture = _WORDS[strength], picture_of(strength)
    measured = ratings()
    rating = measured.of.get(strength) if measured else None
    return Character(
        strength.value,
        str(PICTURES[picture]),
        picture,
        str(words.label),
        str(words.style),
        _("Rating about %(rating)s") % {"rating": ungrouped(rating.about)} if rating else "",
    )


def ratings_note() -> str:
    """Return what the bots' ratings mean to a player; empty without ratings."""
    measured = ratings()
    if measured is None:
        return ""
    origin = ngettext(
        "The bots’ ratings come from %(deals)s deal among bots.",
        "The bots’ ratings come from %(deals)s deals among bots.",
        measured.deals,
    )
    return paragraph(
        origin % {"deals": unsigned(measured.deals)},
        _("They only compare bots with each other."),
        _("Games with bots don’t change your rating."),
    )


def strength_choice(strength: Strength) -> tuple[str, Promise | str]:
    """Return a strength as a form's choice: its code and its label."""
    return strength.value, _WORDS[strength].label


def network_note() -> str:
    """Return the sentence that bots play by the heuristic because their network is missing."""
    return _("The bots’ network couldn’t be loaded, so bots play at club strength at most.")


@cached_by_language(20)
def strength_label(code: str) -> str:
    """Return the label of a strength, such as "Club"; empty for a bot without one."""
    return str(_WORDS[Strength(code)].label) if code in _WORDS else ""


@cached_by_language(20)
def bot_label(code: str) -> str:
    """Return what a bot is called beside its name, such as "Club bot"; empty for a user's seat.

    :param code: the bot that owns the seat (`Seat.bot`)
    """
    if code in _WORDS:
        return str(_WORDS[Strength(code)].bot)
    return _("Bot") if code else ""


def bot_title(name: str, code: str) -> str:
    """Return the name of a seat's holder, and for a bot what it is: "Mei (Club bot)"."""
    bot = bot_label(code)
    return _("%(name)s (%(bot)s)") % {"name": name, "bot": bot} if bot else name


def bot_description(code: str) -> str:
    """Return the character, style and rating of a bot in one line; empty without a strength."""
    if code not in _WORDS:
        return ""
    measured = ratings()
    rating = measured.of.get(Strength(code)) if measured else None
    if measured is None or rating is None:
        return _description(code, None, 0)
    return _description(code, rating.about, measured.deals)


@cached_by_language(20)
def _description(code: str, rating: int | None, deals: int) -> str:
    """Return the character and style of a strength, and its rating if there is one.

    :param deals: how many deals the rating was measured in
    """
    shown = character(Strength(code))
    style = _("%(character)s: %(style)s") % {"character": shown.name, "style": shown.style}
    if rating is None:
        return style
    measured = ngettext(
        "Rating about %(rating)s, measured in %(deals)s deal among bots.",
        "Rating about %(rating)s, measured in %(deals)s deals among bots.",
        deals,
    )
    return paragraph(style, measured % {"rating": ungrouped(rating), "deals": unsigned(deals)})
