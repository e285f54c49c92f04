"""Removal of a user's chat data, in the transaction that closes the account."""

from typing import Any

from django.db.models import F
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closed
from games.chat.models import Chat, ChatLine, Mute


@receiver(account_closed)
def delete_chat_data(sender: Any, user: User, **kwargs: Any) -> None:
    """Delete the closed account's messages and mutes; reported messages stay under the new name."""
    lines = ChatLine.objects.filter(user=user)
    chats = Chat.objects.filter(table__sessions__chat_lines__user=user)
    # Evaluated first, because a query with joins can't be updated.
    Chat.objects.filter(pk__in=list(chats.values_list("pk", flat=True).distinct())).update(
        version=F("version") + 1
    )
    lines.filter(reports=None).delete()
    lines.update(name=user.shown_name)
    Mute.objects.filter(user=user).delete()
    Mute.objects.filter(muted=user).delete()
