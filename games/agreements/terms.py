"""Terms of an agreement as plain data, and the digest that identifies them.

Terms are a JSON-compatible mapping with at least ``stake_minor`` (minor units per point),
``currency`` (ISO 4217) and ``max_loss`` (minor units). The rest depends on what they cover:
``games.tables.terms`` for a session, ``tournaments.events.terms.selectors`` for an event. Those of
dues and bills have an amount instead of a stake.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

#: Display texts, which are not part of the digest.
NAMES: Final = frozenset({"rules_name"})


def digest_of(terms: Mapping[str, Any]) -> str:
    """Return the digest of the terms, 32 hexadecimal digits.

    It depends only on data, not on wording, language or the order of keys.
    """
    data = {name: value for name, value in terms.items() if name not in NAMES}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:32]
