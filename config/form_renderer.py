"""Form renderer: Django's Jinja2 widget templates, some replaced by our own."""

from pathlib import Path
from typing import Any

import django.forms
from django.conf import settings
from django.forms.renderers import DjangoTemplates, Jinja2
from django.template import TemplateDoesNotExist
from django.utils.functional import cached_property


class FormRenderer(Jinja2):
    """Renders widgets with our templates if they exist, otherwise with Django's."""

    @cached_property
    def engine(self) -> Any:
        """The Jinja2 engine with both template folders."""
        own = settings.BASE_DIR / "templates" / "jinja2"
        djangos = Path(django.forms.__file__).parent / "jinja2"
        options = {"APP_DIRS": False, "DIRS": [own, djangos], "NAME": "forms", "OPTIONS": {}}
        return self.backend(options)

    @cached_property
    def _admin_renderer(self) -> DjangoTemplates:
        """Django's own renderer, for the widgets of the admin."""
        return DjangoTemplates()

    def get_template(self, template_name: str) -> Any:
        """Return the template; admin widgets have templates for Django's own engine only."""
        try:
            return super().get_template(template_name)
        except TemplateDoesNotExist:
            return self._admin_renderer.get_template(template_name)
