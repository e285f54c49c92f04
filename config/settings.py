"""Django settings, read from the environment (twelve-factor).

Two modes:

* **Embedded** (no ``REDIS_URL``): SQLite, in-memory channel layer and a Celery worker with the
  in-memory broker in the same process. Nothing needs to be set; secrets are generated at the
  first start and stored in ``DATA_DIR``.
* **Scaled** (``REDIS_URL`` set): the values that each deployment must choose are required; a
  missing one stops the start with an error that names it.

docs/SETTINGS.md lists every variable.
"""

import contextlib
import os
import secrets
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import environ
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.conf.locale import LANG_INFO
from django.contrib.messages import constants as message_levels
from django.core.exceptions import ImproperlyConfigured
from kombu import Queue

from config import languages
from config.queues import OTHER, REVIEWS, TABLES

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.FileAwareEnv()

REDIS_URL: str = env.str("REDIS_URL", default="")
EMBEDDED = not REDIS_URL
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "data")))


def required_setting(name: str) -> str:
    """Return the environment variable's value; raise an error if it is missing."""
    value: str = env.str(name, default="")
    if not value:
        raise ImproperlyConfigured(
            f"{name} is not set. With REDIS_URL set, SECRET_KEY, DATABASE_URL and ALLOWED_HOSTS "
            f"are required (see docs/SETTINGS.md)."
        )
    return value


def check_bounds(name: str, value: float, minimum: float, maximum: float) -> None:
    """Raise an error that names the variable if its value is out of bounds."""
    if not minimum <= value <= maximum:
        raise ImproperlyConfigured(
            f"{name} is {value:.12g}; it must be {minimum:.12g} to {maximum:.12g} "
            f"(see docs/SETTINGS.md)."
        )


def number_setting(name: str, default: float, minimum: float, maximum: float) -> float:
    """Return the environment variable as a number; raise an error if invalid or out of bounds."""
    try:
        value: float = env.float(name, default=default)
    except ValueError:
        raise ImproperlyConfigured(
            f"{name} is {env.str(name)!r}, which is not a number (see docs/SETTINGS.md)."
        ) from None
    check_bounds(name, value, minimum, maximum)
    return value


def integer_setting(name: str, default: int, minimum: int = 1, maximum: int = 10_000_000) -> int:
    """Return the environment variable as an integer; raise an error if invalid or out of bounds."""
    try:
        value: int = env.int(name, default=default)
    except ValueError:
        raise ImproperlyConfigured(
            f"{name} is {env.str(name)!r}, which is not a whole number (see docs/SETTINGS.md)."
        ) from None
    check_bounds(name, value, minimum, maximum)
    return value


def database_setting(name: str, default: str) -> dict[str, Any]:
    """Return the database configuration from an environment variable with a URL, or raise an error.

    The error names the variable, but doesn't repeat its value, which may contain a password.
    """
    url: str = env.str(name, default=default)
    scheme = url.partition("://")[0]
    kinds = ("sqlite", "postgres", "postgresql")
    try:
        # For an unknown scheme the library would only warn.
        found: dict[str, Any] = env.db_url_config(url) if scheme in kinds else {}
    except ValueError:
        found = {}
    if not found.get("NAME"):
        said = "is not a database URL" if url.strip() else "is empty"
        raise ImproperlyConfigured(
            f"{name} {said}. Use postgres://user:password@host/name or sqlite:///file, or leave it "
            f"unset for a file in DATA_DIR (see docs/SETTINGS.md)."
        )
    return found


def days_setting(name: str, default: int) -> int:
    """Return the variable's number of days after which data is deleted; 0 for never."""
    return integer_setting(name, default, 0, 36_500)


def stored_or_new_secret(path: Path) -> str:
    """Return the secret in the file; create it on the first call, readable for its owner only.

    The file is created atomically; if two processes create it at the same time, both use the first.
    """
    if path.is_file() and not path.read_text().strip():
        # Left empty by an interrupted write.
        path.unlink()
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        made = path.with_name(f"{path.name}.{os.getpid()}")
        made.touch(mode=0o600)
        made.write_text(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):
            os.link(made, path)
        made.unlink()
    return path.read_text().strip()


# --- Secrets, hosts, transport

if EMBEDDED:
    SECRET_KEY = env.str("SECRET_KEY", default="") or stored_or_new_secret(DATA_DIR / "secret_key")
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
else:
    SECRET_KEY = required_setting("SECRET_KEY")
    ALLOWED_HOSTS = [h.strip() for h in required_setting("ALLOWED_HOSTS").split(",")]
    required_setting("DATABASE_URL")

#: Payment details and secrets of second factors are encrypted with keys derived from these
#: (accounts.cipher).
PAYMENT_KEYS: list[str] = env.list("PAYMENT_KEYS", default=[])

DEBUG = False
#: The product's name in mails and in authenticator apps.
SITE_NAME = "Big Two Club"
HTTPS = env.bool("HTTPS", default=not EMBEDDED)
#: Public address of the site, for links in mails; without a trailing slash.
SITE_URL = env.str(
    "SITE_URL",
    default=f"http://localhost:{env.str('PORT', default='8000')}"
    if EMBEDDED
    else f"http{'s' * HTTPS}://{ALLOWED_HOSTS[0].lstrip('.')}",
).rstrip("/")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SECURE_SSL_REDIRECT = HTTPS
# Health checks and metrics are requested directly from a process, not through a proxy.
SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics$"]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
# With this prefix, browsers accept the cookie only over HTTPS and only from this exact host.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
CSRF_FAILURE_VIEW = "config.web.expired.expired_form"
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# HSTS for subdomains and browsers' preload lists are hard to undo, so the owner of the whole domain
# must choose them.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=False)
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

#: Maximum size of a request body in bytes (config.patches.request_size_limit).
MAX_BODY_BYTES = integer_setting("MAX_BODY_BYTES", 1024 * 1024, 64 * 1024, 1024**3)

CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [SELF],
        # Current browsers count a WebSocket to the same host as 'self'.
        "connect-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# Features that no page uses, so that an injected script can't use them either. Features not listed
# keep the browsers' defaults: copying a link, sharing it, full screen.
PERMISSIONS_POLICY: dict[str, list[str]] = {
    name: []
    for name in (
        "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid",
        "magnetometer", "microphone", "midi", "payment", "serial", "usb",
    )
}  # fmt: skip

# --- Applications

INSTALLED_APPS = [
    "daphne",
    "config.apps.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "channels",
    "pgtrigger",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "accounts",
    "games",
    "tournaments",
]

MIDDLEWARE = [
    "config.requests.RequestMetrics",
    # Before any middleware that asks for the host.
    "config.web.hosts.KnownHosts",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Only for rendered pages: static files are compressed already. Compression reveals no secret
    # (BREACH): tokens are masked differently each time, and the length is padded at random.
    "django.middleware.gzip.GZipMiddleware",
    "config.web.private.PrivatePages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.sessions.SessionLimits",
    "accounts.languages.ReaderLanguage",
    "accounts.zones.ReaderZone",
    "config.requests.TraceUser",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    # Last, because it calls the view of a read request again.
    "config.web.reads.RepeatedReads",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.screens.alerts.context",
            ],
            # Its filter "date" takes the place of Django's.
            "builtins": ["games.common.dates"],
            "libraries": {
                "clubs": "tournaments.clubs.sentences",
                "form_errors": "games.common.form_errors",
                "languages": "games.common.languages",
                "language_menu": "accounts.language_menu",
                "live": "games.common.partials",
                "money": "games.common.money",
                "numbers": "games.common.numbers",
                "pictures": "accounts.pictures",
                "previews": "games.common.previews.tags",
                "settings": "accounts.settings_menu",
            },
        },
    },
    {
        # Partials of live pages.
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates" / "jinja2"],
        "OPTIONS": {"environment": "games.common.partials.environment"},
    },
]

# Renders long lists of options in a fraction of the time of Django's own templates.
FORM_RENDERER = "config.form_renderer.FormRenderer"

# --- Data

DATABASES: dict[str, Any] = {
    "default": database_setting("DATABASE_URL", f"sqlite:///{DATA_DIR / 'club.sqlite3'}")
}
_database = DATABASES["default"]
SQLITE = _database["ENGINE"] == "django.db.backends.sqlite3"
if SQLITE:
    # One writer at a time, which waits for its turn (IMMEDIATE); readers that never block it (WAL);
    # commits that survive a power cut (FULL; NORMAL is faster). Connections are persistent, because
    # opening one costs more than a move.
    _synchronous = env.str("SQLITE_SYNCHRONOUS", default="FULL")
    if _synchronous not in ("FULL", "NORMAL"):
        raise ImproperlyConfigured(
            f"SQLITE_SYNCHRONOUS is {_synchronous!r}; it must be FULL or NORMAL "
            f"(see docs/SETTINGS.md)."
        )
    _database["CONN_MAX_AGE"] = None
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            f"PRAGMA journal_mode=WAL; PRAGMA synchronous={_synchronous}; PRAGMA temp_store=MEMORY;"
        ),
    }
else:
    # Under ASGI, threads come and go: persistent connections would leak, pooled ones don't.
    _database["CONN_MAX_AGE"] = 0
    # The pool checks a connection before it hands it out, and checks all of them if one is lost, so
    # that no page fails after a restart of the database.
    _database["CONN_HEALTH_CHECKS"] = True
    _database["ENGINE"] = "config.patches.postgres"
    _database.setdefault("OPTIONS", {})["pool"] = {
        "min_size": 1,
        "max_size": integer_setting("DATABASE_POOL", 16, 2, 10_000),
        "timeout": 10,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES: dict[str, Any] = {
    "default": (
        {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
        if EMBEDDED
        else {
            "BACKEND": "config.patches.caches.SharedCache",
            "LOCATION": REDIS_URL,
            # A cache that doesn't respond must not delay pages for long.
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
        }
    )
}

# --- Live updates and background work

CHANNEL_LAYERS: dict[str, Any] = {
    "default": (
        {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 10_000}}
        if EMBEDDED
        else {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                # By default redis-py closes a silent connection after 5 s, but a subscriber is
                # silent most of the time.
                "hosts": [
                    {
                        "address": REDIS_URL,
                        "socket_timeout": None,
                        "socket_connect_timeout": 10,
                        "health_check_interval": 30,
                    }
                ],
            },
        }
    )
}

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT = (
    "config.patches.broker:Transport" if REDIS_URL else "config.patches.memory_broker:Transport"
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = not EMBEDDED
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_TIMEZONE = "UTC"
# Players wait for work at tables, so a slow audit must not delay it, nor many reviews of deals any
# other work: three queues. By default a worker serves all of them (celery worker --queues).
# Embedded mode has one, because all work runs in one process anyway.
CELERY_TASK_DEFAULT_QUEUE = OTHER
if not EMBEDDED:
    CELERY_TASK_QUEUES = [Queue(TABLES), Queue(REVIEWS), Queue(OTHER)]
    CELERY_TASK_ROUTES = {
        "games.tables.tasks.*": {"queue": TABLES},
        "games.replays.review.tasks.*": {"queue": REVIEWS},
    }
# Seconds between sweeps, which find lost tasks of tables, ledger, ratings and events.
SWEEP_SECONDS = number_setting("SWEEP_SECONDS", 5.0, 0.1, 3600)
# Seconds after its due time at which a table's next event counts as lost.
SWEEP_GRACE_SECONDS = number_setting("SWEEP_GRACE_SECONDS", 3.0, 0, 3600)
CELERY_BEAT_SCHEDULER = "config.patches.beat:StoredScheduler"
CELERY_BEAT_SCHEDULE = {
    "sweep-tables": {"task": "games.tables.tasks.sweep", "schedule": SWEEP_SECONDS},
    "sweep-settlements": {"task": "tournaments.ledger.tasks.sweep", "schedule": 4 * SWEEP_SECONDS},
    "remind-of-payments": {"task": "tournaments.ledger.tasks.remind", "schedule": 3600.0},
    "lapse-results": {"task": "tournaments.ledger.tasks.lapse_results", "schedule": 3600.0},
    "charge-dues": {"task": "tournaments.ledger.tasks.charge_dues", "schedule": 3600.0},
    "sweep-ratings": {"task": "tournaments.ratings.tasks.sweep", "schedule": 4 * SWEEP_SECONDS},
    "audit-book": {
        "task": "tournaments.ledger.tasks.audit",
        "schedule": crontab(hour=4, minute=20),
    },
    # For servers that don't run at night.
    "audit-book-overdue": {
        "task": "tournaments.ledger.tasks.audit_overdue",
        "schedule": crontab(minute=50),
    },
    # Embedded servers may not run at night.
    "clean-up": {
        "task": "tournaments.tasks.clean_up",
        "schedule": crontab(minute=35) if EMBEDDED else crontab(hour=3, minute=35),
    },
    "remind": {"task": "tournaments.events.tasks.remind", "schedule": 60.0},
    "continue-series": {"task": "tournaments.events.tasks.continue_series", "schedule": 60.0},
    "send-mails": {"task": "accounts.notices.tasks.send_mails", "schedule": 60.0},
    "send-digests": {"task": "accounts.notices.tasks.send_digests", "schedule": 300.0},
    "send-push-messages": {"task": "accounts.notices.tasks.send_push_messages", "schedule": 60.0},
    "notify-of-turns": {"task": "games.tables.tasks.notify_turns", "schedule": 4 * SWEEP_SECONDS},
    "sweep-events": {"task": "tournaments.events.tasks.sweep", "schedule": 4 * SWEEP_SECONDS},
}

# --- The game

#: A bot's thinking time in seconds: (minimum, maximum). With 0,0 bots play immediately.
try:
    BOT_DELAY = tuple(env.list("BOT_DELAY", cast=float, default=[0.7, 1.6]))
    _min_delay, _max_delay = BOT_DELAY
except ValueError:
    raise ImproperlyConfigured(
        f"BOT_DELAY is {env.str('BOT_DELAY')!r}; it must be two numbers, such as 0.7,1.6 "
        f"(see docs/SETTINGS.md)."
    ) from None
check_bounds("BOT_DELAY", _min_delay, 0, _max_delay)
check_bounds("BOT_DELAY", _max_delay, _min_delay, 3600)
#: Seconds before the first lead in a deal in which a player may still ask for a redeal.
REDEAL_SECONDS = number_setting("REDEAL_SECONDS", 8.0, 0, 3600)
#: Seconds that a bot waits before it plays where others may cut in out of turn.
CUT_IN_SECONDS = number_setting("CUT_IN_SECONDS", 2.5, 0, 3600)
#: Seconds after a deal at which the next one starts, even if not all players are ready.
NEXT_DEAL_SECONDS = number_setting("NEXT_DEAL_SECONDS", 20.0, 0, 86_400)

# --- Users

AUTH_USER_MODEL = "accounts.User"
#: The library's backend comes first: it looks up a login name as an email address before it looks
#: it up as a username, since older usernames may contain an @. The other one signs in guests.
AUTHENTICATION_BACKENDS = [
    "allauth.account.auth_backends.AuthenticationBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = ["accounts.hashers.ClubHasher"]
# Checked for new passwords only; existing ones stay valid.
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "accounts.passwords.LengthValidator"},
    {"NAME": "accounts.passwords.KnownPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
EMAIL_REQUIRED = env.bool("EMAIL_REQUIRED", default=not EMBEDDED)
ACCOUNT_SIGNUP_FIELDS = [
    "username*",
    "email*" if EMAIL_REQUIRED else "email",
    # Entered once, because the form has a button that shows it.
    "password1*",
]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_REQUIRED else "optional"
# Only in a browser whose session waits for this confirmation, because it has just signed up or
# given the password: login_on_verification of django-allauth compares its user with the address's.
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.SignInForm",
    "signup": "accounts.forms.SignUpForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
}
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # guests count as signed in, but may sign in
ACCOUNT_USER_DISPLAY = "accounts.models.shown_name"
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_BLACKLIST = ["admin", "root", "bot", "guest"]
# Ask for the password before security settings are changed, unless it was just entered.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# Mail users about changes to their accounts (accounts.mails).
ACCOUNT_EMAIL_NOTIFICATIONS = True
# Without it the library puts the host in brackets before each subject.
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ADAPTER = "accounts.adapter.SecondFactorAdapter"
MFA_FORMS = {
    "add_webauthn": "accounts.passkeys.AddKeyForm",
    "authenticate_webauthn": "accounts.passkeys.AuthenticateKeyForm",
    "login_webauthn": "accounts.passkeys.SignInKeyForm",
    "reauthenticate_webauthn": "accounts.passkeys.ReauthenticateKeyForm",
}
MFA_TOTP_ISSUER = SITE_NAME
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
#: Rate limits: new guests per address, and new tables per user.
GUEST_RATE = env.str("GUEST_RATE", default="30/hour")
TABLE_RATE = env.str("TABLE_RATE", default="60/hour")
#: Maximum number of a user's waiting or running tables; resting ones are not counted.
PERSON_TABLES = integer_setting("PERSON_TABLES", 20)
#: Per process: maximum number of open sockets, and of messages per second, for each user and for
#: each address, which a whole club may share.
PERSON_SOCKETS = integer_setting("PERSON_SOCKETS", 20)
PERSON_MESSAGES = integer_setting("PERSON_MESSAGES", 40)
ADDRESS_SOCKETS = integer_setting("ADDRESS_SOCKETS", 400)
ADDRESS_MESSAGES = integer_setting("ADDRESS_MESSAGES", 400)
#: Days after which data is deleted; 0 keeps it for ever (tournaments.cleanup).
GUEST_DAYS = days_setting("GUEST_DAYS", 90)
WAITING_DAYS = days_setting("WAITING_DAYS", 7)
RESTING_DAYS = days_setting("RESTING_DAYS", 2)
STALLED_DAYS = days_setting("STALLED_DAYS", 30)
CHAT_DAYS = days_setting("CHAT_DAYS", 365)
NOTICE_DAYS = days_setting("NOTICE_DAYS", 180)
# Security events contain IP addresses.
SECURITY_DAYS = days_setting("SECURITY_DAYS", 90)
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
#: Days after sign-in, and days without a request, at which a session expires.
SESSION_DAYS = integer_setting("SESSION_DAYS", 60, 1, 366)
SESSION_IDLE_DAYS = integer_setting("SESSION_IDLE_DAYS", 30, 1, 366)
SESSION_COOKIE_AGE = SESSION_DAYS * 24 * 60 * 60
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"

EMAIL_CONFIG = env.email("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default=f"{SITE_NAME} <club@localhost>")
# Whether browsers may name push services at private addresses and without https: for tests alone.
PUSH_PRIVATE_ENDPOINTS = env.bool("PUSH_PRIVATE_ENDPOINTS", default=False)

# --- Language, time, files

#: Usual paths of Noto Sans CJK, a font for Chinese, Japanese and Korean.
CJK_FONTS = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Bold.ttc",
)

LANGUAGE_CODE = "en"
LANG_INFO.update(languages.LANG_INFO)
_offered, LANGUAGE_PROBLEMS = languages.offered()
LANGUAGES = [(code, LANG_INFO[code]["name_local"]) for code in _offered]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
#: Date and time formats that differ from Django's.
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = True
TIME_ZONE = env.str("TIME_ZONE", default="UTC")
USE_TZ = True

#: Paths of font files for link previews, for scripts that our own fonts lack.
PICTURE_FONTS: list[str] = env.list(
    "PICTURE_FONTS",
    default=[str(path) for path in map(Path, CJK_FONTS) if path.is_file()][:1],
)

STATIC_URL = "static/"
# Without static/css and static/js, which are the sources of static/built (config/assets).
STATICFILES_DIRS = [(name, BASE_DIR / "static" / name) for name in ("built", "img", "vendor")]
STATIC_ROOT = env.str("STATIC_ROOT", default=str(DATA_DIR / "static"))
STORAGES: dict[str, Any] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # File names contain a digest, so browsers can cache them for ever.
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
MESSAGE_TAGS = {message_levels.ERROR: "error"}

# --- Logging and metrics

LOG_FORMAT = env.str("LOG_FORMAT", default="plain")
if LOG_FORMAT not in ("plain", "json"):
    raise ImproperlyConfigured(
        f"LOG_FORMAT is {LOG_FORMAT!r}; it must be plain or json (see docs/SETTINGS.md)."
    )
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "traced": {"()": "config.logs.TraceFilter"},
        "discreet": {"()": "config.logs.SecretFilter"},
    },
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name}: {message}{trace}", "style": "{"},
        "json": {"()": "config.logs.JsonLines"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["traced", "discreet"],
        }
    },
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="WARNING")},
    "loggers": {
        # "access": one line per request, two per socket.
        "security": {"level": "INFO"},
        "access": {"level": "INFO" if env.bool("ACCESS_LOG", default=False) else "WARNING"},
        "django.channels.server": {"level": "WARNING"},
        "django.request": {"level": "ERROR"},
        "celery": {"level": "WARNING"},
    },
}

#: Access to /metrics: with the token, or directly from these addresses or networks. Without either
#: setting the page does not exist.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
METRICS_ADDRESSES: list[str] = env.list("METRICS_ADDRESSES", default=[])
for _address in METRICS_ADDRESSES:
    try:
        ip_network(_address)
    except ValueError as _error:
        raise ImproperlyConfigured(f"METRICS_ADDRESSES: {_error} (see docs/SETTINGS.md).") from None
#: Address at which a worker serves its metrics, such as 127.0.0.1:9101; disabled if empty.
WORKER_METRICS = env.str("WORKER_METRICS", default="")

#: HSTS for subdomains and for preload lists is the administrator's choice (above).
SILENCED_SYSTEM_CHECKS: list[str] = ["security.W005", "security.W021"]
