from django.urls import path

from games.puzzles import deal_pages, pages
from games.puzzles.presenter import Shown

_deal = "deals/<slug:slug>/<int:number>/<int:deal>/<int:step>/"

urlpatterns = [
    path("", pages.index, name="puzzles"),
    path("today/", pages.today, name="puzzle_today"),
    path("next/", pages.following, name="puzzle_next"),
    path("<int:number>/", pages.puzzle, name="puzzle"),
    path("<int:number>/own/", pages.own_line, name="puzzle_own"),
    path(_deal, deal_pages.puzzle, name="deal_puzzle"),
    path(f"{_deal}own/", deal_pages.line, {"shown": Shown.OWN}, name="deal_puzzle_own"),
    path(f"{_deal}played/", deal_pages.line, {"shown": Shown.PLAYED}, name="deal_puzzle_played"),
]
