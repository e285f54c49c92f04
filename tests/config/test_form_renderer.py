"""Our own widget templates render the same HTML as Django's."""

import pytest
from django import forms
from django.forms.renderers import Jinja2, get_default_renderer
from django.utils.html import mark_safe
from django.utils.translation import gettext_lazy

from config.form_renderer import FormRenderer

CHOICES = [
    ("", "Nothing"),
    ("<&>", "1 < 2 & 'quoted' \"twice\""),
    ("safe", mark_safe("<b>bold</b>")),
    ("Group & <Co>", [("one", gettext_lazy("One")), (2, "Two")]),
    (None, "None"),
    ("last", "Last"),
]


@pytest.mark.parametrize("kind", [forms.Select, forms.SelectMultiple])
@pytest.mark.parametrize("value", ["", "one", ["one", "2"], None, "<&>"])
@pytest.mark.parametrize(
    "attrs", [None, {"id": "x", "required": True, "disabled": False, "data-a": '"<'}]
)
def test_a_select_renders_as_with_djangos_renderer(kind, value, attrs):
    widget = kind(choices=CHOICES)
    shown = widget.render("field", value, attrs, renderer=FormRenderer())
    assert shown == widget.render("field", value, attrs, renderer=Jinja2())
    assert "<select" in shown


def test_forms_use_our_renderer():
    assert isinstance(get_default_renderer(), FormRenderer)
    text = forms.TextInput().render("name", "a", renderer=FormRenderer())
    assert text == forms.TextInput().render("name", "a", renderer=Jinja2())
