"""Forms for payment details, one per scheme. The schemes validate the input."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.ledger.codes.errors import CodeError
from tournaments.ledger.codes.schemes import SCHEMES, AccountDetails
from tournaments.ledger.payees.denials import error_text

#: Longer than any valid value with spaces; the scheme reports what is wrong.
MAX_LENGTH = 120


def _text_field(label: Any, help_text: Any = "", *, is_required: bool = True, **attrs: str) -> Any:
    """Return a one-line text field without autocompletion and spelling check."""
    plain = {"autocomplete": "off", "spellcheck": "false", **attrs}
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=is_required,
        max_length=MAX_LENGTH,
        widget=forms.TextInput(attrs=plain),
    )


def _pasted_code_field(help_text: Any) -> Any:
    """Return a text area for the pasted text of a payment code."""
    attrs = {"rows": 5, "autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}
    return forms.CharField(
        label=gettext_lazy("Text of your payment code"),
        help_text=help_text,
        max_length=1000,
        widget=forms.Textarea(attrs=attrs),
    )


_HOW_TO_READ = gettext_lazy(
    "Use a code without an amount; we add the amount for each payment. You can also paste the text"
    " of the code, which starts with 000201 or 000202."
)


class DetailsForm(forms.Form):
    """Base form of payment details: the scheme validates the input."""

    scheme: ClassVar[str]
    #: The validated details, once the form is valid.
    details: AccountDetails | None = None

    def clean(self) -> dict[str, Any]:
        """Validate the input by the scheme, and keep it as `details` if it is valid."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        try:
            self.details = SCHEMES[self.scheme].of(**cleaned)
        except CodeError as error:
            self.add_error(error.fault.detail or None, error_text(error))
        return cleaned


class EpcForm(DetailsForm):
    """Form for a euro account: IBAN, account holder and BIC."""

    scheme = "epc"
    iban = _text_field(
        "IBAN",
        gettext_lazy("You can enter the IBAN with or without spaces."),
        autocapitalize="characters",
    )
    name = _text_field(
        gettext_lazy("Account holder"),
        gettext_lazy("Enter the name as registered with your bank."),
        autocomplete="name",
    )
    bic = _text_field(
        "BIC",
        gettext_lazy("Only needed for accounts outside the European Economic Area."),
        is_required=False,
        autocapitalize="characters",
    )


class PayNowForm(DetailsForm):
    """Form for a Singapore account: mobile number or UEN, and name."""

    scheme = "paynow"
    proxy = _text_field(
        gettext_lazy("Mobile number or UEN"),
        gettext_lazy("Enter the number you registered with PayNow, such as 9123 4567."),
        inputmode="text",
    )
    name = _text_field(
        gettext_lazy("Name"),
        gettext_lazy("Use Latin letters and no more than 25 characters."),
        autocomplete="name",
    )


class FpsForm(DetailsForm):
    """Form for a Hong Kong account: phone number, e-mail address or FPS identifier, and name."""

    scheme = "fps"
    proxy = _text_field(
        gettext_lazy("Mobile number, email address or FPS identifier"),
        gettext_lazy(
            "Enter the number, email address or identifier you registered with FPS, such as"
            " 6789 1234 or +86 139 1234 5678."
        ),
        autocapitalize="none",
    )
    name = _text_field(
        gettext_lazy("Name"),
        gettext_lazy("Use Latin letters and no more than 25 characters."),
        autocomplete="name",
    )


class QrPhForm(DetailsForm):
    """Form for the pasted payment code of a Philippine bank or wallet."""

    scheme = "qr_ph"
    static = _pasted_code_field(_HOW_TO_READ)


class QrisForm(DetailsForm):
    """Form for the pasted payment code of an Indonesian provider."""

    scheme = "qris"
    static = _pasted_code_field(_HOW_TO_READ)


class DuitNowForm(DetailsForm):
    """Form for the pasted payment code of a Malaysian bank or wallet."""

    scheme = "duitnow"
    static = _pasted_code_field(_HOW_TO_READ)


class PromptPayForm(DetailsForm):
    """Form for a Thai account: mobile number, ID or e-wallet ID, and name."""

    scheme = "promptpay"
    proxy = _text_field(
        gettext_lazy("Mobile number, ID or e-wallet ID"),
        gettext_lazy(
            "Enter the number you registered with PromptPay, such as 081 234 5678. Payers can see"
            " it, so don’t use your national ID if you’d rather keep it to yourself."
        ),
        inputmode="text",
    )
    name = _text_field(
        gettext_lazy("Name"),
        gettext_lazy("Payers compare it with the name that their app shows."),
        autocomplete="name",
    )


class UpiForm(DetailsForm):
    """Form for an Indian account: UPI ID and name."""

    scheme = "upi"
    address = _text_field(
        gettext_lazy("UPI ID"),
        gettext_lazy("Your UPI app shows it in your profile. It looks like name@okbank."),
        autocapitalize="none",
        inputmode="email",
    )
    name = _text_field(
        gettext_lazy("Name"),
        gettext_lazy("Enter the name as registered with your bank."),
        autocomplete="name",
    )


class BankForm(DetailsForm):
    """Form for a bank account in any currency: holder, bank, number and other details."""

    scheme = "bank"
    name = _text_field(
        gettext_lazy("Account holder"),
        gettext_lazy("Enter the name as registered with your bank."),
        autocomplete="name",
    )
    bank = _text_field(gettext_lazy("Bank"))
    number = _text_field(
        gettext_lazy("Account number or IBAN"),
        gettext_lazy(
            "You can enter it with or without spaces. IBANs are checked for typing errors."
        ),
        autocapitalize="characters",
    )
    others = forms.CharField(
        label=gettext_lazy("Other details (optional)"),
        help_text=gettext_lazy(
            "One per line, each with what it is and a colon: “Branch: 004”, “BIC: HSBCHKHH”, “Sort"
            " code: 20-00-00”, “Routing number: 021000021”."
        ),
        required=False,
        max_length=700,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
    )


class PayLinkForm(DetailsForm):
    """Form for the URL of a user's payment page."""

    scheme = "link"
    url = forms.CharField(
        label=gettext_lazy("Web address"),
        help_text=gettext_lazy(
            "For example, https://paypal.me/yourname or https://revolut.me/yourname."
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
    form.scheme: form
    for form in (
        EpcForm, PayNowForm, FpsForm, QrPhForm, QrisForm, DuitNowForm, PromptPayForm, UpiForm,
        BankForm, PayLinkForm,
    )
}  # fmt: skip


def details_form(
    scheme: str, stored: dict[str, str] | None = None, data: Any = None
) -> DetailsForm:
    """Return the scheme's form, filled with the stored or submitted details."""
    form = FORMS[scheme](data, initial=stored or {})
    for field in form.fields.values():
        field.error_messages["required"] = _("Fill in this field.")
    return form
