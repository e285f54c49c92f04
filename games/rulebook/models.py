"""The model of house rules."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import new_slug, validate_rules


class HouseRules(models.Model):
    """Rules that a user made and named; anyone who has the address can read and use them.

    A table stores its own copy of the options, so changing house rules changes no table.
    """

    NAME_LENGTH: ClassVar[int] = 60
    #: Prefix of the slug in forms that offer presets as well.
    CHOICE_PREFIX: ClassVar[str] = "house:"

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="house_rules",
        verbose_name=_("owner"),
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    #: The preset that the owner started from; differences are listed against it.
    base = models.CharField(_("based on"), max_length=40, default="pagat")
    options = models.JSONField(_("options"), validators=[validate_rules])
    #: Maximum loss of a seat per deal, in points; None if it wasn't stored.
    max_loss = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "name"], name="house_rules_name_once"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("house_rules", args=[self.slug])

    @property
    def choice(self) -> str:
        """The value of these rules in forms that choose rules."""
        return f"{self.CHOICE_PREFIX}{self.slug}"

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return RuleSet.make(options=self.options)
