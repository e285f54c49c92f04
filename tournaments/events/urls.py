from django.urls import path

from tournaments.events.views import data, desk, event, names, prints, standings, terms

urlpatterns = [
    path("new/<slug:club>/", terms.new, name="event_new"),
    path("<slug:slug>/", event.event, name="event"),
    path("<slug:slug>/enter/", event.enter, name="event_enter"),
    path("<slug:slug>/withdraw/", event.withdraw, name="event_withdraw"),
    path("<slug:slug>/here/", event.here, name="event_here"),
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
    path("<slug:slug>/desk/", desk.desk, name="event_desk"),
    path("<slug:slug>/desk/results/<int:number>/", desk.correct, name="event_correct"),
    path("<slug:slug>/desk/<slug:act>/", desk.act, name="event_act"),
]
