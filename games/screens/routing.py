from django.urls import path

from games.screens.calls import CallConsumer
from games.screens.lobby.consumer import LobbyConsumer
from games.screens.table.consumer import TableConsumer

websocket_urlpatterns = [
    path("ws/calls/", CallConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/tables/<slug:slug>/", TableConsumer.as_asgi()),
]
