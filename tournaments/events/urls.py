from django.urls import path

from tournaments.events.views import desk, event, terms

urlpatterns = [
    path("new/<slug:club>/", terms.new, name="event_new"),
    path("<slug:slug>/", event.event, name="event"),
    path("<slug:slug>/enter/", event.enter, name="event_enter"),
    path("<slug:slug>/withdraw/", event.withdraw, name="event_withdraw"),
    path("<slug:slug>/here/", event.here, name="event_here"),
    path("<slug:slug>/projector/", event.projector, name="event_projector"),
    path("<slug:slug>/desk/", desk.desk, name="event_desk"),
    path("<slug:slug>/desk/results/<int:number>/", desk.correct, name="event_correct"),
    path("<slug:slug>/desk/<slug:act>/", desk.act, name="event_act"),
]
