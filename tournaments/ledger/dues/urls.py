from django.urls import path

from tournaments.ledger.dues import pages

urlpatterns = [
    path("<slug:slug>/dues/", pages.dues, name="club_dues"),
]
