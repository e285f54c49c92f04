from django.urls import path

from tournaments.ledger.statements import pages

urlpatterns = [
    path("", pages.statement, name="statements"),
    path("print/", pages.printed, name="statement_print"),
    path("statement.csv", pages.as_csv, name="statement_csv"),
    path("between/", pages.between, name="statement_between"),
]
