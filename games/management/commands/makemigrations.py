"""Django's ``makemigrations``, which ignores changed wording."""

from django.core.management.commands import makemigrations

from games.common.autodetector import Autodetector


class Command(makemigrations.Command):
    """Django's command, without migrations for changed labels, help texts and choices."""

    autodetector = Autodetector
