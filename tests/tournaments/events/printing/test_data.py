"""Downloads of an event: the exact schema, and access."""

import csv
import json
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest

from tests.tournaments.events.browsing import browser
from tests.tournaments.events.rows import add_round, played_event
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.printing.data import (
    FIELDS,
    LISTS,
    _csv_cell,
    _exact_text,
    _number,
    as_csv,
    as_json,
)

NAMES = ["=SUM(A1)", "Ben, the second", "Cem", "D\u00eda"]
ROUND = [{1: 9, 2: 4, 3: -6, 4: -7}]


@pytest.fixture
def event(crew) -> Event:
    return played_event(crew, [ROUND], NAMES, length=2)


def get(event, what, user=None, status=200):
    answer = browser(user).get(f"/events/{event.slug}/data/{what}")
    assert answer.status_code == status
    return answer


def rows(event, what, user=None):
    """Return the rows of a CSV list as a spreadsheet reads them."""
    text = get(event, f"{what}.csv", user).content.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text)))


@pytest.mark.every_database
def test_the_schema_of_standings(event):
    found = get(event, "standings.json").json()
    assert found["schema"] == 1
    assert found["list"] == "standings"
    assert found["event"] == {
        "slug": event.slug,
        "name": "Spring",
        "club": {"slug": event.club.slug, "name": "Harbour Club"},
        "starts_at": "2026-03-07T18:30:00+00:00",
        "status": "running",
        "final": False,
        "version": 0,
        "format": "fixed_rounds",
        "format_settings": {"rounds": 2},
        "deals": 2,
    }
    assert found["rows"][0] == {
        "place": 1,
        "shared": False,
        "entry": 1,
        "name": "=SUM(A1)",
        "kind": "person",
        "stage": "",
        "still_in": True,
        "total": 9,
        "total_exact": "9",
        "points": 9,
        "points_exact": "9",
        "penalty": 0,
        "adjustment": 0,
        "deals_won": 1,
        "deals": 2,
        "best_round": 9,
        "best_round_exact": "9",
        "decided_by": "total",
        "rounds": [
            {
                "round": 1,
                "state": "played",
                "points": 9,
                "points_exact": "9",
                "table": 1,
                "deals_won": 1,
                "counts": True,
            }
        ],
    }
    assert found["rows"][3]["decided_by"] is None


@pytest.mark.every_database
def test_the_schema_of_entries(event):
    Entry.objects.filter(number=2).update(seed_rank=3, status="withdrawn", left=1)
    first, second, *_ = get(event, "entries.json").json()["rows"]
    at = first.pop("entered_at")
    assert at.endswith("+00:00")
    assert first == {
        "entry": 1,
        "name": "=SUM(A1)",
        "kind": "person",
        "status": "here",
        "seed": None,
        "first_round": 1,
        "last_round": None,
        "skipped_rounds": None,
    }
    assert (second["seed"], second["status"], second["last_round"]) == (3, "withdrawn", 1)


@pytest.mark.every_database
def test_the_schema_of_seatings_and_results(event):
    Entry.objects.create(event=event, number=5, name="Robo", bot="b", status="here")
    add_round(event, 2, [{4: None, 3: None, 2: None, 1: None}])
    found = get(event, "seatings.json").json()["rows"]
    assert found[0] == {
        "round": 1,
        "stage": "",
        "status": "finished",
        "table": 1,
        "seat": 1,
        "entry": 1,
        "name": "=SUM(A1)",
        "kind": "person",
    }
    assert [(each["table"], each["seat"], each["entry"]) for each in found[4:]] == [
        (1, 1, 4),
        (1, 2, 3),
        (1, 3, 2),
        (1, 4, 1),
        (None, None, 5),
    ]
    (first, *others) = get(event, "results.json").json()["rows"]
    assert len(others) == 3
    assert first.pop("finished_at")
    assert first == {
        "round": 1,
        "stage": "",
        "table": 1,
        "entry": 1,
        "name": "=SUM(A1)",
        "kind": "person",
        "points": 9,
        "deals_won": 1,
        "deals": 2,
    }


@pytest.mark.parametrize("what", LISTS)
def test_csv_has_the_rows_of_json_and_no_formulas(event, what):
    answer = get(event, f"{what}.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    name = event.name.replace(" ", "_")
    assert f'filename="{name}_{what}_20' in answer["Content-Disposition"]
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert b"\r\n" in answer.content
    same = as_json(event, what, proposed=False)["rows"]
    found = rows(event, what)
    assert len(found) == len(same) == 4
    assert tuple(found[0])[: len(FIELDS[what])] == FIELDS[what]
    for line, row in zip(found, same, strict=True):
        for name in FIELDS[what]:
            value = row[name]
            if value == "=SUM(A1)":
                assert line[name] == "'=SUM(A1)"
            elif value is None:
                assert line[name] == ""
            else:
                assert line[name] == (
                    str(value).lower() if value is True or value is False else str(value)
                )
    # Numbers stay numbers, including negative ones.
    if what == "standings":
        assert found[3]["total"] == "-7"
        assert found[3]["round_1_points"] == "-7"
        assert found[3]["round_1_state"] == "played"


def test_an_empty_csv_list_has_its_header(crew):
    event = played_event(crew, [], [], length=1, status="open")
    for what in LISTS:
        assert as_csv(event, what, proposed=False) == "\ufeff" + ",".join(FIELDS[what]) + "\r\n"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "－", "＠", " ="])
def test_names_never_become_formulas_in_csv(crew, start):
    event = played_event(crew, [ROUND], [f"{start}1+1", "B", "C", "D"])
    text = as_csv(event, "entries", proposed=False)
    first = next(iter(csv.DictReader(StringIO(text.removeprefix("\ufeff"), newline=""))))
    assert first["name"] == f"'{start}1+1"


def test_exact_numbers_are_text_where_a_spreadsheet_would_compute_them():
    assert _csv_cell("total_exact", "-37/3") == "'-37/3"
    assert (_csv_cell("total_exact", "-12"), _csv_cell("total", -12)) == (-12, -12)
    assert _csv_cell("best_round_exact", None) == ""


def test_fractions_are_exported_exactly():
    assert (_number(Fraction(37, 3)), _exact_text(Fraction(37, 3))) == (12.333333, "37/3")
    assert (_number(Fraction(8, 2)), _exact_text(Fraction(8, 2))) == (4, "4")
    assert (_number(-5), _exact_text(-5)) == (-5, "-5")
    assert (_number(None), _exact_text(None)) == (None, None)


def test_drafts_and_proposed_rounds_are_visible_to_organizers_only(crew, event):
    proposed = add_round(event, 2, [{4: None, 3: None, 2: None, 1: None}])
    proposed.status = "proposed"
    proposed.save()
    for user in (None, crew.stranger, crew.guest, crew.member):
        assert {row["round"] for row in rows(event, "seatings", user)} == {"1"}
    assert {row["round"] for row in rows(event, "seatings", crew.organizer)} == {"1", "2"}
    draft = played_event(crew, [], ["A"], status="draft", length=1)
    for what in LISTS:
        for user in (None, crew.stranger, crew.member):
            get(draft, f"{what}.json", user, 404)
        get(draft, f"{what}.json", crew.organizer)


def test_unknown_lists_are_not_found(event):
    for what in ("users.csv", "standings.xml", "standings"):
        get(event, what, status=404)


def test_every_field_is_documented():
    text = (Path(__file__).parents[4] / "docs" / "EVENTS-DATA.md").read_text()
    for what, names in FIELDS.items():
        part = text.split(f"## {what}\n")[1].split("\n## ")[0]
        for name in names:
            assert f"`{name}`" in part, (what, name)


def test_downloads_contain_no_email_addresses_or_usernames(crew, event):
    for what in LISTS:
        text = json.dumps(as_json(event, what, proposed=True))
        assert "example.org" not in text
        assert "u1-" not in text
