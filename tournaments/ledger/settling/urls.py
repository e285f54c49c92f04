from django.urls import path

from tournaments.ledger.corrections.pages import correct, correction
from tournaments.ledger.settling import data, pages

urlpatterns = [
    path("<slug:slug>/", pages.settlement, name="settlement"),
    path("<slug:slug>/results.csv", data.results, {"form": "csv"}, name="settlement_csv"),
    path("<slug:slug>/results.json", data.results, {"form": "json"}, name="settlement_json"),
    path("<slug:slug>/correct/", correct, name="settlement_correct"),
    path("<slug:slug>/corrections/<int:number>/", correction, name="session_correction"),
    path("<slug:slug>/<int:number>/", pages.session_settlement, name="session_settlement"),
]
