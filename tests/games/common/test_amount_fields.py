"""Amount fields: a text with two possible amounts comes back with both to choose from."""

import pytest
from django import forms
from django.core.exceptions import ValidationError

from games.common import money
from games.common.amount_fields import AmountField, read_amount


class PriceForm(forms.Form):
    """A form for an amount in a given currency."""

    price = AmountField()
    currency = forms.CharField()

    def clean(self):
        cleaned = super().clean()
        if "price" in cleaned:
            try:
                most = 1_000_000
                cleaned["minor"] = read_amount(self, "price", cleaned["currency"], max_minor=most)
            except ValidationError as error:
                self.add_error("price", error)
        return cleaned


def price_form(price, currency="HKD", meant=None, prefix=None):
    data = {"price": price, "currency": currency}
    if meant is not None:
        data["price_meant"] = meant
    if prefix:
        data = {f"{prefix}-{name}": value for name, value in data.items()}
    return PriceForm(data, prefix=prefix)


def test_an_ambiguous_amount_offers_both_readings_and_keeps_the_input():
    form = price_form("9.500")
    assert form.errors == {"price": ["This could mean two amounts. Choose the one you mean."]}
    html = str(form["price"])
    assert 'value="9.500"' in html
    assert "Do you mean HK$9,500 or HK$9.50?" in html
    assert '<input type="radio" name="price_meant" value="HKD:950000"> HK$9,500</label>' in html
    assert '<input type="radio" name="price_meant" value="HKD:950"> HK$9.50</label>' in html
    assert "checked" not in html


@pytest.mark.parametrize(("meant", "minor"), [("HKD:950000", 950_000), ("HKD:950", 950)])
@pytest.mark.parametrize("prefix", [None, "limits"])
def test_the_chosen_reading_counts_and_stays_selected(meant, minor, prefix):
    form = price_form("9.500", meant=meant, prefix=prefix)
    assert form.is_valid()
    assert form.cleaned_data["minor"] == minor
    assert f'value="{meant}" checked>' in str(form["price"])


@pytest.mark.parametrize("meant", ["", "HKD:1", "KWD:950000", "950000", "x", "HKD:95000000"])
def test_a_reading_that_was_not_offered_is_refused(meant):
    form = price_form("9.500", meant=meant)
    assert not form.is_valid()
    assert "checked" not in str(form["price"])


def test_a_choice_counts_only_for_its_own_text_and_currency():
    assert not price_form("8.500", meant="HKD:950000").is_valid()
    assert not price_form("9.500", currency="USD", meant="HKD:950").is_valid()
    # What is clear by now needs no choice.
    form = price_form("9.50", meant="HKD:950000")
    assert form.is_valid()
    assert form.cleaned_data["minor"] == 950
    assert "radio" not in str(form["price"])


def test_an_amount_with_too_many_decimals_is_offered_as_thousands():
    form = price_form("9.505")
    assert form.errors == {"price": ["Enter a multiple of HK$0.01."]}
    assert "Do you mean HK$9,505?" in str(form["price"])
    again = price_form("9.505", meant="HKD:950500")
    assert again.is_valid()
    assert again.cleaned_data["minor"] == 950_500


def test_a_chosen_reading_can_exceed_the_maximum():
    form = price_form("99.500", meant="HKD:9950000")
    assert form.errors == {"price": ["Enter HK$10,000.00 or less."]}
    assert 'value="HKD:9950000" checked>' in str(form["price"])


def test_a_submitted_choice_is_escaped():
    form = price_form('"><b>9.500', meant='"><b>')
    assert "<b>" not in str(form["price"])


def test_the_longest_amount_fits_into_the_field():
    longest = money.amount(money.MAX_MINOR, "HKD")
    assert PriceForm({"price": longest, "currency": "HKD"}).fields["price"].clean(longest)
    assert "radio" not in str(PriceForm()["price"])
