from django.urls import path

from tournaments import views

urlpatterns = [path("me/", views.statistics, name="statistics")]
