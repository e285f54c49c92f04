"""ASGI application served by daphne: pages over HTTP, live tables over WebSocket."""

import gc
import os
import sys

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http_application = get_asgi_application()

# These import models, so they come after Django's set-up.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from config.origins import OriginCheck  # noqa: E402
from config.patches.connection_throttle import ConnectionThrottle  # noqa: E402
from config.patches.request_size_limit import RequestSizeLimit, limit_daphne  # noqa: E402
from config.requests import RequestIds  # noqa: E402
from config.server import use_graceful_server  # noqa: E402
from games.screens import routing as games  # noqa: E402
from tournaments.events import routing as events  # noqa: E402
from tournaments.ledger import routing as ledger  # noqa: E402

limit_daphne()
use_graceful_server()
application = RequestIds(
    ProtocolTypeRouter(
        {
            "http": RequestSizeLimit(http_application),
            "websocket": OriginCheck(
                ConnectionThrottle(
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

# Objects created so far stay for good, and a move creates hardly any reference cycles. Collecting
# cycles as often as Python does by default takes a twentieth of the processor time.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 5, 3)
# A writing thread releases the GIL at each statement. With the default interval, ten times as long,
# it would wait several statements' time to get it back, and with it all that wait for the commit.
sys.setswitchinterval(0.0005)
