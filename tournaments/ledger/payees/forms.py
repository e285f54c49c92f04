"""What a payee fills in, a form for each scheme. The schemes put right what is typed."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.ledger.codes.errors import CodeError
from tournaments.ledger.codes.schemes import SCHEMES, AccountDetails
from tournaments.ledger.payees.denials import fault_words

#: Longer than anything that is right, with blanks in it: what is wrong is said by the scheme.
ROOM = 120


def _text(label: Any, help_text: Any = "", *, is_needed: bool = True, **attrs: str) -> Any:
    plain = {"autocomplete": "off", "spellcheck": "false", **attrs}
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=is_needed,
        max_length=ROOM,
        widget=forms.TextInput(attrs=plain),
    )


def _pasted(help_text: Any) -> Any:
    attrs = {"rows": 5, "autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}
    return forms.CharField(
        label=gettext_lazy("The text of your own code"),
        help_text=help_text,
        max_length=1000,
        widget=forms.Textarea(attrs=attrs),
    )


_HOW_TO_READ = gettext_lazy(
    "Your app gives a picture, and the picture holds a line of text that begins with 000201. Any "
    "QR scanner that shows text reads it. Take the code without an amount: it is put in for each "
    "payment."
)


class DetailsForm(forms.Form):
    """What all of them do: hand what is typed to the scheme."""

    scheme: ClassVar[str]
    #: What the scheme has made of it, once the form is valid.
    details: AccountDetails | None = None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        try:
            self.details = SCHEMES[self.scheme].of(**cleaned)
        except CodeError as error:
            self.add_error(error.detail or None, fault_words(error))
        return cleaned


class EpcForm(DetailsForm):
    """An account in euros."""

    scheme = "epc"
    iban = _text("IBAN", gettext_lazy("With or without blanks."), autocapitalize="characters")
    name = _text(
        gettext_lazy("Account holder"), gettext_lazy("As your bank has it."), autocomplete="name"
    )
    bic = _text(
        "BIC",
        gettext_lazy("Only for accounts outside the European Economic Area."),
        is_needed=False,
        autocapitalize="characters",
    )


class PayNowForm(DetailsForm):
    """An account in Singapore."""

    scheme = "paynow"
    proxy = _text(
        gettext_lazy("Mobile number or UEN"),
        gettext_lazy("The one that you have registered with PayNow, such as 9123 4567."),
        inputmode="text",
    )
    name = _text(
        gettext_lazy("Name"), gettext_lazy("In Latin letters, 25 at most."), autocomplete="name"
    )


class FpsForm(DetailsForm):
    """An account in Hong Kong."""

    scheme = "fps"
    proxy = _text(
        gettext_lazy("Mobile number, e-mail address or FPS identifier"),
        gettext_lazy(
            "The one that you have registered with FPS, such as 6789 1234 or +86 139 1234 5678."
        ),
        autocapitalize="none",
    )
    name = _text(
        gettext_lazy("Name"), gettext_lazy("In Latin letters, 25 at most."), autocomplete="name"
    )


class QrPhForm(DetailsForm):
    """A code of a bank or wallet in the Philippines."""

    scheme = "qr_ph"
    static = _pasted(_HOW_TO_READ)


class QrisForm(DetailsForm):
    """A code of a provider in Indonesia."""

    scheme = "qris"
    static = _pasted(_HOW_TO_READ)


class PayLinkForm(DetailsForm):
    """A page where somebody can be paid."""

    scheme = "link"
    url = forms.CharField(
        label=gettext_lazy("Address"),
        help_text=gettext_lazy(
            "Such as https://paypal.me/yourname or https://revolut.me/yourname."
        ),
        max_length=400,
        widget=forms.TextInput(
            attrs={
                "inputmode": "url",
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
            }
        ),
    )


FORMS: dict[str, type[DetailsForm]] = {
    form.scheme: form for form in (EpcForm, PayNowForm, FpsForm, QrPhForm, QrisForm, PayLinkForm)
}


def details_form(scheme: str, kept: dict[str, str] | None = None, data: Any = None) -> DetailsForm:
    """Return the form of the scheme, with what is kept in it, or with what was sent."""
    form = FORMS[scheme](data, initial=kept or {})
    for field in form.fields.values():
        field.error_messages["required"] = _("This is needed.")
    return form
