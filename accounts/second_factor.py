"""The second factor at sign-in: who has one, and who must.

The account library asks for it at each sign-in of whoever has one. Staff must have one before the
administration opens (``config.administration``); members may.
"""

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled

from accounts.models import User

#: Recovery codes stand in for one of these and are none by themselves.
FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


def has_second_factor(user: User) -> bool:
    """Tell whether the person is asked for more than the password. Costs a query."""
    return bool(is_mfa_enabled(user, FACTORS))


def forget_second_factor(user: User) -> int:
    """Take away all that the person was asked for besides the password; return how many it were."""
    deleted, _by_model = Authenticator.objects.filter(user=user).delete()
    return int(deleted)
