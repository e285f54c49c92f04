"""The log: context of requests, users and tables, and no secrets."""

import io
import json
import logging

import pytest
from django.core.exceptions import DisallowedHost
from django.urls import reverse

from accounts import log_context
from config import logs
from config.settings import LOGGING


def log_lines(caller, *, plain: bool = False) -> str:
    """Return the formatted log lines of what the caller logs."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(logs.TraceFilter())
    handler.addFilter(logs.SecretFilter())
    if plain:
        handler.setFormatter(logging.Formatter(LOGGING["formatters"]["plain"]["format"], style="{"))
    else:
        handler.setFormatter(logs.JsonLines())
    logger = logging.getLogger()
    logger.addHandler(handler)
    try:
        caller()
    finally:
        logger.removeHandler(handler)
    return stream.getvalue()


def test_a_log_line_is_json_with_request_user_and_table():
    log_context.request_id.set("3f2a")
    log_context.person_id.set(7)
    log_context.table_id.set(12)

    def fail() -> None:
        try:
            raise ValueError("on two\nlines")
        except ValueError:
            logging.getLogger("games").exception("the table %s is broken", 12, extra={"deal": 3})

    text = log_lines(fail)
    assert text.count("\n") == 1
    line = json.loads(text)
    assert line["time"]
    assert "ValueError: on two" in line.pop("exc_info")
    del line["time"]
    assert line == {
        "level": "ERROR",
        "logger": "games",
        "message": "the table 12 is broken",
        "deal": 3,
        "request_id": "3f2a",
        "person_id": 7,
        "table_id": 12,
    }
    plain = log_lines(lambda: logging.getLogger("games").error("broken"), plain=True)
    assert plain.endswith("ERROR games: broken [request_id=3f2a person_id=7 table_id=12]\n")


def test_a_log_line_without_context_has_no_context_fields():
    assert log_lines(lambda: logging.getLogger("games").error("x"), plain=True).endswith(
        "games: x\n"
    )
    line = json.loads(log_lines(lambda: logging.getLogger("games").error("x")))
    assert set(line) == {"time", "level", "logger", "message"}


RESET = {"uidb36": "1a", "key": "cx3f5k-0123456789abcdef0123456789abcdef"}


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("/?next=/tables/x/&token=abc", "/"),
        (
            reverse("account_reset_password_from_key", kwargs=RESET),
            "/accounts/password/reset/key/---/",
        ),
        (reverse("account_confirm_email", args=["Mg:1abc:xYz"]), "/accounts/confirm-email/-/"),
        (reverse("club_join", args=["fRiEnD-secret"]), "/clubs/join/-/"),
        (reverse("own_feed", args=["fRiEnD-secret"]), "/events/calendar/-.ics"),
        (reverse("table", args=["Xy7abc"]), "/tables/Xy7abc/"),
        # Truncated, so that no page has this address.
        (
            "/accounts/password/reset/key/1a-cx3f5k-0123456789abcdef",
            "/accounts/password/reset/key/-",
        ),
        ("/wp-login.php", "/wp-login.php"),
        ("/ws/tables/Xy7abc/", "/ws/tables/Xy7abc/"),
    ],
)
def test_secrets_in_paths_are_masked(address, shown):
    assert logs.shown_path(address) == shown


def test_all_secret_url_parameters_are_listed_by_name():
    """Every URL parameter that looks like a secret is listed in `KEYS`."""
    from django.urls import get_resolver

    named = set()

    def collect(patterns) -> None:
        for each in patterns:
            named.update(each.pattern.regex.groupindex)
            collect(getattr(each, "url_patterns", ()))

    collect(get_resolver().url_patterns)
    # Not secret: names, numbers and choices from a list.
    assert named - logs.SECRET_ARGUMENTS <= {
        "slug", "rules_slug", "number", "round_number", "table_number", "deal_number",
        "entry_number",
        "user_id", "event_id", "event_table_id", "correction_id", "invitation_id", "news_id",
        "notice_id", "request_id", "substitution_id", "object_id", "content_type_id", "id", "pk",
        "series_id", "bill_slug", "day", "device_id",
        "name", "username", "list_name", "file_format", "club", "table", "act", "deal", "do",
        "family", "currency", "scheme", "step", "reminder",
        "app_label", "url", "client_key", "sub_format",
    }  # fmt: skip


def test_djangos_messages_about_requests_contain_no_secret(rf):
    path = reverse("club_join", args=["fRiEnD-secret"])

    def warn() -> None:
        logging.getLogger("django.request").error(
            "%s: %s", "Not Found", path, extra={"status_code": 404, "request": rf.get(path)}
        )

    for plain in (True, False):
        text = log_lines(warn, plain=plain)
        assert "Not Found: /clubs/join/-/" in text
        assert "secret" not in text


@pytest.mark.django_db
def test_a_refused_lookup_in_the_admin_is_logged_as_a_warning(admin_client):
    text = log_lines(lambda: admin_client.get("/admin/games/deal/?secret__startswith=a"))
    line = json.loads(text)
    assert line["level"] == "WARNING"
    assert "secret__startswith" in line["message"]
    assert "exc_info" not in line


def test_a_request_for_a_wrong_host_is_logged_as_a_warning():
    def refuse() -> None:
        try:
            raise DisallowedHost("evil")
        except DisallowedHost:
            logging.getLogger("django.security.DisallowedHost").exception("evil")

    assert json.loads(log_lines(refuse))["level"] == "WARNING"
