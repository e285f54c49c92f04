"""Django app of the administration, with the site's own admin."""

from django.contrib.admin.apps import AdminConfig


class AdministrationConfig(AdminConfig):
    default_site = "config.administration.ClubAdminSite"
