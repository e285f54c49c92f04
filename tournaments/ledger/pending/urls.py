from django.urls import path

from tournaments.ledger.pending import views

urlpatterns = [
    path("<int:number>/", views.result, name="pending_result"),
]
