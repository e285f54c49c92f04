"""Tables with real cards: score sheets and slips."""
