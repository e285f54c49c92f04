"""Drawing of link preview pictures: felt in a brass frame, text on the left, cards on the right."""

import re
from io import BytesIO
from math import cos, radians, sin
from typing import Final

from django.utils.translation import get_language
from PIL import Image, ImageDraw

from games.common.caches import LruCache
from games.common.previews import typefaces
from games.common.previews.facts import LinkPicture

#: Width and height in pixels, as required by services that show link previews.
SIZE: Final = (1200, 630)
#: Scale of the drawing, which is reduced afterwards for smooth edges.
OVERSAMPLING: Final = 2
FELT, FELT_DEEP, BRASS, CREAM, SOFT = "#0f4d45", "#0b3a34", "#e0ab45", "#fff8e6", "#cfe3da"
STOCK, EDGE, RED, BLACK = "#fffdf5", "#c9bfa6", "#c8202f", "#1d2320"
LEFT, RIGHT = 84, 1116
#: Right edge of text next to cards or chairs.
BESIDE = 680
#: Top of the line with the site's name.
FOOT = 514
CARD: Final = (168, 236)
#: Maximum number of cached pictures, about 30 KB each.
CACHED_PICTURES = 100

_pictures: LruCache[tuple[str | None, LinkPicture], bytes] = LruCache(CACHED_PICTURES)
_Faces = tuple[typefaces.Typeface, ...]
_Point = tuple[float, float]


def cached(preview: LinkPicture) -> bytes | None:
    """Return the preview's picture as a PNG if it is cached, or None."""
    return _pictures.get((get_language(), preview))


def draw(preview: LinkPicture) -> bytes:
    """Return the preview's picture as a PNG, drawn unless it is cached.

    The language is part of the key, because Chinese characters have regional forms.
    """
    key = get_language(), preview
    return _pictures.get(key) or _pictures.put(key, _render(preview))


def _render(preview: LinkPicture) -> bytes:
    """Draw the picture at double size, and return it reduced as a PNG."""
    image = Image.new("RGB", (SIZE[0] * OVERSAMPLING, SIZE[1] * OVERSAMPLING), FELT)
    drawing = ImageDraw.Draw(image)
    _draw_frame(drawing)
    for position, card in enumerate(preview.cards[:5]):
        _draw_card(image, card, position, min(5, len(preview.cards)))
    if preview.chairs:
        _draw_chairs(drawing, preview.chairs)
    _draw_texts(drawing, preview, (BESIDE if preview.cards or preview.chairs else RIGHT) - LEFT)
    small = image.resize(SIZE, Image.Resampling.LANCZOS)
    out = BytesIO()
    # Few colours, so that the file loads fast on a slow connection.
    small.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _draw_frame(drawing: ImageDraw.ImageDraw) -> None:
    """Draw the felt and the brass line around it."""
    whole = (0, 0, SIZE[0] * OVERSAMPLING, SIZE[1] * OVERSAMPLING)
    drawing.rectangle(whole, fill=FELT_DEEP)
    drawing.rounded_rectangle(_scaled(24, 24, 1176, 606), 34 * OVERSAMPLING, fill=FELT)
    drawing.rounded_rectangle(
        _scaled(38, 38, 1162, 592), 24 * OVERSAMPLING, outline=BRASS, width=3 * OVERSAMPLING
    )


# --- Text


def _draw_texts(drawing: ImageDraw.ImageDraw, preview: LinkPicture, max_width: int) -> None:
    """Draw kind, title and site's name, and the preview's lines as far as they fit."""
    display, text = typefaces.display(), typefaces.text()
    top = 92
    if kind := _with_ellipsis(preview.kind.upper(), text, 30, max_width):
        _draw_text(drawing, (LEFT, top), kind, text, size=30, colour=BRASS)
    top += 56
    for line, size in _title_lines(preview.title, display, max_width):
        _draw_text(drawing, (LEFT, top), line, display, size=size, colour=CREAM)
        top += round(size * 1.16)
    top += 22
    for line in preview.lines:
        shown = _with_ellipsis(line, text, 34, max_width)
        if shown and top + 50 <= FOOT:
            _draw_text(drawing, (LEFT, top), shown, text, size=34, colour=SOFT)
            top += 50
    _draw_logo(drawing)
    _draw_text(drawing, (LEFT + 62, 521), "Big Two Club", display, size=34, colour=CREAM)


def _title_lines(words: str, faces: _Faces, max_width: int) -> list[tuple[str, int]]:
    """Return one or two lines of the title, each with its font size, as large as possible."""
    shown = typefaces.drawable(words, faces)
    for rows, size in ((1, 84), (1, 72), (1, 62), (2, 72), (2, 62), (2, 54)):
        lines = _wrap(shown, faces, size, max_width)
        fits = all(typefaces.width(line, faces, size) <= max_width for line in lines)
        if len(lines) <= rows and fits:
            return [(line, size) for line in lines]
    first, *rest = _wrap(shown, faces, 54, max_width)
    return [(_with_ellipsis(line, faces, 54, max_width), 54) for line in (first, " ".join(rest))]


#: Chinese characters, for regular expressions.
HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff"
#: A part of a text that stays on one line, with the blank before it: a word, or one Chinese
#: character with the punctuation that must not begin a line.
BREAKABLE: Final = re.compile(rf"(\s?)([{HAN}][，。；：！？、）」』]*|[^\s{HAN}]+)")


def _wrap(words: str, faces: _Faces, size: int, max_width: int) -> list[str]:
    """Return the words on lines at most `max_width` pixels wide; a longer word gets its own."""
    lines: list[str] = []
    for blank, word in BREAKABLE.findall(words):
        longer = f"{lines[-1]}{blank}{word}" if lines else word
        if lines and typefaces.width(longer, faces, size) <= max_width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _with_ellipsis(words: str, faces: _Faces, size: int, max_width: int) -> str:
    """Return the drawable text, cut to `max_width` pixels with an ellipsis."""
    shown = typefaces.drawable(words, faces)
    if typefaces.width(shown, faces, size) <= max_width:
        return shown
    while shown and typefaces.width(f"{shown}…", faces, size) > max_width:
        shown = shown[:-1].rstrip()
    return f"{shown}…"


def _draw_text(
    drawing: ImageDraw.ImageDraw,
    top_left: _Point,
    words: str,
    faces: _Faces,
    *,
    size: int,
    colour: str,
) -> None:
    """Write drawable text; ``top_left`` is the upper left corner of its first line."""
    across, baseline = top_left[0] * OVERSAMPLING, (top_left[1] + size * 0.8) * OVERSAMPLING
    for run in typefaces.runs(words, faces, size * OVERSAMPLING):
        drawing.text((across, baseline), run.text, font=run.font, fill=colour, anchor="ls")
        across += run.font.getlength(run.text)


# --- Chairs, cards, suits


def _draw_chairs(drawing: ImageDraw.ImageDraw, chairs: tuple[bool, ...]) -> None:
    """Draw a round table from above with a chair for each seat.

    :param chairs: for each seat whether it is taken; empty chairs are brass
    """
    middle, down, table, away, chair = 922, 315, 116, 172, 36
    for number, is_taken in enumerate(chairs):
        turn = radians(90 + 360 * number / len(chairs))
        x, y = middle + away * cos(turn), down + away * sin(turn)
        box = _scaled(x - chair, y - chair, x + chair, y + chair)
        fill, edge = (CREAM, CREAM) if is_taken else (FELT, BRASS)
        drawing.ellipse(box, fill=fill, outline=edge, width=5 * OVERSAMPLING)
    box = _scaled(middle - table, down - table, middle + table, down + table)
    drawing.ellipse(box, fill=FELT_DEEP, outline=BRASS, width=6 * OVERSAMPLING)
    _draw_suit(drawing, "S", (middle, down), 62, CREAM)


def _draw_card(image: Image.Image, card: str, position: int, card_count: int) -> None:
    """Draw one card of a fan of `card_count` cards.

    :param card: rank and suit, such as "TS"
    :param position: its place in the fan, from 0 at the left
    """
    rank, suit = card[:-1], card[-1]
    width, height = CARD
    colour = RED if suit in "DH" else BLACK
    face = Image.new("RGBA", (width * OVERSAMPLING, height * OVERSAMPLING), (0, 0, 0, 0))
    drawing = ImageDraw.Draw(face)
    drawing.rounded_rectangle(
        (0, 0, width * OVERSAMPLING - 1, height * OVERSAMPLING - 1),
        16 * OVERSAMPLING,
        fill=STOCK,
        outline=EDGE,
        width=OVERSAMPLING,
    )
    faces = typefaces.display()
    words = "10" if rank == "T" else rank
    _draw_text(drawing, (14, 14), words, faces, size=54 if words == "10" else 62, colour=colour)
    _draw_suit(drawing, suit, (36, 112), 20, colour)
    _draw_suit(drawing, suit, (width * 0.6, height * 0.66), 50, colour)
    turned = face.rotate(
        -9 * (position - (card_count - 1) / 2), expand=True, resample=Image.Resampling.BICUBIC
    )
    x = 914 + 62 * (position - (card_count - 1) / 2)
    y = 315 + 5 * (position - (card_count - 1) / 2) ** 2
    corner = (
        round(x * OVERSAMPLING - turned.width / 2),
        round(y * OVERSAMPLING - turned.height / 2),
    )
    image.paste(turned, corner, turned)


def _draw_suit(
    drawing: ImageDraw.ImageDraw, suit: str, centre: _Point, radius: float, colour: str
) -> None:
    """Draw a suit around a point, about twice ``radius`` high."""
    x, y = centre
    if suit == "D":
        points = [(x, y - radius), (x + 0.76 * radius, y), (x, y + radius), (x - 0.76 * radius, y)]
        drawing.polygon([(a * OVERSAMPLING, b * OVERSAMPLING) for a, b in points], fill=colour)
        return
    if suit == "C":
        for dx, dy in ((0, -0.5), (-0.5, 0.22), (0.5, 0.22)):
            _draw_disc(drawing, x + dx * radius, y + dy * radius, 0.48 * radius, colour)
        _draw_disc(drawing, x, y, 0.3 * radius, colour)
    else:
        up = 1 if suit == "H" else -1
        for side_sign in (-1, 1):
            _draw_disc(
                drawing, x + side_sign * 0.43 * radius, y - up * 0.36 * radius, 0.5 * radius, colour
            )
        side, reach = 0.89 * radius, y - up * 0.14 * radius
        points = [(x - side, reach), (x + side, reach), (x, y + up * radius)]
        drawing.polygon([(a * OVERSAMPLING, b * OVERSAMPLING) for a, b in points], fill=colour)
    if suit != "H":
        points = [(x, y), (x + 0.36 * radius, y + radius), (x - 0.36 * radius, y + radius)]
        drawing.polygon([(a * OVERSAMPLING, b * OVERSAMPLING) for a, b in points], fill=colour)


def _draw_disc(
    drawing: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: str
) -> None:
    """Draw a filled circle around a point."""
    drawing.ellipse(_scaled(x - radius, y - radius, x + radius, y + radius), fill=colour)


def _draw_logo(drawing: ImageDraw.ImageDraw) -> None:
    """Draw the site's mark, a spade on felt, beside its name."""
    drawing.rounded_rectangle(
        _scaled(LEFT, FOOT, LEFT + 48, FOOT + 48), 11 * OVERSAMPLING, fill=CREAM
    )
    _draw_suit(drawing, "S", (LEFT + 24, 537), 17, FELT_DEEP)


def _scaled(left: float, top: float, right: float, bottom: float) -> tuple[float, ...]:
    """Return a box of the picture in pixels of the enlarged image."""
    return left * OVERSAMPLING, top * OVERSAMPLING, right * OVERSAMPLING, bottom * OVERSAMPLING
