"""Hidden fields of forms for a stake: consent above the player's limit, and the terms shown."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.common.denials import Denial
from games.language.refusals import sentence
from games.tables.denials import TableCode
from games.tables.max_loss import Cost

#: Field for consent to the maximum loss that the form named, even if the terms change later.
AGREED_FIELD = "agreed"
#: Field, of a form or a message, for the digest of the terms that the page showed.
TERMS_FIELD = "terms"
#: Field of the new-table form for the maximum loss that the page showed.
SHOWN_FIELD = "shown"
#: Maximum length of a digest.
_DIGEST_LENGTH = 32


@dataclass(frozen=True, slots=True)
class StakeQuestion:
    """Texts of the question whether a player accepts a loss above their limit."""

    #: Sentence with the maximum loss and the limit.
    said: str
    asked: str
    #: Value that consent sends back.
    agreed: str
    #: Digest of the terms consented to, if the page doesn't have it.
    terms: str = ""

    @property
    def terms_field(self) -> SafeString:
        """The hidden field with the digest."""
        return terms_field(self.terms)


def question_of(denial: object) -> StakeQuestion | None:
    """Return the question for a denial by the player's loss limit; None for any other answer."""
    if not isinstance(denial, Denial) or denial.code != TableCode.ABOVE_LIMIT:
        return None
    return StakeQuestion(sentence(denial), _("Take the seat anyway?"), str(denial.params["worst"]))


def agreed_in(fields: Mapping[str, object]) -> Cost | None:
    """Return the maximum loss above their limit that the player consents to; None without consent.

    :param fields: the fields of a form, or a browser's message
    """
    return Cost.parse(str(fields.get(AGREED_FIELD, "")))


def terms_field(digest: str) -> SafeString:
    """Return the hidden field for the terms of a form for a stake; empty for points.

    :param digest: the digest of the terms that the page shows
    """
    if not digest:
        return SafeString("")
    return format_html('<input type="hidden" name="{}" value="{}">', TERMS_FIELD, digest)


def terms_in(fields: Mapping[str, object]) -> str | None:
    """Return the digest of the terms that a form or message was made for; None without one."""
    return str(fields.get(TERMS_FIELD, ""))[:_DIGEST_LENGTH] or None


def shown_in(fields: Mapping[str, object]) -> Cost | None:
    """Return the maximum loss that the submitted new-table form showed; None if it showed none."""
    return Cost.parse(str(fields.get(SHOWN_FIELD, "")))
