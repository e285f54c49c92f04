from django.urls import path

from tournaments.ratings import pages

urlpatterns = [
    path("", pages.ratings, name="ratings"),
    path("<slug:family>/", pages.ratings, name="ratings_of"),
]
