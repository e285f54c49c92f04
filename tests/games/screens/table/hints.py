"""The hints in the HTML that a browser gets."""

import json
import re
from html import unescape


def hinted(html: str) -> list[str]:
    """Return the plays that the HTML suggests, in order."""
    found = re.search(r'data-hints="([^"]*)"', html)
    assert found
    return list(json.loads(unescape(found[1])))
