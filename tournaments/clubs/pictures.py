"""Pictures that a club can choose from; the files are in `static/img/clubs`."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Picture(TextChoices):
    """Pictures that a club can choose, in the order of the form."""

    SPADE = "spade", pgettext_lazy("picture", "Spade")
    DIAMOND = "diamond", pgettext_lazy("picture", "Diamond")
    LANTERN = "lantern", _("Lantern")
    TILE = "tile", _("Tile")
    BOAT = "boat", _("Boat")
    TEAPOT = "teapot", _("Teapot")
    MOUNTAIN = "mountain", _("Mountain")
    FISH = "fish", _("Fish")
    FAN = "fan", pgettext_lazy("picture", "Fan")
