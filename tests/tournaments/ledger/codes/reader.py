"""An independent decoder of QR pictures."""

import base64
import io
import re

import zxingcpp
from PIL import Image

#: Pixels per module of the code.
SCALE = 5


def read(image: Image.Image) -> list[str]:
    """Return the contents of the QR codes in the image.

    Other decoders may see a barcode in any black-and-white picture.
    """
    found = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode)
    return [each.text for each in found]


def of_svg(svg: str) -> Image.Image:
    """Draw the SVG of a code: white background and dark strokes along its rows."""
    side = int(re.search(r'viewBox="0 0 (\d+) \1"', svg)[1])
    assert f'fill="#fff" d="M0 0h{side}v{side}h-{side}z"' in svg
    image = Image.new("L", (side, side), 255)
    x = y = 0.0
    strokes = re.search(r'stroke="#000" d="([^"]+)"', svg)[1]
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", strokes):
        values = [float(each) for each in re.findall(r"-?[\d.]+", numbers)]
        if command == "M":
            x, y = values
        elif command == "m":
            x, y = x + values[0], y + values[1]
        else:
            for column in range(int(x), int(x + values[0])):
                image.putpixel((column, int(y)), 0)
            x += values[0]
    return image.resize((side * SCALE, side * SCALE), Image.Resampling.NEAREST)


def of_data_url(address: str) -> Image.Image:
    """Open an image from a data URL."""
    head, data = address.split(",", 1)
    assert head == "data:image/png;base64"
    return Image.open(io.BytesIO(base64.b64decode(data))).convert("L")
