from django.urls import path

from games.rulebook import pages

urlpatterns = [
    path("", pages.gallery, name="rules"),
    path("new/", pages.new, name="house_rules_new"),
    path("draft/", pages.draft, name="house_rules_draft"),
    path("house/<slug:slug>/", pages.shared, name="house_rules"),
    path("house/<slug:slug>/edit/", pages.edit, name="house_rules_edit"),
    path("house/<slug:slug>/copy/", pages.copy, name="house_rules_copy"),
    path("house/<slug:slug>/delete/", pages.delete, name="house_rules_delete"),
    path("<slug:name>/", pages.preset, name="rules_preset"),
]
