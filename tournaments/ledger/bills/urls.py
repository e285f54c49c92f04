from django.urls import path

from tournaments.ledger.bills import pages

urlpatterns = [
    path("<slug:slug>/bills/", pages.bills, name="bills"),
    path("<slug:slug>/bills/new/", pages.new_bill, name="bill_new"),
    path("<slug:slug>/bills/<slug:bill_slug>/", pages.bill, name="bill"),
]
