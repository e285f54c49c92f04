from django.urls import path

from tournaments.ledger.payments import pages

urlpatterns = [
    path("", pages.payments, name="payments"),
    path("<int:number>/", pages.payment, name="payment"),
    path("<int:number>/reminders/<int:reminder>/", pages.drop_reminder, name="reminder_drop"),
    path("notices/<int:number>/seen/", pages.notice_seen, name="ledger_notice_seen"),
]
