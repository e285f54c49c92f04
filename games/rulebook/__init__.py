"""Rules for people: house rules, their editor, and every rule set told in prose."""
