"""Django's ``makemigrations``, which ignores changed wording."""

from django.core.management.commands import makemigrations

from games.common.autodetector import Autodetector


class Command(makemigrations.Command):
    """Django's command with our autodetector."""

    autodetector = Autodetector
