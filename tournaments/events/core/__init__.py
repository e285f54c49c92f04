"""Events and what all their features use: the event, access, denials, locking and pages."""
