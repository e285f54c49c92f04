from django.urls import path

from tournaments.ledger.accounts import pages

urlpatterns = [
    path("<slug:slug>/accounts/", pages.accounts, name="club_accounts"),
    path("<slug:slug>/accounts/accounts.csv", pages.accounts_csv, name="club_accounts_csv"),
    path("<slug:slug>/accounts/open/", pages.open_payments, name="club_open"),
    path("<slug:slug>/accounts/open.csv", pages.open_csv, name="club_open_csv"),
    path("<slug:slug>/accounts/settlements/", pages.settlements, name="club_settlements"),
    path("<slug:slug>/accounts/settle/", pages.settle, name="club_settle"),
    path("<slug:slug>/accounts/settings/", pages.book, name="club_book"),
    path("<slug:slug>/accounts/season/", pages.won_over_time, name="club_money_season"),
    path("<slug:slug>/accounts/between/", pages.between, name="club_between"),
]
