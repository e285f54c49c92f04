"""What becomes of somebody's lines when they close their account; inside the transaction of it."""

from typing import Any

from django.db.models import F
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closed
from games.chat.models import Chat, ChatLine, Mute


@receiver(account_closed)
def take_lines_away(sender: Any, user: User, **kwargs: Any) -> None:
    """Delete what the person wrote; what was reported stays, without the name, to be looked at."""
    lines = ChatLine.objects.filter(user=user)
    chats = Chat.objects.filter(table__sessions__chat_lines__user=user)
    # Not a join: that cannot be updated.
    Chat.objects.filter(pk__in=list(chats.values_list("pk", flat=True).distinct())).update(
        version=F("version") + 1
    )
    lines.filter(reports=None).delete()
    lines.update(name=user.shown_name)
    Mute.objects.filter(user=user).delete()
    Mute.objects.filter(muted=user).delete()
