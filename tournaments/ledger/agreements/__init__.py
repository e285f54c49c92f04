"""What a user agreed to, and what came of it: the page of all agreements, and of each."""
