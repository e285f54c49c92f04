"""Django's PostgreSQL backend with a pool that recovers immediately from a restart (``base``)."""
