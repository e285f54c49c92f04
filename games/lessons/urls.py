from django.urls import path

from games.lessons import views

urlpatterns = [
    path("", views.learn, name="learn"),
]
