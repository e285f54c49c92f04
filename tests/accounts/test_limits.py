"""The address that rate limits count a client by."""

import pytest
from django.test import RequestFactory

from accounts import limits


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::7", "2001:db8:1:2::"),
        ("2001:db8:1:3::7", "2001:db8:1:3::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("a socket", "a socket"),
    ],
)
def test_addresses_of_one_ipv6_network_count_as_one(peer, counted):
    assert limits.address(RequestFactory().get("/", REMOTE_ADDR=peer)) == counted
    assert limits.address_of_socket({"headers": [], "client": (peer, 80)}) == counted


@pytest.mark.parametrize(("is_behind", "counted"), [(True, "2001:db8::"), (False, "192.0.2.7")])
def test_the_forwarded_address_counts_only_behind_a_proxy(settings, is_behind, counted):
    settings.HTTPS = is_behind
    said = "198.51.100.1, 2001:db8::9"
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.7", headers={"x-forwarded-for": said})
    assert limits.address(request) == counted
    scope = {"headers": [(b"x-forwarded-for", said.encode())], "client": ("192.0.2.7", 80)}
    assert limits.address_of_socket(scope) == counted
    assert limits.address_of_socket({"headers": [], "client": None}) == ""
