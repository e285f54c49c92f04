"""Template filter for the summary of a form's errors: ``{% load form_errors %}``."""

from django import template
from django.forms import BaseForm, BoundField

register = template.Library()


@register.filter
def fields_with_errors(form: BaseForm) -> list[BoundField]:
    """Return the visible fields of a form that have errors, in the form's order."""
    return [field for field in form if field.errors and not field.is_hidden]
