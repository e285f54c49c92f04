from django.urls import path

from tournaments.ledger.payees import views

urlpatterns = [
    path("me/", views.payee_details, name="payee_details"),
    path("me/<slug:scheme>/", views.payee_scheme, name="payee_scheme"),
    path("me/<slug:scheme>/remove/", views.payee_remove, name="payee_remove"),
]
