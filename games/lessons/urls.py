from django.urls import path

from games.lessons import pages

urlpatterns = [
    path("", pages.learn, name="learn"),
]
