from django.urls import path

from tournaments.events.consumer import (
    DeskConsumer,
    EventConsumer,
    NightConsumer,
    ProjectorConsumer,
)

websocket_urlpatterns = [
    path("ws/events/<slug:slug>/", EventConsumer.as_asgi()),
    path("ws/events/<slug:slug>/desk/", DeskConsumer.as_asgi()),
    path("ws/events/<slug:slug>/night/", NightConsumer.as_asgi()),
    path("ws/events/<slug:slug>/projector/", ProjectorConsumer.as_asgi()),
]
