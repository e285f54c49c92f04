from django.urls import path

from tournaments.ledger.club_accounts import views

urlpatterns = [
    path("<slug:slug>/accounts/", views.accounts, name="club_accounts"),
    path("<slug:slug>/accounts/accounts.csv", views.accounts_csv, name="club_accounts_csv"),
    path("<slug:slug>/accounts/open/", views.open_payments, name="club_open"),
    path("<slug:slug>/accounts/open.csv", views.open_csv, name="club_open_csv"),
    path("<slug:slug>/accounts/settlements/", views.settlements, name="club_settlements"),
    path("<slug:slug>/accounts/settle/", views.settle, name="club_settle"),
    path("<slug:slug>/accounts/settings/", views.book, name="club_book"),
    path("<slug:slug>/accounts/season/", views.won_over_time, name="club_money_season"),
    path("<slug:slug>/accounts/between/", views.between, name="club_between"),
]
