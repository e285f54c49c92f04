"""Link previews: pictures of pages as shown by chats and social networks next to a link.

A picture shows only what a reader without an account may see.
"""

from games.common.previews.canvas import SIZE, draw
from games.common.previews.facts import LinkPicture, default_picture
from games.common.previews.http import picture
from games.common.previews.typefaces import can_draw

__all__ = ["SIZE", "LinkPicture", "can_draw", "default_picture", "draw", "picture"]
