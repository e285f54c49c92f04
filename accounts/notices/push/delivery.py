"""Delivery of notices to push devices: handed out once, tried again after failures.

A notice is handed to all devices of its user in one transaction; each message is then sent on its
own. A worker moves a message's due time ahead before it sends it. If the worker dies, the message
is sent again after that time, and the device shows it once, because both have the same tag.
"""

import http.client
import json
import logging
import threading
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, tzinfo
from datetime import time as time_of_day
from itertools import groupby
from typing import Any, NamedTuple

from django.contrib.sessions.models import Session as BrowserSession
from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone, translation

from accounts.caller import Evidence, SessionProof
from accounts.cipher import DecryptionError
from accounts.languages import language_for
from accounts.models import User
from accounts.notices.groups import Choice
from accounts.notices.models import Notice
from accounts.notices.preferences import Reader, readers_of
from accounts.notices.push.endpoints import EndpointError, post
from accounts.notices.push.models import PushDevice, PushMessage
from accounts.notices.push.protocol import authorization, encrypted, signer
from accounts.notices.senders import group_of, kind_label, sender_of, subjects_of
from accounts.zones import zone_named

logger = logging.getLogger(__name__)

#: Number of notices handed out, and of messages sent, at a time.
AT_ONCE = 20
#: Number of messages sent side by side; a push service that doesn't answer delays only its own.
SIDE_BY_SIDE = 10
#: Seconds after which a task stops, so that it doesn't keep a worker from its other work.
RUN_SECONDS = 20.0
#: How long a message belongs to the worker that has begun to send it.
LEASE = timedelta(minutes=5)
#: Time before the second try, doubled with each further try up to the longest.
FIRST_RETRY, LONGEST_RETRY = timedelta(seconds=30), timedelta(hours=1)
#: Number of tries after which a message is given up: some six hours after the first.
MAX_TRIES = 12
#: A device is removed after failures on this many days without a success, each at least this long
#: after the one before.
MAX_FAILED_DAYS, FAILED_DAY = 7, timedelta(days=1)
#: Cache key that exists while a push service has answered lately, so that the site is online.
ANSWERED_KEY, ANSWERED_SECONDS = "push-service-answered", 24 * 60 * 60
#: Maximum lengths in characters; the message must fit into 4,096 bytes.
TITLE_LENGTH, BODY_LENGTH = 150, 500
#: Answers of a push service by which it says that the subscription no longer exists.
GONE = (http.client.NOT_FOUND, http.client.GONE)
#: Answers that say nothing about the subscription: too many or too large messages.
NO_FAILURES = (http.client.TOO_MANY_REQUESTS, http.client.REQUEST_ENTITY_TOO_LARGE)

#: One task at a time in a process: workers have few threads, and bots need them too.
_is_sending = threading.Lock()


def send_due() -> int:
    """Hand out new notices, send due messages, and return the number sent.

    Returns 0 if another thread of the process is sending. At most fourteen queries for every twenty
    messages and three for every twenty notices, and the sender's for each sender among them.
    """
    if not _is_sending.acquire(blocking=False):
        return 0
    try:
        _hand_out()
        sent, stop_at = 0, time.monotonic() + RUN_SECONDS
        while time.monotonic() < stop_at and (claimed := _claim()):
            sent += _send_claimed(claimed)
        return sent
    finally:
        _is_sending.release()


def _hand_out() -> None:
    """Create a message for each device of the user of each new notice, due after quiet hours."""
    now = timezone.now()
    due = Notice.objects.filter(push_at__lte=now).order_by("push_at", "pk")
    while notices := list(due[:AT_ONCE]):
        with transaction.atomic():
            # A second worker waits here, and then finds them handed out.
            numbers = [each.pk for each in notices]
            mine = Notice.objects.select_for_update(of=("self",)).filter(
                pk__in=numbers, push_at__lte=now
            )
            notices = list(mine.select_related("user"))
            Notice.objects.filter(pk__in=[each.pk for each in notices]).update(push_at=None)
            _create_messages(notices, now)


def _create_messages(notices: Sequence[Notice], now: datetime) -> None:
    """Store the messages of these notices. Two queries."""
    devices: dict[int, list[PushDevice]] = {}
    for device in PushDevice.objects.filter(user__in={each.user_id for each in notices}):
        devices.setdefault(device.user_id, []).append(device)
    messages = [
        PushMessage(notice=notice, device=device, due_at=_due_at(now, device, notice.user))
        for notice in notices
        for device in devices.get(notice.user_id, ())
        if group_of(notice.kind).code not in device.muted
    ]
    PushMessage.objects.bulk_create(
        messages,
        update_conflicts=True,
        unique_fields=["notice", "device"],
        update_fields=["due_at", "tries"],
    )


def _due_at(now: datetime, device: PushDevice, user: User) -> datetime:
    """Return when a message may be sent to the device: now, or at the end of its quiet hours."""
    zone = zone_named(user.time_zone) or zone_named(device.time_zone)
    if device.quiet_from is None or device.quiet_until is None:
        return now
    return after_quiet_hours(
        now, device.quiet_from, device.quiet_until, zone or timezone.get_default_timezone()
    )


def after_quiet_hours(
    now: datetime, begin: time_of_day, end: time_of_day, zone: tzinfo
) -> datetime:
    """Return `now`, or the end of the quiet hours that `now` lies in; they may include midnight.

    >>> from zoneinfo import ZoneInfo
    >>> night = time_of_day(22), time_of_day(7), ZoneInfo("Asia/Hong_Kong")
    >>> str(after_quiet_hours(datetime(2026, 5, 1, 15, tzinfo=UTC), *night))
    '2026-05-01 23:00:00+00:00'
    >>> str(after_quiet_hours(datetime(2026, 5, 1, 14, 59, tzinfo=UTC), *night))
    '2026-05-01 23:00:00+00:00'
    >>> str(after_quiet_hours(datetime(2026, 5, 1, 13, 59, tzinfo=UTC), *night))
    '2026-05-01 13:59:00+00:00'
    """
    local = now.astimezone(zone)
    at = local.time()
    is_quiet = begin <= at < end if begin < end else (at >= begin or at < end)
    if begin == end or not is_quiet:
        return now
    until = local.replace(hour=end.hour, minute=end.minute, second=0, microsecond=0)
    if until <= local:
        until += timedelta(days=1)
    return until.astimezone(UTC)


def _claim() -> list[PushMessage]:
    """Claim due messages for this worker, and return them with notices, users and devices."""
    now = timezone.now()
    due = PushMessage.objects.filter(due_at__lte=now).order_by("due_at", "pk")
    numbers = list(due.values_list("pk", flat=True)[:AT_ONCE])
    if not numbers:
        return []
    with transaction.atomic():
        rows = PushMessage.objects.select_for_update(of=("self",))
        rows = rows.filter(pk__in=numbers, due_at__lte=now)
        mine = list(rows.select_related("notice__user", "device").order_by("notice", "pk"))
        changed = PushMessage.objects.filter(pk__in=[each.pk for each in mine])
        changed.update(due_at=now + LEASE, tries=F("tries") + 1)
    for each in mine:
        each.due_at = now + LEASE
    return mine


class _Parcel(NamedTuple):
    """A message that is ready to be sent."""

    endpoint: str
    body: bytes
    headers: Mapping[str, str]


def _send_claimed(claimed: Sequence[PushMessage]) -> int:
    """Send the claimed messages that are still wanted; return the number sent."""
    notices = [next(rows).notice for _key, rows in groupby(claimed, lambda each: each.notice_id)]
    readers = readers_of({each.user_id for each in notices})
    subjects = subjects_of(notices)
    signed_in = _signed_in(claimed)
    # Sessions that have ended otherwise than by signing out, such as by expiry.
    ended = [each.device_id for each in claimed if each.device_id not in signed_in]
    PushDevice.objects.filter(pk__in=ended).delete()
    wanted = [
        each
        for each in claimed
        if each.device_id in signed_in and _is_wanted(each, subjects, readers)
    ]
    _delete([each for each in claimed if each not in wanted])
    if not wanted:
        return 0
    try:
        key = signer()
    except DecryptionError:
        # They are due again after the lease, when the key may be back.
        logger.exception("the push key cannot be decrypted, so no message was sent")
        return 0
    parcels = [_parcel_or_none(each, subjects[each.notice.pk], key) for each in wanted]
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        statuses = list(pool.map(_post, parcels))
    return _store_statuses(list(zip(wanted, statuses, strict=True)))


def _delete(claimed: Collection[PushMessage]) -> None:
    """Delete these claimed messages, except those whose notice was replaced in the meantime.

    They are due again at once, not after the lease.
    """
    leases = {each.due_at for each in claimed}
    PushMessage.objects.filter(pk__in=[each.pk for each in claimed], due_at__in=leases).delete()


def _signed_in(claimed: Iterable[PushMessage]) -> set[int]:
    """Return the IDs of the devices whose browser sessions are still valid. One query."""
    keys = {each.device.session_key for each in claimed}
    rows = BrowserSession.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    stored = dict(rows.values_list("session_key", "session_data"))
    found = set()
    for message in claimed:
        user, device = message.notice.user, message.device
        data = stored.get(device.session_key)
        if device.user_id != user.pk or data is None:
            continue
        proof = SessionProof(user, device.session_key)
        if proof.holds(Evidence(data, user.password, user.is_active)):
            found.add(device.pk)
    return found


def _is_wanted(
    message: PushMessage, subjects: Mapping[int, Any], readers: Mapping[int, Reader]
) -> bool:
    """Return whether the notice is unseen, not too old or outdated, and wanted on the device."""
    notice = message.notice
    sender, group = sender_of(notice.kind), group_of(notice.kind)
    if notice.seen_at is not None or notice.pk not in subjects:
        return False
    if notice.created_at + sender.mail_lifetime < timezone.now():
        return False
    if group.code in message.device.muted:
        return False
    if group.choice(readers[notice.user_id].choices) is Choice.OFF:
        return False
    return not sender.is_outdated(notice, subjects[notice.pk])


def _parcel_or_none(message: PushMessage, subject: Any, key: Any) -> _Parcel | None:
    """Return the encrypted message; None, after logging the error, if it can't be made.

    One broken message must not keep the others waiting.
    """
    try:
        return _parcel(message, subject, key)
    except Exception:
        logger.exception("push message %s could not be made", message.pk)
        return None


def _parcel(message: PushMessage, subject: Any, key: Any) -> _Parcel:
    """Return the message encrypted for its device, with its headers."""
    notice, device = message.notice, message.device
    sender = sender_of(notice.kind)
    ends_at = notice.created_at + sender.mail_lifetime
    with translation.override(language_for(notice.user, sender.mail_language(subject))):
        text = sender.text(notice, subject)
        title, body = str(group_of(notice.kind).label), kind_label(notice.kind)
        if device.shows_details:
            title, body = text.title, text.detail
    tag = f"notice-{notice.pk}"
    content = {
        "title": title[:TITLE_LENGTH],
        "body": body[:BODY_LENGTH],
        "url": text.url,
        "tag": tag,
    }
    headers = {
        "Authorization": authorization(key, device.endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        # How long the push service keeps the message for a device that is switched off.
        "TTL": str(max(0, int((ends_at - timezone.now()).total_seconds()))),
        "Urgency": "high" if text.is_urgent else "normal",
        # A newer message about the same notice replaces one that still waits there.
        "Topic": tag,
    }
    return _Parcel(
        device.endpoint,
        encrypted(json.dumps(content, ensure_ascii=False).encode(), device),
        headers,
    )


def _post(parcel: _Parcel | None) -> int | None:
    """Send a message; return the status of the answer, None without an answer. No query."""
    if parcel is None:
        return None
    try:
        return post(parcel.endpoint, parcel.body, parcel.headers)
    except EndpointError as error:
        logger.warning("a push message was not sent: %s", error)
    except (OSError, http.client.HTTPException) as error:
        logger.info("a push message was not sent: %s", error)
    return None


def _store_statuses(answered: Sequence[tuple[PushMessage, int | None]]) -> int:
    """Delete sent and hopeless messages, schedule the rest; return the number sent.

    Devices that are gone, or have failed for days, are removed.
    """
    done = {each.pk for each, status in answered if status is not None and status // 100 == 2}
    gone = {each.device_id for each, status in answered if status in GONE}
    PushDevice.objects.filter(pk__in=gone).delete()
    _delete([message for message, _status in answered if message.pk in done])
    again, hopeless = [], []
    for message, status in answered:
        if message.pk in done or message.device_id in gone:
            continue
        logger.warning("push message %s failed with status %s", message.pk, status)
        if message.tries + 1 >= MAX_TRIES:
            hopeless.append(message)
            continue
        wait = min(FIRST_RETRY * 2 ** min(message.tries, 9), LONGEST_RETRY)
        message.due_at, message.tries = timezone.now() + wait, message.tries + 1
        message.due_at = _due_at(message.due_at, message.device, message.notice.user)
        again.append(message)
    _delete(hopeless)
    PushMessage.objects.bulk_update(again, ["due_at", "tries"])
    _count_failures(answered)
    return len(done)


def _count_failures(answered: Sequence[tuple[PushMessage, int | None]]) -> None:
    """Store which devices failed, at most once a day for each, and remove those that always do.

    A missing answer only counts if some push service has answered lately: perhaps it is the site
    that is offline. The browser of a removed device is asked to turn push on again like a new one.
    At most three queries and one for each thousand removed.
    """
    if any(status is not None for _message, status in answered):
        cache.set(ANSWERED_KEY, True, ANSWERED_SECONDS)
    is_online = cache.get(ANSWERED_KEY) is not None
    works, failed = set[int](), set[int]()
    for message, status in answered:
        if status is not None and status // 100 == 2:
            works.add(message.device_id)
        elif (status is not None or is_online) and status not in NO_FAILURES:
            failed.add(message.device_id)
    if works:
        PushDevice.objects.filter(pk__in=works, failed_days__gt=0).update(
            failed_days=0, failed_at=None
        )
    if failed := failed - works:
        now = timezone.now()
        is_new = Q(failed_at=None) | Q(failed_at__lt=now - FAILED_DAY)
        devices = PushDevice.objects.filter(pk__in=failed)
        devices.filter(is_new).update(failed_at=now, failed_days=F("failed_days") + 1)
        count, _kinds = devices.filter(failed_days__gte=MAX_FAILED_DAYS).delete()
        if count:
            logger.warning("push devices that failed for days were removed: %s rows", count)
