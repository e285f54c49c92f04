from django.urls import path

from tournaments.ledger.agreements import views

urlpatterns = [
    path("", views.agreements, name="agreements"),
    path("<int:number>/", views.agreement, name="agreement"),
    path("<int:number>/withdraw/", views.withdraw, name="agreement_withdraw"),
]
