"""Pages of notices: settings, dismissing one, and the end of a subscription by a link."""

from datetime import time

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.caller import of_request
from accounts.mails import address_for, prints_mail, sends_mail
from accounts.models import User
from accounts.notices import unsubscribing
from accounts.notices.forms import NoticeSettingsForm
from accounts.notices.preferences import DIGEST_HOUR, save_choices, stored_choices
from accounts.notices.push.devices import devices_of
from accounts.notices.push.forms import SubscriptionForm
from accounts.notices.services import mark_seen


@login_required
@require_POST
def notice_seen(request: HttpRequest, notice_id: int) -> HttpResponse:
    """Mark the user's notice as seen, so that it disappears, and redirect to the home page."""
    if not mark_seen(of_request(request), notice_id):
        raise Http404(_("This notification doesn’t exist."))
    return redirect("home")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notice_settings(request: HttpRequest) -> HttpResponse:
    """Show and save how the member wants to be notified."""
    user = request.user
    assert isinstance(user, User)
    if user.is_guest:
        return redirect("keep_account")
    form = NoticeSettingsForm(request.POST or None, stored=stored_choices(user))
    if form.is_valid():
        save_choices(user, form.chosen())
        messages.success(request, _("Notification settings saved."))
        return redirect("notice_settings")
    listed = devices_of(user, request.session.session_key)
    context = {
        "form": form,
        "sends_mail": sends_mail(),
        "prints_mail": prints_mail(),
        "address": address_for(user),
        "digest_time": time(DIGEST_HOUR),
        "devices": listed,
        "has_push": any(each.is_current for each in listed),
        "subscription": SubscriptionForm(),
    }
    status = 422 if form.is_bound else 200
    return render(request, "accounts/notices/settings.html", context, status=status)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notice_stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop mails of a link's topic on POST, for mail programs too (RFC 8058); GET asks first.

    The signed token in the address takes the place of a session and a CSRF token.
    """
    found = unsubscribing.subscription(token)
    if found is None:
        return render(request, "accounts/notices/stop.html", {"is_broken": True}, status=404)
    is_done = request.method == "POST"
    if is_done:
        found.stop()
    context = {"label": found.label, "is_done": is_done}
    return render(request, "accounts/notices/stop.html", context)
