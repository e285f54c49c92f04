from django.urls import path

from tournaments.ledger.payees import pages

urlpatterns = [
    path("me/", pages.payee_details, name="payee_details"),
    path("me/<slug:scheme>/", pages.payee_scheme, name="payee_scheme"),
    path("me/<slug:scheme>/remove/", pages.payee_remove, name="payee_remove"),
]
