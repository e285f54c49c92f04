"""Renders a payment code as SVG and PNG, dark on white regardless of theme."""

from typing import NamedTuple

import segno

#: Width of the required white border, in modules (ISO/IEC 18004).
QUIET = 4


class CodePicture(NamedTuple):
    """A QR code as inline SVG and as PNG data URL."""

    #: Inline SVG; its title is for screen readers.
    svg: str
    #: PNG as a data URL, to save and open in a banking app.
    png: str


def render(payload: str, title: str) -> CodePicture:
    """Return the QR code of the payload as SVG and PNG; `title` is for screen readers."""
    # Error correction M, not boosted, as the European guidelines require; other schemes allow it.
    code = segno.make_qr(payload, error="m", boost_error=False, encoding="utf-8")
    svg = code.svg_inline(
        title=title,
        border=QUIET,
        dark="#000",
        light="#fff",
        omitsize=True,
        svgclass="code-picture",
        lineclass=None,
    )
    png = code.png_data_uri(scale=8, border=QUIET, dark="#000", light="#fff")
    return CodePicture(svg.replace("<svg ", '<svg role="img" ', 1), png)
