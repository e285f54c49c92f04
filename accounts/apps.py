"""Django app of accounts."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class AccountsConfig(AppConfig):
    """The app of users and their accounts; connects its signal receivers and checks when ready."""

    name = "accounts"
    verbose_name = pgettext_lazy("of users", "Accounts")

    def ready(self) -> None:
        """Import the modules that connect receivers to sign-in signals, and the system checks."""
        from accounts import checks, receivers, sessions  # noqa: F401  (connect to signals)
        from accounts.notices.push import devices  # noqa: F401
