"""The picture of a payment code: dark on white, whatever the page around it looks like."""

import segno

#: The white around it that readers need, in squares (ISO/IEC 18004).
QUIET = 4


def svg(payload: str, title: str) -> str:
    """Return the code as SVG to be put into a page, with its title for screen readers."""
    svg = _code(payload).svg_inline(
        title=title,
        border=QUIET,
        dark="#000",
        light="#fff",
        omitsize=True,
        svgclass="code-picture",
        lineclass=None,
    )
    return svg.replace("<svg ", '<svg role="img" ', 1)


def png_address(payload: str) -> str:
    """Return the code as a PNG inside an address, to be saved and opened in a banking app."""
    return _code(payload).png_data_uri(scale=8, border=QUIET, dark="#000", light="#fff")


def _code(payload: str) -> segno.QRCode:
    # M as the European guidelines want it, no more and no less; the others leave it open.
    return segno.make_qr(payload, error="m", boost_error=False, encoding="utf-8")
