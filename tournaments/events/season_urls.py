from django.urls import path

from tournaments.events.views import season

urlpatterns = [
    path("new/<slug:club>/", season.new, name="season_new"),
    path("<slug:slug>/", season.season, name="season"),
    path("<slug:slug>/change/", season.change, name="season_change"),
    path("<slug:slug>/events/", season.add, name="season_add"),
    path("<slug:slug>/events/<int:number>/take-out/", season.take_out, name="season_take_out"),
    path("<slug:slug>/close/", season.close, name="season_close"),
    path("<slug:slug>/reopen/", season.reopen, name="season_reopen"),
]
