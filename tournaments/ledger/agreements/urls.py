from django.urls import path

from tournaments.ledger.agreements import pages

urlpatterns = [
    path("", pages.agreements, name="agreements"),
    path("<int:number>/", pages.agreement, name="agreement"),
    path("<int:number>/withdraw/", pages.withdraw, name="agreement_withdraw"),
]
