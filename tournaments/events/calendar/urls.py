from django.urls import path

from tournaments.events.calendar.pages import club_calendar, club_events, club_feed

urlpatterns = [
    path("<slug:slug>/events/", club_events, name="club_events"),
    path("<slug:slug>/calendar/", club_calendar, name="club_calendar"),
    path("<slug:slug>/calendar.ics", club_feed, name="club_feed"),
]
