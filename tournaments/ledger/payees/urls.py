from django.urls import path

from tournaments.ledger.payees import pages

urlpatterns = [
    path("me/", pages.payee_details, name="payee_details"),
    path("me/<slug:scheme>/", pages.payee_scheme, name="payee_scheme"),
    path("me/<slug:scheme>/remove/", pages.payee_remove, name="payee_remove"),
    path("club/<slug:slug>/", pages.payee_details, name="club_payees"),
    path("club/<slug:slug>/<slug:scheme>/", pages.payee_scheme, name="club_payee_scheme"),
    path("club/<slug:slug>/<slug:scheme>/remove/", pages.payee_remove, name="club_payee_remove"),
]
