from django.urls import path

from tournaments.ledger.treasurer import pages

urlpatterns = [
    path("<slug:slug>/accounts/treasurer/", pages.treasurer, name="club_treasurer"),
]
