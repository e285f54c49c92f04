from django.urls import include, path

from games.screens import home, opening, sessions, stake_limits
from games.screens.lobby import pages as lobby
from games.screens.table import pages as table
from games.screens.table.preview import table_preview

urlpatterns = [
    path("", home.home, name="home"),
    path("notices/", home.notices, name="notices"),
    path("games/", home.games, name="games"),
    path("play/", opening.play_now, name="play_now"),
    path("tables/", lobby.lobby, name="lobby"),
    path("tables/new/", opening.table_new, name="table_new"),
    path("tables/new/worst/", opening.table_worst, name="table_worst"),
    path("tables/<slug:slug>/", table.table, name="table"),
    path("tables/<slug:slug>/preview.png", table_preview, name="table_preview"),
    path("tables/<slug:slug>/agree/", table.table_agree, name="table_agree"),
    path("tables/<slug:slug>/sit/", table.table_sit, name="table_sit"),
    path("tables/<slug:slug>/leave/", table.table_leave, name="table_leave"),
    path("tables/<slug:slug>/rules/", table.table_rules, name="table_rules"),
    path("tables/<slug:slug>/sessions/<int:number>/", sessions.session, name="session"),
    path("limits/", stake_limits.limits, name="limits"),
    path("limits/<slug:currency>/remove/", stake_limits.remove_limit, name="limit_remove"),
    path("", include("games.replays.urls")),
]
