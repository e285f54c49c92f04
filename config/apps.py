"""Django app of the administration, with the site's own admin."""

import logging

from django.conf import settings
from django.contrib.admin.apps import AdminConfig

logger = logging.getLogger(__name__)


class AdministrationConfig(AdminConfig):
    """Django's admin app with our admin site, which requires a second factor."""

    default_site = "config.administration.ClubAdminSite"

    def ready(self) -> None:
        """Log which languages are not offered because their compiled catalogues can't be read."""
        super().ready()
        for problem in settings.LANGUAGE_PROBLEMS:
            logger.warning(problem)
