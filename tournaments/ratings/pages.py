"""Views of ratings and statistics."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.guests import person, signed_in_user
from tournaments.ratings import families
from tournaments.ratings.families import Family
from tournaments.ratings.rating_list import rating_list
from tournaments.ratings.skill import PROVISIONAL_ABOVE, START_RATING
from tournaments.ratings.statistics import own_statistics


@require_safe
def ratings(request: HttpRequest, family: str = Family.FIRST_OUT.value) -> HttpResponse:
    """Show the ratings in a family of rules, fifty per page."""
    if family not in Family.values:
        raise Http404(_("There are no ratings for these rules."))
    chosen = Family(family)
    context = {
        "families": list(Family),
        "family": chosen,
        "about": families.family_description(chosen),
        "ratings": rating_list(chosen, request.GET.get("page"), person(request)),
        "start": START_RATING,
        "provisional_above": PROVISIONAL_ABOVE,
    }
    return render(request, "tournaments/ratings/ratings.html", context)


@login_required
@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """Show the reader's own statistics."""
    user = signed_in_user(request)
    context = {"statistics": own_statistics(user)}
    return render(request, "tournaments/ratings/statistics.html", context)
