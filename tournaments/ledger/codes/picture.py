"""The picture of a payment code: dark on white, whatever the page around it looks like."""

from typing import NamedTuple

import segno

#: The white around it that readers need, in squares (ISO/IEC 18004).
QUIET = 4


class CodePicture(NamedTuple):
    """A code as a picture, in two forms."""

    #: To be put into a page; its title is for screen readers.
    svg: str
    #: A PNG inside an address, to be saved and opened in a banking app.
    png: str


def drawn(payload: str, title: str) -> CodePicture:
    """Return the pictures of the code."""
    # M as the European guidelines want it, no more and no less; the others leave it open.
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
