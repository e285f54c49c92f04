"""Names, descriptions and steps of payment schemes."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy


@dataclass(frozen=True, slots=True)
class SchemeWords:
    """Name, description and steps of a payment scheme, as texts."""

    name: str | Promise
    about: str | Promise
    #: Steps for the payer.
    steps: tuple[str | Promise, ...]


_IN_APP = gettext_lazy("Check the name and the amount, then confirm the payment in your app.")
_ON_PHONE = gettext_lazy("Paying with this phone? Save the image and open it in your banking app.")

WORDS: dict[str, SchemeWords] = {
    "epc": SchemeWords(
        gettext_lazy("Bank transfer in euros"),
        gettext_lazy("EUR: your IBAN, as a code that banking apps can read (GiroCode)."),
        (
            gettext_lazy(
                "Open your banking app and scan the code. Look for “GiroCode” or “photo transfer”."
            ),
            _IN_APP,
            _ON_PHONE,
        ),
    ),
    "paynow": SchemeWords(
        "PayNow",
        gettext_lazy("SGD: the mobile number or UEN you registered with PayNow."),
        (gettext_lazy("Open your banking app and choose Scan and Pay."), _IN_APP, _ON_PHONE),
    ),
    "fps": SchemeWords(
        "FPS",
        gettext_lazy("HKD: the phone number or email address you registered with FPS."),
        (
            gettext_lazy("Open your banking app or wallet and scan the code."),
            gettext_lazy("If the app asks for a message to the payee, enter the reference."),
            _IN_APP,
            _ON_PHONE,
        ),
    ),
    "qr_ph": SchemeWords(
        "QR Ph",
        gettext_lazy("PHP: the code from your bank or wallet in the Philippines."),
        (gettext_lazy("Open your banking app or wallet and scan the code."), _IN_APP, _ON_PHONE),
    ),
    "qris": SchemeWords(
        "QRIS",
        gettext_lazy("IDR: the code from your provider in Indonesia."),
        (gettext_lazy("Open your banking app or wallet and scan the code."), _IN_APP, _ON_PHONE),
    ),
    "duitnow": SchemeWords(
        "DuitNow QR",
        gettext_lazy("MYR: the code from your bank or wallet in Malaysia."),
        (
            gettext_lazy("Open your banking app or wallet and scan the code."),
            gettext_lazy("If the app asks for the amount, enter it."),
            _IN_APP,
            _ON_PHONE,
        ),
    ),
    "promptpay": SchemeWords(
        "PromptPay",
        gettext_lazy("THB: the mobile number, ID or e-wallet you registered with PromptPay."),
        (gettext_lazy("Open your banking app or wallet and scan the code."), _IN_APP, _ON_PHONE),
    ),
    "upi": SchemeWords(
        "UPI",
        gettext_lazy("INR: your UPI ID, such as name@okbank."),
        (
            gettext_lazy("Scan the code with any UPI app, or open the app on this phone."),
            gettext_lazy("Check the name and the amount, then confirm the payment in your app."),
        ),
    ),
    "bank": SchemeWords(
        gettext_lazy("Bank account"),
        gettext_lazy("Any currency: your account number or IBAN, to copy into a transfer."),
        (
            gettext_lazy("Make a transfer in your banking app, and copy these details into it."),
            gettext_lazy("Enter the reference, so that the payment can be recognized."),
        ),
    ),
    "link": SchemeWords(
        gettext_lazy("Payment link"),
        gettext_lazy("Any currency: your page on PayPal, Revolut or a similar site."),
        (
            gettext_lazy("Open the link, or scan the code with your phone."),
            gettext_lazy(
                "Enter the amount in the app or on the site, and say what the payment is for."
            ),
        ),
    ),
}

#: Steps for a payment link that carries the amount.
STEPS_OF_FULL_LINK: tuple[str | Promise, ...] = (
    gettext_lazy("Open the link, or scan the code with your phone."),
    gettext_lazy("Check the amount, and say what the payment is for."),
)
