from django.urls import path

from tournaments.ledger.accounts import data, list_pages, pages, season_page, settle_pages

urlpatterns = [
    path("<slug:slug>/accounts/", pages.accounts, name="club_accounts"),
    path("<slug:slug>/accounts/accounts.csv", data.accounts_csv, name="club_accounts_csv"),
    path("<slug:slug>/accounts/open/", list_pages.open_payments, name="club_open"),
    path("<slug:slug>/accounts/open.csv", data.open_csv, name="club_open_csv"),
    path("<slug:slug>/accounts/settlements/", list_pages.settlements, name="club_settlements"),
    path("<slug:slug>/accounts/settle/", settle_pages.settle, name="club_settle"),
    path("<slug:slug>/accounts/settings/", settle_pages.book, name="club_book"),
    path("<slug:slug>/accounts/season/", season_page.won_over_time, name="club_money_season"),
    path("<slug:slug>/accounts/between/", pages.between, name="club_between"),
]
