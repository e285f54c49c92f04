from django.urls import path

from tournaments.ledger.corrections.pages import correct, correction
from tournaments.ledger.settling import pages

urlpatterns = [
    path("<slug:slug>/", pages.settlement, name="settlement"),
    path("<slug:slug>/correct/", correct, name="settlement_correct"),
    path("<slug:slug>/corrections/<int:number>/", correction, name="session_correction"),
    path("<slug:slug>/<int:number>/", pages.session_settlement, name="session_settlement"),
]
