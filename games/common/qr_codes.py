"""QR codes of addresses, as pictures within pages."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(text: str) -> SafeString:
    """Return the QR code of the text as an inline SVG."""
    made = segno.make(text, micro=False)
    svg = made.svg_inline(omitsize=True, border=2, light="#fff", svgclass="qr", lineclass=None)
    return mark_safe(svg)  # noqa: S308  (contains only squares)
