"""Models of clubs: memberships, invitations, join requests, news, house rules and activity."""

import secrets
from typing import Any, ClassVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.db import models
from django.db.models import F, Q, TextChoices
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.sorting import STORED_LENGTH, stored_sort_key
from games.common.records import AppendOnly
from games.rules.ruleset.presets import BASIC_GAME
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Stake, new_slug, validate_currency, validate_rules
from tournaments.clubs.policy import Role


class Picture(TextChoices):
    """Pictures that a club can choose, in the order of the form."""

    SPADE = "spade", pgettext_lazy("picture", "Spade")
    DIAMOND = "diamond", pgettext_lazy("picture", "Diamond")
    LANTERN = "lantern", _("Lantern")
    TILE = "tile", pgettext_lazy("picture of a mahjong tile", "Tile")
    BOAT = "boat", _("Boat")
    TEAPOT = "teapot", _("Teapot")
    MOUNTAIN = "mountain", _("Mountain")
    FISH = "fish", _("Fish")
    FAN = "fan", pgettext_lazy("picture", "Fan")


def picture_url(picture: str) -> str:
    """Return the address of a club picture; of the first one if the picture no longer exists."""
    known = picture if picture in Picture.values else Picture.values[0]
    return static(f"img/clubs/{known}.svg")


def new_token() -> str:
    """Return a new token for an invitation's address: 120 random bits, which can't be guessed."""
    return secrets.token_urlsafe(15).replace("-", "x").replace("_", "y")


class Club(Stake):
    """A group of players with default rules and a default stake for its tables.

    Services lock the club's row to change the club or its memberships
    (``tournaments.clubs.services``).
    """

    NAME_LENGTH: ClassVar[int] = 60
    DESCRIPTION_LENGTH: ClassVar[int] = 2000
    PLACE_LENGTH: ClassVar[int] = 80

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    #: Sort key of the name, for lists that the database orders and pages (accounts.sorting).
    name_key = models.CharField(max_length=STORED_LENGTH, default="", db_default="", editable=False)
    picture = models.CharField(
        pgettext_lazy("a club", "picture"),
        max_length=12,
        choices=Picture.choices,
        default=Picture.SPADE,
    )
    description = models.TextField(_("description"), max_length=DESCRIPTION_LENGTH, blank=True)
    place = models.CharField(_("location"), max_length=PLACE_LENGTH, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=40, default="UTC")
    language = models.CharField(_("language"), max_length=10, default="en")
    #: Rules of new tables: a preset's name, or ``club:`` and the slug of its house rules.
    default_rules = models.CharField(_("default rules"), max_length=80, default=BASIC_GAME)
    #: Whether users may ask to join.
    takes_requests = models.BooleanField(_("allows join requests"), default=True)
    #: Whether it is in the list of clubs. Its page opens for any user who has the address.
    is_listed = models.BooleanField(_("shown in the list of clubs"), default=True)
    #: Whether the club can be the house at a table: it receives what bots win and pays what they
    #: lose.
    plays_house = models.BooleanField(_("pays for bots"), default=False, db_default=False)
    #: Currency, maximum stake per point and maximum debt of the club as the house.
    house_currency = models.CharField(
        _("currency at tables with bots"),
        max_length=3,
        blank=True,
        default="",
        db_default="",
        validators=[validate_currency],
    )
    house_stake_minor = models.PositiveIntegerField(
        _("maximum stake at tables with bots"), default=0, db_default=0
    )
    house_limit_minor = models.PositiveBigIntegerField(
        _("limit on what the club may owe"), default=0, db_default=0
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(stake_minor=0) | ~Q(currency=""),
                name="club_stake_has_a_currency",
            ),
            models.CheckConstraint(
                condition=Q(plays_house=False)
                | (Q(house_stake_minor__gt=0, house_limit_minor__gt=0) & ~Q(house_currency="")),
                name="club_house_has_bounds",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **named: Any) -> None:
        """Save the club and the sort key of its name."""
        self.name_key = stored_sort_key(self.name)
        if (fields := named.get("update_fields")) is not None and "name" in fields:
            named["update_fields"] = {*fields, "name_key"}
        super().save(*args, **named)

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])

    @property
    def picture_url(self) -> str:
        """The address of the club's picture."""
        return picture_url(self.picture)


class Membership(models.Model):
    """The membership of a user in a club, with a role."""

    NOTE_LENGTH: ClassVar[int] = 500

    class RoleChoice(models.TextChoices):
        """The roles of the policy, as values of the database column."""

        OWNER = Role.OWNER.value, _("owner")
        ORGANIZER = Role.ORGANIZER.value, _("organizer")
        TREASURER = Role.TREASURER.value, _("treasurer")
        MEMBER = Role.MEMBER.value, _("member")

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("club")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="memberships",
        verbose_name=_("user"),
    )
    role = models.CharField(
        _("role"), max_length=10, choices=RoleChoice.choices, default=RoleChoice.MEMBER
    )
    joined_at = models.DateTimeField(_("joined"), auto_now_add=True)
    #: A note for organizers, such as a phone number; it ends with the membership.
    note = models.TextField(
        _("note"), max_length=NOTE_LENGTH, blank=True, default="", db_default=""
    )

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="membership_once"),
            # Services ensure that there is an owner at all: an owner can't leave or be removed.
            models.UniqueConstraint(
                fields=["club"], condition=Q(role="owner"), name="club_has_one_owner"
            ),
            models.CheckConstraint(
                condition=Q(role__in=[role.value for role in Role]), name="membership_has_a_role"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.user_id} {self.role}"


class Invitation(models.Model):
    """An invitation to join: by a link, to a certain user, or to an email address.

    It is open until it expires, is used up or is revoked; `uses` only ever rises.
    """

    MOST_USES: ClassVar[int] = 200

    class Way(models.TextChoices):
        """Ways to send an invitation."""

        LINK = "link", _("by link")
        NAME = "name", _("by username")
        MAIL = "mail", _("by email")

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="invitations", verbose_name=_("club")
    )
    way = models.CharField(_("method"), max_length=4, choices=Way.choices)
    token = models.CharField(max_length=24, unique=True, default=new_token, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("invited by"),
    )
    invitee = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="club_invitations",
        verbose_name=_("user"),
    )
    email = models.EmailField(_("email address"), blank=True)
    most_uses = models.PositiveSmallIntegerField(_("maximum uses"), default=1)
    uses = models.PositiveSmallIntegerField(_("times used"), default=0)
    ends_at = models.DateTimeField(_("expires"))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    #: When the invited user declined an invitation by name, which also revokes it.
    declined_at = models.DateTimeField(
        pgettext_lazy("an invitation", "declined"), null=True, blank=True, editable=False
    )

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(uses__lte=F("most_uses")), name="invitation_is_not_used_too_often"
            ),
            models.CheckConstraint(
                condition=Q(way="link", invitee=None, email="")
                | Q(way="name", invitee__isnull=False, email="", most_uses=1)
                | (Q(way="mail", invitee=None, most_uses=1) & ~Q(email="")),
                name="invitation_says_whom",
            ),
            models.UniqueConstraint(
                fields=["club", "invitee"],
                condition=Q(invitee__isnull=False, revoked_at=None, uses=0),
                name="person_is_invited_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.way} {self.uses}/{self.most_uses}"


class JoinRequest(models.Model):
    """A user's request to join a club."""

    WORDS_LENGTH: ClassVar[int] = 300

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="requests", verbose_name=_("club")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="club_requests",
        verbose_name=_("user"),
    )
    words = models.CharField(_("message"), max_length=WORDS_LENGTH, blank=True)
    #: Digest of the joining terms that the user agreed to; empty without any.
    terms_digest = models.CharField(max_length=32, default="", db_default="", editable=False)
    created_at = models.DateTimeField(_("requested"), auto_now_add=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    is_accepted = models.BooleanField(pgettext_lazy("a request", "accepted"), null=True)

    class Meta:
        verbose_name = _("join request")
        verbose_name_plural = _("join requests")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "user"], condition=Q(answered_at=None), name="request_open_once"
            ),
            models.CheckConstraint(
                condition=Q(answered_at=None, is_accepted=None)
                | Q(answered_at__isnull=False, is_accepted__isnull=False),
                name="request_is_answered_or_not",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.user_id}"


class News(models.Model):
    """A news post of a club for its members."""

    TITLE_LENGTH: ClassVar[int] = 100
    TEXT_LENGTH: ClassVar[int] = 4000

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="news", verbose_name=_("club")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("author"),
    )
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    text = models.TextField(_("text"), max_length=TEXT_LENGTH)
    created_at = models.DateTimeField(_("written"), auto_now_add=True)
    changed_at = models.DateTimeField(_("changed"), null=True, blank=True)

    class Meta:
        verbose_name = _("news")
        verbose_name_plural = _("news")
        ordering: ClassVar = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.title


class ClubRules(models.Model):
    """House rules that a club offers: a copy, so changes by their author don't affect the club."""

    MOST: ClassVar[int] = 20
    #: Prefix of the slug in values of rules fields.
    CHOICE_PREFIX: ClassVar[str] = "club:"

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="house_rules", verbose_name=_("club")
    )
    name = models.CharField(_("name"), max_length=60)
    base = models.CharField(_("based on"), max_length=40, default=BASIC_GAME)
    options = models.JSONField(_("options"), validators=[validate_rules])
    #: Maximum points that a deal can cost a seat; None if it was not stored.
    max_loss = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("added"), auto_now_add=True)

    class Meta:
        verbose_name = _("club house rules")
        verbose_name_plural = _("club house rules")
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "name"], name="club_rules_name_once"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def choice(self) -> str:
        """Value that stands for these house rules in forms that choose rules."""
        return f"{self.CHOICE_PREFIX}{self.slug}"

    @property
    def rules(self) -> RuleSet:
        """The stored options as a rule set."""
        return RuleSet.make(options=self.options)


class ClubRecord(AppendOnly):
    """An entry of a club's activity log; appended, never changed."""

    class Deed(models.TextChoices):
        """Kinds of entries in the activity log."""

        FOUNDED = "founded", _("created the club")
        CHANGED = "changed", _("changed the club")
        CLOSED = "closed", _("closed the club")
        INVITED = "invited", _("created an invitation")
        REVOKED = "revoked", _("revoked an invitation")
        JOINED = "joined", _("joined the club")
        DECLINED = "declined", _("declined a join request")
        LEFT = "left", pgettext_lazy("activity", "left the club")
        REMOVED = "removed", _("removed a member")
        ROLE = "role", _("changed a role")
        HANDED = "handed", _("transferred the club")
        NEWS = "news", _("posted news")
        NEWS_CHANGED = "news-anew", _("edited news")
        NO_NEWS = "no-news", _("deleted news")
        RULES = "rules", _("added house rules")
        NO_RULES = "no-rules", _("removed house rules")
        HOUSE = "house", _("opened a table played for club money")
        DUES = "dues", _("set the dues")
        NO_DUES = "no-dues", _("ended the dues")
        PAYEE = "payee", _("changed the club’s payment details")
        NO_PAYEE = "no-payee", _("removed payment details of the club")
        FEE = "fee", _("set the entry fee of an event")
        NO_FEE = "no-fee", _("removed the entry fee of an event")
        CASH = "cash", _("recorded a cash payment")
        NO_CASH = "no-cash", _("withdrew a recorded payment")

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="records", verbose_name=_("club")
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("user")
    )
    deed = models.CharField(_("action"), max_length=10, choices=Deed.choices)
    #: The affected user, if it is another user than the actor.
    subject = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("affected user"),
    )
    #: More parameters of the sentence: name of rules, role, way of inviting.
    params = models.JSONField(_("details"), default=dict, blank=True)
    at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("club activity")
        verbose_name_plural = _("club activity")
        ordering: ClassVar = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.club_id} {self.actor_id} {self.deed}"


def zone_called(name: str) -> ZoneInfo:
    """Return the time zone with this name, or UTC if it no longer exists."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def zone_of(club: Club) -> ZoneInfo:
    """Return the club's time zone."""
    return zone_called(club.time_zone)
