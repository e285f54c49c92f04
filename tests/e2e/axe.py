"""Accessibility faults of a page that axe can find: in light and dark, on desktop and phone."""

from collections import defaultdict
from pathlib import Path
from zlib import crc32

from playwright.sync_api import Page

from tests.proofs import WHOLE

_AXE = (Path(__file__).parents[1] / "vendor" / "axe" / "axe.min.js").read_text()
DESK, HAND_HELD = (1280, 800), (390, 844)

_EVERYTHING = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "rules": {"target-size": {"enabled": True}},
}
_COLOURS = {"runOnly": ["color-contrast"]}
_LIGHT = ("light", HAND_HELD, _EVERYTHING)
#: The dark theme differs only in colours.
_DARK = ("dark", DESK, _COLOURS)
#: A desktop shows nearly the same elements as a phone, so only the whole proof looks at it.
_LIGHT_DESK = ("light", DESK, _EVERYTHING)
#: axe gives no verdict on text over a gradient, such as felt and wood. So each gradient is replaced
#: by the one of its colours that contrasts least with its element's text. Colours that are partly
#: transparent are left out: they make the shadows at the edges of scrolling parts.
_FIND = """async rules => {
    const { Color, getContrast } = axe.commons.color;
    const parsed = text => {
        const colour = new Color();
        colour.parseString(text);
        return colour;
    };
    const isOpaque = text => parsed(text).alpha === 1;
    const painted = [];
    for (const each of document.querySelectorAll("*")) {
        const { backgroundColor, backgroundImage, color } = getComputedStyle(each);
        if (!backgroundImage.includes("gradient(")) continue;
        const colours = [backgroundColor, ...backgroundImage.match(/(?:rgba?|color)\\([^()]*\\)/g)];
        const contrast = colour => getContrast(parsed(colour), parsed(color));
        const worst = colours.filter(isOpaque)
            .sort((one, other) => contrast(one) - contrast(other))[0] ?? "transparent";
        painted.push([each, worst]);
    }
    for (const [each, colour] of painted) each.style.background = colour;
    const { violations } = await axe.run(document, { ...rules, resultTypes: ["violations"] });
    for (const [each] of painted) each.style.background = "";
    return violations
        .filter(({ impact }) => ["serious", "critical"].includes(impact))
        .flatMap(({ id, impact, help, nodes }) => nodes.map(({ target, failureSummary }) =>
            [`${impact} ${id}: ${help}`, target.join(" "), failureSummary]));
}"""


def show_in(page: Page, theme: str, size: tuple[int, int]) -> None:
    """Switch the page to a theme and a window size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)


def faults(page: Page, name: str = "") -> list[str]:
    """Return each serious fault once, with the themes and window sizes that show it.

    :param name: the page's name if it is one of many. They share their colours, so in CI only every
        third of them is tried in dark.
    """
    in_dark = WHOLE or crc32(name.encode()) % 3 == 0
    looks_to_try = [_LIGHT, *([_DARK] if in_dark else []), *([_LIGHT_DESK] if WHOLE else [])]
    # Visible content may not have its styles yet.
    page.wait_for_load_state()
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE)
    looks: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for theme, size, rules in looks_to_try:
        show_in(page, theme, size)
        for fault in dict.fromkeys(map(tuple, page.evaluate(_FIND, rules))):
            looks[fault].append(f"{theme} {size[0]}x{size[1]}")
    return [
        f"{rule}\n  at {place}\n  in {', '.join(where)}\n  {why}"
        for (rule, place, why), where in looks.items()
    ]
