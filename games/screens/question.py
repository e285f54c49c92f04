"""The question before somebody plays for more than their own limit, and the yes to it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.common.denials import Denial
from games.language.refusals import sentence
from games.tables.denials import TableCode
from games.tables.worst import Cost

#: The field in which a form sends the yes: to what it said, not to whatever it may cost by then.
AGREED = "agreed"


@dataclass(frozen=True, slots=True)
class StakeQuestion:
    """What the person is asked; the page has the form."""

    #: What it could cost, and the limit.
    said: str
    asked: str
    #: What a yes sends back.
    agreed: str


def question_of(answer: object) -> StakeQuestion | None:
    """Return what the person is asked, where that is why a service has not done something."""
    if not isinstance(answer, Denial) or answer.code != TableCode.ABOVE_LIMIT:
        return None
    return StakeQuestion(sentence(answer), _("Sit down all the same?"), str(answer.params["worst"]))


def agreed_in(sent: Mapping[str, object]) -> Cost | None:
    """Return what a form or a message says yes to, if to anything."""
    return Cost.parse(str(sent.get(AGREED, "")))
