"""What forms for a stake carry: a yes above the player's limit, and which terms they showed."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.common.denials import Denial
from games.language.refusals import sentence
from games.tables.denials import TableCode
from games.tables.max_loss import Cost

#: The field in which a form sends the yes: to what it said, not to whatever it may cost by then.
AGREED = "agreed"
#: The field in which a form, or a message, sends the digest of the terms that its page showed.
TERMS = "terms"
#: The field in which the form of a new table sends the worst case that the page showed.
SHOWN = "shown"
#: A digest is no longer than this.
_DIGEST_LENGTH = 32


@dataclass(frozen=True, slots=True)
class StakeQuestion:
    """What the person is asked; the page has the form."""

    #: What it could cost, and the limit.
    said: str
    asked: str
    #: What a yes sends back.
    agreed: str
    #: The digest of the terms that a yes is to, where the page does not have it.
    terms: str = ""

    @property
    def terms_field(self) -> SafeString:
        """The hidden field with that digest."""
        return terms_field(self.terms)


def question_of(answer: object) -> StakeQuestion | None:
    """Return what the person is asked, where that is why a service has not done something."""
    if not isinstance(answer, Denial) or answer.code != TableCode.ABOVE_LIMIT:
        return None
    return StakeQuestion(sentence(answer), _("Sit down all the same?"), str(answer.params["worst"]))


def agreed_in(sent: Mapping[str, object]) -> Cost | None:
    """Return what a form or a message says yes to, if to anything."""
    return Cost.parse(str(sent.get(AGREED, "")))


def terms_field(digest: str) -> SafeString:
    """Return the hidden field of a form for a stake; nothing where it is for points.

    :param digest: that of the terms that the page shows
    """
    if not digest:
        return SafeString("")
    return format_html('<input type="hidden" name="{}" value="{}">', TERMS, digest)


def terms_in(sent: Mapping[str, object]) -> str | None:
    """Return the digest of the terms that a form or a message was made for, if it has one."""
    return str(sent.get(TERMS, ""))[:_DIGEST_LENGTH] or None


def shown_in(sent: Mapping[str, object]) -> Cost | None:
    """Return the worst case that the form of a new table showed, if it showed any."""
    return Cost.parse(str(sent.get(SHOWN, "")))
