"""The terms of an agreement as plain data, and the digest that names them.

Terms are a mapping that JSON can hold, with at least ``stake_minor`` (minor units a point),
``currency`` (ISO 4217) and ``max_loss`` (minor units). What else is in them depends on what they
cover: ``games.tables.terms`` for a session, ``tournaments.events.services.terms`` for an event.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

#: Texts for readers; the same terms under another name are the same terms.
NAMES: Final = frozenset({"rules_name"})


def digest_of(terms: Mapping[str, Any]) -> str:
    """Return the digest of the terms, 32 hexadecimal digits.

    It is made of data alone: neither wording, language nor the order of keys changes it.
    """
    data = {name: value for name, value in terms.items() if name not in NAMES}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:32]
