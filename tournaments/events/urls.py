from django.urls import path

from tournaments.events.views import dates, desk, event, seats, terms

urlpatterns = [
    path("new/<slug:club>/", terms.new, name="event_new"),
    path("dates/", dates.own_dates, name="event_dates"),
    path("dates/address/", dates.renew_calendar, name="event_dates_address"),
    path("dates/mails/", dates.take_mails, name="event_dates_mails"),
    path("calendar/<slug:token>.ics", dates.own_feed, name="own_feed"),
    path("notices/<int:number>/seen/", dates.notice_seen, name="event_notice_seen"),
    path("<slug:slug>/", event.event, name="event"),
    path("<slug:slug>/event.ics", dates.event_ics, name="event_ics"),
    path("<slug:slug>/enter/", event.enter, name="event_enter"),
    path("<slug:slug>/withdraw/", event.withdraw, name="event_withdraw"),
    path("<slug:slug>/here/", event.here, name="event_here"),
    path("<slug:slug>/projector/", event.projector, name="event_projector"),
    path("<slug:slug>/desk/", desk.desk, name="event_desk"),
    path("<slug:slug>/desk/results/<int:number>/", desk.correct, name="event_correct"),
    path("<slug:slug>/edit/", terms.edit, name="event_edit"),
    path("<slug:slug>/desk/seats/", seats.seats, name="event_seats"),
    path("<slug:slug>/desk/seats/look/", seats.look, name="event_seats_look"),
    path("<slug:slug>/desk/even/", seats.even, name="event_even"),
    path("<slug:slug>/desk/here/<int:number>/", seats.here, name="event_other_here"),
    path("<slug:slug>/desk/<slug:act>/", desk.act, name="event_act"),
]
