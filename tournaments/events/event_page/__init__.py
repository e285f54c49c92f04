"""The page of an event, and its projector view."""
