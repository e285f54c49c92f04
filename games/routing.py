from django.urls import path

from games.consumers import TableConsumer

websocket_urlpatterns = [path("ws/tables/<slug:slug>/", TableConsumer.as_asgi())]
