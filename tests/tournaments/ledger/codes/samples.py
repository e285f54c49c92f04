"""Details of fictional payees, one for each scheme."""

from tournaments.ledger.codes import emv

QR_PH = emv.encode(
    [
        ("00", "01"),
        ("01", "11"),
        (
            "27",
            emv.chain(
                [
                    ("00", "com.p2pqrpay"),
                    ("01", "ABCDPHM1XXX"),
                    ("02", "99964403"),
                    ("04", "000011112222"),
                ]
            ),
        ),
        ("52", "6016"),
        ("53", "608"),
        ("58", "PH"),
        ("59", "Maria Sample"),
        ("60", "Manila"),
    ]
)
QRIS = emv.encode(
    [
        ("00", "01"),
        ("01", "11"),
        (
            "26",
            emv.chain([("00", "COM.SAMPLE.WWW"), ("01", "936000000000000000"), ("03", "UMI")]),
        ),
        (
            "51",
            emv.chain([("00", "ID.CO.QRIS.WWW"), ("02", "ID1000000000001"), ("03", "UMI")]),
        ),
        ("52", "5812"),
        ("53", "360"),
        ("58", "ID"),
        ("59", "Warung Sampel"),
        ("60", "Jakarta"),
        ("61", "10110"),
        ("62", emv.chain([("07", "A01")])),
    ]
)
#: A person's code as in PayNet's examples, without the amount.
DUITNOW = emv.encode(
    [
        ("00", "02"),
        ("01", "11"),
        ("26", emv.chain([("00", "A0000006150001"), ("01", "501664"), ("02", "123456789")])),
        ("52", "0000"),
        ("53", "458"),
        ("58", "MY"),
        ("59", "AUSERNAME"),
        ("60", "BANGI"),
    ]
)

#: Input for each scheme's form.
TYPED = {
    "epc": {"iban": "DE89 3704 0044 0532 0130 00", "name": "Ann Müller", "bic": ""},
    "paynow": {"proxy": "9123 4567", "name": "Tan Ah Gao"},
    "fps": {"proxy": "6789 1234", "name": "Chan Tai Man"},
    "qr_ph": {"static": QR_PH},
    "qris": {"static": QRIS},
    "duitnow": {"static": DUITNOW},
    "promptpay": {"proxy": "081 234 5678", "name": "Somchai Sample"},
    "upi": {"address": "Asha.Sample@okbank", "name": "Asha Sample"},
    "bank": {
        "name": "Chan Tai Man",
        "bank": "Sample Bank",
        "number": "123-456789-001",
        "others": "Branch: 004\nBIC: HSBCHKHH",
    },
    "link": {"url": "https://paypal.me/sample"},
}
