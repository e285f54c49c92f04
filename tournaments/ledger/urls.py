from django.urls import path

from tournaments.ledger.views import settlements

urlpatterns = [
    path("<slug:slug>/", settlements.settlement, name="settlement"),
    path("<slug:slug>/correct/", settlements.correct, name="settlement_correct"),
    path(
        "<slug:slug>/corrections/<int:number>/", settlements.correction, name="session_correction"
    ),
    path("<slug:slug>/<int:number>/", settlements.session_settlement, name="session_settlement"),
]
