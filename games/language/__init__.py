"""From data to the reader's language: cards, refusals, the log, scores."""
