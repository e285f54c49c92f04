"""Prizes by place as text."""

from tournaments.ledger.settling.prize_labels import prizes_label


def test_every_place_is_named_however_many_there_are():
    said = prizes_label({"share": [30, 20, 10, 10, 6, 6, 6, 6, 6]}, "EUR")
    assert said.startswith("1st 30%, 2nd 20%, 3rd 10%")
    assert said.endswith("9th 6%")
    assert prizes_label({"amount": [500, 250]}, "EUR") == "1st €5.00 and 2nd €2.50"


def test_no_prizes_are_no_text():
    assert prizes_label(None, "EUR") == ""
