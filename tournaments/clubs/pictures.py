"""Pictures that a club can choose from; the files are in `static/img/clubs`."""

from django.db.models import TextChoices
from django.templatetags.static import static
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


def picture_url(picture: str) -> str:
    """Return the address of a club picture; of the first one if the picture no longer exists."""
    known = picture if picture in Picture.values else Picture.values[0]
    return static(f"img/clubs/{known}.svg")
