from django.urls import path

from tournaments.people import pages
from tournaments.ratings.pages import statistics

urlpatterns = [
    path("people/me/", statistics, name="statistics"),
    path("players/", pages.find_player, name="players"),
    path("players/<str:username>/", pages.player, name="player"),
    path("players/<str:username>/<slug:do>/", pages.change_relation, name="player_change"),
    path("friends/", pages.friends, name="friends"),
    path("friends/tables/<slug:slug>/", pages.table_friends, name="table_friends"),
    path(
        "friends/invitations/<int:invitation_id>/", pages.table_invitation, name="table_invitation"
    ),
    path(
        "friends/invitations/<int:invitation_id>/decline/",
        pages.decline_invitation,
        name="table_invitation_decline",
    ),
]
