from django.urls import path

from tournaments.events.views import season

urlpatterns = [
    path("new/<slug:club>/", season.new, name="season_new"),
    path("<slug:slug>/", season.season, name="season"),
    path("<slug:slug>/change/", season.edit, name="season_edit"),
    path("<slug:slug>/events/", season.add_event, name="season_add_event"),
    path(
        "<slug:slug>/events/<int:event_id>/take-out/",
        season.remove_event,
        name="season_remove_event",
    ),
    path("<slug:slug>/close/", season.close, name="season_close"),
    path("<slug:slug>/reopen/", season.reopen, name="season_reopen"),
]
