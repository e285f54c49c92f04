"""Axis labels: as precise as the span needs, without repetition."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from django.utils import timezone, translation
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ledger.charts.axis import EVENTS, LABEL_WIDTH, date_labels, event_labels, shortened

START = datetime(2026, 3, 1, 20, tzinfo=UTC)


def texts(span: timedelta) -> list[str]:
    return [label.text for label in date_labels(START, START + span)]


def test_a_span_of_weeks_is_labelled_with_days():
    assert texts(timedelta(days=40)) == ["1 Mar", "11 Mar", "21 Mar", "31 Mar", "10 Apr"]


def test_a_span_of_years_is_labelled_with_months():
    assert texts(timedelta(days=1000)) == [
        "Mar 2026", "Nov 2026", "Jul 2027", "Mar 2028", "Nov 2028",
    ]  # fmt: skip


def test_a_span_of_hours_is_labelled_with_times():
    said = [text.replace("\N{NARROW NO-BREAK SPACE}", " ") for text in texts(timedelta(hours=2))]
    assert said == ["20:00", "20:30", "21:00", "21:30", "22:00"]


def test_an_empty_span_has_one_label():
    assert len(texts(timedelta())) == 1


@given(st.timedeltas(timedelta(), timedelta(days=4000)))
def test_date_labels_are_unique_and_include_both_ends(span):
    labels = date_labels(START, START + span)
    assert len({label.text for label in labels}) == len(labels)
    across = [float(label.x) for label in labels]
    assert across == sorted(across)
    assert (labels[0].x, labels[0].anchor) == ("0.00", "start")
    if len(labels) > 1:
        assert (labels[-1].x, labels[-1].anchor) == ("100.00", "end")
    assert all(label.narrow == (label.anchor != "middle") for label in labels)


def test_dates_are_in_the_readers_language_and_time_zone():
    late = datetime(2026, 3, 31, 22, tzinfo=UTC)
    with translation.override("de"), timezone.override("Asia/Hong_Kong"):
        labels = date_labels(late, late + timedelta(days=4))
    assert labels[0].text == "1. Apr."


def test_few_events_are_all_labelled():
    labels = event_labels(["one", "two", "three"])
    assert [(label.text, label.anchor, label.narrow) for label in labels] == [
        ("one", "middle", True),
        ("two", "middle", False),
        ("three", "end", True),
    ]


def test_a_single_event_is_labelled_at_the_end():
    [label] = event_labels(["only"])
    assert (label.x, label.anchor, label.narrow) == ("100.00", "end", True)


def test_on_a_narrow_screen_only_the_last_of_two_events_is_labelled():
    assert [label.narrow for label in event_labels(["one", "two"])] == [False, True]


@given(st.integers(1, 500))
def test_event_labels_are_few_and_evenly_spaced(events):
    labels = event_labels([str(event + 1) for event in range(events)])
    assert 1 <= len(labels) <= EVENTS
    assert labels[-1].text == str(events)
    numbers = [int(label.text) for label in labels]
    assert len({later - earlier for earlier, later in pairwise(numbers)}) <= 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Mei", "Mei"),
        ("exactly as long", "exactly as lo…"),
        ("fourteen signs", "fourteen signs"),
        ("Wilhelmina van der Berg", "Wilhelmina va…"),
        ("Bruno van der Berg", "Bruno van der…"),
        ("陳大文陳大文陳", "陳大文陳大文陳"),
        ("陳大文陳大文陳大", "陳大文陳大文…"),
    ],
)
def test_long_names_are_shortened_to_the_width_of_a_label(name, said):
    assert shortened(name) == said


@given(st.text())
def test_a_shortened_name_is_a_prefix_with_an_ellipsis(name):
    found = shortened(name)
    assert found == name or (name.startswith(found[:-1]) and found[-1] == "…")
    assert len(found) <= LABEL_WIDTH
