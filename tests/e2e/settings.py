"""Settings of the servers that browser tests start: a fast password hasher."""

import os

from config.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

if folder := os.environ.get("PSEUDO_LOCALE"):
    LOCALE_PATHS = [folder, *LOCALE_PATHS]  # noqa: F405
    LANGUAGES = [("en", "English"), ("io", "Pseudo"), *LANGUAGES[1:]]  # noqa: F405
