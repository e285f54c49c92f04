from django.urls import path

from tournaments.events.views import (
    data,
    dates,
    desk,
    duplicate,
    event,
    names,
    night,
    paper,
    prints,
    seats,
    standings,
    terms,
)
from tournaments.events.views.preview import event_preview

urlpatterns = [
    path("new/<slug:club>/", terms.new, name="event_new"),
    path("dates/", dates.own_dates, name="event_dates"),
    path("dates/address/", dates.renew_calendar, name="event_dates_address"),
    path("dates/mails/", dates.take_mails, name="event_dates_mails"),
    path("calendar/<slug:token>.ics", dates.own_feed, name="own_feed"),
    path("notices/<int:number>/seen/", dates.notice_seen, name="event_notice_seen"),
    path("at/<slug:table>/", night.of_table, name="night_of_table"),
    path("<slug:slug>/", event.event, name="event"),
    path("<slug:slug>/preview.png", event_preview, name="event_preview"),
    path("<slug:slug>/event.ics", dates.event_ics, name="event_ics"),
    path("<slug:slug>/enter/", event.enter, name="event_enter"),
    path("<slug:slug>/withdraw/", event.withdraw, name="event_withdraw"),
    path("<slug:slug>/come-back/", event.come_back, name="event_come_back"),
    path("<slug:slug>/here/", event.here, name="event_here"),
    path("<slug:slug>/sheets/<int:number>/", paper.table, name="event_paper"),
    path("<slug:slug>/sheets/<int:number>/<slug:act>/", paper.act, name="event_paper_act"),
    path("<slug:slug>/slips/<int:number>/", paper.slips, name="event_slips"),
    path("<slug:slug>/tables/", night.open_table, name="night_open"),
    path("<slug:slug>/tables/<int:number>/sit/", night.sit, name="night_sit"),
    path("<slug:slug>/standings/", standings.standings, name="event_standings"),
    path("<slug:slug>/standings/<int:number>/", standings.line, name="event_line"),
    path("<slug:slug>/data/<slug:what>.<slug:kind>", data.data, name="event_data"),
    path("<slug:slug>/print/standings/", prints.standings, name="event_print_standings"),
    path("<slug:slug>/print/seating/<int:number>/", prints.seating, name="event_print_seating"),
    path("<slug:slug>/print/certificates/", prints.certificates, name="event_certificates"),
    path(
        "<slug:slug>/print/certificates/<int:number>/",
        prints.certificate,
        name="event_certificate",
    ),
    path("<slug:slug>/desk/names/", names.names, name="event_names"),
    path("<slug:slug>/rounds/<int:number>/word/", duplicate.word, name="event_word"),
    path("<slug:slug>/rounds/<int:number>/compare/", duplicate.compare, name="event_compare"),
    path("<slug:slug>/rounds/<int:number>/packs/", duplicate.packs, name="event_packs"),
    path(
        "<slug:slug>/rounds/<int:number>/packs.json", duplicate.packs_file, name="event_packs_file"
    ),
    path(
        "<slug:slug>/rounds/<int:number>/deals/<int:deal>/", duplicate.beside, name="event_beside"
    ),
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
