"""What daphne serves: pages over HTTP, live tables over WebSocket."""

import gc
import os
import sys

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http_application = get_asgi_application()

# Only after Django is set up: these import models.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from config.bodies import LimitedBodies, limit_daphne  # noqa: E402
from config.openings import SocketsInTurns  # noqa: E402
from config.origins import OwnPages  # noqa: E402
from config.requests import NamedRequests  # noqa: E402
from config.server import serve_gently  # noqa: E402
from games.screens import routing as games  # noqa: E402
from tournaments.events import routing as events  # noqa: E402
from tournaments.ledger import routing as ledger  # noqa: E402

limit_daphne()
serve_gently()
application = NamedRequests(
    ProtocolTypeRouter(
        {
            "http": LimitedBodies(http_application),
            "websocket": OwnPages(
                SocketsInTurns(
                    AuthMiddlewareStack(
                        URLRouter(
                            [
                                *games.websocket_urlpatterns,
                                *events.websocket_urlpatterns,
                                *ledger.websocket_urlpatterns,
                            ]
                        )
                    )
                )
            ),
        }
    )
)

# What was made by now stays, and what a move makes is hardly ever a circle: looking for circles as
# often as Python does by itself takes a twentieth of all the work.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 5, 3)
# Whoever writes lets others run at each statement. Waiting for the usual ten times as long to go on
# would take several statements' time, and what waits for the commit waits with it.
sys.setswitchinterval(0.0005)
