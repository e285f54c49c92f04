"""A process that searches for others: ``python -m games.bots.search DESCRIPTOR``.

It reads views from the connection with that file descriptor and sends the actions back, until the
other end closes it, as the end of the process there does.
"""

import os
import sys
from multiprocessing.connection import Connection

from games.bots.net.weights import network
from games.bots.search import Searching

#: How much the process gives way to others, such as the one that serves the tables (`os.nice`).
NICENESS = 10


def serve(connection: Connection) -> None:
    """Announce that the process is ready, then answer each view with an action."""
    player = Searching()
    network()
    connection.send(None)
    while True:
        connection.send(player.choose(connection.recv()))


if __name__ == "__main__":
    os.nice(NICENESS)
    try:
        serve(Connection(int(sys.argv[1])))
    except (EOFError, ConnectionError):
        # The other process has ended.
        sys.exit()
