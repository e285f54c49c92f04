"""Django's ``migrate``, which ignores changed wording."""

from django.core.management.commands import migrate

from games.common.autodetector import Autodetector


class Command(migrate.Command):
    """Django's command, which does not report changed labels as missing migrations."""

    autodetector = Autodetector
