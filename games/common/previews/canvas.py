"""Drawing of link preview pictures: felt in a brass frame, text on the left, cards on the right."""

from io import BytesIO
from math import cos, radians, sin
from typing import Final

from PIL import Image, ImageDraw

from games.common.caches import LruCache
from games.common.previews import typefaces
from games.common.previews.facts import LinkPicture

#: Width and height in pixels, as required by services that show link previews.
SIZE: Final = (1200, 630)
#: Scale of the drawing, which is reduced afterwards for smooth edges.
FINE: Final = 2
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

_pictures: LruCache[LinkPicture, bytes] = LruCache(CACHED_PICTURES)
_Faces = tuple[typefaces.Typeface, ...]
_Place = tuple[float, float]


def cached(preview: LinkPicture) -> bytes | None:
    """Return the picture if it is cached."""
    return _pictures.get(preview)


def draw(preview: LinkPicture) -> bytes:
    """Return the picture as a PNG."""
    return _pictures.get(preview) or _pictures.put(preview, _png(preview))


def _png(preview: LinkPicture) -> bytes:
    big = Image.new("RGB", (SIZE[0] * FINE, SIZE[1] * FINE), FELT)
    pen = ImageDraw.Draw(big)
    _frame(pen)
    for place, card in enumerate(preview.cards[:5]):
        _put_card(big, card, place, min(5, len(preview.cards)))
    if preview.chairs:
        _chairs(pen, preview.chairs)
    _words(pen, preview, (BESIDE if preview.cards or preview.chairs else RIGHT) - LEFT)
    small = big.resize(SIZE, Image.Resampling.LANCZOS)
    out = BytesIO()
    # Few colours, so that the file loads fast on a slow connection.
    small.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _frame(pen: ImageDraw.ImageDraw) -> None:
    whole = (0, 0, SIZE[0] * FINE, SIZE[1] * FINE)
    pen.rectangle(whole, fill=FELT_DEEP)
    pen.rounded_rectangle(_scaled(24, 24, 1176, 606), 34 * FINE, fill=FELT)
    pen.rounded_rectangle(_scaled(38, 38, 1162, 592), 24 * FINE, outline=BRASS, width=3 * FINE)


# --- Text


def _words(pen: ImageDraw.ImageDraw, preview: LinkPicture, most: int) -> None:
    display, text = typefaces.display(), typefaces.text()
    top = 92
    if kind := _cut(preview.kind.upper(), text, 30, most):
        _write(pen, (LEFT, top), kind, text, size=30, colour=BRASS)
    top += 56
    for line, size in _title(preview.title, display, most):
        _write(pen, (LEFT, top), line, display, size=size, colour=CREAM)
        top += round(size * 1.16)
    top += 22
    for line in preview.lines:
        shown = _cut(line, text, 34, most)
        if shown and top + 50 <= FOOT:
            _write(pen, (LEFT, top), shown, text, size=34, colour=SOFT)
            top += 50
    _mark(pen)
    _write(pen, (LEFT + 62, 521), "Big Two Club", display, size=34, colour=CREAM)


def _title(words: str, faces: _Faces, most: int) -> list[tuple[str, int]]:
    """Return the title on one or two lines with its font size, as large as possible."""
    shown = typefaces.drawable(words, faces)
    for rows, size in ((1, 84), (1, 72), (1, 62), (2, 72), (2, 62), (2, 54)):
        lines = _wrap(shown, faces, size, most)
        fits = all(typefaces.width(line, faces, size) <= most for line in lines)
        if len(lines) <= rows and fits:
            return [(line, size) for line in lines]
    first, *rest = _wrap(shown, faces, 54, most)
    return [(_cut(line, faces, 54, most), 54) for line in (first, " ".join(rest))]


def _wrap(words: str, faces: _Faces, size: int, max_width: int) -> list[str]:
    """Return the words on lines at most `max_width` pixels wide; a longer word gets its own."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and typefaces.width(longer, faces, size) <= max_width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _cut(words: str, faces: _Faces, size: int, most: int) -> str:
    """Return the drawable text, cut to that width with an ellipsis."""
    shown = typefaces.drawable(words, faces)
    if typefaces.width(shown, faces, size) <= most:
        return shown
    while shown and typefaces.width(f"{shown}…", faces, size) > most:
        shown = shown[:-1].rstrip()
    return f"{shown}…"


def _write(
    pen: ImageDraw.ImageDraw, at: _Place, words: str, faces: _Faces, *, size: int, colour: str
) -> None:
    """Write drawable text; ``at`` is the upper left corner of its first line."""
    across, baseline = at[0] * FINE, (at[1] + size * 0.8) * FINE
    for run in typefaces.runs(words, faces, size * FINE):
        pen.text((across, baseline), run.text, font=run.font, fill=colour, anchor="ls")
        across += run.font.getlength(run.text)


# --- Chairs, cards, suits


def _chairs(pen: ImageDraw.ImageDraw, chairs: tuple[bool, ...]) -> None:
    """Draw a round table from above with a chair for each seat; empty ones are brass."""
    middle, down, table, away, chair = 922, 315, 116, 172, 36
    for number, is_taken in enumerate(chairs):
        turn = radians(90 + 360 * number / len(chairs))
        x, y = middle + away * cos(turn), down + away * sin(turn)
        box = _scaled(x - chair, y - chair, x + chair, y + chair)
        fill, edge = (CREAM, CREAM) if is_taken else (FELT, BRASS)
        pen.ellipse(box, fill=fill, outline=edge, width=5 * FINE)
    box = _scaled(middle - table, down - table, middle + table, down + table)
    pen.ellipse(box, fill=FELT_DEEP, outline=BRASS, width=6 * FINE)
    _suit(pen, "S", (middle, down), 62, CREAM)


def _put_card(big: Image.Image, card: str, place: int, count: int) -> None:
    """Draw one card of a fan."""
    rank, suit = card[:-1], card[-1]
    width, height = CARD
    colour = RED if suit in "DH" else BLACK
    face = Image.new("RGBA", (width * FINE, height * FINE), (0, 0, 0, 0))
    pen = ImageDraw.Draw(face)
    pen.rounded_rectangle(
        (0, 0, width * FINE - 1, height * FINE - 1), 16 * FINE, fill=STOCK, outline=EDGE, width=FINE
    )
    faces = typefaces.display()
    words = "10" if rank == "T" else rank
    _write(pen, (14, 14), words, faces, size=54 if words == "10" else 62, colour=colour)
    _suit(pen, suit, (36, 112), 20, colour)
    _suit(pen, suit, (width * 0.6, height * 0.66), 50, colour)
    turned = face.rotate(
        -9 * (place - (count - 1) / 2), expand=True, resample=Image.Resampling.BICUBIC
    )
    x = 914 + 62 * (place - (count - 1) / 2)
    y = 315 + 5 * (place - (count - 1) / 2) ** 2
    corner = (round(x * FINE - turned.width / 2), round(y * FINE - turned.height / 2))
    big.paste(turned, corner, turned)


def _suit(pen: ImageDraw.ImageDraw, suit: str, at: _Place, r: float, colour: str) -> None:
    """Draw a suit around a point, about twice ``r`` high."""
    x, y = at
    if suit == "D":
        points = [(x, y - r), (x + 0.76 * r, y), (x, y + r), (x - 0.76 * r, y)]
        pen.polygon([(a * FINE, b * FINE) for a, b in points], fill=colour)
        return
    if suit == "C":
        for dx, dy in ((0, -0.5), (-0.5, 0.22), (0.5, 0.22)):
            _disc(pen, x + dx * r, y + dy * r, 0.48 * r, colour)
        _disc(pen, x, y, 0.3 * r, colour)
    else:
        up = 1 if suit == "H" else -1
        for way in (-1, 1):
            _disc(pen, x + way * 0.43 * r, y - up * 0.36 * r, 0.5 * r, colour)
        side, reach = 0.89 * r, y - up * 0.14 * r
        points = [(x - side, reach), (x + side, reach), (x, y + up * r)]
        pen.polygon([(a * FINE, b * FINE) for a, b in points], fill=colour)
    if suit != "H":
        points = [(x, y), (x + 0.36 * r, y + r), (x - 0.36 * r, y + r)]
        pen.polygon([(a * FINE, b * FINE) for a, b in points], fill=colour)


def _disc(pen: ImageDraw.ImageDraw, x: float, y: float, r: float, colour: str) -> None:
    pen.ellipse(_scaled(x - r, y - r, x + r, y + r), fill=colour)


def _mark(pen: ImageDraw.ImageDraw) -> None:
    """Draw the site's mark, a spade on felt, beside its name."""
    pen.rounded_rectangle(_scaled(LEFT, FOOT, LEFT + 48, FOOT + 48), 11 * FINE, fill=CREAM)
    _suit(pen, "S", (LEFT + 24, 537), 17, FELT_DEEP)


def _scaled(left: float, top: float, right: float, bottom: float) -> tuple[float, ...]:
    return left * FINE, top * FINE, right * FINE, bottom * FINE
