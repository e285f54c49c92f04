"""PostgreSQL as Django has it, but for its pool, which is right again at once (``base``)."""
