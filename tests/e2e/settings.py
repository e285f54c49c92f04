"""The settings of a club that tests start: its passwords are hashed quickly, as in other tests."""

from config.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
