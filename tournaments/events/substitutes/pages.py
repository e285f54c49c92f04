"""The page on which a player or a substitute answers a request for a substitute."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.caller import of_request
from accounts.guests import person
from accounts.models import User
from games.agreements.terms import digest_of
from games.common import money
from games.common.denials import Denial
from games.screens.question import agreed_in
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.core.pages import flash_result, found_event, show
from tournaments.events.substitutes import services
from tournaments.events.substitutes.models import Substitution
from tournaments.events.substitutes.money import may_take_over, substitute_terms
from tournaments.events.terms import max_loss


@dataclass(frozen=True, slots=True)
class SubstitutionPart:
    """The question whether a substitute may play, to the absent player or the substitute."""

    title: str
    sentences: Sequence[str]
    reason: str
    #: The digest of the terms that a substitute agrees to; empty for the player.
    terms: str
    accept: str
    decline: str
    #: Whether the question is still open, and whether the reader can accept it.
    is_open: bool
    may_accept: bool


def substitution_part(event: Event, substitution: Substitution, user: User) -> SubstitutionPart:
    """Return the question about the substitute for this user. At most three queries."""
    table, entry = substitution.seat.event_table, substitution.seat.entry
    words = {
        "name": "" if entry is None else entry.name,
        "by": substitution.name,
        "event": event.name,
        "round": table.round.number,
        "table": table.number,
    }
    is_open = substitution.status == Substitution.Status.ASKED and table.finished_at is None
    where = _("Round %(round)s, table %(table)s.") % words
    if user.pk == substitution.player_id:
        return SubstitutionPart(
            title=_("Let %(by)s play for you in %(event)s?") % words,
            sentences=[
                where,
                _("The result still counts for you: you win or lose the points that %(by)s scores.")
                % words,
                _("If you decline, you keep your seat. A bot plays for you while you’re away."),
            ],
            reason=substitution.reason,
            terms="",
            accept=_("Accept substitute"),
            decline=_("Decline substitute"),
            is_open=is_open,
            may_accept=is_open,
        )
    may_accept = is_open and may_take_over(event, substitution)
    terms = substitute_terms(event, substitution.seat, user)
    if may_accept:
        cost = money.amount(max_loss.session_cost_of(event).minor, event.currency)
        sentences = [
            where,
            _("A point is worth %(stake)s.")
            % {"stake": money.amount(event.stake_minor, event.currency)},
            _(
                "If you accept, the result at this table counts for you. Your maximum loss is"
                " %(cost)s."
            )
            % {"cost": cost},
            _("If %(name)s accepts first, you play and the result counts for %(name)s.") % words,
        ]
    else:
        sentences = [
            where,
            _("You’ll play if %(name)s accepts. The result counts for %(name)s.") % words,
        ]
    return SubstitutionPart(
        title=_("Play for %(name)s in %(event)s?") % words,
        sentences=sentences,
        reason="",
        terms=digest_of(terms) if may_accept else "",
        accept=_("Play with my own money"),
        decline=_("Decline request"),
        is_open=is_open,
        may_accept=may_accept,
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def substitution(request: HttpRequest, slug: str, substitution_id: int) -> HttpResponse:
    """Ask the player or the substitute about a substitution for money; take the answer."""
    found, role = found_event(request, slug)
    held, user = services.substitution(found, substitution_id), person(request)
    if held is None or user is None or user.pk not in (held.player_id, held.substitute_id):
        raise Http404(_("This question doesn’t exist."))
    agreed = ""
    if request.method == "POST":
        accepts = request.POST.get("do") == "accept"
        answer = services.answer_substitution(
            of_request(request),
            found.pk,
            held.pk,
            accepts=accepts,
            terms=request.POST.get("terms"),
            agreed=agreed_in(request.POST),
        )
        if not isinstance(answer, Denial) or answer.code not in (
            EventCode.EVENT_ABOVE_LIMIT,
            EventCode.TERMS_CHANGED,
        ):
            done = _("Substitute accepted.") if accepts else _("Substitute declined.")
            flash_result(request, answer, done)
            return redirect("event", slug)
        agreed = str(answer.params.get("worst", ""))
        said = sentence(answer)
    else:
        said = ""
    part = substitution_part(found, held, user)
    status = 422 if said else 200
    return show(
        request, "substitution", found, role, status=status, part=part, said=said, agreed=agreed
    )
