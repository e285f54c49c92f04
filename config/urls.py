from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("rules/", include("games.rule_urls")),
    path("settlements/", include("tournaments.urls")),
    path("ratings/", include("tournaments.rating_urls")),
    path("people/", include("tournaments.people_urls")),
    path("accounts/", include("accounts.urls")),
    path("admin/", admin.site.urls),
]
