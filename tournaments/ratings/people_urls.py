from django.urls import path

from tournaments.ratings import views

urlpatterns = [path("me/", views.statistics, name="statistics")]
