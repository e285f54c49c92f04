from django.urls import path

from games.rulebook import views as rule_views

urlpatterns = [
    path("", rule_views.gallery, name="rules"),
    path("new/", rule_views.new, name="house_rules_new"),
    path("draft/", rule_views.draft, name="house_rules_draft"),
    path("house/<slug:slug>/", rule_views.shared, name="house_rules"),
    path("house/<slug:slug>/edit/", rule_views.edit, name="house_rules_edit"),
    path("house/<slug:slug>/copy/", rule_views.copy, name="house_rules_copy"),
    path("house/<slug:slug>/delete/", rule_views.delete, name="house_rules_delete"),
    path("<slug:name>/", rule_views.preset, name="rules_preset"),
]
