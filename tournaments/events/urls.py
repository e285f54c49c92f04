from django.urls import path

from tournaments.events import views

urlpatterns = [
    path("new/<slug:club>/", views.new, name="event_new"),
    path("<slug:slug>/", views.event, name="event"),
    path("<slug:slug>/enter/", views.enter, name="event_enter"),
    path("<slug:slug>/withdraw/", views.withdraw, name="event_withdraw"),
    path("<slug:slug>/here/", views.here, name="event_here"),
    path("<slug:slug>/desk/", views.desk, name="event_desk"),
    path("<slug:slug>/desk/results/<int:number>/", views.correct, name="event_correct"),
    path("<slug:slug>/desk/<slug:act>/", views.act, name="event_act"),
]
