from django.urls import path

from games.puzzles import pages

urlpatterns = [
    path("", pages.index, name="puzzles"),
    path("today/", pages.today, name="puzzle_today"),
    path("next/", pages.following, name="puzzle_next"),
    path("<int:number>/", pages.puzzle, name="puzzle"),
    path("<int:number>/own/", pages.own_line, name="puzzle_own"),
]
