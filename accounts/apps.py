"""Django app of accounts."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class AccountsConfig(AppConfig):
    """The app of users and their accounts; connects its signal receivers when ready."""

    name = "accounts"
    verbose_name = pgettext_lazy("of users", "Accounts")

    def ready(self) -> None:
        """Import the modules that connect receivers to sign-in signals."""
        from accounts import receivers, sessions  # noqa: F401  (connect to sign-in signals)
        from accounts.notices.push import devices  # noqa: F401
