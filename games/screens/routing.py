from django.urls import path

from games.screens.alerts import AlertConsumer
from games.screens.lobby.live import LobbyConsumer
from games.screens.table.consumer import TableConsumer

websocket_urlpatterns = [
    path("ws/calls/", AlertConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/tables/<slug:slug>/", TableConsumer.as_asgi()),
]
