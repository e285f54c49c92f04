"""How forms are rendered: by Django's templates in Jinja2, and some of the club's own."""

from pathlib import Path
from typing import Any

import django.forms
from django.conf import settings
from django.forms.renderers import DjangoTemplates, Jinja2
from django.template import TemplateDoesNotExist
from django.utils.functional import cached_property


class FormRenderer(Jinja2):
    """Renders forms with the club's templates of widgets where there are any, else Django's."""

    @cached_property
    def engine(self) -> Any:
        """The engine that knows both."""
        own = settings.BASE_DIR / "templates" / "jinja2"
        djangos = Path(django.forms.__file__).parent / "jinja2"
        options = {"APP_DIRS": False, "DIRS": [own, djangos], "NAME": "forms", "OPTIONS": {}}
        return self.backend(options)

    @cached_property
    def _of_the_administration(self) -> DjangoTemplates:
        return DjangoTemplates()

    def get_template(self, template_name: str) -> Any:
        """Return the template; widgets of the administration are written for Django's engine."""
        try:
            return super().get_template(template_name)
        except TemplateDoesNotExist:
            return self._of_the_administration.get_template(template_name)
