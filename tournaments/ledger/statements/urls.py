from django.urls import path

from tournaments.ledger.statements import views

urlpatterns = [
    path("", views.statement, name="statements"),
    path("print/", views.printed, name="statement_print"),
    path("statement.csv", views.as_csv, name="statement_csv"),
    path("between/", views.between, name="statement_between"),
]
