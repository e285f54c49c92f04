from django.urls import path

from tournaments.ratings import views

urlpatterns = [
    path("", views.ratings, name="ratings"),
    path("<slug:family>/", views.ratings, name="ratings_of"),
]
