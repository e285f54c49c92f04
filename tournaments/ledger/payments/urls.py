from django.urls import path
from django.views.generic import RedirectView

from tournaments.ledger.payments import pages, payment_page

urlpatterns = [
    path("", pages.payments, name="payments"),
    path("<int:number>/", payment_page.payment, name="payment"),
    path(
        "<int:number>/reminders/<int:reminder>/", payment_page.drop_reminder, name="reminder_drop"
    ),
    # A button of the previous release; the page that it leads to has the new one.
    path("notices/<int:number>/seen/", RedirectView.as_view(url="/")),
]
