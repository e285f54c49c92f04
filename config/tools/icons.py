"""Generates static/img/icons and the default link preview: run ``python -m config.tools.icons``.

Chromium renders the logo, static/img/mark.svg. The results are committed, so this is needed only
after a change of the logo.
"""

import os
import shutil
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
IMAGES = HOME / "static" / "img"
ICONS = IMAGES / "icons"
FELT = "#0f4a44"
#: The logo's share of a maskable icon. Masks keep a circle of four fifths of the icon.
SAFE = 0.76
ICO_SIZES = (16, 32, 48)


def page(size: int, share: float, ground: str) -> str:
    """Return an HTML page with the logo in its middle, to be drawn as an icon.

    :param share: the logo's share of the page's width
    """
    mark = (IMAGES / "mark.svg").read_text()
    edge = round(size * share)
    mark = mark.replace('width="64" height="64"', f'width="{edge}" height="{edge}"', 1)
    return (
        f"<body style='margin:0;width:{size}px;height:{size}px;background:{ground};display:grid;"
        f"place-items:center'>{mark}</body>"
    )


def draw_icons() -> None:
    """Draw the logo in all sizes that browsers and phones need."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    wanted = {
        "icon-192.png": (192, 1.0, "transparent"),
        "icon-512.png": (512, 1.0, "transparent"),
        "maskable-512.png": (512, SAFE, FELT),
        "apple-touch-icon.png": (180, 1.0, FELT),
        "favicon.png": (ICO_SIZES[-1], 1.0, "transparent"),
    }
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, (size, share, ground) in wanted.items():
            tab = browser.new_page(viewport={"width": size, "height": size})
            tab.set_content(page(size, share, ground))
            tab.screenshot(path=ICONS / name, omit_background=True)
            tab.close()
        browser.close()
    small = ICONS / "favicon.png"
    with Image.open(small) as icon:
        icon.save(ICONS / "favicon.ico", sizes=[(size, size) for size in ICO_SIZES])
    small.unlink()


def draw_preview() -> None:
    """Draw the link preview of pages without a preview of their own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from games.common.previews.canvas import draw
    from games.common.previews.facts import default_picture

    (IMAGES / "preview.png").write_bytes(draw(default_picture()))


if __name__ == "__main__":
    ICONS.mkdir(exist_ok=True)
    draw_icons()
    draw_preview()
