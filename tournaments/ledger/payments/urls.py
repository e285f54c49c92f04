from django.urls import path

from tournaments.ledger.payments import pages, payment_page

urlpatterns = [
    path("", pages.payments, name="payments"),
    path("<int:number>/", payment_page.payment, name="payment"),
    path(
        "<int:number>/reminders/<int:reminder>/", payment_page.drop_reminder, name="reminder_drop"
    ),
    path("notices/<int:number>/seen/", pages.notice_seen, name="ledger_notice_seen"),
]
