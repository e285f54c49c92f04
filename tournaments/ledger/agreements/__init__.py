"""Pages of a user's agreements and what was won or lost under each."""
