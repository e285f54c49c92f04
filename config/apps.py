"""Django app of the administration, with the site's own admin."""

from django.contrib.admin.apps import AdminConfig


class AdministrationConfig(AdminConfig):
    """Django's admin app with our admin site, which requires a second factor."""

    default_site = "config.administration.ClubAdminSite"
