"""House rules with their editor, and the rules of every rule set in prose."""
