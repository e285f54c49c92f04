"""Changes to Daphne, Celery, kombu, Django and psycopg: one module each.

Each names the upstream issue, if there is one, and what would make it unnecessary. Check them when
one of these packages is upgraded.
"""
