from django.urls import include, path

from games import views

urlpatterns = [
    path("", views.home, name="home"),
    path("play/", views.play_now, name="play_now"),
    path("tables/", views.lobby, name="lobby"),
    path("tables/new/", views.table_new, name="table_new"),
    path("tables/<slug:slug>/", views.table, name="table"),
    path("tables/<slug:slug>/sit/", views.table_sit, name="table_sit"),
    path("tables/<slug:slug>/rules/", views.table_rules, name="table_rules"),
    path("tables/<slug:slug>/sessions/<int:number>/", views.session, name="session"),
    path("", include("games.replay_urls")),
]
