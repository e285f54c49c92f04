from django.urls import path

from tournaments.people import views
from tournaments.ratings.views import statistics

urlpatterns = [
    path("people/me/", statistics, name="statistics"),
    path("players/", views.find_player, name="players"),
    path("players/<str:username>/", views.player, name="player"),
    path("players/<str:username>/<slug:do>/", views.change_relation, name="player_change"),
    path("friends/", views.friends, name="friends"),
    path("friends/tables/<slug:slug>/", views.table_friends, name="table_friends"),
    path(
        "friends/invitations/<int:invitation_id>/", views.table_invitation, name="table_invitation"
    ),
    path(
        "friends/invitations/<int:invitation_id>/decline/",
        views.decline_invitation,
        name="table_invitation_decline",
    ),
]
