"""Live updates: topics that browsers watch, announced once to each process."""
