from django.urls import path

from tournaments.ledger import views

urlpatterns = [
    path("<slug:slug>/", views.settlement, {"number": 1}, name="settlement"),
    path("<slug:slug>/<int:number>/", views.settlement, name="settlement"),
]
