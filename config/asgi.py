"""What daphne serves: pages over HTTP, live tables over WebSocket."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http_application = get_asgi_application()

# Only after Django is set up: these import models.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402

from config.bodies import LimitedBodies, limit_daphne  # noqa: E402
from games.screens.routing import websocket_urlpatterns  # noqa: E402

limit_daphne()
application = ProtocolTypeRouter(
    {
        "http": LimitedBodies(http_application),
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
        ),
    }
)
