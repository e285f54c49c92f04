"""Requests for an unknown host."""

import pytest
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db

#: Hosts as sent by scanners; the last three are invalid.
WRONG = ["evil", "evil.example:8000", "203.0.113.7", "testserver.evil", "", "a b", "[::1"]
PATHS = [
    "/",
    "/tables/",
    "/health/live",
    "/health/ready",
    "/metrics",
    "/robots.txt",
    "/accounts/login/",
    "/admin/",
    "/static/built/site.css",
    "/there/is/no/such/page",
    "/tables/none/",
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", WRONG)
def test_every_path_answers_400_for_a_wrong_host(client, settings, path, host):
    settings.ALLOWED_HOSTS = ["testserver"]
    client.raise_request_exception = False
    for answer in (client.get(path, headers={"host": host}), client.post(path, HTTP_HOST=host)):
        assert answer.status_code == 400
        html = answer.content.decode()
        assert "Big Two Club isn’t available at this address." in html
        # The page contains no link to the wrong address.
        assert host == "" or host not in html
        assert "href" not in html


def test_a_request_for_a_wrong_host_is_not_redirected_to_https(client, settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/", headers={"host": "evil"}).status_code == 400
    assert client.get("/").status_code == 301


def test_no_session_is_read_for_a_wrong_host(client, settings, django_assert_num_queries):
    settings.ALLOWED_HOSTS = ["testserver"]
    client.force_login(User.objects.create_user("mei"))
    with django_assert_num_queries(0):
        client.get(reverse("home"), headers={"host": "evil"})


def test_a_request_for_the_sites_own_host_is_served(client):
    assert client.get("/health/live").status_code == 200
