"""The page of a review, for the player whose decisions it judges."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import guests, limits
from games.bots.net import is_standing_in
from games.common.http import is_fragment
from games.replays.pages import deal_or_404, is_step_only, replay_context
from games.replays.review import presenter, services
from games.replays.review.models import DealReview

#: Reviews that a user may request.
REVIEW_RATE = "60/hour"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def deal_review(request: HttpRequest, slug: str, number: int, deal: int) -> HttpResponse:
    """Show the user's review of the deal, or that it is being made; on POST, request it.

    404 for all but the players of a deal whose replay they may open. While the review is being
    made, the page asks for itself by htmx, and reloads once it is ready.

    One query besides those of a replay; a request takes six.
    """
    finished = deal_or_404(request, slug, number, deal)
    user = guests.person(request)
    seat = services.seat_to_review(finished, user)
    if user is None or seat is None:
        raise Http404(_("Only players of a deal can review their plays."))
    if request.method == "POST":
        if not limits.within(REVIEW_RATE, "review", str(user.pk)):
            return limits.too_many(request, REVIEW_RATE, "review", str(user.pk))
        if not is_standing_in():
            services.request_review(finished, seat, user)
        return redirect("deal_review", slug, number, deal)
    review = services.own_review(finished, user)
    if review is None or review.status != DealReview.Status.READY:
        return _progress(request, presenter.progress_of(finished, review))
    if is_fragment(request) and not is_step_only(request):
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = replay_context(request, finished)
    replay = presenter.with_review(context["replay"], finished, review)
    context |= {"replay": replay, "review": presenter.review_of(finished, review, replay)}
    part = "#step" if is_step_only(request) else ""
    response = render(request, f"games/replays/review.html{part}", context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _progress(request: HttpRequest, shown: presenter.Progress) -> HttpResponse:
    """Show that the review is being made, or why there is none.

    htmx gets no content as long as the review is being made, so that nothing is read out twice.
    """
    if is_fragment(request) and shown.is_making:
        return HttpResponse(status=204)
    part = "#status" if is_fragment(request) else ""
    template = f"games/replays/review_progress.html{part}"
    response = render(request, template, {"shown": shown})
    patch_vary_headers(response, ["HX-Request"])
    return response
