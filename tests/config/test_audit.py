"""The dependency audit: a vulnerability fails it, and a missing response is reported."""

import json

from config.audit import verdict


def said(*found):
    return json.dumps({"dependencies": found})


FINE = {"name": "django", "version": "5.2.19", "vulns": []}
WEAK = {
    "name": "pillow",
    "version": "12.0",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["12.1"], "aliases": []}],
}
UNKNOWN = {"name": "daphne", "version": "4.2", "skip_reason": "not found"}


def test_a_weakness_is_told_and_fails():
    lines, is_right = verdict([said(FINE), said(WEAK)])
    assert not is_right
    assert lines == ["pillow 12.0: PYSEC-1, fixed in 12.1", "Releases checked: 2."]


def test_what_was_not_looked_at_is_told():
    assert verdict([said(FINE, UNKNOWN)]) == (
        ["Releases checked: 1.", "Not checked: daphne."],
        True,
    )


def test_no_answer_at_all_is_no_failure_and_no_praise():
    for nothing in (["", ""], [said(UNKNOWN)]):
        lines, is_right = verdict(nothing)
        assert is_right
        assert lines == ["Could not reach the advisories, so no release was checked."]
