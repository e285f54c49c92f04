"""Pages of push devices: adding this browser, a device's settings, and removing one."""

import logging

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.cipher import DecryptionError
from accounts.models import User
from accounts.notices.push import devices
from accounts.notices.push.forms import DeviceForm, SubscriptionForm
from accounts.notices.push.models import PushDevice
from accounts.notices.push.protocol import public_key

logger = logging.getLogger(__name__)


@login_required
@require_POST
def push_key(request: HttpRequest) -> HttpResponse:
    """Return the site's public key as text, with which the browser subscribes.

    Answers 503 if the key can't be decrypted.
    """
    user = request.user
    assert isinstance(user, User)
    if user.is_guest:
        return redirect("keep_account")
    try:
        key = public_key()
    except DecryptionError:
        logger.error(  # noqa: TRY400  (the traceback says no more)
            "push messages can't be turned on: no secret in PAYMENT_KEYS or SECRET_KEY decrypts the"
            " push key; set the earlier ones again, or run forget_push_key to start over"
        )
        return HttpResponse(status=503)
    return HttpResponse(key, content_type="text/plain")


@login_required
@require_POST
def add_push_device(request: HttpRequest) -> HttpResponse:
    """Store this browser's subscription, and redirect to its settings."""
    user = request.user
    assert isinstance(user, User)
    if user.is_guest:
        return redirect("keep_account")
    form = SubscriptionForm(request.POST)
    zone = getattr(request, "reader_zone", None)
    try:
        if not form.is_valid():
            raise devices.InvalidDeviceError
        device = devices.add_device(
            user,
            request.session.session_key or "",
            **form.cleaned_data,
            user_agent=request.headers.get("user-agent", ""),
            time_zone=str(zone or ""),
        )
    except devices.InvalidDeviceError:
        messages.error(request, _("This browser’s push service can’t be used."))
        return redirect("notice_settings")
    except devices.TooManyDevicesError:
        said = _("You have %(count)d devices, which is the maximum. Remove one first.")
        messages.error(request, said % {"count": devices.MAX_DEVICES})
        return redirect("notice_settings")
    request.session[devices.IN_SESSION] = device.pk
    messages.success(request, _("Push messages turned on. Choose what this device shows."))
    return redirect("push_device", device.pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def push_device(request: HttpRequest, device_id: int) -> HttpResponse:
    """Show and save the settings of one of the user's devices."""
    user = request.user
    assert isinstance(user, User)
    device = get_object_or_404(PushDevice, pk=device_id, user=user)
    zone = user.time_zone or device.time_zone or timezone.get_default_timezone_name()
    form = DeviceForm(request.POST or None, instance=device, zone_name=zone)
    if form.is_valid():
        form.save()
        messages.success(request, _("Device settings saved."))
        return redirect("notice_settings")
    listed = devices.listed_device(device, request.session.session_key)
    status = 422 if form.is_bound else 200
    context = {"form": form, "device": listed}
    return render(request, "accounts/notices/device.html", context, status=status)


@login_required
@require_POST
def remove_push_device(request: HttpRequest, device_id: int) -> HttpResponse:
    """Remove one of the user's devices."""
    get_object_or_404(PushDevice, pk=device_id, user=request.user).delete()
    messages.success(request, _("Device removed. It gets no more push messages."))
    return redirect("notice_settings")
