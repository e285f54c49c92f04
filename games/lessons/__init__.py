"""A guided hand for those who have never played: a coach beside a real table, and its page."""
