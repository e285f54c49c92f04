from django.urls import path

from games import rule_views

urlpatterns = [
    path("", rule_views.gallery, name="rules"),
    path("<slug:name>/", rule_views.preset, name="rules_preset"),
]
