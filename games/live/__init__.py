"""Topics: what many browsers watch, told once to each process and shown to all its viewers."""
