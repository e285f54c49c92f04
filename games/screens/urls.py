from django.urls import include, path

from games.screens import home, opening, sessions
from games.screens.lobby import views as lobby
from games.screens.table import views as table

urlpatterns = [
    path("", home.home, name="home"),
    path("play/", opening.play_now, name="play_now"),
    path("tables/", lobby.lobby, name="lobby"),
    path("tables/new/", opening.table_new, name="table_new"),
    path("tables/<slug:slug>/", table.table, name="table"),
    path("tables/<slug:slug>/sit/", table.table_sit, name="table_sit"),
    path("tables/<slug:slug>/rules/", table.table_rules, name="table_rules"),
    path("tables/<slug:slug>/sessions/<int:number>/", sessions.session, name="session"),
    path("", include("games.replays.urls")),
]
