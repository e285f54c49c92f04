from django.urls import path

from games.consumers import TableConsumer
from games.lobby_consumer import LobbyConsumer

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/tables/<slug:slug>/", TableConsumer.as_asgi()),
]
