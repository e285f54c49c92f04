"""The dependency audit: a vulnerability fails it, and a missing response is reported."""

import json

from config.tools.audit import verdict


def audit_output(*found):
    return json.dumps({"dependencies": found})


FINE = {"name": "django", "version": "5.2.19", "vulns": []}
WEAK = {
    "name": "pillow",
    "version": "12.0",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["12.1"], "aliases": []}],
}
UNKNOWN = {"name": "daphne", "version": "4.2", "skip_reason": "not found"}


def test_a_vulnerability_is_reported_and_fails_the_audit():
    lines, is_right = verdict([audit_output(FINE), audit_output(WEAK)])
    assert not is_right
    assert lines == ["pillow 12.0: PYSEC-1, fixed in 12.1", "Releases checked: 2."]


def test_releases_that_were_not_checked_are_reported():
    assert verdict([audit_output(FINE, UNKNOWN)]) == (
        ["Releases checked: 1.", "Not checked: daphne."],
        True,
    )


def test_a_missing_response_is_reported_but_does_not_fail_the_audit():
    for nothing in (["", ""], [audit_output(UNKNOWN)]):
        lines, is_right = verdict(nothing)
        assert is_right
        assert lines == ["Could not reach the advisories, so no release was checked."]
