"""Forms of push devices: the subscription that a browser sends, and a device's settings."""

from collections import defaultdict
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.notices.groups import Label
from accounts.notices.push.models import PushDevice
from accounts.notices.senders import groups


class SubscriptionForm(forms.Form):
    """The browser's subscription, which a script fills in."""

    endpoint = forms.CharField(widget=forms.HiddenInput)
    p256dh = forms.CharField(widget=forms.HiddenInput)
    auth = forms.CharField(widget=forms.HiddenInput)


class QuietTime(forms.TimeInput):
    """A field for hours and minutes that browsers show as a clock."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class DeviceForm(forms.ModelForm):  # type: ignore[type-arg]
    """A device's settings: kinds, details on the lock screen, and quiet hours."""

    wanted = forms.MultipleChoiceField(
        label=gettext_lazy("Show on this device"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = PushDevice
        fields = ("shows_details", "quiet_from", "quiet_until")

    def __init__(self, *args: Any, zone_name: str, **kwargs: Any) -> None:
        """Build the form.

        :param zone_name: the time zone of the quiet hours
        """
        super().__init__(*args, **kwargs)
        sections: dict[str, list[tuple[str, Label]]] = defaultdict(list)
        for code, group in groups().items():
            sections[str(group.section or _("Other"))].append((code, group.label))
        wanted = self.fields["wanted"]
        assert isinstance(wanted, forms.MultipleChoiceField)
        wanted.choices = list(sections.items())
        wanted.initial = [code for code in groups() if code not in self.instance.muted]
        details, begin, end = (self.fields[name] for name in self.Meta.fields)
        details.label = _("Show names and amounts")
        details.help_text = _(
            "Anyone who sees your locked screen can read them. Otherwise you only see the kind of"
            " notification. Cards are never shown."
        )
        begin.label, end.label = _("Quiet from"), _("Quiet until")
        end.help_text = _(
            "Messages wait until the quiet hours end. Times are in your time zone (%(zone)s)."
        ) % {"zone": zone_name.replace("_", " ")}
        begin.widget, end.widget = QuietTime(), QuietTime()
        self.order_fields(["wanted", *self.Meta.fields])

    def clean(self) -> dict[str, Any]:
        """Refuse a beginning without an end, an end without a beginning, and equal times."""
        cleaned = super().clean() or {}
        begin, end = cleaned.get("quiet_from"), cleaned.get("quiet_until")
        if "quiet_from" in cleaned and "quiet_until" in cleaned:
            if (begin is None) != (end is None):
                name = "quiet_from" if begin is None else "quiet_until"
                self.add_error(name, _("Enter both times, or leave both empty."))
            elif begin is not None and begin == end:
                self.add_error("quiet_until", _("Enter two different times."))
        return cleaned

    def save(self, commit: bool = True) -> PushDevice:
        """Save the settings; kinds that are added later are shown."""
        wanted = self.cleaned_data["wanted"]
        self.instance.muted = [code for code in groups() if code not in wanted]
        device: PushDevice = super().save(commit=False)
        if commit:
            device.save(update_fields=["muted", *self.Meta.fields])
        return device
