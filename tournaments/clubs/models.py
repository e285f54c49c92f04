"""What is kept of clubs: who belongs to them, who was asked, and who did what when."""

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.sorting import STORED_LENGTH, stored_sort_key
from games.common.records import AppendOnly
from games.rules.ruleset import BASIC_GAME, RuleSet
from games.tables.models import Stake, new_slug, validate_currency, validate_rules
from tournaments.clubs.pictures import Picture
from tournaments.clubs.policy import Role


def new_token() -> str:
    """Return a new name for an invitation's address: 120 random bits, not to be guessed."""
    return secrets.token_urlsafe(15).replace("-", "x").replace("_", "y")


class Club(Stake):
    """People who play together, and by what, unless a table says otherwise.

    Whoever changes a club, or who belongs to it, holds the row's lock
    (``tournaments.clubs.services``).
    """

    NAME_LENGTH: ClassVar[int] = 60
    DESCRIPTION_LENGTH: ClassVar[int] = 2000
    PLACE_LENGTH: ClassVar[int] = 80

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    #: By which lists that the database pages through are in order (accounts.sorting).
    name_key = models.CharField(max_length=STORED_LENGTH, default="", db_default="", editable=False)
    picture = models.CharField(
        _("picture"), max_length=12, choices=Picture.choices, default=Picture.SPADE
    )
    description = models.TextField(_("description"), max_length=DESCRIPTION_LENGTH, blank=True)
    place = models.CharField(_("place"), max_length=PLACE_LENGTH, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=40, default="UTC")
    language = models.CharField(_("language"), max_length=10, default="en")
    #: What its tables begin with: a preset's name, or ``club:`` and the slug of its house rules.
    default_rules = models.CharField(_("default rules"), max_length=80, default=BASIC_GAME)
    #: Whether people may ask to join.
    takes_requests = models.BooleanField(_("takes requests to join"), default=True)
    #: Whether the list of clubs has it; whoever has its address finds it all the same.
    is_listed = models.BooleanField(_("listed"), default=True)
    #: Whether the club is the house at some tables: it gets what bots win and pays what they lose.
    plays_house = models.BooleanField(_("pays for bots"), default=False, db_default=False)
    #: In which currency it does, up to which stake per point, and how much it may owe by that.
    house_currency = models.CharField(
        _("currency of the house"),
        max_length=3,
        blank=True,
        default="",
        db_default="",
        validators=[validate_currency],
    )
    house_stake_minor = models.PositiveIntegerField(
        _("highest stake of the house"), default=0, db_default=0
    )
    house_limit_minor = models.PositiveBigIntegerField(
        _("most that the house may owe"), default=0, db_default=0
    )
    created_at = models.DateTimeField(_("founded"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(stake_minor=0, currency="") | (Q(stake_minor__gt=0) & ~Q(currency="")),
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
        """Store the club, with the place of its name in lists."""
        self.name_key = stored_sort_key(self.name)
        if (fields := named.get("update_fields")) is not None and "name" in fields:
            named["update_fields"] = {*fields, "name_key"}
        super().save(*args, **named)

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])


class Membership(models.Model):
    """Somebody belongs to a club."""

    class RoleChoice(models.TextChoices):
        OWNER = Role.OWNER.value, _("owner")
        ORGANIZER = Role.ORGANIZER.value, _("organizer")
        MEMBER = Role.MEMBER.value, _("member")

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("club")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="memberships",
        verbose_name=_("person"),
    )
    role = models.CharField(
        _("role"), max_length=10, choices=RoleChoice.choices, default=RoleChoice.MEMBER
    )
    joined_at = models.DateTimeField(_("joined"), auto_now_add=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="membership_once"),
            # That there is one at all is up to services: an owner can neither leave nor be removed.
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
    """Somebody may join: whoever has the link, a certain person, or who reads a certain mail.

    It is open until it has ended, is used up or was called back; `uses` only ever rises.
    """

    MOST_USES: ClassVar[int] = 200

    class Way(models.TextChoices):
        LINK = "link", _("by link")
        NAME = "name", _("by name")
        MAIL = "mail", _("by e-mail")

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="invitations", verbose_name=_("club")
    )
    way = models.CharField(_("way"), max_length=4, choices=Way.choices)
    token = models.CharField(max_length=24, unique=True, default=new_token, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("made by"),
    )
    invitee = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="club_invitations",
        verbose_name=_("person"),
    )
    email = models.EmailField(_("e-mail"), blank=True)
    most_uses = models.PositiveSmallIntegerField(_("uses at most"), default=1)
    uses = models.PositiveSmallIntegerField(_("uses"), default=0)
    ends_at = models.DateTimeField(_("ends"))
    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    revoked_at = models.DateTimeField(_("called back"), null=True, blank=True)
    #: When the person said no to an invitation by name, which is called back by that.
    declined_at = models.DateTimeField(_("declined"), null=True, blank=True, editable=False)

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
    """Somebody asks to join."""

    WORDS_LENGTH: ClassVar[int] = 300

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="requests", verbose_name=_("club")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="club_requests",
        verbose_name=_("person"),
    )
    words = models.CharField(_("words"), max_length=WORDS_LENGTH, blank=True)
    created_at = models.DateTimeField(_("asked"), auto_now_add=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    is_accepted = models.BooleanField(_("accepted"), null=True)

    class Meta:
        verbose_name = _("request to join")
        verbose_name_plural = _("requests to join")
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
    """Something that members are told."""

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
    """House rules of a club: a copy, so that nobody changes by what the club plays."""

    MOST: ClassVar[int] = 20
    #: Before the slug: what they are called where rules are chosen.
    CHOICE_PREFIX: ClassVar[str] = "club:"

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="house_rules", verbose_name=_("club")
    )
    name = models.CharField(_("name"), max_length=60)
    base = models.CharField(_("made from"), max_length=40, default=BASIC_GAME)
    options = models.JSONField(_("options"), validators=[validate_rules])
    #: The most points that a deal can cost a seat; None where it was not stored.
    max_loss = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("taken over"), auto_now_add=True)

    class Meta:
        verbose_name = _("house rules of a club")
        verbose_name_plural = _("house rules of clubs")
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "name"], name="club_rules_name_once"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def choice(self) -> str:
        return f"{self.CHOICE_PREFIX}{self.slug}"

    @property
    def rules(self) -> RuleSet:
        return RuleSet.make(options=self.options)


class ClubRecord(AppendOnly):
    """Who did what in a club, and when; appended, never changed."""

    class Deed(models.TextChoices):
        FOUNDED = "founded", _("founded the club")
        CHANGED = "changed", _("changed the club")
        CLOSED = "closed", _("closed the club")
        INVITED = "invited", _("invited")
        REVOKED = "revoked", _("called an invitation back")
        JOINED = "joined", _("joined")
        DECLINED = "declined", _("declined a request")
        LEFT = "left", _("left")
        REMOVED = "removed", _("removed")
        ROLE = "role", _("gave a role")
        HANDED = "handed", _("handed over")
        NEWS = "news", _("wrote news")
        NEWS_CHANGED = "news-anew", _("changed news")
        NO_NEWS = "no-news", _("removed news")
        RULES = "rules", _("took over house rules")
        NO_RULES = "no-rules", _("removed house rules")
        HOUSE = "house", _("opened a table against the house")

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="records", verbose_name=_("club")
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("who")
    )
    deed = models.CharField(_("what"), max_length=10, choices=Deed.choices)
    #: Whom it was done to, where that is somebody else.
    subject = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("to whom"),
    )
    #: What the sentence needs besides: a name of rules, a role, a way of inviting.
    params = models.JSONField(_("details"), default=dict, blank=True)
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("record of a club")
        verbose_name_plural = _("records of clubs")
        ordering: ClassVar = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.club_id} {self.actor_id} {self.deed}"
