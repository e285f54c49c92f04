from django.urls import path

from tournaments.events.views import desk, event, night, terms

urlpatterns = [
    path("new/<slug:club>/", terms.new, name="event_new"),
    path("at/<slug:table>/", night.of_table, name="night_of_table"),
    path("<slug:slug>/", event.event, name="event"),
    path("<slug:slug>/enter/", event.enter, name="event_enter"),
    path("<slug:slug>/withdraw/", event.withdraw, name="event_withdraw"),
    path("<slug:slug>/here/", event.here, name="event_here"),
    path("<slug:slug>/tables/", night.open_table, name="night_open"),
    path("<slug:slug>/tables/<int:number>/sit/", night.sit, name="night_sit"),
    path("<slug:slug>/desk/", desk.desk, name="event_desk"),
    path("<slug:slug>/desk/results/<int:number>/", desk.correct, name="event_correct"),
    path("<slug:slug>/desk/<slug:act>/", desk.act, name="event_act"),
]
