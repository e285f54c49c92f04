from django.urls import path

from tournaments.ledger.pending import pages

urlpatterns = [
    path("<int:number>/", pages.result, name="pending_result"),
]
