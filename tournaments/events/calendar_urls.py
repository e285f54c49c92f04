from django.urls import path

from tournaments.events.views import dates

urlpatterns = [
    path("<slug:slug>/calendar/", dates.club_calendar, name="club_calendar"),
    path("<slug:slug>/calendar.ics", dates.club_feed, name="club_feed"),
]
