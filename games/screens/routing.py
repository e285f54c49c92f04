from django.urls import path

from games.screens.lobby.consumer import LobbyConsumer
from games.screens.table.consumer import TableConsumer

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/tables/<slug:slug>/", TableConsumer.as_asgi()),
]
