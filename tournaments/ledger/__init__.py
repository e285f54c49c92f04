"""Who pays whom: settlements of sessions."""
