"""The organizers' desk."""
