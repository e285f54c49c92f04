from django.urls import path

from tournaments.events.seasons import pages

urlpatterns = [
    path("new/<slug:club>/", pages.new, name="season_new"),
    path("<slug:slug>/", pages.season, name="season"),
    path("<slug:slug>/change/", pages.edit, name="season_edit"),
    path("<slug:slug>/events/", pages.add_events, name="season_add_event"),
    path(
        "<slug:slug>/events/<int:event_id>/take-out/",
        pages.remove_event,
        name="season_remove_event",
    ),
    path("<slug:slug>/close/", pages.close, name="season_close"),
    path("<slug:slug>/reopen/", pages.reopen, name="season_reopen"),
]
