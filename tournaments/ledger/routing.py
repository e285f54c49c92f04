from django.urls import path

from tournaments.ledger.settling.consumer import SessionSettlementConsumer, SettlementConsumer

websocket_urlpatterns = [
    path("ws/settlements/<slug:slug>/", SettlementConsumer.as_asgi()),
    path("ws/settlements/<slug:slug>/<int:number>/", SessionSettlementConsumer.as_asgi()),
]
