from django.urls import path

from tournaments.ledger.views import payments

urlpatterns = [
    path("", payments.payments, name="payments"),
    path("<int:number>/", payments.payment, name="payment"),
    path("<int:number>/reminders/<int:reminder>/", payments.drop_reminder, name="reminder_drop"),
    path("notices/<int:number>/seen/", payments.notice_seen, name="ledger_notice_seen"),
]
