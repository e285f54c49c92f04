"""Cards, plays, refusals, the game log and scores in the reader's language."""
