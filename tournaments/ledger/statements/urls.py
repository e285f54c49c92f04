from django.urls import path

from tournaments.ledger.statements import pages, pair_pages

urlpatterns = [
    path("", pages.statement, name="statements"),
    path("print/", pages.printed, name="statement_print"),
    path("statement.csv", pages.as_csv, name="statement_csv"),
    path("between/", pair_pages.between, name="statement_between"),
]
