"""The drawn pictures of which a club chooses one; `static/img/clubs` has them."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Picture(TextChoices):
    """The pictures, in the order in which they are offered."""

    SPADE = "spade", _("Spade")
    DIAMOND = "diamond", _("Diamond")
    LANTERN = "lantern", _("Lantern")
    TILE = "tile", _("Tile")
    BOAT = "boat", _("Boat")
    TEAPOT = "teapot", _("Teapot")
    MOUNTAIN = "mountain", _("Mountain")
    FISH = "fish", _("Fish")
    FAN = "fan", _("Fan")
