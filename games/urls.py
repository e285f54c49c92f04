from django.urls import path

from games import views

urlpatterns = [
    path("", views.home, name="home"),
    path("play/", views.play_now, name="play_now"),
    path("tables/<slug:slug>/", views.table, name="table"),
    path("tables/<slug:slug>/sessions/<int:number>/", views.session, name="session"),
]
