"""Form of a guest link's page."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.forms import GuestNameForm


class EventGuestForm(GuestNameForm):
    """The name that a new guest chooses in an event."""

    taken_error = gettext_lazy(
        "A player in this event is already called %(name)s. Choose another name."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = gettext_lazy("Your name in this event")
