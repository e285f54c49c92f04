"""The page "Learn Big Two" and the lesson that it opens."""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import guests, limits
from accounts.guests import person
from games.common.http import opening_key
from games.lessons.coach import Subject
from games.lessons.pack import DEALER, RULES_NAME, lesson_pack
from games.lessons.presenter import lesson_line
from games.lessons.texts import title
from games.tables import selectors
from games.tables.services import fixed_packs, lesson


@never_cache  # Back must not show a form whose key was used.
@require_http_methods(["GET", "HEAD", "POST"])
def learn(request: HttpRequest) -> HttpResponse:
    """Describe the lesson; on POST, open a new one or the user's unfinished one.

    A visitor without an account becomes a guest.
    """
    if request.method == "POST":
        return _open_lesson(request)
    user = person(request)
    context = {
        "opening_key": secrets.token_urlsafe(16),
        "subjects": [title(subject) for subject in Subject],
        "lesson": None if user is None else lesson_line(user),
    }
    return render(request, "games/lessons/learn.html", context)


def _open_lesson(request: HttpRequest) -> HttpResponse:
    """Redirect to the user's unfinished lesson or a new one; status 429 beyond a limit."""
    user = guests.person_or_new_guest(request, form_key=opening_key(request))
    if user is None:
        return render(request, "429.html", status=429)
    running_lesson = selectors.running_lesson(user)
    if running_lesson is not None:
        return redirect(running_lesson)
    if not limits.within(settings.TABLE_RATE, "table", str(user.pk)):
        return render(request, "429.html", status=429)
    pack = fixed_packs.FixedPack(lesson_pack(), dealer=DEALER)
    return redirect(lesson.open_lesson(user, pack, RULES_NAME))
