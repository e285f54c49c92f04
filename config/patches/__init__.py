"""Changes to Daphne, Celery, kombu, Django and psycopg: one module each.

Each says which upstream issue it answers and what would make it unnecessary. Check them when one of
these packages is upgraded.
"""
